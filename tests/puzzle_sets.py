"""Test support: puzzles that come with the package."""

from lusory.puzzles import PuzzleSet, shipped


def shipped_set(game: str) -> PuzzleSet:
    """The set of a game that has one."""
    found = shipped(game)
    assert found is not None
    return found
