"""Tests of strengths from comparisons and rankings, against published estimates and closed forms."""

import random
from itertools import permutations
from math import exp, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lusory.club.bradley_terry import fit
from lusory.club.rankings import Ranking, pair, tie
from lusory.errors import LusoryError

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
"""American League, eastern division, 1987: wins of the team of the row over that of the column (Agresti, Categorical
Data Analysis)."""
PUBLISHED = {"Milwaukee": (1.5814, 0.3433), "Detroit": (1.4364, 0.3396), "Toronto": (1.2945, 0.3367),
             "New York": (1.2476, 0.3359), "Boston": (1.1077, 0.3339), "Cleveland": (0.6839, 0.3319)}  # fmt: skip
"""Estimates and standard errors against Baltimore, as Agresti and the R package BradleyTerry2 have them."""


def baseball(voter=""):
    return [pair(TEAMS[i], TEAMS[j], voter and f"{voter}{i}{j}{n}") for i in range(7) for j in range(7)
            for n in range(WINS[i][j])]  # fmt: skip


def values(estimate):
    return {item.item: item.value for item in estimate.items}


def error_of(estimate, a, other):
    i, j, cov = estimate.index(a), estimate.index(other), estimate.covariance
    return sqrt(cov[i][i] + cov[j][j] - 2 * cov[i][j])


def test_published_estimates_and_errors():
    estimate = fit(baseball(), prior=0)
    assert [item.item for item in estimate.items] == list(TEAMS)
    for team, (value, error) in PUBLISHED.items():
        assert values(estimate)[team] - values(estimate)["Baltimore"] == pytest.approx(value, abs=6e-5)
        assert error_of(estimate, team, "Baltimore") == pytest.approx(error, abs=6e-5)


def test_two_items_have_a_closed_form():
    estimate = fit([pair("a", "b", weight=3), pair("b", "a")], prior=0)
    assert values(estimate)["a"] - values(estimate)["b"] == pytest.approx(log(3))
    assert error_of(estimate, "a", "b") == pytest.approx(sqrt(1 / 3 + 1))
    share, low, high = estimate.preferred("a", "b")
    assert share == pytest.approx(0.75) and low < 0.5 < high
    assert estimate.likelihood == pytest.approx(3 * log(0.75) + log(0.25))


def test_rankings_give_back_the_strengths_that_made_them():
    """Every order of four items with exactly its probability."""
    truth = {"a": 1.2, "b": 0.3, "c": -0.4, "d": -1.1}

    def chance(order):
        remaining, product = list(order), 1.0
        while remaining:
            product *= exp(truth[remaining[0]]) / sum(exp(truth[item]) for item in remaining)
            remaining.pop(0)
        return product

    rankings = [Ranking(tuple((item,) for item in order), weight=chance(order)) for order in permutations(truth)]
    assert sum(ranking.weight for ranking in rankings) == pytest.approx(1)
    strengths_ = values(fit(rankings, prior=0))
    assert all(strengths_[item] == pytest.approx(truth[item], abs=1e-6) for item in truth)


def test_what_was_not_ranked_comes_after_all_others():
    top = Ranking((("a",),), rest=("b", "c"))
    either = [Ranking((("a",), ("b",), ("c",)), weight=0.5), Ranking((("a",), ("c",), ("b",)), weight=0.5)]
    first, second = fit([top]), fit(either)
    assert values(first)["b"] == pytest.approx(values(first)["c"]) and values(first)["a"] > 0
    assert values(second)["b"] == pytest.approx(values(second)["c"])


def test_a_tie_counts_half_each_way():
    assert values(fit([tie("a", "b"), pair("a", "b")])) == pytest.approx(
        values(fit([pair("a", "b", weight=1.5), pair("b", "a", weight=0.5)]))
    )
    assert values(fit([tie("a", "b")]))["a"] == pytest.approx(0)


def test_a_person_asked_ten_times_is_one_person():
    """Ten people who say the same thing twice know no more than ten who say it once."""
    rng = random.Random(3)
    rankings = []
    for n in range(40):
        better, worse = rng.sample("abc", 2)
        rankings.append(pair(better, worse, voter=f"v{n}"))
    first, second = fit(rankings, prior=0), fit([*rankings, *rankings], prior=0)
    assert first.voters == second.voters == 40
    assert error_of(second, "a", "b") == pytest.approx(error_of(first, "a", "b"))
    alone = fit([pair(p.places[0][0], p.places[1][0]) for p in [*rankings, *rankings]], prior=0)
    assert error_of(alone, "a", "b") < 0.8 * error_of(second, "a", "b") and alone.voters == 0


