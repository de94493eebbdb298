"""The goal of a repair: `first<=0.52 draws<=10%`, parsed into bounds of figures.

goal       = condition { [","] ["and"] condition }
condition  = FIGURE sign NUMBER | NUMBER sign FIGURE [sign NUMBER]
sign       = "<" | "<=" | ">" | ">="
NUMBER     = 0.52 | 52%
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ...errors import GoalError
from ..figures import BY, Figure
from ..measures import MEASURES

UNITS = {measure.name: measure.unit for measure in MEASURES if measure.kind == "figure"}
UNITS |= dict.fromkeys((f"player {seat}" for seat in range(1, 5)), "share")
FIGURES = tuple(name for name in UNITS if name != "players")
"""The figures that a goal may speak of: those of a measurement, and `by WORD`, the share of games that are ended by a
clause with that word in it."""
ANY_FIGURE = (*FIGURES, f"{BY}WORD")
"""The same as an error lists them."""
SIGNS = {"<=": "<=", "=<": "<=", "≤": "<=", "<": "<", ">=": ">=", "=>": ">=", "≥": ">=", ">": ">"}
TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
LONGEST = 1000
"""Characters of a goal."""
_TOKEN = re.compile(
    r"\s*(?:(?P<number>[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*%?)|(?P<sign><=|=<|>=|=>|≤|≥|<|>)|(?P<word>[a-z_-]+)"
    r"|(?P<join>[,;&]+))",
    re.IGNORECASE,
)


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure between bounds. low, high: None where it has none. above, below: the bound itself is not in it."""

    figure: str
    low: float | None = None
    high: float | None = None
    above: bool = False
    below: bool = False

    def __str__(self) -> str:
        low = "" if self.low is None else f"{self.low:g} {'<' if self.above else '<='} "
        high = "" if self.high is None else f" {'<' if self.below else '<='} {self.high:g}"
        if low and not high:
            return f"{self.figure} {'>' if self.above else '>='} {self.low:g}"
        return f"{low}{self.figure}{high}"

    def holds(self, value: float) -> bool:
        """Whether this number is within the bounds."""
        high = self.high is None or (value < self.high if self.below else value <= self.high)
        low = self.low is None or (value > self.low if self.above else value >= self.low)
        return low and high

    def surely(self, low: float, high: float) -> bool:
        """Whether the whole interval is within the bounds."""
        return self.holds(low) and self.holds(high)

    def hopeless(self, low: float, high: float) -> bool:
        """Whether the whole interval is on the wrong side of one bound."""
        return (self.high is not None and low > self.high) or (self.low is not None and high < self.low)

    def miss(self, value: float) -> float:
        """The distance of a number from the bounds; 0 within."""
        return max(
            0.0, value - self.high if self.high is not None else 0.0, self.low - value if self.low is not None else 0.0
        )


