"""Tests of games that a lead decides, against exhaustive search and against a solver that knows nothing of leads."""

import random
from itertools import product
from typing import Any

import pytest

from lusory._engine import Solver as EngineSolver
from lusory.reference import Reference
from lusory.rules import (
    Adjacent,
    At,
    BySide,
    Capture,
    Captured,
    Chance,
    Earn,
    Game,
    Heading,
    Last,
    Line,
    Most,
    No,
    NoPly,
    Place,
    Put,
    Quiet,
    Remove,
    Score,
    Shift,
    Square,
    Sum,
    Win,
    empty,
    enemy,
    everywhere,
    neutral,
    own,
    to,
)
from lusory.solve import Solver, solve
from lusory.solve.certificate import certificate, read, verify
from lusory.solve.lead import lead, recent_plies
from lusory.solve.margin import margin, with_handicap
from lusory.solve.proof import OVER, Checker, ProofFault
from lusory.solve.safe_lead import safe_lead
from lusory.testing.exact import ExhaustiveSolver

from .rule_values import rule_value as load

SMALL = 1 << 22


def scoring(turn: Any = None, when: Any = None, opening: Any = (), end: Any = None, **rest: Any) -> Game:
    """A small game of points."""
    return Game(
        board=Square(3, 2),
        turn=Place() if turn is None else turn,
        opening=opening,
        effects=[Earn(1, when=when)],
        ends=[Most(Score(own), when=No(empty) if end is None else end)],
        **rest,
    )


def exact(game: Game) -> float:
    """First's value by exhaustive search."""
    start = game.start()
    return ExhaustiveSolver(start.contract).worth(start.state)[0]


TURNS = {
    "anywhere": Place(),
    "beside": Place(owner=neutral, to=empty & Adjacent(neutral)),
    "apart": Place(to=empty & ~Adjacent(Last(enemy, 2))),
}
OPENINGS = {"none": (), "chance": [Chance(Place(owner=neutral))], "placed": [Place(), Place(owner=neutral)]}
POINTS = {
    "neighbour": Adjacent(to) & own,
    "second last": Adjacent(Last(own, 2)) & to,
    "third last": Adjacent(Last(own, 3)) & Last(enemy, 1),
    "line": Line(3) & to,
    "echo": Shift(Last(enemy, 1), -Heading(Last(own, 2), Last(own, 1))) & ~empty,
}


@pytest.mark.parametrize(("turn", "opening", "when"), [*product(TURNS, OPENINGS, POINTS)])
def test_values_are_those_of_exhaustive_search(turn, opening, when):
    end = NoPly() if turn == "apart" else No(empty)
    game = scoring(TURNS[turn], POINTS[when], OPENINGS[opening], end)
    solver = Solver(game.start(), memory=SMALL)
    assert solver.solve().at_least == pytest.approx(exact(game))
    assert solver.lead is not None or (turn, opening) == ("beside", "none")


def test_answers_for_every_handicap_are_those_of_a_solver_that_knows_nothing_of_leads():
    game = load("doppel", size=4)
    position = game.start().line("b2 b3 c3 c2 d2 d3 d4")
    known = Solver(position, memory=SMALL)
    for points in range(-4, 5):
        start = with_handicap(game, points).start().line("b2 b3 c3 c2 d2 d3 d4")
        plain = EngineSolver(start.state, memory=SMALL)
        for player, halves in product((0, 1), (1, 2)):
            answer = known.engine.answer(player, halves, handicap=points)
            assert answer == plain.answer(player, halves, threads=2), (points, player, halves)


def test_both_readings_of_doppel_have_the_margins_of_exhaustive_search():
    for growth, square in product((False, True), ("a1", "b1", "b2")):
        game = load("doppel", size=3, growth=growth)
        points = margin(game.start().play(square), memory=SMALL)
        assert points.at_least is not None
        assert points.at_least == points.at_most
        for handicap in (points.at_least - 1, points.at_least, points.at_least + 1):
            position = with_handicap(game, handicap).start().play(square)
            value = ExhaustiveSolver(position.contract).worth(position.state)[0]
            assert value == (1.0, 0.5, 0.0)[1 + handicap - points.at_least]


def test_captured_pieces_decide():
    """Pieces are taken from a row; each takes its neighbours with it."""
    game = Game(
        board=Square(7, 1),
        setup=[Put(everywhere, side=0)],
        turn=Remove(neutral, then=(Capture(neutral & Adjacent(to)),)),
        ends=[Most(Captured(own), when=No(neutral))],
    )
    found = lead(game)
    assert found is not None
    assert (found.counter, found.other, found.handicap, found.recent) == ("captured", "neither", 0, None)
    assert solve(game.start(), memory=SMALL).at_least == exact(game)


