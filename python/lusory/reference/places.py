"""The places of a turn at which plies are offered, told apart by their path and by what follows in the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..rules.earlier_plies import alternatives, turns
from ..rules.plies import ActionWord
from ..rules.turns import Commit, Repeat, Sequence
from .offered_ply import Agenda, OfferedPly
from .tables import Tables

Key = tuple[Any, Agenda]
"""A word that offers plies, with the rest of the turn after them."""


class OfferingPlace(NamedTuple):
    """A word at a path. after: the paths of the steps that come before it, the nearest last."""

    path: str
    word: Any
    rest: Agenda = ()
    after: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """What the plies offered here have in common, and as a rule no others."""
        return self.word, self.rest


def key_of_offer(option: OfferedPly) -> Key:
    """The key of the place that offers a ply."""
    return option.word, option.agenda


def offering_places(tables: Tables) -> Iterator[OfferingPlace]:
    """Every place at which a turn of the game may offer plies, in the order of the rules."""
    for path, turn in turns(tables.game):
        yield from _places(tables, OfferingPlace(path, turn), 0)


def _places(tables: Tables, at: OfferingPlace, stop: int) -> Iterator[OfferingPlace]:
    """The places in a part of a turn. They follow move_generation.py, which goes the same way for one state."""
    path, word, rest, after = at
    if isinstance(word, (ActionWord, Commit)):
        yield at
        if isinstance(word, Commit) and word.answer is not None:
            yield OfferingPlace(f"{path}.answer", word.answer, (), (*after, path))
    elif isinstance(word, Repeat):
        again = (tables.nodes[word] * 2 + stop, *rest)
        yield from _places(tables, OfferingPlace(f"{path}.ply", word.ply, again, after), stop)
    elif isinstance(word, Sequence):
        stop |= word.stop
        entries = tuple(tables.nodes[part] * 2 + stop for part in word.parts)
        for i, part in enumerate(word.parts):
            before = (*after, f"{path}.parts[{i - 1}]") if i else after
            yield from _places(tables, OfferingPlace(f"{path}.parts[{i}]", part, entries[i + 1 :] + rest, before), stop)
    else:
        for name, part in alternatives(word):
            yield from _places(tables, OfferingPlace(f"{path}.{name}", part, rest, after), stop)
