"""Tests of which differences are sure together."""

import random

from lusory.lab.compare.gap import Gap
from lusory.lab.compare.surely import surely_different
from lusory.lab.intervals import WIDTH


def gap(name: str, value: float, half: float, games: int = 1000, how: str = "paired") -> Gap:
    return Gap(name, 1, value, value - half, value + half, games, how=how)


def names(*gaps: Gap, versions: int = 1) -> list[str]:
    return [found.figure for found in surely_different(gaps, versions)]


def test_one_difference_is_sure_where_it_is_settled():
    assert names(gap("a", 1.0, 0.9)) == ["a"] and names(gap("a", 1.0, 1.1)) == []


def test_the_clearest_of_several_needs_most():
    clear, edge, open_gap = gap("clear", -3.0, 1.0), gap("edge", 1.0, 0.9), gap("open", 0.1, 1.0)
    assert names(edge, clear, open_gap) == ["clear"]
    assert names(edge, gap("b", 1.0, 0.99)) == [], "two that are settled each by itself"
    assert names(gap("a", 1.2, 1.0), clear, versions=3) == names(clear, gap("a", 1.2, 1.0), versions=3)[::-1]


def test_few_pairs_make_nothing_sure_as_one_of_several():
    assert names(gap("a", 9.0, 1.0, games=4), gap("b", 9.0, 1.0, games=4), versions=2) == []
    assert names(gap("a", 9.0, 1.0, 4, "apart"), gap("b", 0.0, 1.0, 4, "apart")) == ["a"]


def test_of_twenty_figures_that_do_not_differ_none_is_named():
    """In 19 of 20 comparisons; each by itself would look settled in one of 20, and one of them in two of three."""
    rng, wrong = random.Random(5), 0
    for _ in range(400):
        wrong += bool(names(*(gap(str(i), rng.gauss(0, 1), WIDTH) for i in range(20))))
    assert wrong < 0.075 * 400
