"""Tests of what rules sheets say of boards: where lines run, where home is, which cells edges and corners are."""

from math import cos, pi, sin
from typing import Any

import pytest

from lusory.games import load
from lusory.rules import (
    At,
    Column,
    Connected,
    Corners,
    Dir,
    Distance,
    Draw,
    Edges,
    Either,
    Game,
    Graph,
    Hexagon,
    Line,
    NoPly,
    Pass,
    Place,
    Put,
    Quiet,
    Ranks,
    Row,
    Square,
    Step,
    Win,
    diagonal,
    empty,
    enemy,
    everywhere,
    forward,
    own,
    to,
)
from lusory.rules.english import rules_text
from lusory.rules.link_chains import drawn_straight

BUILD: Any = Graph
RIM = ["n", "ne", "se", "s", "sw", "nw"]
WHEEL = BUILD(
    [["hub", 0, 0], *([name, sin(k * pi / 3), -cos(k * pi / 3)] for k, name in enumerate(RIM))],
    [["r", a, b] for a, b in zip(RIM, RIM[1:] + RIM[:1], strict=True)]
    + [[way, a, "hub"] for way, a in zip("abc", RIM, strict=False)]
    + [[way, "hub", b] for way, b in zip("abc", RIM[3:], strict=True)],
    opposites=[["a", "A"], ["b", "B"], ["c", "C"], ["r", "R"]],
)


def test_lines_that_bend_are_listed():
    text = rules_text(Game(board=WHEEL, turn=Place(), ends=[Win(Line(3)), Draw(NoPly())]))
    assert "A line is straight if all its steps are in one direction, whatever bends are drawn." in text
    assert "r: n–ne–se–s–sw–nw–n. a: n–hub–s. b: ne–hub–sw. c: se–hub–nw." in text
    assert "without a bend" not in text


def test_lines_that_are_straight_as_drawn_are_not_listed():
    game = load("nine-mens-morris")
    assert drawn_straight(game.geometry) and "without a bend" in rules_text(game)


def test_home_rows_are_told_where_the_rules_count_from_them():
    ends = [Win(own & Ranks(-1)), Draw(NoPly())]
    assert "  The home row is row 1 for x and row 5 for o.\n" in rules_text(Game(Square(5), Place(), ends=ends))
    plain = rules_text(Game(Square(5), Place(), ends=[Draw(NoPly())], setup=[Put(Ranks(1))]))
    assert "home" not in plain


def test_forward_is_told_with_the_home_rows():
    game = Game(Square(4), Step(own, directions=forward), setup=[Put(Ranks(1)), Put(Ranks(1), side=2)])
    assert "The home row is row 1 for x and row 4 for o; forward leads away from it." in rules_text(game)


def test_the_home_of_the_third_side_is_a_column():
    game = Game(Hexagon(4), Either(Place(to=empty & Ranks(1)), Pass()), players=4, ends=[Draw(Quiet(9))])
    text = rules_text(game)
    assert "The home line is row g for x, row a for o, column 1 for # and column 7 for %." in text
    assert "on an empty cell in your home line" in text
    position = game.start()
    for letter in "ga17":
        assert all(letter in move for move in position.moves() if move != "pass")
        position = position.play("pass")


GRAPH = BUILD(
    [["a", 0, 0], ["b", 1, 0], ["c", 1, 1], ["d", 0, 1]],
    [["E", "a", "b"], ["r", "b", "c"], ["r", "c", "d"], ["N", "d", "a"]],
    edges=[["top", "a b"], ["bottom", "c d"]],
    corners=[["one", "a"], ["two", "c"]],
    rows=[["1", "d c"], ["2", "a b"]],
    columns=[["l", "a d"], ["m", "b c"]],
    forward=["N r", "E"],
)


@pytest.mark.parametrize(
    ("turn", "end", "texts"),
    [
        (Place(), Win(Connected(own, Edges())), ["Edges: top: a b; bottom: c d."]),
        (Place(), Win(own & Corners()), ["Corners: a and c."]),
        (Place(to=empty & Row(At("a"))), Win(own & Column(to)), ["Rows: 1: c d; 2: a b.", "Columns: l: a d; m: b c."]),
        (Place(), Win(own & Ranks(-1)), ["The home row is row 1 for x and row 2 for o.", "Rows: 1: c d; 2: a b."]),
        (
            Step(own, directions=forward),
            Draw(NoPly()),
            ["Forward is in direction r or up for x and right for o.", "Directions: E: a→b; r: b→c→d; N: d→a."],
        ),
        (Step(own, directions=Dir("r")), Draw(NoPly()), ["Directions: E: a→b; r: b→c→d; N: d→a."]),
    ],
)
def test_places_of_a_graph_are_listed_where_the_rules_name_them(turn, end, texts):
    told = rules_text(Game(GRAPH, turn, ends=[end], setup=[Put(At("a"))]))
    assert [text for text in texts if f"  {text}\n" not in told] == []
    plain = rules_text(Game(GRAPH, Place()))
    assert not any(text in plain for text in texts)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Distance(own, enemy), "over empty squares (16 where there is no way) is at least three"),
        (Distance(own, to, everywhere), "(16 where there is no way)"),
        (Distance(to, At("a1"), everywhere, directions=diagonal), "(16 where there is no way)"),
        (Distance(to, At("a1"), everywhere), "to a1 is at least three"),
    ],
)
def test_a_distance_without_a_way_is_told(number, text):
    assert text in rules_text(Game(Square(4), Place(), ends=[Win(number >= 3)]))
