"""Tests of explanations of illegal plies: the word of the rules that forbids it, with the fact."""

from __future__ import annotations

import pickle

import pytest

import lusory
from lusory.explain.other_ends import other_ends
from lusory.games.hidden_gomoku import hidden_gomoku
from lusory.reference import Reference
from lusory.reference.illegal_ply import reasons
from lusory.rules import (
    All,
    Any,
    At,
    Capture,
    Chance,
    Count,
    Draw,
    Either,
    Enclosed,
    First,
    Game,
    Hexagon,
    Hop,
    InHand,
    Leap,
    Line,
    No,
    NoPly,
    Pass,
    Place,
    Put,
    Ranks,
    Remove,
    Repeat,
    Repeats,
    Sequence,
    Slide,
    Some,
    Square,
    Step,
    Win,
    diagonal,
    empty,
    enemy,
    forward,
    just,
    moved,
    own,
)
from lusory.texts import gettext, speaking

from .hidden_play import play

SUSAN = Game(board=Hexagon(5, names="rows"), turn=Either(Place(), Step(own)))
TICTACTOE = Game(board=Square(3), turn=Place(), ends=[Win(Line(3)), Draw(No(empty))])
NO_SUICIDE = Game(
    board=Square(3), turn=Place(unless=Enclosed(own)), effects=[Capture(Enclosed(enemy))], ends=[Draw(NoPly())]
)
TWO_STEPS = Game(
    board=Square(4),
    setup=[Put(Ranks(1)), Put(Ranks(1), side=2)],
    turn=Sequence(Step(own), Step(own & ~moved), stop=True),
)
DRAUGHTS = Game(
    board=Square(7),
    setup=[Put(At("a1 d2 g1")), Put(At("b2 b4 f6"), side=2)],
    turn=First(
        Sequence(
            Hop(own, over=enemy, directions=diagonal), Repeat(Hop(just, over=enemy, directions=diagonal), must=True)
        ),
        Step(own, directions=forward & diagonal),
    ),
)
ROOKS = Game(
    board=Square(5), setup=[Put(At("a1")), Put(At("c1"), side=2)], turn=Either(Slide(own), Leap(own, distance=3))
)
EXACT = Game(board=Square(5), setup=[Put(At("a1"))], turn=Slide(own, distance=2))
PASSING = Game(board=Square(3), turn=Either(Place(), Pass(needs=Line(2)), Remove(enemy)))
HANDS = Game(board=Square(3), setup=[InHand(1)], turn=Either(Place(), Pass()))
DICE = Game(board=Square(3), opening=[Chance(Place(to=At("a1 b1")))], turn=Place())
SHAPES = Game(board=Square(3), turn=Place(shape=("E",)))
HIDDEN = hidden_gomoku()
COMMIT = "Commit(Place(to=~own & ~open), announce=[Row(to), Column(to)], answer=Reveal(ow…"

TABLE = [
    (SUSAN, "b2 c3", "b2", "b2 is not empty: Place(to=empty)"),
    (SUSAN, "b2 c3", "b2-d2", "d2 is no neighbour of b2: Step(own)"),
    (SUSAN, "b2 c3", "b2 -> c3", "c3 is not empty: Step(to=empty)"),
    (SUSAN, "b2 c3", "c3-c4", "c3 is not your piece: Step(what=own)"),
    (SUSAN, "b2 c3", "e5-e6", "no piece on e5: Step(what=own)"),
    (SUSAN, "b2 c3", "b2-b3", "it is legal here"),
    (SUSAN, "b2 c3", "a9", "a9 is not on the board"),
    (SUSAN, "b2 c3", "nonsense", "no move of this game is written like this"),
    (SUSAN, "", "???", "no move of this game is written like this"),
    (TICTACTOE, "a1 b1 a2 b2 a3", "c3", "three or more: a1 a2 a3: Win(Line(3))"),
    (NO_SUICIDE, "c3 a2 c1 b1", "a1", "no empty square next to it (a1): Place(unless=Enclosed(own))"),
    (TWO_STEPS, "a1-a2", "a2-a3", "a2 holds a stone that has moved this turn: Step(what=own & ~moved)"),
    (TWO_STEPS, "", "a1", "no move of this game is written like this"),
    (DRAUGHTS, "", "d2-e3", "Hop(own, over=enemy, directions=diagonal)"),
    (DRAUGHTS, "", "a1xa3", "it goes N, not diagonally: Hop(directions=diagonal)"),
    (DRAUGHTS, "", "g1xe3", "no piece on f2 to jump over: Hop(over=enemy)"),
    (DRAUGHTS, "a1xc3", "d2-e3", ": Hop(just, over=enemy, directions=diagonal), not Step("),
    (ROOKS, "", "a1-e1", "in between, c1 is not empty: Slide(through=empty)"),
    (
        ROOKS,
        "",
        "a1-b2",
        "left or right: Slide(directions=orthogonal); b2 is not that far from a1: Leap(distance=3)",
    ),
    (ROOKS, "", "a1-b4", "no straight line leads from a1 to b4: Slide(own)"),
    (EXACT, "", "a1-a2", "it goes 1 and must go 2: Slide(distance=2)"),
    (
        PASSING,
        "a1 b2",
        "pass",
        "your stones form no unbroken straight line of two or more: Pass(needs=Line(2))",
    ),
    (PASSING, "a1 b2", "xa1", "a1 is not an enemy stone: Remove(what=enemy)"),
    (HANDS, "a1 b1", "a2", "no stone left in hand: Place()"),
    (DICE, "", "c3", "chance plays now and may place a stone"),
    (SHAPES, "", "c3", "its shape leaves the board: Place(shape=['E'])"),
    (SHAPES, "b1", "a1", "b1 is not empty: Place(to=empty)"),
    (HIDDEN, "E5 x A1:row", "B4:row", f"none included: Reveal(own & announced), not {COMMIT}"),
    (HIDDEN, "E5 x A1:row", "reveal C4 F4", "C4 is not in what was announced: Reveal(own & announced)"),
    (HIDDEN, "E5 x A1:row", "reveal:B1", "B1 is not one of your stones: Reveal(what=own & announced)"),
    (HIDDEN, "E5 x A1:row reveal:none", "E5 row", "E5 holds one of your stones: Place(to=~own & ~open)"),
    (HIDDEN, "E5 x A1:row reveal:none A2:row reveal:none", "E5:row", "E5 holds an open stone: Place(to=~own & ~open)"),
    (HIDDEN, "E5 x A1:row reveal:none A2:row reveal:none", "A2:row", "it is legal here"),
    (HIDDEN, "E5 x", "reveal:none", f"{COMMIT}, not Reveal(own & announced)"),
]


