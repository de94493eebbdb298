"""The parts of a rule value that variation exchanges: each with its place, and the sorts of words that fit there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from ..errors import RuleError
from ..rules.game import Game
from ..rules.spec import SORTS, FieldSpec, specs, specs_of
from ..rules.traversal import exchange, part_at
from ..rules.word import Word, plain, sort_of

FIELDS = ("setup", "opening", "turn", "effects", "ends")
"""The fields of a game that hold words besides the board."""
RULES = ("board", *FIELDS, "players")
"""The fields of a game that are rules."""
Steps = tuple[str | int, ...]
Fields = dict[str, Any]
"""The fields of a game by name; not checked together yet."""


class Part(NamedTuple):
    """A word (or a number) in a game. steps: the way to it. takes: the sorts that fit there. field: the type that its
    place asks for (`Cells`, `Side`). listed: it is one of a list, which may be shorter or longer."""

    steps: Steps
    takes: tuple[str, ...]
    field: str
    listed: bool
    value: Any

    @property
    def top(self) -> str:
        """The field of the game in which it stands."""
        return str(self.steps[0])


def parts(game: Game) -> list[Part]:
    """Every part of the rules but the board, a word before its own parts."""
    return spots(rules_of(game))


def spots(fields: Fields) -> list[Part]:
    """Every part of the fields of a game but the board, a word before its own parts."""
    spec_of = {spec.name: spec for spec in specs(Game)}
    return [part for name in FIELDS for part in _within(fields[name], spec_of[name], (name,))]


def _within(value: Any, spec: FieldSpec, steps: Steps) -> Iterator[Part]:
    """The parts in one field."""
    if value is None or spec.sort not in SORTS:
        return
    for listed, spot, part in _items(value, spec, steps):
        accepted = SORTS[spec.sort] or (plain(sort_of(part)),)
        yield Part(spot, accepted, spec.sort, listed, part)
        yield from _inside(part, spot)


def _items(value: Any, spec: FieldSpec, steps: Steps) -> Iterator[tuple[bool, Steps, Any]]:
    if spec.many:
        yield from ((True, (*steps, i), part) for i, part in enumerate(value))
    else:
        yield False, steps, value


def _inside(value: Any, steps: Steps) -> Iterator[Part]:
    """The parts of a word, or of a list of regions."""
    if isinstance(value, tuple):
        for i, part in enumerate(value):
            yield Part((*steps, i), SORTS["Cells"], "Cells", True, part)
            yield from _inside(part, (*steps, i))
    elif isinstance(value, Word):
        for spec in specs_of(value):
            yield from _within(getattr(value, spec.name), spec, (*steps, spec.name))


def without(value: Any, steps: Steps) -> Any:
    """The value without one part of a list. Raises RuleError where the list would be too short."""
    *front, last = steps
    items = part_at(value, tuple(front))
    assert isinstance(last, int)
    return exchange(value, tuple(front), (*items[:last], *items[last + 1 :]))


def rules_of(game: Game) -> Fields:
    """The fields that are rules."""
    return {name: getattr(game, name) for name in RULES}


def with_part(game: Game, steps: Steps, new: Any) -> Fields:
    """The fields of a game with another part; not checked together yet. Raises RuleError where it does not fit."""
    name = str(steps[0])
    return rules_of(game) | {name: exchange(getattr(game, name), steps[1:], new)}


def without_part(game: Game, steps: Steps) -> Fields:
    """The fields of a game without one part of a list. Raises RuleError where the list would be too short."""
    name = str(steps[0])
    return rules_of(game) | {name: without(getattr(game, name), steps[1:])}


def map_words(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with every word replaced by what `change` makes of it, the parts of a word before the word."""
    if isinstance(value, tuple):
        return tuple(map_words(part, change) for part in value)
    if not isinstance(value, Word):
        return value
    fields = {spec.name: map_words(getattr(value, spec.name), change) for spec in specs_of(value)}
    unchanged = all(fields[name] is getattr(value, name) or fields[name] == getattr(value, name) for name in fields)
    return change(value if unchanged else msgspec.structs.replace(value, **fields))


def built(fields: Fields) -> Game | None:
    """The game of these fields; None where its words make no sense together."""
    try:
        return Game(**fields)
    except RuleError:
        return None
