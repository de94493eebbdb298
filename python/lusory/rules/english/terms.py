"""Terms in English: how the name of a part of the rules is used in a sentence, and what explains it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..cells import Own
from ..terms import Term, exchange_sides
from ..traversal import words
from ..word import plain, sort_of
from .grammar import Speech, sentence
from .impossible import possible_ends
from .nouns import Noun
from .sheet import Clause

PLACE = re.compile(
    r"(in|on|at|of|under|next|between|within|inside|outside|behind|before|near|that|with|without|across|along|around"
    r"|round|over|above|below|beside|beyond|past|off|opposite) "
)
"""How a name begins that follows its noun: squares *in the palace*."""


def has_owner(term: Term) -> bool:
    """Whether the term speaks of the mover's pieces."""
    return any(isinstance(w, Own) for w in words(term.word))


def owner_note(s: Speech, term: Term, joint: str) -> str:
    """Of which player a note is said, where that is not the reader: `for First`."""
    if term.other:
        return f" {joint} {s.opponent}"
    return f" {joint} {s.you}" if s.third and has_owner(term) else ""


def condition_phrase(s: Speech, term: Term, denied: bool = False) -> str:
    """A condition's name, said of the mover or the opponent: `you are in check`."""
    if term.note:
        return f"condition {term.name} {'does not hold' if denied else 'holds'}{owner_note(s, term, 'for')}"
    subject, third = (s.opponent, True) if term.other else (s.you, s.third)
    first, _, rest = term.name.partition(" ")
    if first in ("can", "may", "must") and rest:
        return f"{subject} {first}{('not' if first == 'can' else ' not') if denied else ''} {rest}"
    if first in ("have", "has") and rest:
        has = ("does not have" if third else "do not have") if denied else "has" if third else "have"
        return f"{subject} {has} {rest}"
    return f"{subject} {'is' if third else 'are'}{' not' if denied else ''} {term.name}"


def number_named(s: Speech, term: Term) -> str:
    """A number's name: `your mobility`; `the mobility` where it is nobody's."""
    if term.note:
        return f"number {term.name}{owner_note(s, term, 'of')}"
    if not has_owner(term):
        return f"the {term.name}"
    return f"{s.enemy_of if term.other else s.your} {term.name}"


def cells_named(s: Speech, term: Term, word: Any) -> Noun:
    """A set of cells by its name: `a square in the palace`, `one of your pinned stones`."""
    from .cells import noun

    base = noun(replace(s, telling=term.name), word)
    head = Noun(base.head if base.piece else s.cell, base.piece, base.own)
    owner = base.adj[:1] if base.piece and base.adj[:1] == ("enemy",) else ()
    if term.note:
        return replace(head, adj=owner, post=((f"in set {term.name}{owner_note(s, term, 'of')}",) * 2,))
    if PLACE.match(term.name):
        return replace(head, adj=owner, post=((term.name, term.name),))
    return replace(head, adj=(*owner, term.name))


def term_clauses(s: Speech) -> Iterator[Clause]:
    """The definition of each term that the rules use, once."""
    ends = tuple(end for _, end in possible_ends(s.game))
    all_words = words((s.game.setup, s.game.opening, s.game.turn, s.game.effects, ends))
    explained_words = set(all_words).union(*(set(words(word)) - {word} for word in s.game.terms.values()))
    for name, word in s.game.terms.items():
        if word in explained_words or exchange_sides(word) in explained_words:
            yield Clause(sentence(explain_term(replace(s, telling=name), Term(name, word))), f"terms[{name!r}]")
    for term in (term for term in s.notes.values() if not term.other):
        yield Clause(sentence(explain_term(replace(s, telling=term.name), term)))


def explain_term(s: Speech, term: Term) -> str:
    """One term or note explained."""
    from .cells import noun
    from .conditions import amount, clause
    from .plies import verb

    sort = plain(sort_of(term.word))
    s = replace(s, of_ply=True)  # a term is used in conditions of plies as a rule, seldom of the ply before
    if sort == "condition":
        head = f"condition {term.name}:" if term.note else f"{condition_phrase(s, term)} if"
        return f"{head} {clause(replace(s, after=True), term.word)}"
    if sort == "number":
        head = f"number {term.name}:" if term.note else f"{number_named(s, term)} is"
        return f"{head} {amount(s, term.word)}"
    if sort == "ply":
        return f"{'move' if term.note else 'to'} {term.name}: {verb(s, term.word)}"
    phrase, term_noun = noun(s, term.word), cells_named(s, term, term.word)
    if term.note:
        return f"set {term.name}: {phrase.many()}"
    return f"{term_noun.one()}: {phrase.definite}" if phrase.definite else f"{term_noun.many()} are {phrase.many()}"