class Goal(msgspec.Struct, frozen=True):
    """Conditions that must all hold."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.conditions))

    @property
    def figures(self) -> tuple[str, ...]:
        """The figures of its conditions."""
        return tuple(dict.fromkeys(condition.figure for condition in self.conditions))

    def holds(self, figures: Sequence[Figure]) -> bool:
        """Whether the goal holds for these values."""
        values = {figure.name: figure.value for figure in figures}
        pairs = [(condition, values.get(condition.figure)) for condition in self.conditions]
        return all(value is not None and condition.holds(value) for condition, value in pairs)

    def miss(self, figures: Sequence[Figure]) -> float:
        """The sum of the distances of these values from the goal, each relative to its bound."""
        values = {figure.name: figure.value for figure in figures}
        total = 0.0
        for condition in self.conditions:
            value = values.get(condition.figure)
            scale = max(abs(condition.low or 0.0), abs(condition.high or 0.0)) or 1.0
            total += float("inf") if value is None else condition.miss(value) / scale
        return total


class Token(NamedTuple):
    """A token of a goal. at: its place, from 1."""

    kind: str
    text: str
    at: int


def read_goal(text: str, accepted: Sequence[str] = ANY_FIGURE) -> Goal:
    """Parses a goal. GoalError says what was found where, and what was expected. accepted: the figures that its reader
    takes, for the error; others are left to the reader to refuse.

    >>> str(read_goal("draws<=10% 20<=plies<=80"))
    'draws <= 0.1, 20 <= plies <= 80'
    """
    if len(text) > LONGEST:
        raise GoalError(f"a goal of {len(text)} characters: expected at most {LONGEST}")
    reader = Reader(tokens(text), text, accepted)
    conditions: list[Condition] = []
    while not reader.over:
        conditions.append(reader.condition())
    if not conditions:
        raise GoalError("an empty goal: expected conditions, as in first<=0.52 draws<=10%")
    return Goal(join_conditions(conditions))


def tokens(text: str) -> list[Token]:
    """The tokens of a goal; `and` and commas between conditions are tokens, too."""
    tokens_read, at = [], 0
    end = len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            remainder = text[at:].lstrip()
            place = len(text) - len(remainder) + 1
            equal = (
                "; a figure is never just one number: give bounds, as in 0.48<=first<=0.52"
                if remainder[0] == "="
                else ""
            )
            raise GoalError(
                f"goal, character {place}: {remainder[:12]!r}, expected a figure, a number, or <= < >= >{equal}"
            )
        kind = str(match.lastgroup)
        content = match[kind].strip()
        kind = "join" if kind == "word" and content.lower() == "and" else kind
        tokens_read.append(Token(kind, content, match.start(match.lastgroup or 0) + 1))
        at = match.end()
    return tokens_read


class Reader:
    """Parses conditions from tokens. accepted: the figures that an error lists."""

    def __init__(self, pieces: list[Token], text: str, accepted: Sequence[str]) -> None:
        self.pieces, self.text, self.next, self.accepted = pieces, text, 0, accepted

    @property
    def over(self) -> bool:
        """Whether only `and` and commas remain."""
        while self.next < len(self.pieces) and self.pieces[self.next].kind == "join":
            self.next += 1
        return self.next == len(self.pieces)

    def peek(self) -> Token:
        """The next token."""
        return self.pieces[self.next] if self.next < len(self.pieces) else Token("end", "", len(self.text) + 1)

    def take(self, kind: str, expected: str) -> Token:
        """Takes the next token, which must be of this kind."""
        token = self.peek()
        if token.kind != kind:
            actual = repr(token.text) if token.text else "nothing"
            raise GoalError(f"goal, character {token.at}: {actual}, expected {expected}")
        self.next += 1
        return token

    def condition(self) -> Condition:
        """Parses a condition in any of its three forms."""
        if self.peek().kind == "number":
            number = self.take("number", "a number")
            sign = SIGNS[self.take("sign", "<= < >= or >").text]
            name = self.figure()
            condition = one_bound(name, TURNED[sign], number)
            if self.peek().kind == "sign":
                condition = self.second(condition, name, sign)
            return condition
        name = self.figure()
        sign = SIGNS[self.take("sign", "<= < >= or >").text]
        return one_bound(name, sign, self.take("number", "a number"))

    def second(self, condition: Condition, name: str, sign: str) -> Condition:
        """The other end of `20 <= plies <= 80`."""
        token = self.take("sign", "<= or <")
        if SIGNS[token.text][0] != sign[0]:
            raise GoalError(f"goal, character {token.at}: {token.text!r}, expected {sign} again, as in 20<=plies<=80")
        return join_conditions([condition, one_bound(name, SIGNS[token.text], self.take("number", "a number"))])[0]

    def figure(self) -> str:
        """The name of a figure: one word or two."""
        token = self.take("word", "a figure")
        name, at = plain(token.text), token.at
        if name == BY.strip():
            return BY + plain(self.take("word", "a word of an end clause, as in by quiet").text)
        while self.peek().kind in ("word", "number") and begins(longer := f"{name} {plain(self.peek().text)}"):
            name = longer
            self.next += 1
        if name in FIGURES:
            return name
        suggestions = difflib.get_close_matches(name, self.accepted, 3, 0.5)
        hint = f"did you mean {' or '.join(suggestions)}?" if suggestions else f"there are: {', '.join(self.accepted)}"
        raise GoalError(f"goal, character {at}: no figure {name!r}; {hint}")


def plain(text: str) -> str:
    """The name of a figure as figures spell it: `Lead_Change` is `lead change`."""
    return text.lower().replace("_", " ").replace("-", " ")


def begins(text: str) -> bool:
    """Whether the name of a figure begins with this."""
    return any(name.startswith(text) for name in FIGURES)


def one_bound(name: str, sign: str, number: Token) -> Condition:
    """A condition with one bound."""
    percent = number.text.endswith("%")
    value = float(number.text.removesuffix("%")) / (100 if percent else 1)
    share = name.startswith(BY) or UNITS[name] == "share"
    if share and not 0 <= value <= 1:
        raise GoalError(
            f"goal, character {number.at}: {number.text}, expected 0 to 1, since {name} is a share (52% is 0.52)"
        )
    if UNITS.get(name, "share") not in ("share", "points", "") and percent:
        raise GoalError(f"goal, character {number.at}: {number.text}, expected a number, since {name} is no share")
    impossible = {("<=", 0.0): "1%", ("<", 0.0): "1%", (">=", 1.0): "99%", (">", 1.0): "99%"}.get((sign, value))
    if share and impossible:
        raise GoalError(
            f"goal: {name} {sign} {value:g}: no number of games proves that; expected as in {name}{sign}{impossible}"
        )
    if sign[0] == "<":
        return Condition(name, high=value, below=sign == "<")
    return Condition(name, low=value, above=sign == ">")


def join_conditions(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    """One condition for each figure, with the narrower bounds. GoalError where they exclude every number."""
    by_figure: dict[str, Condition] = {}
    for condition in conditions:
        by_figure[condition.figure] = narrow(by_figure.get(condition.figure, Condition(condition.figure)), condition)
    return tuple(by_figure.values())


def narrow(first: Condition, second: Condition) -> Condition:
    """The conjunction of two conditions on one figure."""
    low, above = max((bound, strict) for bound, strict in ends(first.low, first.above, second.low, second.above, -1))
    high, below = min(
        (bound, not strict) for bound, strict in ends(first.high, first.below, second.high, second.below, 1)
    )
    condition = Condition(
        first.figure, None if low == -INFINITE else low, None if high == INFINITE else high, above, not below
    )
    if low > high or (low == high and (above or not below)):
        raise GoalError(f"goal: {condition}: no number is so; expected the lesser bound first")
    return condition


INFINITE = float("inf")


def ends(low: float | None, strict: bool, other: float | None, strict_too: bool, sign: int) -> list[tuple[float, bool]]:
    """Pairs of two bounds; a missing one is infinite."""
    unbounded = sign * INFINITE
    return [(unbounded if low is None else low, strict), (unbounded if other is None else other, strict_too)]