def test_a_game_that_ends_without_a_comparison_is_solved_without_leads():
    """Who cannot place a piece beside the others is stuck: a draw, whoever leads."""
    game = Game(
        board=Square(4, 2),
        setup=[Put(At("a1"), side=0, kind="wall"), Put(At("d1"), side=0, kind="wall")],
        turn=Place(owner=neutral, to=empty & ~Adjacent(Last(enemy, 1))),
        effects=[Earn(1, when=Adjacent(to) & neutral)],
        ends=[Most(Score(own), when=No(empty))],
    )
    solver = Solver(game.start(), memory=SMALL)
    assert solver.lead is not None
    assert solver.solve().at_least == exact(game)
    assert solver.lead is None


def test_what_decides_is_read_off_the_rules():
    found = lead(load("doppel", size=4))
    assert found is not None
    assert (found.counter, found.other, found.handicap, found.recent) == ("score", "neither", 0, (1, 1))
    behind = lead(with_handicap(load("doppel", size=4), -3))
    assert behind is not None
    assert behind.handicap == -3
    assert lead(load("reversi", size=4)) is None
    assert lead(load("serendipity")) is None


@pytest.mark.parametrize(
    "ends",
    [
        [Most(Score(own), when=No(empty)), Win(Line(3))],
        [Most(Score(enemy), when=No(empty))],
        [Win(Score(own) >= 3), Most(Score(own), when=No(empty))],
        [Most(Score(own), when=Quiet(2)), Most(BySide(Score(own), Sum(Score(own), 1)), when=No(empty))],
        [Most(BySide(Score(own), Sum(Score(own), Score(own))), when=No(empty))],
    ],
)
def test_other_ends_are_not_decided_by_a_lead_alone(ends):
    assert lead(Game(board=Square(3), turn=Place(), effects=[Earn(1)], ends=ends)) is None


def test_plies_that_belong_to_a_position():
    end = Most(Score(own), when=No(empty))
    assert recent_plies(scoring(when=Adjacent(Last(own, 3)) & to)) == (2, 2)
    assert recent_plies(scoring(when=Adjacent(Last(enemy, 2)) & to)) == (1, 2)
    assert recent_plies(scoring(TURNS["apart"])) == (1, 2)
    assert recent_plies(scoring()) == (0, 0)
    assert recent_plies(scoring(when=Adjacent(Last(own, 9)) & to)) is None
    assert recent_plies(scoring(Place(to=empty | enemy))) is None
    assert recent_plies(Game(board=Square(3), turn=Place(), effects=[Capture(to)], ends=[end])) is None


# --- leads that are out of reach


def random_game(reference, rng):
    """The states of a random game, the start left out."""
    state, states = reference.start(), []
    while reference.result(state) is None:
        state = reference.play(state, rng.choice(sorted(reference.legal(state))))[0]
        states.append(state)
    return states


@pytest.mark.parametrize(("growth", "handicap"), [("false", 0), ("true", 0), ("false", 2), ("false", -3)])
def test_a_lead_that_is_out_of_reach_is_never_lost(growth, handicap):
    game = with_handicap(load("doppel", size=3, growth=growth), handicap)
    reference, safe = Reference(game), safe_lead(game)
    assert safe is not None and safe.gain == 1 and safe.handicap == handicap
    rng, found = random.Random(5), 0
    for _ in range(300):
        states = random_game(reference, rng)
        result = reference.result(states[-1])
        assert result is not None
        for state, player, halves in product(states[:-1], (0, 1), (1, 2)):
            if safe.holds(state, player, halves, reference.to_move(state) == player):
                assert 2 * result.values[player] >= halves
                found += 1
    assert found > 300


@pytest.mark.parametrize(
    "game",
    [
        load("reversi", size=4),
        scoring(turn=Place(to=empty & Adjacent(own))),
        scoring(turn=Place(to=empty & Adjacent(neutral), owner=neutral)),
        scoring(when=Line(3) & to, turn=Place(to=Adjacent(own) & empty)),
    ],
)
def test_no_lead_is_out_of_reach_where_a_player_may_be_without_a_ply_or_other_things_count(game):
    assert safe_lead(game) is None


def test_a_proof_may_end_where_the_lead_is_out_of_reach_and_not_before():
    game = load("doppel", size=3)
    solver = Solver(game.start().play("a1"))
    file = read(certificate(solver, solver.solve()))
    assert all(check.is_proven for check in verify(file))
    reference = Reference(game)
    state = reference.play(reference.start(), min(reference.legal(reference.start())))[0]
    with pytest.raises(ProofFault, match="expected its end"):
        Checker(reference, (0, 1), bytes([OVER]), endless=False, referred_positions=()).enter(state)


def test_a_margin_has_bounds_at_once_and_the_search_narrows_them_from_outside():
    told = []
    bounds = margin(load("doppel", size=6).start(), seconds=4, progress=lambda *report: told.append(report[-1]))
    assert bounds.at_least is not None and bounds.at_most is not None
    assert -18 <= bounds.at_least <= 0 <= bounds.at_most <= 19
    assert all(text.startswith("First is ahead by at least ") for text in told)
    assert margin(load("doppel", size=4).start()) == (0, 0)