KO = Game(
    board=Square(5),
    turn=Either(Place(unless=Any(Enclosed(own), Repeats(2))), Pass()),
    effects=[Capture(Enclosed(enemy))],
)
PICKY = Game(board=Square(3), turn=Either(Place(needs=All(Some(own), Count(own) >= 2)), Pass()), setup=[Put(At("a1"))])
LONG = Game(
    board=Square(9),
    setup=[Put(At("a1"))],
    turn=Step(own & At("a1"), to=empty & ~At(" ".join(f"{c}{r}" for c in "abcdefghi" for r in range(2, 9)))),
)


def test_the_part_of_a_condition_that_forbids_is_named():
    start = KO.start().line("b2 c2 a3 d3 b4 c4 c3 b3")
    expected = "the same position would stand for the second time"
    assert start.refusal("c3").why == expected
    assert start.refusal("c3").rule == "Repeats(n=2), in Place(unless=...)"
    assert start.line("pass e5 pass d1 pass e1 pass pass").refusal("d2").why != expected
    assert "you have one stone" in PICKY.start().refusal("b2").why or "at most" in PICKY.start().refusal("b2").why
    assert PICKY.start().refusal("b2").rule == "Count(own) >= 2, in Place(needs=...)"


def test_no_expression_is_longer_than_can_be_read():
    fault = LONG.start().refusal("a1-a2")
    assert fault.why.startswith("a2 is among ") and len(fault.why) < 250
    assert fault.rule.endswith("…)") and len(fault.rule) < 100


@pytest.mark.parametrize("row", range(len(TABLE)))
def test_why_not(row: int) -> None:
    game, plies, text, expected = TABLE[row]
    r = Reference(game)
    state, _ = play(r, plies)
    assert expected in "; ".join(
        f"{reason.text}: {reason.rule}" if reason.rule else reason.text for reason in reasons(r, state, text)
    )
    fact = r.why_not(state, text).said()
    assert "(own" not in fact and "Place(" not in fact


