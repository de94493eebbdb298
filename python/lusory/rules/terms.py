"""Names that a game gives to parts of its rules: `terms={"in check": ...}`.

A term changes neither what is played nor the hash: wherever the named part, or the same with own and enemy exchanged,
stands in the rules, texts say the name, and the sheet explains it once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import RuleError
from .cells import Enemy, Own, Ranks, enemy, own
from .directions import Forward
from .logic import BySide
from .spec import specs, value_text
from .traversal import words
from .word import REGISTRY, Opposite, Word, plain, sort_of

if TYPE_CHECKING:
    from .game import Game

SORTS = ("cells", "condition", "number", "ply")
"""The sorts of words that can have a name."""

LONGEST_TERM, MOST_TERMS = 60, 40


class Term(NamedTuple):
    """A name for a part of the rules. other: `word` is the named part with own and enemy exchanged, so the text speaks
    of the opponent. note: the name is a letter that the sheet chose, not the game."""

    name: str
    word: Word
    other: bool = False
    note: bool = False


def named_parts(terms: dict[str, Word]) -> dict[Word, Term]:
    """The parts of rules that the terms name, and their images with own and enemy exchanged."""
    exchanged = {exchange_sides(word): Term(name, word, True) for name, word in terms.items()}
    return exchanged | {word: Term(name, word) for name, word in terms.items()}


def check_terms(terms: Any) -> dict[str, Word]:
    """A copy of the terms of a game; RuleError where one is no valid term."""
    if not isinstance(terms, dict):
        raise RuleError("terms", value_text(terms), 'expected names with parts of the rules: {"in check": ...}')
    if len(terms) > MOST_TERMS:
        raise RuleError("terms", f"{len(terms)} names", f"expected at most {MOST_TERMS}")
    for name, word in terms.items():
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_TERM:
            raise RuleError(
                "terms", value_text(name), f"expected a name of at most {LONGEST_TERM} printable characters"
            )
        if not isinstance(word, Word) or plain(sort_of(word)) not in SORTS:
            raise RuleError(f"terms[{name!r}]", value_text(word), "expected cells, a condition, a number or a ply")
    return dict(terms)


def exchange_sides(word: Any) -> Any:
    """A word with own and enemy exchanged: what is forward for one is backward for the other."""
    if isinstance(word, Own):
        return enemy
    if isinstance(word, Enemy):
        return own
    if isinstance(word, Forward):
        return Opposite(word)
    if isinstance(word, Opposite) and isinstance(word.of, Forward):
        return word.of
    if isinstance(word, Ranks):
        return Ranks(-(word.last or word.first), -word.first if word.last else None)
    if isinstance(word, BySide) and len(word.parts) == 2:
        return BySide(*(exchange_sides(part) for part in reversed(word.parts)))
    if isinstance(word, tuple):
        return tuple(exchange_sides(part) for part in word)
    if not isinstance(word, Word):
        return word
    fields = {spec.name: exchange_sides(getattr(word, spec.name)) for spec in specs(type(word))}
    cls = REGISTRY[type(word).tag()]
    return cls(*fields.pop("parts"), **fields) if type(word).variadic else cls(**fields)


def unused_terms(game: Game) -> Iterator[str]:
    """Names of terms whose part occurs nowhere in the rules, neither as it is nor with own and enemy exchanged."""
    inner = {name: set(words(word)) - {word} for name, word in game.terms.items()}
    for name, word in game.terms.items():
        inside_others = set().union(*(used_words for other, used_words in inner.items() if other != name))
        used_words = set(words(game)) | inside_others
        if word not in used_words and exchange_sides(word) not in used_words:
            yield name
