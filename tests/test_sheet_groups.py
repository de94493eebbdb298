"""Tests of what rules sheets say of groups and lines of pieces of several sides: they are counted together."""

import pytest

from lusory.rules import codec
from lusory.rules.english import rules_text

RULES = 'Game(Square(4), Place(), setup=[Put(At("b2 c2"), side=0)], ends=[Win({})])'
TOGETHER = "your stones and neutral stones (counted together) form"


def build(condition):
    return codec.read(RULES.format(condition))


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("Group(own | neutral, size=4)", f"{TOGETHER} a connected group of four or more"),
        ("No(Group(own | neutral, size=4))", f"{TOGETHER} no connected group of four or more"),
        ("Line(4, own | neutral)", f"{TOGETHER} an unbroken straight line of four or more"),
        ("Connected(own | neutral, Edges('top bottom'))", f"{TOGETHER} a connected group that links"),
        ("Ring(own | neutral)", f"{TOGETHER} a closed ring"),
        ("Groups(own | neutral) <= 1", f"{TOGETHER} at most one connected group"),
        ("Group(~empty, size=4)", "You win if stones form a connected group of four or more"),
    ],
)
def test_pieces_of_several_sides_form_one_figure(condition, text):
    told = rules_text(build(condition))
    assert text in told and " of one side are connected" not in told


@pytest.mark.parametrize("condition", ["Group(own, size=4)", "Groups(enemy) <= 1", "Group(own & Corners())"])
def test_pieces_of_one_side_form_groups_of_their_own(condition):
    assert "Adjacent stones of one side are connected" in rules_text(build(condition))


def test_the_engine_joins_them():
    assert build("Group(own | neutral, size=4)").start().line("a2 a4 d2").result.values == (1.0, 0.0)
