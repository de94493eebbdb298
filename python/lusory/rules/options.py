"""Options of games: declared as the parameters of the function that builds one, read from text here.

@game
def susan(size: Annotated[int, Whole(2, 8), "cells along an edge"] = 5) -> Game: ...
"""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Callable, Iterable
from functools import cached_property, reduce
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from .._numbers import whole
from ..errors import OptionError, Phrase, RuleError
from .about import About
from .ends import Draw, Loss, Quiet, Repeats
from .game import Game
from .word import End

_DIGITS = re.compile(r"-?[0-9]{1,9}")

DRAWS: dict[str, Callable[[int], End]] = {
    "slides": lambda n: Draw(Quiet(n, without="placement")),
    "quiet": lambda n: Draw(Quiet(n, without="capture")),
    "repeat": lambda n: Draw(Repeats(n)),
    "last": lambda n: Loss(Quiet(n, without="placement")),
}
"""The ends that the names in a draw rule stand for. `last` draws nothing: the player who makes the last of so many
slides in a row loses."""
DRAW_TITLES = {
    "slides": Phrase("slides in a row"),
    "quiet": Phrase("moves without a capture"),
    "repeat": Phrase("equal positions"),
    "last": Phrase("the last slide loses"),
}
"""What these names are called where one is chosen; a number follows."""


class Whole(msgspec.Struct, frozen=True):
    """Whole numbers from `low` to `high` (no limit if None), every `step`-th; with `off` also 0, for no such rule.

    most: describes the highest value where it depends on other options; then the game checks the range with
    `within`, since only it knows the limits.
    """

    low: int = 1
    high: int | None = None
    step: int = 1
    off: bool = False
    most: str = ""

    def __post_init__(self) -> None:
        if self.high is not None and self.high < self.low:
            raise RuleError("high", self.high, f"expected {self.low} or more, since low is {self.low}", "Whole")
        if self.step < 1:
            raise RuleError("step", self.step, "expected 1 or more", "Whole")

    @property
    def expected(self) -> Phrase:
        numbers = Phrase("%(low)s or more", {"low": str(self.low)})
        if self.most or self.high is not None:
            most = Phrase(self.most) if self.most else str(self.high)
            numbers = Phrase("%(low)s to %(most)s", {"low": str(self.low), "most": most})
        if self.step > 1:
            numbers = Phrase("%(numbers)s in steps of %(step)s", {"numbers": numbers, "step": str(self.step)})
        return Phrase("0 (off), %(numbers)s", {"numbers": numbers}) if self.off else numbers

    def read(self, value: object) -> int:
        number = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else whole(value)
        if number is None:
            raise ValueError
        if self.most:
            return number
        is_in_range = number >= self.low and (self.high is None or number <= self.high)
        if not (is_in_range and (number - self.low) % self.step == 0) and not (self.off and number == 0):
            raise ValueError
        return number


class OneOf(msgspec.Struct, frozen=True):
    """One of a few values; in text `true` and `false` stand for booleans."""

    choices: tuple[Any, ...]

    @property
    def expected(self) -> Phrase:
        return either(text_of(choice) for choice in self.choices)

    def read(self, value: object) -> Any:
        for choice in self.choices:
            if value == text_of(choice) or (value == choice and type(value) is type(choice)):
                return choice
        raise ValueError


class DrawRule(str):
    """The text of a draw rule, `slides:6` or `none`; `ends` are the words it stands for."""

    @property
    def ends(self) -> tuple[End, ...]:
        head, _, n = self.partition(":")
        return () if head == "none" else (DRAWS[head](int(n)),)


class Heads(msgspec.Struct, frozen=True):
    """The draw rules a game offers besides `none`, each with its least number: `heads(slides=1, repeat=2)`."""

    least: tuple[tuple[str, int], ...]

    @property
    def expected(self) -> Phrase:
        heads = [Phrase("%(head)s:N (N %(low)s or more)", {"head": head, "low": str(low)}) for head, low in self.least]
        listed = _joined(heads, lambda first, last: Phrase("%(first)s, %(last)s", {"first": first, "last": last}))
        return either((listed, "none"))

    def read(self, value: object) -> DrawRule:
        head, _, n = str(value).partition(":")
        low = dict(self.least).get(head)
        if value != "none" and (low is None or not _DIGITS.fullmatch(n) or int(n) < low):
            raise ValueError
        return DrawRule(value if value == "none" else f"{head}:{int(n)}")


def heads(**least: int) -> Heads:
    """The annotation of a DrawRule."""
    return Heads(tuple(least.items()))


def either(choices: Iterable[str | Phrase]) -> Phrase:
    """One of two or more."""
    return _joined(choices, lambda first, last: Phrase("%(first)s or %(last)s", {"first": first, "last": last}))


def _joined(parts: Iterable[str | Phrase], join: Callable[[str | Phrase, str | Phrase], Phrase]) -> Phrase:
    whole = reduce(join, parts)
    return whole if isinstance(whole, Phrase) else Phrase(whole)


