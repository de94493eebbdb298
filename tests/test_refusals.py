"""Tests of refused rule values: where the fault is, what was found, what was expected."""

# ruff: noqa: F403, F405
# mypy: disable-error-code="arg-type,assignment"

import time

import pytest

from lusory.errors import RuleError
from lusory.rules import *
from lusory.rules import codec
from lusory.rules.expression import evaluate


def refusal(build):
    with pytest.raises(RuleError) as caught:
        build()
    fault = caught.value
    assert str(fault).startswith(fault.word), "an error of a word begins with its name"
    return str(fault).removeprefix(f"{fault.word}.")


def game(turn=None, board=None, **more):
    return lambda: Game(board=Square(5) if board is None else board, turn=Place() if turn is None else turn, **more)


POINTS = [["a", 0, 0], ["b", 1, 0], ["c", 2, 0]]
LINK = [["E", "a", "b"]]
ROW = Graph(POINTS, LINK)
SECRET = Commit(Place(to=~own), announce=[Row(to)], answer=Reveal(own & announced))
REPEATS = Repeats()


ON_BOARD = [
    (
        game(ends=[Win(Line(9))], board=Square(7)),
        "ends[0].when.n: 9, the longest line on a board of 7 by 7 squares is 7",
    ),
    (game(Place(to=At("z9"))), "turn.to.names: 'z9', expected cells of the board: a1 to e5"),
    (game(Place(to=At(" "))), "turn.to.names: ' ', expected names of cells"),
    (
        game(ends=[Win(Connected(own, Edges("north")))]),
        "ends[0].when.regions.names: 'north', expected edges of the board: top",
    ),
    (game(Step(own, directions=Dir("UP"))), "turn.directions.names: 'UP', expected directions of the board: N NE"),
    (game(Step(own, directions=Dir(""))), "turn.directions.names: '', expected labels of directions"),
    (game(setup=[Put(Ranks(7))]), "setup[0].at.first: 7, expected a rank from -5 to 5 on a board of 5 by 5 squares"),
    (game(setup=[Put(Ranks(1, 6))]), "setup[0].at.last: 6, expected a rank from -5 to 5"),
    (game(Place(to=Shade(2))), "turn.to.index: 2, expected 0 to 1"),
    (game(Place(shape=["UP"])), "turn.shape[0]: 'UP', expected directions of the board"),
    (game(Place(owner=enemy)), "turn.owner: enemy, expected own or neutral"),
    (
        game(ends=[Win(Connected(own, Edges(), n=5))]),
        "ends[0].when.n: 5, expected 1 to 4, as many as there are regions",
    ),
    (game(board=ROW, ends=[Win(Connected(own, Corners()))]), "ends[0].when.regions: no region, expected one or more"),
    (game(Step(own, directions=forward), board=ROW), "turn.directions: forward, expected a board that says which"),
]
IN_THE_GAME = [
    (game(players=5), "players: 5, expected 1 to 4"),
    (game(players=True), "players: True, expected a whole number"),
    (game(BySide(Place(), Step(own)), players=3), "turn.parts: 2, expected a part for each of 3 sides"),
    (game(opening=[Swap()], players=3), "opening[0]: Swap(), expected two players where sides are exchanged"),
    (game(setup=[Put(Center(), side=3)]), "setup[0].side: 3, expected 0 (nobody) to 2"),
    (
        game(SECRET, players=1),
        "turn.answer: Reveal(own & announced), expected nothing: a single player has no opponent",
    ),
    (game(Step(Kind("king"))), "turn.what.kind: 'king', expected a kind of this game, into which no piece comes"),
    (
        game(Place(to=Ranks(1)), Graph((("a", 0, 0), ("b", 1, 0)), (("E", "a", "b"),))),
        "turn.to: Ranks(1), expected a board with rows (a Graph takes rows=...)",
    ),
    (game(ends=[Win(Hand(own, "king") >= 1)]), "ends[0].when.left.kind: 'king', expected a kind of this game: stone"),
    (game(Place(kind="a b")), "turn.kind: 'a b', expected a name of letters, digits and hyphens"),
    (game(Slide(own, distance=Rolled())), "turn.distance: Rolled(), expected a Roll somewhere in the game"),
    (game(Place(needs=NoPly())), "turn.needs: NoPly(), expected in `ends` only"),
    (game(effects=[Capture(announced)]), "effects[0].of: announced, expected inside a Commit only"),
    (game(SECRET, effects=[Capture(announced)]), "effects[0].of: announced, expected inside a Commit only"),
    (game(Place(needs=REPEATS), ends=[Win(REPEATS)]), "turn.needs: Repeats(), expected in `ends`, or"),
    (game(Either(Place(), Reveal(own))), "turn.parts[1]: Reveal(own), expected as the answer of a Commit only"),
    (game(Roll(6)), "turn: Roll(), expected inside a Chance only"),
    (game(SECRET, ends=[Win(NoPly(SECRET))]), "ends[0].when.ply: Commit("),
    (game(ends=[Win(NoPly(Place(needs=Repeats())))]), "ends[0].when.ply.needs: Repeats(), expected in `ends`, or"),
    (game(setup=[Put(empty)]), "setup[0].at: empty, expected words of the board alone in a setup"),
    (game(setup=[Put(Ranks(1)), Put(At("a1"), 2)]), "setup[1].at: a second piece on a1, expected one piece a cell"),
    (game(setup=[InHand(3), InHand(4)]), "setup[1].kind: 'stone', expected a kind that is not yet handed out"),
    (
        game(Commit(Place(), announce=[to, Row(own)])),
        "turn.announce[1]: own, expected words of `to` and the board alone",
    ),
    (game(Sequence(Pass(), SECRET.__class__(Place(), announce=[enemy]))), "turn.parts[1].announce[0]: enemy, expected"),
]
TEXTS = [
    (game(Either(Place(), Pass("a1"))), "turn.parts[1].text: 'a1', expected letters and digits that name no cell"),
    (
        game(Either(Place(), Pass("go on"))),
        "turn.parts[1].text: 'go on', expected letters and digits that name no cell",
    ),
    (game(Either(Place(), Pass("end"))), "turn.parts[1].text: 'end', expected a text no other ply has"),
    (game(Either(Swap("x"), Keep("x"))), "turn.parts[1].text: 'x', expected a text no other ply has"),
    (game(Either(Hop(own), Pass("a1xa3"))), "turn.parts[1].text: 'a1xa3', expected a text that reads unlike a jump"),
    (game(Either(Remove(own), Pass("xa1"))), "turn.parts[1].text: 'xa1', expected a text that reads unlike a jump"),
    (
        game(Either(Place(), Remove(own)), Graph([["x1", 0, 0], ["1", 1, 0]], [])),
        "board: a cell called x1, expected names",
    ),
    (game(Hop(own), Graph([["a", 0, 0], ["axb", 1, 0], ["b", 2, 0]], [])), "board: a cell called axb, expected names"),
    (
        game(Either(Commit(Place(), announce=[Row(to)]), Place(mark="row"))),
        "turn: two plies with the text a1:row, expected a text for each: give one a `mark`",
    ),
]
CHANCE = [
    (game(Either(Place(), Chance(Place()))), "turn.parts[1]: Chance(Place()), expected no Chance inside a choice"),
    (game(Repeat(Chance(Place()))), "turn.ply: Chance(Place()), expected no Chance inside a choice or a chain"),
    (game(Chance(Swap())), "turn.ply: Swap(), expected plies chance can make"),
    (game(Chance(Repeat(Place()))), "turn.ply: Repeat(Place()), expected plies chance can make"),
    (game(Chance(If(own, Place()))), "turn.ply: If(own, Place()), expected plies chance can make"),
    (
        game(Sequence(Place(), Repeat(Step(just)), If(own, Pass()), Chance(Roll()))),
        "turn.parts[3]: Chance(Roll()), expected no Chance after plies that may be left out",
    ),
    (
        game(Sequence(Either(If(own, Pass()), Place()), Sequence(Chance(Roll()), Pass()))),
        "turn.parts[1]: Sequence(Chance(Roll()), Pass()), expected no Chance after plies that may be left out",
    ),
]
WORDS = [
    (lambda: Line(1), "n: 1, expected 2 or more"),
    (lambda: Line(5, times=0), "times: 0, expected 1 to 4"),
    (lambda: Line(5, times=2, share=5), "share: 5, expected 0 to 4, less than the line is long"),
    (lambda: Line(5, exact=True, times=2), "exact: True, expected false where `times` counts lines of exactly n"),
    (lambda: Ranks(0), "first: 0, expected 1, 2, ... from home"),
    (lambda: Ranks(2, 1), "last: 1, expected a rank after `first`"),
    (lambda: Last(own, 0), "back: 0, expected 1 or more"),
    (lambda: Last(empty), "side: empty, expected own, enemy or neutral"),
    (lambda: Heading(own, enemy, distance=0), "distance: 0, expected 1 or more"),
    (lambda: Leap(own, distance=0), "distance: 0, expected 1 or more"),
    (lambda: Connected(own, Edges(), n=0), "n: 0, expected 1 or more"),
    (lambda: Connected(own, If(own, Edges(), empty)), "regions: If(own, Edges(), otherwise=empty), expected regions"),
    (lambda: Quiet(0), "n: 0, expected 1 or more"),
    (lambda: Repeats(1), "n: 1, expected 2 or more"),
    (lambda: InHand(0), "n: 0, expected 1 or more"),
    (lambda: Roll(1), "sides: 1, expected 2 to 1000"),
    (lambda: Roll(2, weights=[1, 0]), "weights: (1, 0), expected 2 positive whole numbers, one a face"),
    (lambda: Place(mark="?"), "mark: '?', expected letters or digits"),
    (lambda: Pass(mark="a"), "mark: 'a', expected nothing: its text tells it apart"),
    (lambda: Either(), "parts: (), expected one ply or more"),
    (lambda: First(), "parts: (), expected one ply or more"),
    (lambda: Sequence(), "parts: (), expected one ply or more"),
    (lambda: All(), "parts: (), expected one condition or more"),
    (lambda: And(own), "parts: 1, expected two parts or more"),
    (lambda: own & every, "parts[1]: every, expected parts of one sort: cells or directions"),
    (lambda: ~Place(), "of: Place(), expected a set of cells or of directions"),
    (lambda: If(own, Place(), 1), "otherwise: 1, expected the sort of `then`, ply"),
    (lambda: BySide(own), "parts: (own,), expected a part of one sort for each side, two or more"),
    (lambda: BySide(own, 1), "parts: (own, 1), expected a part of one sort for each side, two or more"),
    (lambda: Commit(Step(own)), "ply: Step(own), expected a Place of one cell"),
    (lambda: Commit(Place(shape=["N"])), "ply: Place(shape=['N']), expected a Place of one cell"),
    (lambda: Commit(Place(owner=neutral)), "ply: Place(owner=neutral), expected a Place of the mover's own piece"),
    (lambda: Commit(Place(), answer=Pass()), "answer: Pass(), expected a Reveal"),
    (lambda: Reveal(own, needs=Count(own) >= 1), "needs: Count(own) >= 1, expected nothing: a Reveal is always"),
    (lambda: Place(to=every), "to: every, expected a set of cells"),
    (lambda: Win(Count(own)), "when: Count(own), expected a condition"),
    (lambda: Earn("one"), "n: 'one', expected a number"),
    (lambda: Earn(2**31), "n: 2147483648, expected less than 2147483648"),
    (lambda: InHand(10**12), "n: 1000000000000, expected less than 2147483648"),
    (lambda: Count(own) * 3, "Count: *, expected numbers added up, as n + n + n"),
    (lambda: 3 * Count(own), "Count: *, expected numbers added up, as n + n + n"),
    (lambda: Earn(10**10_000), "n: a number of 33220 bits, expected less than"),
    (lambda: Edges(corners=1), "corners: 1, expected true or false"),
    (lambda: Win(own, at="never"), "at: 'never', expected one of ply, turn"),
    (lambda: Square(0), "columns: 0, expected 1 to 64, so that the board has 4,096 cells at most"),
    (lambda: Square(100, 100), "rows: 100, expected 1 to 40"),
    (lambda: Hexagon(38), "size: 38, expected 2 to 37"),
    (lambda: Graph([["a", 0, 0]] * 2, []), "cells[1][0]: 'a', expected no name twice; capitals count"),
    (lambda: Graph([["end", 0, 0]], []), "cells[0][0]: 'end', expected none of end, none, reveal, roll"),
    (lambda: Graph([["a", 0, float("nan")]], []), "cells[0]: (0, nan), expected places"),
    (lambda: Graph([["a", 0, 0], ["b", 0.0, -0.0]], []), "cells[1]: (0, 0), expected no two cells in one place"),
    (lambda: Graph(POINTS, [["E", "a", "z"]]), "links[0]: ('E', 'a', 'z'), expected two different cells of the board"),
    (lambda: Graph(POINTS, [["E", "a", "b"], ["E", "a", "c"]]), "links[1]: E from a to c, expected one neighbour of a"),
    (lambda: Graph(POINTS, LINK, edges=[["top", "z"]]), "edges[0]: 'z', expected names of cells"),
]
JSON = [
    ("", "line 1: "),
    ("{", "the value: text that is not JSON, expected JSON or an expression Game(...)"),
    ("[]", "the value: (), expected a Game(...)"),
    ("Square(3)", "the value: Square(3), expected a Game(...)"),
    ("Game(board=Square(3))", "Game at line 1.turn: nothing, expected a ply; its fields: board"),
    ("Game(board=Square(3), turn=Plaice())", "line 1, column 28: Plaice, expected a word of the vocabulary"),
    (
        "Game(board=Square(3), turn=__import__('os'))",
        "line 1, column 28: __import__, expected a word of the vocabulary",
    ),
    ("Game(board=Square(3), turn=Place(to=own.atom))", "line 1, column 37: own.atom, expected words of the vocabulary"),
    ("Game(board=Square(3), turn=Place(), players=9)", "Game at line 1.players: 9, expected 1 to 4"),
    ("Game(board=Square(3), turn=Place(mark='?'))", "Place at line 1.mark: '?', expected letters or digits"),
    ("Game(**{})", "line 1, column 1: **, expected arguments written out"),
    ('{"board": {"word": "square", "columns": 3}}', "turn: nothing, expected a ply"),
    (
        '{"board": {"word": "sqare"}, "turn": {"word": "place"}}',
        "board.word: 'sqare', expected a word of the vocabulary (square?)",
    ),
    ('{"board": {"word": "square", "columns": 3}, "turn": {"word": "place", "two": 2}}', "turn.two: unknown field"),
    (
        '{"board": {"word": "square", "columns": 3}, "turn": {"word": "either", "parts": 1}}',
        "turn.parts: 1, expected a list",
    ),
    (
        '{"board": {"word": "square", "columns": 3.5}, "turn": {"word": "place"}}',
        "board.columns: 3.5, expected a whole number",
    ),
    ('{"format": "lusory", "version": 2, "kind": "game", "rules": {}}', "version: 2, expected 1"),
    ('{"format": "chess", "rules": {}}', "format: 'chess', expected 'lusory'"),
    ('{"format": "lusory", "version": 1, "kind": "game", "rules": {}, "more": 1}', "more: unknown field"),
    ('{"format": "lusory", "version": 1, "kind": "game", "rules": [], "name": 1}', "name: 1, expected a text"),
    ('{"format": "lusory", "version": 1, "kind": "game", "rules": []}', "the value: [], expected an object"),
]


