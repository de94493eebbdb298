"""Random games that programs play many at a time: the same for any number of threads, batches and measures, and like
those of the general engine. That every ply is the engine's is tested in Rust (crates/run/src/position/tests.rs)."""

from __future__ import annotations

from array import array
from collections import Counter
from math import sqrt
from statistics import fmean, pstdev
from typing import Any

import pytest

from lusory import load
from lusory.engine import Machine
from lusory.rules import (
    Adjacent,
    All,
    At,
    BySide,
    Capture,
    Center,
    Chance,
    Column,
    Commit,
    Connected,
    Count,
    Dir,
    Draw,
    Edges,
    Either,
    Enclosed,
    First,
    Game,
    If,
    Keep,
    Kind,
    Last,
    Line,
    Loss,
    Most,
    No,
    NoPly,
    Pass,
    Place,
    Put,
    Quiet,
    Ranks,
    Remove,
    Repeat,
    Repeats,
    Reveal,
    Roll,
    Row,
    Sequence,
    Square,
    Step,
    Swap,
    Win,
    announced,
    empty,
    enemy,
    neutral,
    own,
    revealed,
    to,
)
from lusory.rules import (
    open as open_,
)

from .games import games_by_name

TESTED_FIRST = {"oust"}
GAMES = [
    "konane",
    "amazons",
    "dots-and-boxes",
    "brandubh",
    "three-mens-morris",
    "race",
    "go",
    "connect6",
    "oust",
    "gonnect",
]
"""Moves, several plies a turn, chosen turns, captures, repetition, dice, plies that are tried out, two plies a turn,
plies that are tried out within a turn, and after a choice of sides."""


def machine(name: str) -> Machine:
    """A game that is played by its program."""
    games = games_by_name()
    game = games[name].build() if name in games else load(name)
    assert isinstance(game, Game)
    return Machine(game)


def outcome(games: dict[str, bytes], players: int, number: int) -> tuple[bytes, bytes, bytes]:
    """What one of some games came to."""
    points = games["points"][players * number : players * (number + 1)]
    return points, games["ends"][2 * number : 2 * number + 2], games["lengths"][4 * number : 4 * number + 4]


@pytest.mark.parametrize("name", GAMES)
def test_games_depend_on_their_numbers_alone(name):
    played = machine(name)
    assert "program" in played.engine.playout_method
    start, limit = played.start(), 150
    counts = start.playouts(60, seed=3, limit=limit)
    assert start.playouts(60, seed=3, limit=limit, threads=3) == counts
    parts = [start.outcomes(20, 3, first=first, limit=limit) for first in (0, 20, 40)]
    games = start.outcomes(60, 3, limit=limit, threads=2)
    assert games == {part: b"".join(sums[part] for sums in parts) for part in games}
    alone = start.outcomes(1, 3, first=37, limit=limit)
    assert outcome(alone, played.players, 0) == outcome(games, played.players, 37)
    lengths = [int.from_bytes(games["lengths"][4 * game : 4 * game + 4], "little") for game in range(60)]
    assert sum(lengths) == counts["plies"]


@pytest.mark.parametrize("name", GAMES)
def test_outcomes_are_those_of_measured_games_where_it_is_asked(name):
    start, limit = machine(name).start(), 150
    measured = start.playouts(60, seed=3, limit=limit, measures=True)
    games = start.outcomes(60, 3, limit=limit, measures=True)
    assert sum(int.from_bytes(games["lengths"][at : at + 4], "little") for at in range(0, 240, 4)) == measured["plies"]
    counts = start.playouts(60, seed=3, limit=limit)
    # Where plies are tried out, measured games test them before they are offered: other games for the same seed.
    if machine(name).engine.playout_method == "program" and name not in TESTED_FIRST:
        compared = counts.keys() - {"branching", "first_plies"}
        assert {part: measured[part] for part in compared} == {part: counts[part] for part in compared}