def within(name: str, value: int, low: int, high: int) -> int:
    """The value, for a range that depends on other options (`Whole(most=...)`); OptionError outside it."""
    if not low <= value <= high:
        numbers = Phrase("%(low)s to %(most)s", {"low": str(low), "most": str(high)})
        raise OptionError(unexpected(name, value, numbers))
    return value


def unexpected(name: str, value: object, expected: str | Phrase) -> Phrase:
    """That an option has a value outside its range."""
    values: dict[str, str | Phrase] = {"name": name, "found": text_of(value), "expected": expected}
    return Phrase("%(name)s=%(found)s, expected %(expected)s", values)


def text_of(value: object) -> str:
    """A value as written on a command line; None is computed from the other options."""
    return str(value).lower() if isinstance(value, bool) else "worked out" if value is None else str(value)


class Option(msgspec.Struct, frozen=True):
    """One option of a game. reader: parses a value (ValueError where it cannot) and says what is `expected`.
    default: None where it is computed from the other options."""

    name: str
    reader: Any
    default: Any
    doc: str = ""

    @property
    def expected(self) -> str:
        return self.expectation.said()

    @property
    def expectation(self) -> Phrase:
        """What is expected, to be said in any language; a reader that is not ours may have an English text."""
        expected: str | Phrase = self.reader.expected
        return expected if isinstance(expected, Phrase) else Phrase(expected)

    def read(self, value: object) -> Any:
        """The value in its type; OptionError names what was found and expected."""
        if value is None and self.default is None:
            return None
        try:
            return self.reader.read(value.strip() if isinstance(value, str) else value)
        except ValueError:
            raise OptionError(unexpected(self.name, value, self.expectation)) from None


def no_option(game: str, name: str, options: Iterable[str]) -> Phrase:
    """That a game has other options, or none."""
    there: str | Phrase = ", ".join(options) or Phrase("none")
    return Phrase(
        "%(game)s: no option %(name)s; there are: %(options)s", {"game": game, "name": name, "options": there}
    )


class Definition:
    """A game and its options: what `@game` makes of a function. Calling it builds the rule value."""

    def __init__(self, function: Callable[..., Game]) -> None:
        self.function = function
        self.name = function.__name__.replace("_", "-")
        self.__doc__ = function.__doc__
        hints = get_type_hints(function, include_extras=True)
        parameters = inspect.signature(function).parameters.values()
        self.options = tuple(_option(p.name, hints.get(p.name), p.default) for p in parameters)

    def __repr__(self) -> str:
        return f"Definition({self.name})"

    @cached_property
    def about(self) -> About:
        """The game's About, read from the TOML file of the function's name beside its Python file."""
        path = Path(inspect.getfile(self.function)).with_name(f"{self.function.__name__}.toml")
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), About) if path.exists() else About()

    @property
    def summary(self) -> str:
        """A game in a sentence: the first line of its function's or its file's docstring."""
        module = sys.modules.get(self.function.__module__)
        return str(self.__doc__ or getattr(module, "__doc__", "") or "").strip().partition("\n")[0]

    def build(self, **option_values: object) -> Game:
        """The rule value; OptionError for an unknown option, a bad value, or values that do not fit together."""
        options = {option.name: option for option in self.options}
        for name in option_values:
            if name not in options:
                raise OptionError(no_option(self.name, name, options))
        try:
            values = {
                name: o.read(option_values[name]) if name in option_values else o.default for name, o in options.items()
            }
            game = self.function(**values)
        except OptionError as error:
            raise OptionError(Phrase("%(game)s: %(fault)s", {"game": self.name, "fault": error.phrase})) from None
        except RuleError as error:
            if not option_values:
                raise
            options_text = ", ".join(f"{name}={text_of(value)}" for name, value in option_values.items())
            raise OptionError(f"{self.name}: {options_text}: {error}") from error
        if not isinstance(game, Game):
            raise RuleError(self.name, type(game).__name__, "expected a Game")
        msgspec.structs.force_setattr(game, "name", self.name)
        msgspec.structs.force_setattr(game, "about", self.about)
        return game

    __call__ = build


game = Definition
"""The decorator of a function that builds a game."""


def _option(name: str, hint: Any, default: Any) -> Option:
    """Read a parameter: `Annotated[type, reader, doc]`, each part but the type may be missing."""
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    doc = next((note for note in notes if isinstance(note, str)), "")
    reader: Any = next((note for note in notes if not isinstance(note, str)), None)
    if reader is None:
        defaults = {bool: OneOf((True, False)), int: Whole(0)}
        reader = OneOf(get_args(kind)) if get_origin(kind) is Literal else defaults.get(kind)
    if reader is None or default is inspect.Parameter.empty:
        raise RuleError(name, hint, "expected a default, and a type: bool, Literal or Annotated[int, Whole(1, 9)]")
    if default is not None:
        try:
            reader.read(default)
        except ValueError:
            said = Option(name, reader, default).expected
            raise RuleError(name, text_of(default), f"expected a default of {said}") from None
    return Option(name, reader, default, doc)