@pytest.mark.parametrize(("build", "message"), [*ON_BOARD, *IN_THE_GAME, *TEXTS, *CHANCE, *WORDS])
def test_what_cannot_make_sense_is_refused_with_its_path(build, message):
    assert refusal(build).startswith(message)


@pytest.mark.parametrize(("text", "message"), JSON)
def test_what_cannot_be_read_is_refused_with_its_path(text, message):
    assert refusal(lambda: codec.read(text)).startswith(message)


def test_words_64_deep_are_refused_and_62_can_be_played_written_and_read():
    deep = own
    for _ in range(58):
        deep = ~deep
    plain = game(Place(to=empty & deep))()
    assert codec.read(codec.write(plain)) == codec.read(repr(plain)) == plain
    for _ in range(10):
        deep = ~deep
    assert refusal(game(Place(to=empty & deep))) == "the value: words 64 deep in each other, expected less than 64"


def test_more_plies_than_there_are_ids_are_refused_with_the_count_and_quickly():
    start = time.perf_counter()
    commit = Commit(Place(), announce=[Row(to)], answer=Reveal(own))
    assert "different plies, expected at most 2147483648" in refusal(game(commit, Square(40)))
    assert "turn: about 2^4097 different plies" in refusal(game(Commit(Place(), answer=Reveal(own)), Square(64)))
    fine = game(Either(Place(), Step(own), Leap(own), Hop(own)), Square(64))()
    assert fine.num_actions == 4096 + 2 * 4096**2
    assert time.perf_counter() - start < 20