def mean(counts: list[int]) -> tuple[float, float]:
    """Of numbers of games by a whole number: its mean, and the square of its error."""
    games = sum(counts)
    average = sum(n * number for n, number in enumerate(counts)) / games
    return average, sum(number * (n - average) ** 2 for n, number in enumerate(counts)) / games**2


@pytest.mark.parametrize("name", ["konane", "three-mens-morris", "race", "dots-and-boxes"])
def test_games_are_like_those_of_the_general_engine(name):
    start = machine(name).start()
    counts: list[Any] = [start.playouts(4000, seed=3, measures=True, general=general) for general in (False, True)]
    for part in ("lengths", "turns"):
        (average, error), (other, other_error) = (mean(list(totals[part])) for totals in counts)
        assert abs(average - other) < 5 * sqrt(error + other_error) + 1e-9, part
    won = [totals["results"][2][0] / 4000 for totals in counts]
    assert abs(won[0] - won[1]) < 5 * sqrt(0.5 / 4000)
    for ply in range(4):
        choices, general_choices = (totals["branching"][ply] for totals in counts)
        assert choices[0] == general_choices[0], "chance makes the same plies"
        assert abs(choices[1] - general_choices[1]) < 0.05 * general_choices[1] + 1e-9


EARLY_ENDS = [
    First(Sequence(Place(to=Center() & empty), stop=True), Pass()),
    BySide(If(Center() & own, Place()), Place()),
]
A, B, C = Place(kind="a", unless=Line(3)), Place(kind="b"), Place(kind="c")
TRIED: list[tuple[Any, ...]] = [
    (Sequence(Place(), Place(unless=Line(2))), Win(Line(2), at="turn"), Loss(Line(2))),
    (Sequence(Place(), Place(unless=Line(2))), Win(Line(3))),
    (Either(First(A, B), B), Win(Line(4))),
    (Sequence(C, If(Count(own) <= 1, First(A, B), Either(A, B))), Win(Count(own & Kind("b")) >= 3)),
]
"""Turns with plies that are tried out, and ends."""


@pytest.mark.parametrize(("turn", "ends"), [(turn, ends) for turn, *ends in TRIED])
def test_tried_plies_end_games_as_in_the_general_engine(turn, ends):
    start = Machine(Game(board=Square(4), turn=turn, ends=(*ends, Draw(No(empty))))).start()
    games: list[Any] = [start.outcomes(2000, 1, general=general) for general in (False, True)]
    counts = [Counter(array("H", bytes(outcomes["ends"]))) for outcomes in games]
    lengths = [array("I", bytes(outcomes["lengths"])) for outcomes in games]
    assert set(counts[0]) == set(counts[1])
    assert all(abs(counts[0][end] - counts[1][end]) < 5 * sqrt(2000 * 0.5) for end in counts[0])
    assert abs(fmean(lengths[0]) - fmean(lengths[1])) < 0.5


@pytest.mark.parametrize("turn", EARLY_ENDS)
def test_turns_may_be_ended_before_their_first_ply(turn):
    played = Machine(Game(board=Square(3), turn=turn, ends=(Win(Line(3)), Draw(Quiet(6)))))
    assert "program" in played.engine.playout_method
    games = [set(played.start().outcomes(200, 1, general=general)["lengths"][::4]) for general in (False, True)]
    assert games[0] == games[1] and len(games[0]) > 1


def test_a_die_is_rolled_by_its_weights():
    loaded = Game(
        board=Square(3),
        opening=(Chance(Roll(3, weights=(2, 6, 4))),),
        turn=Place(),
        ends=(Win(Line(3)), Draw(No(empty))),
    )
    played = Machine(loaded)
    assert played.engine.playout_method == "program"
    counts = played.start().playouts(6000, seed=1, measures=True)
    rolled = [results[0] for _, results in sorted(counts["first_plies"].items())]
    for share, rolls in zip((2, 6, 4), rolled, strict=True):
        assert abs(rolls - 6000 * share / 12) < 5 * sqrt(6000 * 0.25)
    assert counts["branching"][0] == (0, 0, 0) and counts["captures"][0][0] == 6000, "the roll is no choice"


