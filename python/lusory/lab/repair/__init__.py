"""Changes of a game that meet a goal."""

from __future__ import annotations

from .goal import Goal, read_goal
from .result import Proof, Repair, Trial
from .run import repair

__all__ = ["Goal", "Proof", "Repair", "Trial", "read_goal", "repair"]
