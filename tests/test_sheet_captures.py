"""Tests of what rules sheets say of captured pieces that were the player's own: they do not count."""

import pytest

from lusory.games import load
from lusory.rules import codec
from lusory.rules.english import rules_text

RULES = "Game(Square(5), {}, setup=[Put(Ranks(1), side=1), Put(Ranks(1), side=2){}], ends=[{}], effects=[{}])"
NOTE = "(a player's own do not count)"


def text(turn, end, effects="", setup=""):
    return rules_text(codec.read(RULES.format(turn, setup, end, effects)))


def test_the_first_sentence_counts_as_the_end_does():
    sheet = text("Step(own, to=empty | own | enemy)", "Win(Captured(own) >= 2)")
    assert "The first to capture two enemy stones wins." in sheet
    assert "The first to capture two stones wins." in text("Step(own, to=empty | enemy)", "Win(Captured(own) >= 2)")


@pytest.mark.parametrize(
    ("turn", "effects"),
    [
        ("Step(own, to=empty | own)", ""),
        ("Hop(own)", ""),
        ("Place()", "Capture(own & Corners())"),
        ("Place()", "Capture(Enclosed(own))"),
        ("Step(own, to=~Kind('king'))", ""),
        ("Step(own, then=[Capture(Adjacent(to))])", ""),
    ],
)
def test_where_own_pieces_are_captured_they_are_not_counted(turn, effects):
    setup = ", Put(Ranks(3), kind='king')"
    assert "if you have captured at least one enemy stone" in text(
        turn.replace("'king'", "'stone'"), "Win(Captured(own) >= 1)", effects
    )
    assert NOTE in text(turn, "Most(Captured(own), when=NoPly())", effects, setup)
    assert NOTE in text(turn, "Loss(Captured(enemy) >= 1)", effects, setup)
    assert NOTE in text(turn, "Win(Captured(own) >= Captured(enemy))", effects, setup)


@pytest.mark.parametrize(
    ("turn", "effects"),
    [
        ("Step(own, to=empty | enemy)", ""),
        ("Hop(own, over=enemy)", ""),
        ("Hop(own, captures=False)", ""),
        ("Place()", "Capture(Ray(to, every, through=enemy, until=own))"),
        ("Place(to=~own)", "Capture(Where(enemy, Adjacent(here) & own))"),
    ],
)
def test_where_only_others_are_captured_nothing_is_said_of_it(turn, effects):
    assert "if you have captured at least one stone." in text(turn, "Win(Captured(own) >= 1)", effects)
    assert NOTE not in text(turn, "Most(Captured(own), when=NoPly())", effects)


def test_einstein_counts_enemy_pieces():
    assert "you have captured at least one enemy piece." in rules_text(load("einstein"))
