"""Tests of confidence sequences, skewed means and forecasts, on simulated data with known truth."""

import math
from collections import Counter

import pytest

from benchmarks import sequences
from lusory.lab import betting, intervals
from lusory.lab.compare.gap import PairedGames, games_more
from lusory.lab.compare.run import Match
from lusory.lab.confidence_sequence import ConfidenceSequence
from lusory.lab.quantities import Outcome

FIRST, SECOND, DRAW = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)


def test_betting_misses_a_rare_share_no_more_often_than_allotted():
    """The normal mixture, which it replaced, misses a rare share from above many times too often."""
    interval = sequences.exact(((0.0, 0.95), (1.0, 0.05)), 400, 250)
    assert max(interval) <= 2
    normal = sequences.asymptotic(0.05, 2000, 250)
    assert max(normal) / 2000 > 2 * sequences.SHARE / 2


def test_betting_bounds_hold_the_mean_and_shrink():
    wide, narrow = (betting.bounds({0.0: 0.7 * n, 1.0: 0.3 * n}, 0.0, 1.0, 0.05) for n in (100, 10_000))
    assert wide[0] < narrow[0] < 0.3 < narrow[1] < wide[1]
    assert narrow[1] - narrow[0] < 2 * 4 * math.sqrt(0.21 / 10_000)


def test_betting_is_symmetric_and_has_the_ends():
    low, high = betting.bounds({-1.0: 4, 0.0: 90, 1.0: 6}, -1.0, 1.0, 0.05)
    assert betting.bounds({-1.0: 6, 0.0: 90, 1.0: 4}, -1.0, 1.0, 0.05) == pytest.approx((-high, -low))
    assert betting.bounds({0.0: 50}, 0.0, 1.0, 0.05)[0] == 0.0
    assert betting.bounds({}, 0.0, 1.0, 0.05) == (0.0, 1.0)


def test_numbers_known_by_their_sum_alone_give_wider_bounds():
    low, high = betting.bounds({0.0: 10, 0.5: 80, 1.0: 10}, 0.0, 1.0, 0.05)
    wide = betting.bounds({0.0: 50, 1.0: 50}, 0.0, 1.0, 0.05)
    assert wide[0] < low < high < wide[1]


def test_skewed_lengths_are_covered():
    plain, corrected = sequences.lengths(20, 600, corrected=False), sequences.lengths(20, 600)
    assert plain < 0.935 < corrected
    assert intervals.mean(19, 3.0, 2.0).low is None


def test_a_forecast_settles_as_often_as_it_says():
    assert sequences.forecast(2000) == pytest.approx(0.8, abs=0.04)
    assert games_more(0.2, 0.1, 0.05, 100) == 0 and games_more(0.0, 0.1, 0.05, 100) is None


def test_what_was_settled_under_one_name_has_the_same_interval_under_another():
    """Played until draws are settled: decisiveness is the same number, and needs the interval of many looks, too."""
    pairs = PairedGames(2)
    games = [(FIRST, DRAW)] * 30 + [(DRAW, FIRST)] * 10 + [(FIRST, SECOND)] * 60
    pairs.add([Outcome(a, 9) for a, _ in games], [Outcome(b, 9) for _, b in games])
    match = Match.__new__(Match)
    match.pairs, match.blocks, match.played = [pairs], [], 100
    match.settle, match.sequence = sequences_settle(), ConfidenceSequence(0.05, 100)
    draws, decisive = match.gap("draws", 1), match.gap("decisiveness", 1)
    assert draws.how == decisive.how == "sequence"
    assert decisive.low is not None and decisive.high is not None
    assert (draws.low, draws.high) == pytest.approx((-decisive.high, -decisive.low))
    assert match.widen > 1.5


def sequences_settle():
    """What a comparison is played for."""
    from lusory.lab.compare import Settle

    return Settle("draws")


def test_several_versions_have_wider_intervals():
    pairs = PairedGames(2)
    pairs.add([Outcome(FIRST, 9)] * 50, [Outcome(SECOND, 9 + i % 3) for i in range(50)])
    for name in ("draws", "plies"):
        pair_gap, triple_gap = pairs.gap(name, 1), pairs.gap(name, 1, 3)
        assert wide(triple_gap) > 1.15 * wide(pair_gap)


def wide(figure):
    """How far apart the bounds of a figure are."""
    return figure.high - figure.low


def test_the_order_of_games_does_not_matter():
    often = Counter({0.0: 30, 1.0: 20, 0.5: 7})
    assert betting.bounds(often, 0.0, 1.0, 0.05) == betting.bounds(dict(reversed(often.items())), 0.0, 1.0, 0.05)
