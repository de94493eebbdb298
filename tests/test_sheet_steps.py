"""Tests of what a rules sheet says of several steps of a turn: what the step before did, what is chosen first."""

import pytest

from lusory.errors import IllegalPly
from lusory.rules import codec
from lusory.rules.english import rules_text

RULES = "Game(Square(5), {}, setup=[Put(Ranks(1), side=1), Put(Ranks(1), side=2)], ends=[Draw(NoPly())])"


def build(turn):
    return codec.read(RULES.format(turn))


@pytest.mark.parametrize(
    ("turn", "text"),
    [
        (
            "Sequence(Step(own), Step(own, to=origin | to))",
            "to the square the previous step started from or to the square the previous step ended on.",
        ),
        (
            "Leap(own, to=empty & Column(origin))",
            "to an empty square in the column of the square the previous step started from (there is none)",
        ),
        ("Place(to=empty & ~Adjacent(to))", "not next to the square of the previous step (there is none)."),
        ("Step(own, directions=heading)", "in the same direction as the previous step (there is none)"),
        ("Step(own, needs=Column(origin) & enemy)", "an enemy stone is in the column of the square it came from"),
        (
            "Sequence(Step(own), Remove(enemy), Step(just))",
            "3. Move the stone of the previous step (there is none) one",
        ),
        ("Sequence(Step(own), Place(owner=neutral), Step(just))", "3. Move the stone just placed one square"),
        ("Sequence(Place(shape=['E']), Step(just))", "2. Move the first stone just placed one square"),
        ("Sequence(Step(own), Step(just))", "2. Move the same stone one square"),
        (
            "Sequence(Either(Step(own), Place()), Step(just & ~Corners()))",
            "Move the stone just placed or moved, if it is",
        ),
        (
            "Sequence(Place(), Step(just, directions=heading))",
            "in the same direction as the previous step (there is none)",
        ),
        ("Sequence(Step(own), Step(just, directions=-heading))", "in the direction opposite to the previous step"),
    ],
)
def test_what_an_earlier_step_did_is_told_as_such(turn, text):
    assert text in rules_text(build(turn))


def test_a_refusal_does_not_take_the_cell_of_an_earlier_step_for_that_of_the_ply():
    position = build("Either(Step(own), Leap(own, to=empty & Column(origin)))").start()
    with pytest.raises(IllegalPly, match="the square the previous step started from"):
        position.play("a1-a3")
