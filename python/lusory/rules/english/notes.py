"""Notes: parts of large rules that occur several times are told once, under a letter, where no term names them.

`Condition A: ...`; sentences then say `condition A holds`, `a square in set B`, `number C`, `make move D`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Any

from .. import cells as c
from .. import plies as p
from ..directions import PlyHeading
from ..game import Game
from ..numbers import Rolled
from ..terms import SORTS, Term, exchange_sides
from ..traversal import parts, words
from ..word import Word, plain, sort_of

LARGE = 150
"""Rules of so many words have notes; smaller ones are read in full."""

LONG, SAVED = 8, 30
"""A part of so many words is worth a note, if that saves so many words of the rules."""

IN_CONTEXT = (c.To, c.Just, c.Origin, c.Moved, c.Visited, c.Last, c.Announced, c.Revealed, PlyHeading, Rolled)
"""Words that mean something else from ply to ply: what has them is told where it stands."""


def notes(game: Game) -> dict[Word, Term]:
    """The parts that get a note, the longest first, each with its letter."""
    if sum(1 for _ in words(game)) < LARGE:
        return {}
    found: dict[Word, Term] = {}
    sizes: dict[Word, int] = {}
    while len({term.name for term in found.values()}) < len(ascii_uppercase):
        counts = Counter(repeated_parts(game, found))
        fresh = [word for word, n in counts.items() if n > 1 and word not in found and may_have_note(game, word, sizes)]
        saved = {word: (counts[word] - 1) * size(word, sizes) for word in fresh}
        best = max(saved, key=lambda word: saved[word], default=None)
        if best is None or saved[best] < SAVED:
            break
        name = ascii_uppercase[len({term.name for term in found.values()})]
        found[best] = Term(name, best, note=True)
        other = exchange_sides(best)
        if other != best and other in counts and plain(sort_of(best)) == "condition":
            found[other] = Term(name, best, other=True, note=True)
    return found


def size(word: Word, known: dict[Word, int]) -> int:
    """How many words a part has."""
    if word not in known:
        known[word] = sum(1 for _ in words(word))
    return known[word]


def may_have_note(game: Game, word: Word, sizes: dict[Word, int]) -> bool:
    """May this part have a note?"""
    if word in game.named_parts or size(word, sizes) < LONG:
        return False
    sort = plain(sort_of(word))
    if sort == "ply":
        return isinstance(word, p.ActionWord) and not isinstance(word, (p.Swap, p.Keep))
    return sort in SORTS and not any(isinstance(w, IN_CONTEXT) for w in words(word))


def repeated_parts(game: Game, found: dict[Word, Term]) -> Iterator[Word]:
    """Every part as often as a sheet tells it: what has a name or a note only once."""
    explained = {*found, *game.named_parts}
    once = [word for word in explained if word not in found or not found[word].other]
    stack: list[Any] = [game.opening, game.turn, game.effects, game.ends]
    stack += [part for word in once for part in parts(word)]
    while stack:
        value = stack.pop()
        if isinstance(value, Word):
            yield value
        if not isinstance(value, Word) or value not in explained:
            stack.extend(parts(value))