@pytest.mark.parametrize(("name", "options"), [("hex", {"size": 20}), ("havannah", {"size": 12})])
def test_boards_of_more_than_six_words_are_played_by_programs(name, options):
    game = load(name, **options)
    assert isinstance(game, Game)
    played = Machine(game)
    assert played.engine.playout_method == "program"
    counts: list[Any] = [played.start().playouts(400, seed=3, general=general) for general in (False, True)]
    (average, error), (other, other_error) = (mean(list(totals["lengths"])) for totals in counts)
    assert abs(average - other) < 5 * sqrt(error + other_error)
    won = [totals["results"][2][0] / 400 for totals in counts]
    assert abs(won[0] - won[1]) < 5 * sqrt(0.5 / 400)


ELIMINATIONS: list[tuple[Any, ...]] = [
    (Place(), Loss(Line(3)), Draw(No(empty))),
    (Sequence(Place(), Place()), Loss(Line(3), at="turn"), Most(Count(own), No(empty))),
    (Either(Place(), Step(own)), Win(Line(4)), Loss(Enclosed(own)), Draw(Quiet(30)), Draw(NoPly(by="all"))),
]
"""Turns, and ends that put one of several players out."""


@pytest.mark.parametrize(("turn", "ends"), [(turn, ends) for turn, *ends in ELIMINATIONS])
@pytest.mark.parametrize("players", [3, 4])
def test_players_are_put_out_as_in_the_general_engine(players, turn, ends):
    played = Machine(Game(board=Square(4), turn=turn, ends=tuple(ends), players=players))
    assert played.engine.playout_method.startswith("program")
    games: list[Any] = [played.start().outcomes(2000, 1, general=general) for general in (False, True)]
    counts = [Counter(array("H", bytes(outcomes["ends"]))) for outcomes in games]
    assert set(counts[0]) == set(counts[1])
    assert all(abs(counts[0][end] - counts[1][end]) < 5 * sqrt(2000 * 0.5) for end in counts[0])
    lengths = [fmean(array("I", bytes(outcomes["lengths"]))) for outcomes in games]
    assert abs(lengths[0] - lengths[1]) < 0.5
    for player in range(players):
        points = [fmean(outcomes["points"][player::players]) for outcomes in games]
        assert abs(points[0] - points[1]) < 5 * sqrt(0.5 / 2000) * max(1, points[1]), player


