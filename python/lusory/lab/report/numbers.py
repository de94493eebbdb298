"""Formats numbers for people: `51.8 % ± 0.9`, `one game in six`, `1,200`."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from ..figures import Figure
from ..intervals import EQUAL

SPACE = "\u00a0"
"""The non-breaking space between a number and its unit."""
NONE = "–"
LOPSIDED = 0.25
"""An interval whose halves differ by more than this share is printed as its two ends."""
SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
UNITS = {"share": "%", "log10": ""}


def small(count: int) -> str:
    """A number in words up to twelve: three; 1,200."""
    return SMALL[count] if 0 <= count < len(SMALL) else f"{count:,}"


def join_list(parts: Iterable[str]) -> str:
    """a, b and c."""
    items = list(parts)
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def decimals(error: float) -> int:
    """The digits that an error of this size supports: two digits of it where it begins with 1 or 2, else one."""
    if error <= 0 or not math.isfinite(error):
        return 2
    power = math.floor(math.log10(error))
    return min(6, max(0, -power + int(error / 10.0**power < 2.95)))


def plain(value: float, places: int) -> str:
    """A number with commas between thousands, and no -0."""
    text = f"{value:,.{places}f}"
    return text.lstrip("-") if not float(text.replace(",", "")) else text.replace("-", "−")


def scale(unit: str) -> float:
    """The factor of a unit: shares are shown in hundredths."""
    return 100.0 if unit == "share" else 1.0


def half(figure: Figure) -> float | None:
    """Half the interval, in the figure's own unit."""
    if figure.low is None or figure.high is None:
        return None
    return (figure.high - figure.low) / 2


def suffix(unit: str) -> str:
    """The text after a number."""
    symbol = UNITS.get(unit, unit)
    return f"{SPACE}{symbol}" if symbol else ""


def number(figure: Figure, places: int | None = None) -> str:
    """The value alone, with its unit: `51.8 %`."""
    if figure.value is None:
        return NONE
    by = scale(figure.unit)
    wide = half(figure)
    if places is None:
        places = decimals(wide * by) if wide else shortest(figure.value * by)
    return f"{plain(figure.value * by, places)}{suffix(figure.unit)}"


def shortest(value: float) -> int:
    """Decimals of a number without an interval: as few as three digits need, none where it is whole."""
    return next((places for places in range(3) if abs(value - round(value, places)) < 2e-3 * max(1, abs(value))), 3)


def interval(figure: Figure) -> str:
    """`± 0.9`, or `0.1 to 0.6` where it is lopsided; `exact` for computed values; empty where there is none."""
    wide = half(figure)
    if figure.value is None or figure.low is None or figure.high is None or wide is None:
        return ""
    by = scale(figure.unit)
    places = decimals(wide * by)
    if wide == 0:
        return "exact" if figure.how == "exact" else ranks(figure) if figure.how == "ranks" else ""
    if is_lopsided(figure):
        return f"{plain(figure.low * by, places)} to {plain(figure.high * by, places)}"
    return f"±{SPACE}{plain(wide * by, places)}"


def ranks(figure: Figure) -> str:
    """`8 to 8`: a median may lie at one and the same number for sure, though not all numbers do."""
    assert figure.low is not None and figure.high is not None
    low, high = (plain(end, shortest(end)) for end in (figure.low, figure.high))
    return f"{low} to {high}"


def equal(figure: Figure) -> bool:
    """Whether the figure was the same in every game."""
    return figure.how == EQUAL


def is_lopsided(figure: Figure) -> bool:
    """Whether the value is far from the middle of its interval."""
    assert figure.value is not None and figure.low is not None and figure.high is not None
    below, above = figure.value - figure.low, figure.high - figure.value
    return abs(above - below) > LOPSIDED * max(above, below, 1e-12)


def with_interval(figure: Figure) -> str:
    """`51.8 % ± 0.9`; `0.2 % (0.1 to 0.6)`; `–` where there is no value."""
    bounds = interval(figure)
    if not bounds or bounds == "exact":
        return number(figure)
    return f"{number(figure)} {bounds}" if bounds.startswith("±") else f"{number(figure)} ({bounds})"


def with_interval_inside_brackets(figure: Figure) -> str:
    """The same inside brackets: `0.2 %, 0.1 to 0.6`."""
    bounds = interval(figure)
    if not bounds or bounds == "exact":
        return number(figure)
    return f"{number(figure)} {bounds}" if bounds.startswith("±") else f"{number(figure)}, {bounds}"


COMMON = ((0.995, "nearly every game"), (0.93, "nineteen games in twenty"), (0.87, "nine games in ten"),
          (0.78, "four games in five"), (0.71, "three games in four"), (0.6, "two games in three"),
          (0.55, "more than every second game"), (0.45, "every second game"), (0.37, "two games in five"))  # fmt: skip
"""The least share for each phrase."""


def one_in(share: float) -> str:
    """A share of games in words: `one game in six`."""
    if share >= 1:
        return "every game"
    if share <= 0:
        return "no game"
    for least, text in COMMON:
        if share >= least:
            return text
    if share < 0.001:
        return "fewer than one game in a thousand"
    return f"one game in {small(round_to_two_digits(1 / share))}"


def several(text: str) -> bool:
    """Whether a share in words is one of several games: `nine games in ten`."""
    return " games in " in text


def round_to_two_digits(count: float) -> int:
    """To two digits: 1,183 is 1,200."""
    step = int(10.0 ** max(0, len(str(int(count))) - 2))
    return round(count / step) * step


def capital(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def cut(text: str, most: int) -> str:
    """A text cut after a word."""
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0].rstrip(',;:')} …"


def as_share(figure: Figure) -> Figure:
    """Points of a game, from 0 to 1, in hundredths."""
    return msgspec.structs.replace(figure, unit="share") if figure.unit == "points" else figure
