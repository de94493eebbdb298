"""Rule changes of one option: its other choices, nearby numbers, draw rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ...errors import LusoryError
from ...rules.game import Game
from ...rules.options import Definition, Heads, OneOf, Option, Whole, text_of
from .changes import CHOICE, OPTION, Draft, doublings, near

MOST = 64
"""The most numbers tried to find the equivalent of a computed option."""
DRAWS = (2, 3, 4, 6, 10, 20)
"""The numbers tried for a draw rule of another kind."""


def option_drafts(game: Game, definition: Definition, options: dict[str, str]) -> Iterator[Draft]:
    """Every change of one option, valid or not."""
    for option in definition.options:
        for cost, value in others(option, current_value(game, definition, options, option)):
            text = f"{option.name}={text_of(value)}"
            yield cost, text, partial(definition.build, **{**options, option.name: value})


def current_value(game: Game, definition: Definition, options: dict[str, str], option: Option) -> Any:
    """The value of an option; where it is computed from others, the number that is equivalent."""
    if option.name in options:
        return option.read(options[option.name])
    if option.default is not None or not isinstance(option.reader, Whole):
        return option.default
    for value in range(option.reader.low, option.reader.low + MOST):
        try:
            if definition.build(**{**options, option.name: value}) == game:
                return value
        except LusoryError:
            continue
    return None


def others(option: Option, value: Any) -> Iterator[tuple[float, Any]]:
    """Other values of an option, each with its cost."""
    reader = option.reader
    if isinstance(reader, OneOf):
        yield from ((CHOICE, choice) for choice in reader.choices if choice != value or type(choice) is not type(value))
    elif isinstance(reader, Whole):
        yield from numbers(reader, value)
    elif isinstance(reader, Heads):
        yield from draws(reader, str(value))


def numbers(reader: Whole, value: Any) -> Iterator[tuple[float, int]]:
    """Numbers near the present one, in the steps of the option; 0 where the option can be off."""
    if value is None:
        return
    if value == 0:
        yield from ((OPTION + doublings(0, low), low) for low in range(reader.low, reader.low + 3 * reader.step))
        return
    steps = {value + sign * steps_away * reader.step for sign in (-1, 1) for steps_away in (1, 2)}
    for number in sorted({*steps, *near(value)} - {value}):
        on_step = (number - reader.low) % reader.step == 0
        if on_step and number >= reader.low and (reader.high is None or number <= reader.high):
            yield OPTION + doublings(value, number), number
    if reader.off:
        yield OPTION + doublings(value, 0), 0


def draws(reader: Heads, value: str) -> Iterator[tuple[float, str]]:
    """No draw rule, the present one with other numbers, and each other kind."""
    head, _, n = value.partition(":")
    if head != "none":
        yield CHOICE + 1, "none"
    for other, low in reader.least:
        if other == head:
            yield from (
                (OPTION + doublings(int(n), number), f"{head}:{number}") for number in near(int(n)) if number >= low
            )
        else:
            yield from ((CHOICE + 1, f"{other}:{number}") for number in DRAWS if number >= low)