ONE_WAY = Dir("N E")
TAKES_BOTH = (Capture(Enclosed(enemy)), Capture(Enclosed(own)))
TAKES_BOTH_ONE_WAY = (Capture(Enclosed(enemy, directions=ONE_WAY)), Capture(Enclosed(own, directions=ONE_WAY)))
CORNER = (Put(At("a1")), Put(At("a2 b1"), side=2))
FREED = (Win(At("a1") & empty), Draw(No(empty)))
LEAVES_NONE = {"turn": Place(unless=Enclosed(own)), "effects": (Capture(Enclosed(enemy)),), "setup": CORNER}
ENCLOSED: list[dict[str, Any]] = [
    {"turn": Place(), "effects": TAKES_BOTH, "setup": CORNER, "ends": FREED},
    LEAVES_NONE | {"opening": (Either(Swap(), Keep()),), "ends": FREED},
    LEAVES_NONE | {"opening": (Chance(Roll(3)),), "ends": FREED},
    LEAVES_NONE | {"opening": (Pass(), Pass()), "ends": FREED},
    {
        "turn": BySide(Sequence(Place(to=empty & At("a1")), stop=True), Place()),
        "effects": TAKES_BOTH,
        "setup": CORNER,
        "ends": FREED,
    },
    {
        "turn": Either(Step(own, directions=Dir("N")), Step(own & At("c3"), directions=Dir("S"))),
        "effects": TAKES_BOTH_ONE_WAY,
        "setup": (Put(At("b2 c2")), Put(At("c3 d2"), side=2)),
        "ends": (Win(At("c2") & empty), Draw(Quiet(6))),
    },
]
"""Games that begin with an enclosed group, or in which a ply may enclose one that is not beside its end."""
REPEATING = [
    Sequence(Chance(Roll(3)), Sequence(Place(), stop=True)),
    Sequence(Either(Swap(), Keep()), Repeat(Place())),
]
"""Turns of placements that a player may end without one."""
LATER_PLIES_IN_VAIN: list[tuple[Any, ...]] = [
    (
        Sequence(Place(to=empty & At("a1 b1 c1")), Place(to=empty, unless=Adjacent(to))),
        Win(NoPly()),
        Loss(Count(empty) <= 6),
    ),
    (
        Sequence(Place(to=empty & Ranks(1)), Place(to=empty & Ranks(2), unless=Line(2))),
        Draw(NoPly()),
        Win(Count(own) >= 4),
    ),
]
"""Turns that are over where their later plies were tried in vain."""
SECRETS: list[dict[str, Any]] = [
    {"turn": Commit(Place(to=~own & ~open_, unless=Line(3)), fails=to & enemy), "ends": (Win(Line(4)), Draw(NoPly()))},
    {
        "turn": Sequence(
            Commit(
                Place(to=~own & ~open_, then=(Capture(Adjacent(to) & enemy),)),
                announce=[Row(to), Column(to)],
                answer=Reveal(own & announced),
                fails=to & revealed,
            ),
            Place(to=empty),
            stop=True,
        ),
        "ends": (Win(Line(4)), Draw(Quiet(8)), Draw(No(empty))),
    },
    {
        "turn": Either(
            Commit(
                Place(to=~own, needs=Count(Adjacent(to) & own) <= Count(Adjacent(to) & empty)),
                answer=Reveal(own),
                fails=to & revealed,
            ),
            Step(own & open_, to=~own),
        ),
        "ends": (Win(Count(own) >= 6), Draw(Repeats(2)), Draw(Quiet(10)), Draw(NoPly())),
        "players": 3,
    },
    {
        "turn": Commit(
            Place(to=~own & ~open_, then=(Capture(Adjacent(to) & revealed),)), answer=Reveal(own), fails=to & revealed
        ),
        "ends": (Win(Line(4)), Win(Count(own) >= 6), Draw(Quiet(12)), Draw(NoPly())),
    },
    {
        "turn": Commit(
            Place(to=~own & ~open_, then=(Capture(announced & enemy),)),
            announce=[Row(to), Column(to)],
            fails=to & enemy,
        ),
        "ends": (Win(Line(4)), Draw(Quiet(12)), Draw(NoPly())),
    },
    {
        "turn": Commit(Place(to=~own & ~open_, unless=Adjacent(to) & Last(enemy)), fails=to & enemy),
        "ends": (Win(Line(4)), Draw(NoPly())),
    },
]
"""Turns with secret placements that fail or take place, at once or once they were answered; of which effects ask what
was announced and revealed, and an `unless` where others placed in secret."""
TESTED: list[dict[str, Any]] = [
    {"turn": Sequence(Place(unless=Line(3)), Step(own, unless=Line(2)), stop=True), "ends": (Win(Count(own) >= 6),)},
    {"turn": Repeat(Step(own | enemy, unless=Line(2)), must=True), "ends": (Draw(Quiet(6)),), "setup": CORNER},
    {"turn": Place(unless=Line(3)), "ends": (Win(All(Line(2, of=enemy), NoPly())), Loss(NoPly()), Draw(No(empty)))},
    {
        "opening": (Chance(Place(to=empty, owner=neutral, unless=Adjacent(to) & Center())),),
        "turn": Place(unless=Adjacent(to) & own),
        "ends": (Loss(NoPly()),),
    },
    {
        "turn": First(Sequence(Place(unless=Line(2)), Place(unless=Line(2)), stop=True), Pass()),
        "ends": (Most(Count(own), NoPly(Place(unless=Line(2)), by="all")), Draw(Quiet(4))),
        "players": 3,
    },
    {
        "turn": Either(Place(unless=Line(3)), Step(own, unless=Line(2, of=enemy))),
        "ends": (Win(All(Line(2), NoPly(by="all"))), Win(Count(own) >= 5), Draw(Quiet(5)), Loss(NoPly())),
    },
]
"""Plies that can be judged only once they are made, and are tested before they are offered: of chance, in turns that
may be ended, in obligatory repetitions, beside a NoPly among other words."""
CHANCE_CAPTURES = Game(
    board=Square(4),
    turn=Sequence(Place(), Chance(Remove(neutral))),
    ends=(Draw(Quiet(2, unit="turn", without="capture")), Draw(No(empty))),
    setup=(Put(Ranks(1), side=0),),
)
"""Chance captures in each turn, which counts for nobody: two turns have been quiet."""
OTHERS: list[Game] = [
    CHANCE_CAPTURES,
    *(Game(board=Square(4), **rules) for rules in TESTED),
    *(Game(board=Square(4), **rules) for rules in SECRETS),
    *(Game(board=Square(4), **rules) for rules in ENCLOSED),
    *(Game(board=Square(3), turn=turn, ends=(Win(Line(3)), Draw(Repeats(2)), Draw(No(empty)))) for turn in REPEATING),
    *(Game(board=Square(3), turn=turn, ends=tuple(ends)) for turn, *ends in LATER_PLIES_IN_VAIN),
    Game(board=Square(9), turn=Place(), ends=(Win(Line(3, times=2) & to), Draw(No(empty)))),
]


