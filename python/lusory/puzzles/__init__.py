"""Puzzles: positions in which exactly one ply wins, or exactly one saves the game, proven by the solver.

A set of puzzles is a JSON file: rules by hash, each puzzle as the plies to its position, its one right ply, a line of
best play, the answer to each wrong ply, and the level of our players that misses it.
"""

from __future__ import annotations

from typing import Any

from .._renamed import renamed
from .judge import PuzzleJudge
from .puzzle import DRAW, WIN, DamagedPuzzles, Puzzle, PuzzleSet, load, shipped, shipped_games
from .reply import Reply, reply
from .search import PuzzleSearch

__all__ = [
    "DRAW",
    "WIN",
    "DamagedPuzzles",
    "PuzzleJudge",
    "Puzzle",
    "PuzzleSearch",
    "PuzzleSet",
    "Reply",
    "load",
    "reply",
    "shipped",
    "shipped_games",
]

RENAMED = {"Judge": "PuzzleJudge"}
"""Old names to new, kept for one release."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)
