"""Notes: parts of large rules that occur several times and have no term are explained once, under a letter.

`Condition A: ...`; sentences then say `condition A holds`, `a square in set B`, `number C`, `make move D`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from .. import cells as c
from .. import plies as p
from ..directions import PlyHeading
from ..game import Game
from ..logic import All
from ..logic import Any as Any_
from ..numbers import Rolled
from ..terms import SORTS, Term, exchange_sides
from ..traversal import parts, words
from ..word import Word, plain, sort_of
from .grammar import Speech

LARGE = 150
"""Rules of so many words have notes; smaller ones are read in full."""

LONG, SAVED = 8, 30
"""A part of so many words is worth a note, if that saves so many words of the rules."""

IN_CONTEXT = (
    c.Here,
    c.To,
    c.Just,
    c.Origin,
    c.Moved,
    c.Visited,
    c.Marked,
    c.Last,
    c.Announced,
    c.Revealed,
    PlyHeading,
    Rolled,
)
"""Words that mean something else from ply to ply: what has them is told where it stands."""


def notes(game: Game) -> dict[Word, Term]:
    """The parts that get a note, the longest first, each with its letter."""
    if sum(1 for _ in words(game)) < LARGE:
        return {}
    term_of: dict[Word, Term] = {}
    sizes: dict[Word, int] = {}
    while len({term.name for term in term_of.values()}) < len(ascii_uppercase):
        counts = Counter(repeated_parts(game, term_of))
        candidates = [
            word for word, n in counts.items() if n > 1 and word not in term_of and may_have_note(game, word, sizes)
        ]
        savings = {word: (counts[word] - 1) * size(word, sizes) for word in candidates}
        best = max(savings, key=lambda word: savings[word], default=None)
        if best is None or savings[best] < SAVED:
            break
        name = ascii_uppercase[len({term.name for term in term_of.values()})]
        term_of[best] = Term(name, best, note=True)
        exchanged = exchange_sides(best)
        if exchanged != best and exchanged in counts and plain(sort_of(best)) == "condition":
            term_of[exchanged] = Term(name, best, other=True, note=True)
    return term_of


FOREMOST, OTHER = 360, 200
"""How long the condition of the foremost aim and of others may be in the headline, in letters."""


def letters_for(s: Speech, word: Any, longest: int) -> Mapping[Word, Term]:
    """The notes, with letters for parts of a condition until what it says is no longer than that."""
    from .conditions import clause

    if s.term(word) is not None or len(clause(s, word)) <= longest:
        return s.notes
    is_whole_condition = word in set(words(s.game.ends))
    by_parts = s
    for part in longest_first(s, word):
        length = len(clause(by_parts, part))
        if len(clause(by_parts, word)) > longest and (length > WORTH_A_LETTER or not is_whole_condition):
            by_parts = replace(by_parts, notes=letters_for(by_parts, part, WORTH_A_LETTER))
    if not is_whole_condition or len(clause(by_parts, word)) <= longest:
        return by_parts.notes
    used_names = {term.name for term in s.notes.values()}
    free_letter = next((letter for letter in ascii_uppercase if letter not in used_names), "")
    return (
        {**s.notes, word: Term(free_letter, word, note=True)} if free_letter and may_have_letter(s, word) else s.notes
    )


WORTH_A_LETTER = 80
"""Parts of a long condition that are told in fewer letters stay where they are."""


def longest_first(s: Speech, word: Any) -> list[Any]:
    """The parts of a condition of several, those that take most words first."""
    from .conditions import clause

    parts = word.parts if isinstance(word, (All, Any_)) else ()
    return sorted(parts, key=lambda part: -len(clause(s, part)))


def may_have_letter(s: Speech, word: Any) -> bool:
    """Whether a condition means the same wherever the rules have it."""
    elsewhere = set(words((s.game.opening, s.game.turn, s.game.effects)))
    return word not in elsewhere or not any(isinstance(w, IN_CONTEXT) for w in words(word))


def size(word: Word, sizes: dict[Word, int]) -> int:
    """How many words a part has."""
    if word not in sizes:
        sizes[word] = sum(1 for _ in words(word))
    return sizes[word]


def may_have_note(game: Game, word: Word, sizes: dict[Word, int]) -> bool:
    """Whether this part may have a note."""
    if word in game.named_parts or size(word, sizes) < LONG:
        return False
    sort = plain(sort_of(word))
    if sort == "ply":
        return isinstance(word, p.ActionWord) and not isinstance(word, (p.Swap, p.Keep))
    return sort in SORTS and not any(isinstance(w, IN_CONTEXT) for w in words(word))


def repeated_parts(game: Game, term_of: dict[Word, Term]) -> Iterator[Word]:
    """Every part as often as a sheet tells it: what has a name or a note only once."""
    explained = {*term_of, *game.named_parts}
    first_explained = [word for word in explained if word not in term_of or not term_of[word].other]
    stack: list[Any] = [game.opening, game.turn, game.effects, game.ends]
    stack += [part for word in first_explained for part in parts(word)]
    while stack:
        value = stack.pop()
        if isinstance(value, Word):
            yield value
        if not isinstance(value, Word) or value not in explained:
            stack.extend(parts(value))
