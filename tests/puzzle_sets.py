"""Test support: puzzles that come with the package."""

from lusory.puzzles import PuzzleSet, shipped


def shipped_set(game: str) -> PuzzleSet:
    """The set of a game that has one."""
    puzzles = shipped(game)
    assert puzzles is not None
    return puzzles