def test_where_everybody_is_another_the_sandwich_agrees_with_the_plain_interval():
    plain, robust = fit(baseball(), prior=0), fit(baseball("v"), prior=0)
    for team in TEAMS[:-1]:
        ratio = error_of(robust, team, "Baltimore") / error_of(plain, team, "Baltimore")
        assert 0.85 < ratio < 1.15


def test_intervals_hold_the_truth_as_often_as_they_say():
    rng, truth = random.Random(11), {item: 0.5 * i for i, item in enumerate("abcde")}
    covered = total = 0
    for _ in range(150):
        comparisons = []
        for _ in range(80):
            a, other = rng.sample(sorted(truth), 2)
            wins = rng.random() < 1 / (1 + exp(truth[other] - truth[a]))
            comparisons.append(pair(a, other) if wins else pair(other, a))
        estimate, mean = fit(comparisons, prior=0.05), sum(truth.values()) / 5
        covered += sum(item.low <= truth[item.item] - mean <= item.high for item in estimate.items)
        total += 5
    assert 0.92 < covered / total < 0.98


@pytest.mark.parametrize("voters", [4, 8, 40])
def test_intervals_hold_the_truth_with_few_voters_too(voters):
    rng, truth = random.Random(13), {item: 0.4 * i for i, item in enumerate("abcdef")}
    covered = total = 0
    for _ in range(150):
        rankings = []
        for voter in range(voters):
            remaining, order = list(truth), []
            while remaining:
                item_ = rng.choices(remaining, [exp(truth[item]) for item in remaining])[0]
                order.append((item_,))
                remaining.remove(item_)
            rankings.append(Ranking(tuple(order), voter=f"v{voter}"))
        result, mean = fit(rankings), sum(truth.values()) / 6
        covered += sum(strength.low <= truth[strength.item] - mean <= strength.high for strength in result.items)
        total += 6
    assert covered / total > 0.92


def test_an_item_that_always_wins_stays_finite_with_a_prior_and_is_refused_without():
    comparisons = [pair("a", "b"), pair("a", "c"), pair("b", "c"), pair("c", "b")]
    estimate = fit(comparisons)
    assert estimate.items[0].item == "a" and 0 < estimate.items[0].value < 10
    assert estimate.items[0].error > estimate.items[1].error
    with pytest.raises(LusoryError, match="no finite strengths"):
        fit(comparisons, prior=0)
    with pytest.raises(LusoryError, match="no finite strengths"):
        fit([tie("a", "b"), tie("c", "d")], prior=0)


@given(st.lists(st.permutations("abcd"), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_opinions_and_names_does_not_matter(orders, rng):
    rankings = [Ranking(tuple((item,) for item in order)) for order in orders]
    shuffled = rankings[:]
    rng.shuffle(shuffled)
    in_order, shuffled_order = values(fit(rankings)), values(fit(shuffled))
    assert in_order == pytest.approx(shuffled_order, abs=1e-7) and sum(in_order.values()) == pytest.approx(0, abs=1e-9)
    renamed = [
        Ranking(tuple((chr(ord("z") - ord(place[0]) + ord("a")),) for place in ranking.places)) for ranking in rankings
    ]
    other = values(fit(renamed))
    assert all(
        other[chr(ord("z") - ord(item) + ord("a"))] == pytest.approx(in_order[item], abs=1e-7) for item in in_order
    )


@pytest.mark.parametrize(
    ("rankings", "message"),
    [
        (lambda: fit([]), "two items or more"),
        (lambda: Ranking((("a",), ("a",))), "each item once"),
        (lambda: Ranking((tuple("abcdef"),)), "1 to 5 items on a place"),
        (lambda: Ranking((("a",), ("b",)), weight=0), "more than 0"),
        (lambda: fit([pair("a", "b")]).preferred("a", "x"), "expected one of a, b"),
    ],
)
def test_what_makes_no_sense_is_refused(rankings, message):
    with pytest.raises(LusoryError, match=message):
        rankings()
