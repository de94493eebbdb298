"""Generates clauses that there are some cells of a set, or none: what a set means as a condition."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from .. import cells as c
from .. import directions as d
from ..logic import If
from ..traversal import words
from ..word import And, Not, Opposite, Or
from .cells import noun, the_only_one
from .grammar import Speech, a, join_long_parts, join_with_and, plural
from .nouns import Noun, as_predicate
from .ply_cells import sharing


def there_is(s: Speech, word: Any) -> str:
    """A set of cells as a condition: there are some."""
    if isinstance(word, And):
        text = of_one_cell(s, word)
        if text:
            return text
    return exists(s, noun(s, word))


def exists(s: Speech, phrase: Noun) -> str:
    """The clause that one of these exists."""
    if phrase.either and (text := exist_alike(phrase)):
        return text
    if phrase.either:
        return join_long_parts((exists(s, part) for part in phrase.either), "or")
    if phrase.definite and phrase.post and all(post.startswith("if it ") for post, _ in phrase.post):
        return f"{phrase.definite.rstrip(',')} {join_with_and(post.removeprefix('if it ') for post, _ in phrase.post)}"
    if phrase.definite and phrase.piece and len(phrase.post) == 1 and (claim := claim_of(phrase.post[0][0])):
        return f"{phrase.definite} {claim}"
    if phrase.definite:
        return f"there is {phrase.one()}"
    if phrase.figure and phrase.form:
        return f"{phrase.form} {_other_modifiers(phrase)}".strip()
    if phrase.piece and phrase.post:
        first = phrase.one().removesuffix(phrase.post_text())
        return f"{first.strip()} {' and '.join(as_predicate(part) for part, _ in phrase.post)}"
    if phrase.own:
        return f"{_owner_has(s, phrase)} {phrase.indefinite()}"
    return f"there is {phrase.one()}"


def _owner_has(s: Speech, phrase: Noun) -> str:
    """The owner of pieces as a subject, with its verb."""
    if phrase.own != s.whose:
        return f"{s.you} {s.do('have')}"
    return f"{s.opponent} has" if s.game.players <= 2 else "another player has"


def claim_of(post: str) -> str:
    """What a modifier says of a piece, where it is a clause: `that has no empty square next to it`."""
    return as_predicate(post) if post.startswith("that ") else ""


def exist_alike(either: Noun, none: bool = False) -> str:
    """Pieces of several kinds in one place: `an enemy rook or an enemy queen is next to your king`; none: no rook."""
    first, *alternatives = either.either
    is_plain = not any(
        phrase.figure or phrase.definite or phrase.either or not phrase.piece for phrase in either.either
    )
    if not is_plain or not first.post or any(phrase.post != first.post for phrase in alternatives):
        return ""
    subjects = [phrase.one().removesuffix(phrase.post_text()).strip() for phrase in either.either]
    if none:
        if any(phrase.own for phrase in either.either):
            return ""
        subjects = ["no " + " ".join([*phrase.adj, phrase.head]) for phrase in either.either]
    predicates = " and ".join(as_predicate(phrase) for phrase, _ in first.post)
    return f"{join_with_and(subjects, 'and' if none else 'or')} {predicates}"


def _other_modifiers(phrase: Noun) -> str:
    """The modifiers of a figure other than its pieces."""
    return " and ".join(post for post, _ in phrase.post[1:])


def of_one_cell(s: Speech, word: And) -> str:
    """`the square next to b is filled`: one part is exactly one cell, the others become its predicate."""
    s = sharing(s, word)
    nouns = [noun(s, part) for part in word.parts]
    at = next((i for i, phrase in enumerate(nouns) if phrase.definite), None)
    if at is None or any(phrase.figure for phrase in nouns):
        return ""
    if text := step_back_clause(s, word, at) or on_a_named_cell(word, nouns, at):
        return text
    subject = nouns[at].definite
    is_piece = subject in (f"the {s.stone} just {verb}" for verb in ("placed", "moved", "played"))
    predicates = [
        pred
        for i, phrase in enumerate(nouns)
        if i != at
        for pred in (piece_preds(s, phrase) if is_piece else phrase.preds())
    ]
    headings = [f"{noun(s, h.end).one()} is next to {noun(s, h.start).one()}" if h.distance == 1 else
              f"{noun(s, h.end).one()} is in a straight line with {noun(s, h.start).one()}"
              for h in words(word.parts[at]) if isinstance(h, d.Heading)]  # fmt: skip
    return join_with_and([*headings, f"{subject} {join_with_and(predicates)}"])


def piece_preds(s: Speech, phrase: Noun) -> list[str]:
    """Predicates of the piece just moved: is a king, where those of its cell would be: holds a king."""
    is_plain = phrase.piece and not (phrase.definite or phrase.either or phrase.figure or phrase.post)
    return [f"is {phrase.one()}"] if is_plain else phrase.preds()


def on_a_named_cell(word: And, nouns: list[Noun], at: int, none: bool = False) -> str:
    """A piece on a cell that the rules name: `your hare is on a1`; none: `no enemy stone is on d2`."""
    other_nouns = [phrase for i, phrase in enumerate(nouns) if i != at]
    if not isinstance(word.parts[at], c.At) or len(other_nouns) != 1:
        return ""
    piece = other_nouns[0]
    if not piece.piece or piece.definite or piece.either or piece.post:
        return ""
    cell_text = nouns[at].definite
    if piece.one_only or not none:
        return f"{piece.one()} is {'not ' if none else ''}on {cell_text}"
    return f"{f'none of {piece.many()}' if piece.own else f'no {piece.none()}'} is on {cell_text}"


def nothing_on_a_named_cell(s: Speech, word: And) -> str:
    """No such piece on a cell that the rules name."""
    nouns = [noun(s, part) for part in word.parts]
    at = next((i for i, phrase in enumerate(nouns) if phrase.definite), None)
    return "" if at is None else on_a_named_cell(word, nouns, at, none=True)


def step_back_clause(s: Speech, word: And, at: int) -> str:
    """A cell one step back from another in a given direction: the other is in that direction from it."""
    shift = word.parts[at]
    if not isinstance(shift, c.Shift) or not isinstance(shift.directions, Opposite):
        return ""
    heading, is_definite = shift.directions.of, noun(s, shift.of).definite
    if not isinstance(heading, d.Heading) or heading.distance != 1 or not is_definite or len(word.parts) < 2:
        return ""
    start, finish = noun(s, heading.start).one(), noun(s, heading.end).one()
    rest = [part for i, part in enumerate(word.parts) if i != at]
    beside = noun(s, rest[0] if len(rest) == 1 else And(*rest)).one()
    return f"{finish} is next to {start} in the direction in which {is_definite} lies from {beside} next to it"


def there_is_no(s: Speech, word: Any) -> str:
    """A set of cells as a condition that does not hold: there are none."""
    if isinstance(word, c.Empty):
        return "the board is full"
    phrase = noun(s, word)
    if isinstance(word, If):
        return f"it is not so that {exists(s, phrase)}"
    if phrase.either and isinstance(word, Or):
        return join_long_parts((there_is_no(s, part) for part in word.parts), "and")
    if phrase.either and (text := exist_alike(phrase, none=True)):
        return text
    if phrase.either:
        return join_long_parts((none_of(alternative) for alternative in phrase.either), "and")
    if isinstance(word, And) and (text := no_such_cell(s, word)):
        return text
    if isinstance(word, And) and (text := nothing_on_a_named_cell(s, word)):
        return text
    if isinstance(word, And) and (text := of_one_cell(s, word)):
        marked = len(word.parts) == 2 and ' is marked "' in text
        return text.replace(" is marked ", " is not marked ") if marked else f"it is not so that {text}"
    if phrase.form.startswith("there is an "):
        return phrase.form.replace("there is an ", "there is no ", 1)
    if phrase.figure and phrase.form.startswith("a connected group of ") and " touches " in phrase.form:
        return f"no{phrase.form[1:]} {_other_modifiers(phrase)}".strip()
    if phrase.figure and phrase.form:
        shape = re.sub(r" (forms?) an? ", r" \1 no ", phrase.form, count=1)
        return (
            f"{shape} {_other_modifiers(phrase)}".strip()
            if shape != phrase.form
            else f"it is not so that {exists(s, phrase)}"
        )
    if isinstance(word, And) and (text := all_held(s, word)):
        return text
    if text := every_one(phrase):
        return text
    if phrase.own and of_enemy(word):
        return enemy_lacks(s, phrase.none())
    if phrase.own:
        left = f" {s.left}" if isinstance(word, c.Own) or (s.has_hands and not phrase.post) else ""
        return f"{s.you} {s.do('have')} no {phrase.none()}{left}"
    if isinstance(word, c.Enemy):
        return enemy_lacks(s, s.stone)
    if phrase.definite and phrase.piece and not phrase.post and (only_piece := the_only_one(s, word)):
        owner_text = (
            f"{s.you} {s.do('have')}" if any(isinstance(w, c.Own) for w in words(word)) else f"{s.opponent} has"
        )
        return f"{owner_text} no {only_piece.head} {s.left}"
    if isinstance(word, c.Kind) and s.only_set_up(word.kind):
        return f"no {word.kind} is {s.left}"
    if s.has_hands and phrase.piece and not (phrase.post or phrase.definite or phrase.figure):
        return f"{none_of(phrase)} on the board"
    return none_of(phrase)


def enemy_lacks(s: Speech, pieces: str) -> str:
    """The clause that no enemy has such a piece left."""
    if s.game.players <= 2:
        return f"{s.opponent} has no {pieces} {s.left}"
    nobody = f"no player other than {s.you}" if s.third else "no other player"
    return f"{nobody} has {a(pieces)} {s.left}"


def of_enemy(word: Any) -> bool:
    """Whether these pieces are the enemy's."""
    return isinstance(word, c.Enemy) or (
        isinstance(word, And) and any(isinstance(part, c.Enemy) for part in word.parts)
    )


