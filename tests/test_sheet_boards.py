"""Tests of what rules sheets say of boards: where lines run, where home is, which cells edges and corners are."""

from math import cos, pi, sin

from lusory.games import load
from lusory.rules import Draw, Game, Graph, Line, NoPly, Place, Win
from lusory.rules.english import rules_text
from lusory.rules.link_chains import drawn_straight

RIM = ["n", "ne", "se", "s", "sw", "nw"]
WHEEL = Graph(
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
