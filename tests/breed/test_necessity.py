"""How much of the rules is needed, and the regression that quality and taste are held against."""

import random

import pytest

from lusory.breed import playing, search_figures
from lusory.breed.founders import founders
from lusory.breed.logistic import area, fit
from lusory.breed.necessity import needs, share_needed
from lusory.breed.screening import Ladder
from lusory.rules import (
    Again,
    Draw,
    Either,
    Enclosed,
    Game,
    Hexagon,
    Line,
    Loss,
    No,
    NoPly,
    Place,
    Repeats,
    Square,
    Win,
    empty,
    neutral,
    own,
)

BASE = (Win(Line(4)), Loss(Line(3)))


def ended(*ends, effects=()):
    """Yavalath with these ends besides."""
    return Game(Hexagon(4), Place(), ends=[*BASE, *ends], effects=list(effects))


@pytest.mark.parametrize("name", ["hex", "connect-four", "susan", "pente"])
def test_known_games_need_all_of_their_rules(name):
    assert share_needed(founders([name])[0]) > 0.95


def test_a_clause_that_never_applies_is_not_needed():
    unpruned = ended(Draw(No(empty)))
    assert share_needed(unpruned) == 1, "a draw on a full board is excused"
    assert share_needed(ended(Draw(No(empty)), Draw(Repeats(3)))) < 0.9, "a second such end is not"
    assert share_needed(ended(Win(Line(7)), Draw(No(empty)))) < 0.8
    assert share_needed(ended(Draw(No(empty)), effects=[Again(when=Enclosed(own) & empty)])) < 0.7


def test_one_end_for_players_who_cannot_move_is_excused():
    assert share_needed(ended(Draw(No(empty)), Win(NoPly()))) == 1
    assert share_needed(ended(Draw(No(empty)), Win(NoPly()), Draw(NoPly()))) < 0.9


def test_the_name_of_a_piece_is_no_rule_of_its_own():
    dominoes = [Place(kind="domino", owner=neutral, shape=(way,)) for way in ("N", "E")]
    parts = [need.part for need, _ in needs(Game(Square(5), Either(*dominoes), ends=[Win(NoPly())]))]
    assert parts and not any(left_out in ("kind", "owner") for _, _, left_out in parts)
    assert any(left_out == "shape" for _, _, left_out in parts)


def test_ends_that_no_game_reaches_cost_quality():
    figures = {"skill": 1.0, "score": 0.5, "draws played": 0.0, "plies played": 30.0, "words": 12.0, "goal words": 6.0}
    reached, unreached = (search_figures.criteria(figures | {"unused ends": number}) for number in (0.0, 1.0))
    assert search_figures.weighted_mean(unreached) + 0.05 < search_figures.weighted_mean(reached)


def test_a_way_is_the_way_of_the_searches():
    """The engine numbers plies in another order than that of their ids."""
    for name in ("hex", "reversi", "yavalath", "clobber"):
        game = founders([name])[0]
        played = playing.duel(game, playing.Duel((8, 8), 100), 3)
        script = playing.numbers_of_plies(game, played.plies)
        plies, values = playing.end_of_way(game, script)
        assert plies == len(played.plies) and tuple(values or ()) == played.values


def test_shares_that_are_too_small_end_the_measurement():
    unpruned = ended(Win(Line(7)), Draw(No(empty)), effects=[Again(when=Enclosed(own) & empty)])
    thresholds: list[float] = []

    def is_too_little(share):
        thresholds.append(share)
        return share < 0.9

    assert share_needed(unpruned) <= share_needed(unpruned, is_too_little=is_too_little) < 0.9
    assert thresholds == sorted(thresholds, reverse=True)


def test_quality_asks_for_needed_rules():
    figures = {"skill": 1.0, "score": 0.5, "draws played": 0.0, "plies played": 30.0, "words": 12.0, "goal words": 6.0}
    poor = search_figures.weighted_mean(search_figures.criteria(figures | {"needed": 0.4}))
    assert (
        poor + 0.25
        < search_figures.weighted_mean(search_figures.criteria(figures | {"needed": 1.0}))
        <= search_figures.most(figures) + 0.05
    )


def test_what_is_kept_has_its_need_measured():
    verdict = Ladder().screen(founders(["yavalath"])[0])
    assert verdict.figures["needed"] > 0.8 and verdict.quality is not None


def test_a_regression_finds_the_column_that_matters():
    rng = random.Random(3)
    rows = [(rng.gauss(5, 2), rng.gauss(0, 1)) for _ in range(300)]
    outcomes = [x + rng.gauss(0, 0.5) > 5 for x, _ in rows]
    model = fit(rows, outcomes, 1.0)
    assert model.weights[0] > 1 > abs(model.weights[1]) and model.chance((9, 0)) > 0.95 > 0.05 > model.chance((1, 0))
    assert area([model.score(r) for r, o in zip(rows, outcomes, strict=True) if o], [model.score((0, 0))]) == 1


def test_a_regression_of_nothing_to_learn_from_says_even():
    model = fit([(1.0,), (1.0,)], [True, False])
    assert abs(model.chance((1.0,)) - 0.5) < 1e-6 and abs(model.weights[0]) < 1e-6
    separable = fit([(0.0,), (1.0,)], [False, True], 1.0)
    assert 0.5 < separable.chance((1.0,)) < 1
    pairs = fit([(1.0,), (-1.0,)], [True, False], intercept=False)
    assert pairs.intercept == 0 and pairs.chance((0.0,)) == 0.5 < pairs.chance((1.0,))


def test_the_area_under_the_curve():
    assert area([2.0, 3.0], [1.0]) == 1 and area([1.0], [1.0, 2.0, 0.0]) == 0.5


def test_rules_without_a_part_that_counts_are_needed():
    assert share_needed(Game(Hexagon(3), Place(), ends=[Win(NoPly())])) == 1
