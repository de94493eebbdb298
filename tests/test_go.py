"""Tests of Go in the vocabulary: ko, suicide, area scoring; known counts of the 2 by 2 board."""

from __future__ import annotations

import pytest

from lusory.errors import IllegalPly
from lusory.play.census import census
from lusory.reference import Reference

from .games import games_by_name


def test_a_ko_may_not_be_taken_back_at_once() -> None:
    position = games_by_name()["go"].build(size=5).start()
    for ply in ["B1", "A1", "C2", "B2", "D1", "C1"]:  # C1 takes B1
        position = position.play(ply)
    assert position.events[-1].cells == ("B1",)
    with pytest.raises(IllegalPly, match="the same position would stand for the second time"):
        position.play("B1")
    later = position.play("E5").play("A5")
    assert "B1" in later.moves()


def test_suicide_is_refused() -> None:
    position = games_by_name()["go"].build(size=3).start()
    for ply in ["B1", "pass", "A2"]:
        position = position.play(ply)
    assert "A1" not in position.moves()


def test_two_passes_count_stones_and_surrounded_points() -> None:
    position = games_by_name()["go"].build(size=3).start()
    for ply in ["B1", "pass", "B2", "pass", "B3", "pass", "pass"]:
        position = position.play(ply)
    assert position.result is not None and position.result.values == (1.0, 0.0)


def test_the_smallest_board() -> None:
    """By hand: 5 first plies; 4 * 4 + 5 replies (three points or a pass after a stone, five after a pass), of which two
    passes end the game."""
    rows = census(Reference(games_by_name()["go"].build(size=2)), 2)
    assert rows == [[5, 0, 0, 0, 0], [21, 1, 0, 0, 1]]