def every_one(phrase: Noun) -> str:
    """No piece not in a place, as every piece in it: `every enemy stone is on the edge`."""
    is_plain = phrase.piece and not (phrase.figure or phrase.definite or phrase.either or phrase.one_only)
    if not is_plain or len(phrase.post) != 1 or not phrase.post[0][0].startswith("not "):
        return ""
    subject = replace(phrase, post=()).each()
    return f"{subject} is {phrase.post[0][0].removeprefix('not ')}"


def none_of(phrase: Noun) -> str:
    """The clause that none of these exists: `no enemy rook is next to your king`."""
    return (every_one(phrase) or _none_there(phrase)).replace("next to one of ", "next to any of ")  # not of one alone


def _none_there(phrase: Noun) -> str:
    if phrase.definite and (text := not_so(phrase)):
        return text
    is_plain = phrase.piece and phrase.post and not phrase.figure and not phrase.definite and not phrase.either
    if not is_plain or phrase.one_only:
        return f"there is no {phrase.none()}"
    owner_text = f"none of {phrase.own}" if phrase.own else "no"
    head = plural(phrase.head) if phrase.own else phrase.head
    text = " and ".join(as_predicate(post) for post, _ in phrase.post)
    return " ".join([owner_text, *phrase.adj, head, text])