def test_ranks_are_counted_on_the_lists_that_the_sides_use():
    assert Game(board=Square(2, 9), turn=Place(), setup=[Put(Ranks(1, 3)), Put(Ranks(1, 3), side=2)])
    assert "setup[0].at.last: 3" in refusal(game(board=Square(2, 9), players=3, setup=[Put(Ranks(1, 3))]))


def test_a_board_and_a_setup_depend_on_nothing():
    with pytest.raises(RuleError, match=r"board: .*expected a board"):
        Game(board=BySide(Square(3), Square(3)), turn=Place())
    with pytest.raises(RuleError, match=r"setup\[0\]: .*expected a setup"):
        Game(board=Square(3), turn=Place(), setup=[If(own, Put(At("a1")))])
    with pytest.raises(RuleError, match=r"^board: .*expected a board"):
        codec.read(
            '{"board":{"word":"if","when":{"word":"own"},"then":{"word":"square","columns":3}},"turn":{"word":"place"}}'
        )


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (
            lambda: Game(board=Square(3), turn=If(own, Sequence(Chance(Roll(2)), Place()), SECRET)),
            "no Chance under an If",
        ),
        (lambda: Game(board=Square(3), turn=Commit(Place(to=~own), announce=[Ranks(1)])), "expected words of `to`"),
        (lambda: Game(board=Square(3), opening=[SECRET], turn=Place(unless=Repeats(2))), "with secrets nobody sees"),
        (lambda: Ring(own, directions=diagonal), "expected orthogonal or every"),
        (lambda: Line(3, times=9), "expected 1 to 4"),
    ],
)
def test_what_would_leak_or_last_for_ever_is_refused(build, expected):
    with pytest.raises(RuleError, match=expected):
        build()


def test_an_argument_is_given_once():
    with pytest.raises(RuleError, match="each argument once"):
        evaluate("Game(board=Square(3), turn=Place(), board=Square(4))")


@pytest.mark.parametrize(
    "turn", [Chance(Pass()), Sequence(Chance(Roll(2)), Chance(Place())), BySide(*[Chance(Place())] * 2)]
)
def test_a_turn_is_not_of_chance_plies_alone(turn):
    with pytest.raises(RuleError, match="something for a player to do"):
        Game(board=Square(3), turn=turn)
