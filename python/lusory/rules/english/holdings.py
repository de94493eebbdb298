"""How many pieces or points a player has, in English: you have captured three stones or more."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .. import cells as c
from .. import numbers as n
from ..word import And
from .cells import cellwise, noun
from .direction_text import link_note
from .existence import there_is
from .figures import forming_phrase, pieces
from .grammar import Speech, join_with_and, plural
from .nouns import Noun, as_predicate, many_of
from .own_captures import captures_own, has_neutral, own_note


def subject_has(s: Speech, side: Any) -> str:
    """The player of a side as a subject, with `have` or `has`."""
    return s.enemy_has if side.atom == "enemy" else f"{s.you} {s.do('have')}"


def _has_captured(s: Speech, w: n.Captured, quantity: Callable[[str], str]) -> str:
    if captures_own(s) and w.side.atom == "own" and not s.third and not has_neutral(s.game):
        return f"{s.you} have captured {quantity(f'enemy {s.stone}')}"
    return f"{subject_has(s, w.side)} captured {quantity(s.stone)}{own_note(s)}"


def _has_score(s: Speech, w: n.Score, quantity: Callable[[str], str]) -> str:
    return f"{subject_has(s, w.side)} {quantity('point')}"


def _has_hand(s: Speech, w: n.Hand, quantity: Callable[[str], str]) -> str:
    return f"{subject_has(s, w.side)} {quantity(w.kind)} in hand"


def _has_count(s: Speech, w: n.Count, quantity: Callable[[str], str]) -> str:
    if isinstance(w.of, c.Own):
        return f"{s.you} {s.do('have')} {quantity(noun(s, w.of).head)} on the board"
    if isinstance(w.of, c.Enemy):
        return f"{s.enemy_has} {quantity(noun(s, w.of).head)} on the board"
    if isinstance(w.of, c.Neutral) and not s.fills:
        text = quantity(noun(s, w.of).none())
        return f"{text} {'remains' if ' one ' in f' {text}' or text.startswith('no ') else 'remain'} on the board"
    one_group = isinstance(w.of, c.Group) and w.of.at is not None and noun(s, w.of.at).definite
    pieces_text = "" if one_group else _piece_count_text(s, cellwise(s, w.of), quantity)
    return pieces_text or f"{count_text(s, w)} is {quantity('')}"


def _piece_count_text(s: Speech, phrase: Noun, quantity: Callable[[str], str]) -> str:
    """A count of pieces with their predicate: `at least three of your stones are on the edge`."""
    is_plain = phrase.piece and not (phrase.definite or phrase.either or phrase.figure)
    if not is_plain or any(post.startswith(("(", "if ", "but ", "that is not ")) for post, _ in phrase.post):
        return ""
    enemy = "enemy" in phrase.adj and not s.whose and s.game.players == 2
    adj = [word for word in phrase.adj if not (enemy and word == "enemy" and not phrase.post)]
    text = quantity(" ".join([*adj, phrase.head]))
    if not phrase.post:
        subject = f"{s.you} {s.do('have')}" if phrase.own == s.your else f"{s.opponent} has" if enemy else ""
        return f"{subject} {text} on the board" if subject else ""
    if phrase.own:
        text = re.sub(rf"^no ({'|'.join(map(re.escape, (*adj, phrase.head)))})", r"none \1", text)
        text = text.removesuffix(phrase.head) + plural(phrase.head) if text.endswith(f" {phrase.head}") else text
        noun_text = " ".join([*adj, plural(phrase.head)])
        text = f"{text.removesuffix(noun_text).strip()} of {phrase.own} {noun_text}"
    is_singular = bool(re.search(r"\b(one|no|none)\b", text.split(" of ")[0]))
    preds = [as_predicate(post) if is_singular else plural_predicate(post, posts) for post, posts in phrase.post]
    verb = f"{'is' if is_singular else 'are'} "
    return f"{text} {join_with_and(pred.removeprefix(verb) if i else pred for i, pred in enumerate(preds))}"


def plural_predicate(post: str, posts: str) -> str:
    """What is said of several: `are in the row farthest from your side, or are on the edge`."""
    if posts.startswith(("with ", "in the corners")):
        return many_of(as_predicate(posts))
    text = many_of(as_predicate(post))
    return (
        text if " that " in text else re.sub(r"(?<=, or )(is|has|holds) |(?<= and )(is|has|holds) ", _plural_verb, text)
    )


def _plural_verb(match: re.Match[str]) -> str:
    return many_of(match[0])


def _has_groups(s: Speech, w: n.Groups, quantity: Callable[[str], str]) -> str:
    linkage = linkage_text(s, w)
    return f"{forming_phrase(s, w.of)} {quantity('connected group')}{linkage}"


def linkage_text(s: Speech, w: n.Groups) -> str:
    """Which neighbours connect, in brackets; empty where that goes without saying."""
    note = link_note(s, w.directions)
    return f" {note}" if note else ""


HAS: dict[type, Callable[[Speech, Any, Callable[[str], str]], str]] = {
    n.Captured: _has_captured,
    n.Score: _has_score,
    n.Hand: _has_hand,
    n.Count: _has_count,
    n.Groups: _has_groups,
    n.Rolled: lambda s, w, quantity: f"the die shows {quantity('')}",
}


def single(s: Speech, word: Any) -> bool:
    """Whether a set has at most one cell, since one of its parts is a single cell."""
    return isinstance(word, And) and any(noun(s, part).definite for part in word.parts)


def count_text(s: Speech, w: n.Count) -> str:
    """A number of cells or pieces: `the number of your stones on the edge`."""
    if single(s, w.of):
        return f"one if {there_is(s, w.of)}, otherwise 0"
    if isinstance(w.of, c.Group) and w.of.at is not None and (place := noun(s, w.of.at)).definite:
        return f"the size of the connected group of {pieces(s, w.of.of)} that includes {place.definite}"
    phrase = cellwise(s, w.of)
    if phrase.either:
        return f"the number {join_with_and(f'of {part.many()}' for part in phrase.either)}"
    return f"the number of {phrase.many()}" + (" on the board" if phrase.piece and not phrase.post else "")