@pytest.mark.parametrize("game", OTHERS)
def test_random_games_end_as_in_the_general_engine(game):
    """More games than are played side by side: some by machine code."""
    games: list[Any] = [
        Machine(game).start().outcomes(4000, 1, general=general, limit=300) for general in (False, True)
    ]
    counts = [Counter(array("H", bytes(outcomes["ends"]))) for outcomes in games]
    assert all(abs(counts[0][end] - counts[1][end]) < 5 * sqrt(4000 * 0.5) for end in {*counts[0], *counts[1]})
    lengths = [array("I", bytes(outcomes["lengths"])) for outcomes in games]
    error = max(0.1, 5 * (pstdev(lengths[0]) + pstdev(lengths[1])) / sqrt(4000))
    assert abs(fmean(lengths[0]) - fmean(lengths[1])) < error


CORNERED = "  a b c d\n4 . . . .\n3 . . . .\n2 o . . .\n1 x o . .\n  a b c d"


def test_a_position_that_was_set_up_with_an_enclosed_group_loses_it_with_any_ply():
    game = Game(board=Square(4), turn=Place(), effects=TAKES_BOTH, ends=FREED)
    assert Machine(game).engine.playout_method == "program"
    state = game.position(CORNERED).state
    assert all(list(state.playouts(200, seed=3, general=general)["lengths"]) == [0, 200] for general in (False, True))


TWO_ROWS = "  a b c d\n4 . . . .\n3 x x x .\n2 o . o .\n1 x x x .\n  a b c d"
WHILE_ROWS_STAND = [
    Game(board=Square(4), turn=Place(), ends=(Win(Line(3, times=2)), Draw(No(empty)))),
    Game(
        board=Square(4),
        turn=Place(),
        effects=(Capture(Enclosed(enemy)),),
        ends=(Win(Connected(own, Edges("top bottom left right"), n=2)), Draw(No(empty))),
    ),
]


@pytest.mark.parametrize("game", WHILE_ROWS_STAND, ids=["lines", "connected"])
def test_a_position_that_was_set_up_with_a_met_end_is_over_after_any_ply_of_the_side(game):
    start = game.position(TWO_ROWS).state
    assert Machine(game).engine.playout_method.startswith("program")
    counts = [start.playouts(200, seed=3, general=general) for general in (False, True)]
    for totals in counts:
        assert list(totals["lengths"]) == [0, 200] and totals["results"][2][0] == 200
