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


@pytest.mark.parametrize(
    ("turn", "text"),
    [
        (
            "Place(shape=['E'], to=empty & Edges())",
            "on an empty square on the edge and on the square reached from there by going right, which must be such a "
            "square, too.",
        ),
        (
            "Place(shape=['E', 'N'])",
            "on an empty square and on the squares reached from there, one by going right and one by going up, "
            "which must be empty, too.",
        ),
        (
            "Place(shape=['E N'])",
            "and on the square reached from there by going right, then up, which must be empty, too.",
        ),
        ("Place(to=empty | enemy, shape=['E'])", "on an enemy stone, which is captured, and on the square reached"),
        ("Place(shape=['E'], needs=to & Edges())", "provided that the first square is on the edge"),
        (
            "Place(shape=['E'], needs=No(Adjacent(to) & enemy))",
            "provided that no enemy stone is next to the first square.",
        ),
        (
            "Sequence(Place(shape=['E']), Place(to=empty & Adjacent(just)))",
            "next to the first square of the stone just placed.",
        ),
        ("Place(shape=['E'], to=~Last(enemy))", "the first square your opponent played on last"),
        ("Place(to=~Last(enemy))", "the square your opponent played on last"),
    ],
)
def test_a_placement_on_several_squares_tells_which_is_meant(turn, text):
    assert text in rules_text(build(turn))


FIRST_COUNTS = "that several of these allow counts as the first of them."


@pytest.mark.parametrize(
    "turn",
    [
        "Either(Sequence(Step(own), Remove(enemy)), Sequence(Step(own), Place()), Step(own))",
        "Either(Step(own, directions=forward), Step(own, then=[Capture(to)]))",
        "Either(If(Some(own & Corners()), Place()), Sequence(Place(), Pass()))",
        "Either(Leap(own, distance=2), Step(own, directions=diagonal, then=[Capture(to)]))",
        "Either(Step(own), Either(Pass(), Repeat(Step(own))))",
        "Either(Step(own, needs=own & Edges()), Step(own, needs=enemy & Edges(), then=[Capture(to)]))",
        "Either(Step(own, needs=Some(own & Ranks(1))), Step(own, needs=Some(own & Ranks(2)), then=[Capture(to)]))",
    ],
)
def test_where_two_parts_may_offer_the_same_ply_the_first_counts(turn):
    assert FIRST_COUNTS in rules_text(build(turn))


@pytest.mark.parametrize(
    "turn",
    [
        "Either(Step(own), Slide(own))",
        "Either(Sequence(Step(own), Place()), Step(own, mark='w'))",
        "Either(Step(own & Ranks(1)), Sequence(Step(own & ~Ranks(1)), Place()))",
        "Either(Step(own, directions=forward), Step(own, directions=-forward, then=[Capture(to)]))",
        "Either(Step(own, to=enemy), Sequence(Step(own), Place()))",
        "Either(If(Some(own & Corners()), Place()), If(No(own & Corners()), Sequence(Place(), Pass())))",
        "Either(Place(to=empty & Edges()), Sequence(Place(needs=to & ~Edges()), Pass()))",
        "Either(Step(own), Leap(own, distance=2, then=[Capture(to)]), Slide(own, distance=3, then=[Capture(to)]))",
        "Either(BySide(Step(own), Pass()), BySide(Pass('no'), Sequence(Step(own), Place())))",
        "Either(Step(own, needs=to & Ranks(1)), Step(own, needs=to & Ranks(2), then=[Capture(to)]))",
        "Either(Step(own, needs=No(own & Edges())), Step(own, needs=own & Edges(), then=[Capture(to)]))",
    ],
)
def test_where_no_ply_is_allowed_twice_that_needs_no_word(turn):
    assert FIRST_COUNTS not in rules_text(build(turn))


def test_a_refusal_does_not_take_the_cell_of_an_earlier_step_for_that_of_the_ply():
    position = build("Either(Step(own), Leap(own, to=empty & Column(origin)))").start()
    with pytest.raises(IllegalPly, match="the square the previous step started from"):
        position.play("a1-a3")
