"""Breeding: new games from known ones, by variation of rule values and a ladder of screens."""

from __future__ import annotations

from .archive import Kept
from .run import Bred, breed

__all__ = ["Bred", "Kept", "breed"]