@pytest.mark.parametrize("game", {id(game): game for game, *_ in TABLE}.values())
def test_every_ply_is_legal_or_has_a_reason(game: Game) -> None:
    """After some plies too; and only legal plies are said to be legal."""
    r = Reference(game)
    state = r.start()
    for _ in range(5):
        for action in range(0, r.num_actions, 1 + r.num_actions // 300):
            reason = r.why_not(state, r.text(action)).said()
            assert reason and (reason == "it is legal here") == (action in r.legal(state))
            assert "no move of this game" not in reason
        if state.result is not None:
            break
        state, _ = r.play(state, r.legal(state)[len(r.legal(state)) // 2])


TAKE_A_SIDE = (
    "you now have to exchange sides with your opponent (written `x`) or to keep the sides as they are (written `o`)"
)
SPELLINGS = [
    ("susan", "", ["b2->d4", "b2 -> d4", "B2-D4", "b2 d4", "b2 → d4"], "no piece on b2"),
    ("susan", "", ["z9", "b2->z9", "b2 z9"], "z9 is not on the board"),
    ("susan", "", ["pass", "Pass"], "this game has no passing"),
    ("hidden-gomoku", "E5", ["I3", "I3 row", "I3:row"], "I3 is not on the board"),
    ("hidden-gomoku", "E5 x", ["A1", "a1"], "add what you announce: `A1 row` or `A1 column`"),
    ("hidden-gomoku", "E5 x", ["E5", "e5", "E5 row", "e5 col"], "E5 holds an open stone"),
    ("hidden-gomoku", "E5", ["none", "reveal A1"], TAKE_A_SIDE),
    ("hidden-gomoku", "E5 x A1:row", ["reveal B4 C4", "reveal:C4,B4"], "B4 is not in what was announced"),
]


@pytest.mark.parametrize(("name", "plies", "typed", "expected"), SPELLINGS)
def test_all_spellings_of_a_ply_get_one_reason(name, plies, typed, expected):
    position = lusory.load(name).start().line(plies)
    assert {position.refusal(text).why for text in typed} == {expected}


@pytest.mark.parametrize(
    ("name", "plies", "typed", "ply"),
    [
        ("serendipity", "", "pass", "end"),
        ("serendipity", "a3-b4", "Pass", "end"),
        ("hidden-gomoku", "E5 x", "A1 col", "A1:column"),
        ("hidden-gomoku", "E5 x A1:row", "none", "reveal:none"),
        ("hidden-gomoku", "E5 x A1:row", "", "reveal:none"),
    ],
)
def test_what_people_type_is_read(name, plies, typed, ply):
    position = lusory.load(name).start().line(plies).play(typed)
    assert position.contract.text(position.past[-1].action) == ply


GERMAN = [
    ("susan", "b2 c3", "b2", "b2: b2 ist nicht leer; hier erlaubt: "),
    ("susan", "", "z9", "z9: z9 ist nicht auf dem Brett; hier erlaubt: "),
    ("susan", "b2 c3", "b2-b9", "b2-b9: b9 ist nicht auf dem Brett; hier erlaubt: "),
    ("susan", "b2 c3", "c3-c4", "c3-c4: auf c3 steht keine deiner Figuren; hier erlaubt: "),
    ("hidden-gomoku", "E5 x", "A1", "A1: schreib dazu, was du ansagst: `A1 row` oder `A1 column`; hier erlaubt: "),
    ("chess", "", "e2-e5", "e2-e5: e2 is not a king"),
]


@pytest.mark.parametrize(("name", "plies", "typed", "expected"), GERMAN)
def test_a_refusal_is_said_in_the_language_of_the_reader(name, plies, typed, expected):
    """Each in one language: reasons in the words of the rules stay English."""
    fault = lusory.load(name).start().line(plies).refusal(typed)
    with speaking("de"):
        said = fault.phrase.said(gettext)
    assert said.startswith(expected)
    assert "kein" not in said or "is not" not in said


def test_a_refusal_has_the_expression_for_authors_beside_the_words_for_players():
    fault = lusory.load("susan").start().line("b2 c3").refusal("b2")
    assert (fault.why, fault.rule) == ("b2 is not empty", "Place(to=empty)")
    assert "Place(" not in str(fault)
    assert pickle.loads(pickle.dumps(fault)).rule == fault.rule


def test_a_result_tells_which_later_ends_also_applied():
    plies = "d1 a1 c1 c5 c1-b1 a3 d2 b2 e1 b2-c3 b1-c2 b3 b4 c3-d3 d4 c5-c4 c2-b2 c5"
    end = lusory.load("susan", size=3).start().line(plies)
    text = (
        "Second (o) would also have won: one of First's stones is surrounded (b4). "
        "That does not count: the rule that ended the game comes first."
    )
    assert other_ends(end) == [text]
    assert other_ends(end.first) == []
    assert other_ends(lusory.load("tic-tac-toe").start().line("a1 a2 b1 b2 c1")) == []


def test_a_ply_that_earns_nothing_says_which_cells_were_looked_at():
    start = lusory.load("doppel").start()
    first = start.play(start.moves()[0])
    assert "earns" not in first.explain()[0]  # chance filled it
    text = first.play(first.moves()[0]).explain()[0]
    assert "First earns no point: not all of the moves that count have been made yet." in text
    position = lusory.load("doppel").start().line("a2 a1 a3 b2")
    assert (
        "First earns no point: p is a1, q is b2 and b is a3; it is not so that q is next to p"
        in (position.explain()[0])
    )
    assert "earns" not in lusory.load("susan").start().play("b2").explain()[0]


def test_a_turn_that_may_end_is_not_said_to_have_to_go_on():
    jumps = Sequence(Hop(own, over=enemy), Repeat(Hop(just, over=enemy)))
    men = [Put(At("a1"), side=1), Put(At("b1 d1"), side=2)]
    r = Reference(Game(Square(5, 1), Either(jumps, Pass()), setup=men, ends=[Win(No(enemy))]))
    state, _ = r.play(r.start(), next(action for action in r.legal(r.start()) if r.text(action) == "a1xc1"))
    assert r.why_not(state, "pass").said().endswith(", or to end the turn")