def not_so(phrase: Noun) -> str:
    """The one cell or piece is not what is asked of it: `the square next to your king is not attacked`."""
    claims = [post.removeprefix("if it ") for post, _ in phrase.post if post.startswith("if it ")]
    if len(claims) != 1 or len(phrase.post) != 1:
        return ""
    for verb, denied in (("is ", "is not "), ("holds ", "does not hold "), ("has ", "does not have ")):
        if claims[0].startswith(verb):
            return f"{phrase.definite} {denied}{claims[0].removeprefix(verb)}"
    return ""


def no_such_cell(s: Speech, word: And) -> str:
    """No cell of one place: `there is no empty square next to that square, in the direction of the move`."""
    nouns = [noun(s, part) for part in word.parts]
    places = [phrase for phrase in nouns if phrase.definite.startswith(f"the {s.cell} ") and not phrase.post]
    other_nouns = [
        phrase
        for phrase in nouns
        if phrase.adj and not (phrase.piece or phrase.definite or phrase.post or phrase.either)
    ]
    if len(nouns) != 2 or len(places) != 1 or len(other_nouns) != 1:
        return ""
    place_text = places[0].definite.removeprefix(f"the {s.cell} ").rstrip(",")
    return f"there is no {' '.join(other_nouns[0].adj)} {s.cell} {place_text}"


def all_held(s: Speech, word: And) -> str:
    """No cell of a region without a piece: `every square in a corner holds one of your stones`."""
    excluded: list[Any] = [part.of for part in word.parts if isinstance(part, Not)]
    region = [part for part in word.parts if not isinstance(part, Not)]
    if len(excluded) != 1 or not region or not (piece := noun(s, excluded[0])).piece or piece.post or piece.definite:
        return ""
    phrase = noun(s, region[0] if len(region) == 1 else And(*region))
    if phrase.piece or phrase.definite or phrase.either or {"empty", "filled"} & set(phrase.adj):
        return ""
    return f"every {phrase.none()} holds {piece.one()}"
