"""Tests of intervals against published numbers, and of sums that are exact in any order."""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats  # type: ignore[import-untyped]

from lusory.lab import intervals
from lusory.lab.collect import Counts, Moments, RatioSums, ResultCounts

numbers = st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=2, max_size=30)


class TestClosedForms:
    @pytest.mark.parametrize(("hits", "n"), [(0, 10), (1, 10), (5, 10), (81, 263), (10, 10), (400, 1000)])
    def test_wilson_is_scipys(self, hits, n):
        interval = intervals.wilson(hits, n)
        theirs = stats.binomtest(hits, n).proportion_ci(method="wilson")
        assert (interval.low, interval.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)

    def test_student_is_scipys(self):
        for freedom in (*range(1, 40), 100, 1000, 10**6):
            assert intervals.student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=2e-3)
        assert intervals.student(0) == math.inf

    def test_a_mean_of_few_games_has_no_bounds(self):
        assert intervals.mean(19, 0.5, 0.1)[1:4] == (None, None, None)
        assert intervals.mean(20, 0.5, 0.1).low is not None

    def test_what_was_equal_in_every_game_has_no_bounds(self):
        """A number of 5 in one game of 50 is 4 in all of 100 games once in eight: no interval of no width would do."""
        for interval in (intervals.mean(100, 4.0, 0.0), intervals.ratio(100, 4.0, 0.0, 2.0)):
            assert interval == intervals.Interval(4.0, None, None, None, "equal")
            assert intervals.missing_bounds_reason(interval, 100) == "equal in every game"
        assert intervals.missing_bounds_reason(intervals.mean(3, 4.0, 1.0), 3) == "3 games are too few for an interval"

    def test_bounded_numbers_of_wins_and_losses_are_nearly_a_share(self):
        of_mean, other = intervals.bounded_mean(400, 0.3, 0.3 * 0.7 * 400 / 399), intervals.wilson(120, 400)
        assert (of_mean.low, of_mean.high) == pytest.approx((other.low, other.high), abs=2e-4)

    def test_bounded_numbers_without_spread_keep_some_doubt(self):
        interval = intervals.bounded_mean(10, 0.5, 0.0)
        assert interval.low is not None and interval.high is not None and 0.3 < interval.low < 0.5 < interval.high < 0.7

    def test_the_difference_of_shares_is_newcombes(self):
        """His example (1998, table II, case a): 56/70 less 48/80."""
        interval = intervals.difference(intervals.wilson(56, 70), intervals.wilson(48, 80))
        assert interval[:3] == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)

    def test_an_open_one_makes_the_difference_open(self):
        assert intervals.difference(intervals.mean(3, 1.0, 1.0), intervals.wilson(1, 2)).low is None


class TestSimultaneous:
    @pytest.mark.parametrize(("hits", "n", "rows"), [(10, 10, 100), (0, 60, 5), (30, 60, 5), (3, 60, 64)])
    def test_as_wide_as_wilsons_at_that_confidence(self, hits, n, rows):
        expected = stats.binomtest(hits, n).proportion_ci(1 - 0.05 / rows, "wilson")
        wide = intervals.simultaneous(intervals.wilson(hits, n), rows)
        assert (wide.low, wide.high) == pytest.approx((expected.low, expected.high), abs=1e-9)

    def test_of_a_hundred_fair_rows_ten_wins_in_ten_settle_nothing(self):
        """They come in one of a hundred fair rows in every tenth list."""
        wide = intervals.simultaneous(intervals.wilson(10, 10), 100)
        assert wide.low is not None and wide.low < 0.5


class TestTallies:
    @given(numbers)
    def test_moments_are_those_of_the_numbers(self, values):
        moments = Moments()
        for value in values:
            moments.add(value)
        exact = [Fraction(value) for value in values]
        mean = sum(exact) / len(exact)
        spread = float(sum((x - mean) ** 2 for x in exact) / (len(exact) - 1))
        assert moments.mean == pytest.approx(float(mean), rel=1e-9, abs=1e-9)
        assert moments.variance == pytest.approx(spread, rel=1e-6, abs=1e-6)

    @given(numbers, st.integers(0, 30), st.randoms())
    def test_the_order_does_not_matter_to_the_last_bit(self, values, cut, lots):
        all_moments, first_half, other = Moments(), Moments(), Moments()
        for value in values:
            all_moments.add(value)
        mixed = lots.sample(values, len(values))
        for place, value in enumerate(mixed):
            (first_half if place < cut else other).add(value)
        other.merge(first_half)
        assert other == all_moments

    @given(st.lists(st.tuples(st.floats(0, 100), st.floats(0.5, 100)), min_size=2, max_size=20), st.integers(0, 20))
    def test_pairs_merge_and_their_spread_is_that_of_the_residues(self, values, cut):
        all_sums, first_half, other = RatioSums(), RatioSums(), RatioSums()
        for place, (a, b) in enumerate(values):
            all_sums.add(a, b)
            (first_half if place < cut else other).add(a, b)
        first_half.merge(other)
        assert first_half == all_sums
        r = sum(a for a, _ in values) / sum(b for _, b in values)
        residues = [a - r * b for a, b in values]
        assert all_sums.ratio == pytest.approx(r, rel=1e-6, abs=1e-6)
        spread = sum(x * x for x in residues) / (len(values) - 1)
        assert all_sums.spread == pytest.approx(spread, rel=1e-6, abs=1e-6)

    def test_a_ratio_is_covered_as_often_as_promised(self):
        """Of two numbers that go together: 95 % within four of its own errors (400 experiments)."""
        covered = 0
        for number in range(400):
            lots, pairs = random.Random(number), RatioSums()
            for _ in range(200):
                plies = lots.randint(5, 9)
                pairs.add(sum(lots.random() < 0.3 for _ in range(plies)), plies)
            interval = pairs.interval()
            covered += interval.low is not None and interval.high is not None and interval.low <= 0.3 <= interval.high
        assert 0.95 - 4 * math.sqrt(0.95 * 0.05 / 400) < covered / 400 <= 1

    def test_results(self):
        counts = ResultCounts()
        for values in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (1.0, 0.0)):
            counts.add(values)
        score = counts.score(0)
        assert (counts.games, counts.wins, counts.draws, counts.points) == (4, [2, 1], 1, [30, 18])
        assert score is not None and score.value == pytest.approx(2.5 / 4)

    def test_quantiles(self):
        counts = Counts()
        for number, times in ((3, 2), (5, 5), (9, 3)):
            counts.add(number, times)
        assert [counts.quantile(share) for share in (0.1, 0.2, 0.5, 0.71, 1)] == [3, 3, 5, 9, 9]
        assert counts.moments.mean == pytest.approx((6 + 25 + 27) / 10)
