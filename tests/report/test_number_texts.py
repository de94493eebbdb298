"""Tests of number formatting in reports."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lusory.lab.figures import Figure
from lusory.lab.intervals import round_up
from lusory.lab.report import numbers


def plain_spaces(text: str) -> str:
    return text.replace(numbers.SPACE, " ")


@pytest.mark.parametrize(
    ("figure", "expected"),
    [
        (Figure("x", 0.518, 0.509, 0.527, 9, "share"), "51.8 % ± 0.9"),
        (Figure("x", 0.5, 0.4, 0.6, 9, "share"), "50 % ± 10"),
        (Figure("x", 0.002, 0.001, 0.006, 9, "share"), "0.20 % (0.10 to 0.60)"),
        (Figure("x", 61.3, 59.8, 62.8, 9, "plies"), "61.3 plies ± 1.5"),
        (Figure("x", -40.0, -50.0, -30.0, 9, "Elo"), "−40 Elo ± 10"),
        (Figure("x", 12345.0, 11345.0, 13345.0, 9), "12,345 ± 1,000"),
        (Figure("x", 5.0, games=9), "5"),
        (Figure("x", 1 / 3, games=9, unit="share"), "33.3 %"),
        (Figure("x", 1.0, 1.0, 1.0, 9, "share"), "100 %"),
        (Figure("x", 8.0, 8.0, 8.0, 9, "plies", "ranks"), "8 plies (8 to 8)"),
        (Figure("x", why="no data"), "–"),
    ],
)
def test_a_figure_with_its_interval(figure, expected):
    assert plain_spaces(numbers.with_interval(figure)) == expected


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (0, "no game"), (1, "every game"), (0.997, "nearly every game"), (0.9, "nine games in ten"),
        (0.5, "every second game"), (1 / 3, "one game in three"), (0.153, "one game in seven"),
        (1 / 6, "one game in six"), (0.04, "one game in 25"), (0.0021, "one game in 480"),
        (0.0001, "fewer than one game in a thousand"),
    ],
)  # fmt: skip
def test_a_share_in_words(share, expected):
    assert numbers.one_in(share) == expected


def test_only_what_was_worked_out_is_exact():
    assert numbers.interval(Figure("x", 1.0, 1.0, 1.0, how="exact")) == "exact"
    assert numbers.interval(Figure("x", 1.0, 1.0, 1.0, 9, how="mean")) == ""
    assert plain_spaces(numbers.with_interval(Figure("x", 9.0, games=50, unit="plies", how="equal"))) == "9 plies"


def test_a_median_with_one_bound_is_not_equal_in_every_game():
    assert not numbers.equal(Figure("median plies", 8.0, 8.0, 8.0, 90, "plies", "ranks"))
    assert numbers.equal(Figure("plies", 9.0, games=50, unit="plies", how="equal"))


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_larger_share_is_never_told_as_a_smaller_one(a, b):
    """Read back, the words are near the share."""
    denominators = {least_text: least for least, least_text in numbers.COMMON}
    for share in (a, b):
        text = numbers.one_in(share)
        if text in denominators:
            assert denominators[text] <= share < 1
        elif text.startswith("one game in "):
            count = text.removeprefix("one game in ")
            number = numbers.SMALL.index(count) if count in numbers.SMALL else int(count.replace(",", ""))
            assert share * number == pytest.approx(1, rel=0.27)


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6))
def test_what_is_printed_is_the_value_to_a_tenth_of_its_interval(value, wide):
    figure = Figure("x", value, value - wide, value + wide, 10)
    number = numbers.number(figure).replace(",", "").replace("−", "-")
    assert float(number) == pytest.approx(value, abs=max(wide * 0.51, 5e-6))


@given(st.floats(0.1, 1e9))
def test_rounded_up_is_never_less_and_never_a_tenth_more(count):
    rounded = round_up(count)
    assert count <= rounded * (1 + 1e-9) and rounded <= max(count * 1.1 + 1e-6, count + 1)
