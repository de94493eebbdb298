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
from .grammar import Speech, joined, listed, plural
from .nouns import Noun, as_predicate


def there_is(s: Speech, word: Any) -> str:
    """A set of cells as a condition: there are some."""
    if isinstance(word, And):
        text = of_one_cell(s, word)
        if text:
            return text
    return exists(s, noun(s, word))


def exists(s: Speech, found: Noun) -> str:
    """The clause that one of these exists."""
    if found.either and (text := exist_alike(found)):
        return text
    if found.either:
        return listed((exists(s, one) for one in found.either), "or")
    if found.definite and found.post and all(post.startswith("if it ") for post, _ in found.post):
        return f"{found.definite.rstrip(',')} {joined(post.removeprefix('if it ') for post, _ in found.post)}"
    if found.definite:
        return f"there is {found.one()}"
    if found.figure and found.form:
        return f"{found.form} {_more(found)}".strip()
    if found.piece and found.post:
        first = found.one().removesuffix(found.post_text())
        return f"{first.strip()} {' and '.join(as_predicate(one) for one, _ in found.post)}"
    if found.own:
        return f"{s.you} {s.do('have')} {found.indefinite()}"
    return f"there is {found.one()}"


def exist_alike(found: Noun, none: bool = False) -> str:
    """Pieces of several kinds in one place: `an enemy rook or an enemy queen is next to your king`; none: no rook."""
    first, *rest = found.either
    plain = not any(one.figure or one.definite or one.either or not one.piece for one in found.either)
    if not plain or not first.post or any(one.post != first.post for one in rest):
        return ""
    subjects = [one.one().removesuffix(one.post_text()).strip() for one in found.either]
    if none:
        if any(one.own for one in found.either):
            return ""
        subjects = ["no " + " ".join([*one.adj, one.head]) for one in found.either]
    return f"{joined(subjects, 'and' if none else 'or')} {' and '.join(as_predicate(one) for one, _ in first.post)}"


def _more(found: Noun) -> str:
    """The modifiers of a figure other than its pieces."""
    return " and ".join(one for one, _ in found.post[1:])


def of_one_cell(s: Speech, word: And) -> str:
    """`the square next to b is filled`: one part is exactly one cell, the others become its predicate."""
    nouns = [noun(s, part) for part in word.parts]
    at = next((i for i, found in enumerate(nouns) if found.definite), None)
    if at is None or any(found.figure for found in nouns):
        return ""
    if text := step_back_clause(s, word, at) or on_a_named_cell(word, nouns, at):
        return text
    subject = nouns[at].definite
    is_piece = subject in (f"the {s.stone} just {done}" for done in ("placed", "moved", "played"))
    rest = [
        pred
        for i, found in enumerate(nouns)
        if i != at
        for pred in (piece_preds(s, found) if is_piece else found.preds())
    ]
    needed = [f"{noun(s, h.end).one()} is next to {noun(s, h.start).one()}" if h.distance == 1 else
              f"{noun(s, h.end).one()} is in a straight line with {noun(s, h.start).one()}"
              for h in words(word.parts[at]) if isinstance(h, d.Heading)]  # fmt: skip
    return joined([*needed, f"{subject} {joined(rest)}"])


def piece_preds(s: Speech, found: Noun) -> list[str]:
    """Predicates of the piece just moved: is a king, where those of its cell would be: holds a king."""
    plain = found.piece and not (found.definite or found.either or found.figure or found.post)
    return [f"is {found.one()}"] if plain else found.preds()


def on_a_named_cell(word: And, nouns: list[Noun], at: int, none: bool = False) -> str:
    """A piece on a cell that the rules name: `your hare is on a1`; none: `no enemy stone is on d2`."""
    others = [found for i, found in enumerate(nouns) if i != at]
    if not isinstance(word.parts[at], c.At) or len(others) != 1:
        return ""
    piece = others[0]
    if not piece.piece or piece.definite or piece.either or piece.post:
        return ""
    where = nouns[at].definite
    if piece.one_only or not none:
        return f"{piece.one()} is {'not ' if none else ''}on {where}"
    return f"{f'none of {piece.many()}' if piece.own else f'no {piece.none()}'} is on {where}"


def nothing_on_a_named_cell(s: Speech, word: And) -> str:
    """No such piece on a cell that the rules name."""
    nouns = [noun(s, part) for part in word.parts]
    at = next((i for i, found in enumerate(nouns) if found.definite), None)
    return "" if at is None else on_a_named_cell(word, nouns, at, none=True)


def step_back_clause(s: Speech, word: And, at: int) -> str:
    """A cell one step back from another in a given direction: the other is in that direction from it."""
    shift = word.parts[at]
    if not isinstance(shift, c.Shift) or not isinstance(shift.directions, Opposite):
        return ""
    heading, lies = shift.directions.of, noun(s, shift.of).definite
    if not isinstance(heading, d.Heading) or heading.distance != 1 or not lies or len(word.parts) < 2:
        return ""
    start, end_ = noun(s, heading.start).one(), noun(s, heading.end).one()
    rest = [part for i, part in enumerate(word.parts) if i != at]
    beside = noun(s, rest[0] if len(rest) == 1 else And(*rest)).one()
    return f"{end_} is next to {start} in the direction in which {lies} lies from {beside} next to it"


def there_is_no(s: Speech, word: Any) -> str:
    """A set of cells as a condition that does not hold: there are none."""
    if isinstance(word, c.Empty):
        return "the board is full"
    found = noun(s, word)
    if isinstance(word, If):
        return f"it is not so that {exists(s, found)}"
    if found.either and isinstance(word, Or):
        return listed((there_is_no(s, part) for part in word.parts), "and")
    if found.either and (text := exist_alike(found, none=True)):
        return text
    if found.either:
        return listed((none_of(one) for one in found.either), "and")
    if isinstance(word, And) and (text := no_such_cell(s, word)):
        return text
    if isinstance(word, And) and (text := nothing_on_a_named_cell(s, word)):
        return text
    if isinstance(word, And) and (text := of_one_cell(s, word)):
        return f"it is not so that {text}"
    if found.form.startswith("there is an "):
        return found.form.replace("there is an ", "there is no ", 1)
    if found.figure and found.form.startswith("a connected group of ") and " touches " in found.form:
        return f"no{found.form[1:]} {_more(found)}".strip()
    if found.figure and found.form:
        shape = re.sub(r" (forms?) an? ", r" \1 no ", found.form, count=1)
        return f"{shape} {_more(found)}".strip() if shape != found.form else f"it is not so that {exists(s, found)}"
    if isinstance(word, And) and (text := all_held(s, word)):
        return text
    if text := every_one(found):
        return text
    if found.own:
        return f"{s.you} {s.do('have')} no {found.none()}{' left' if isinstance(word, c.Own) else ''}"
    if isinstance(word, c.Enemy):
        return f"{s.opponent} has no {s.stone} left"
    if found.definite and found.piece and not found.post and (mine := the_only_one(s, word)):
        whose = f"{s.you} {s.do('have')}" if any(isinstance(w, c.Own) for w in words(word)) else f"{s.opponent} has"
        return f"{whose} no {mine.head} left"
    if isinstance(word, c.Kind) and s.only_set_up(word.kind):
        return f"no {word.kind} is left"
    return none_of(found)


def every_one(found: Noun) -> str:
    """No piece not in a place, as every piece in it: `every enemy stone is on the edge`."""
    plain = found.piece and not (found.figure or found.definite or found.either or found.one_only)
    if not plain or len(found.post) != 1 or not found.post[0][0].startswith("not "):
        return ""
    whole = replace(found, post=()).each()
    return f"{whole} is {found.post[0][0].removeprefix('not ')}"


def none_of(found: Noun) -> str:
    """The clause that none of these exists: `no enemy rook is next to your king`."""
    if text := every_one(found):
        return text
    if found.definite and (text := not_so(found)):
        return text
    plain = found.piece and found.post and not found.figure and not found.definite and not found.either
    if not plain or found.one_only:
        return f"there is no {found.none()}"
    whose = f"none of {found.own}" if found.own else "no"
    head = plural(found.head) if found.own else found.head
    text = " and ".join(as_predicate(one) for one, _ in found.post)
    return " ".join([whose, *found.adj, head, text])


def not_so(found: Noun) -> str:
    """The one cell or piece is not what is asked of it: `the square next to your king is not attacked`."""
    asked = [post.removeprefix("if it ") for post, _ in found.post if post.startswith("if it ")]
    if len(asked) != 1 or len(found.post) != 1:
        return ""
    for verb, denied in (("is ", "is not "), ("holds ", "does not hold "), ("has ", "does not have ")):
        if asked[0].startswith(verb):
            return f"{found.definite} {denied}{asked[0].removeprefix(verb)}"
    return ""


def no_such_cell(s: Speech, word: And) -> str:
    """No cell of one place: `there is no empty square next to that square, in the direction of the move`."""
    nouns = [noun(s, part) for part in word.parts]
    places = [one for one in nouns if one.definite.startswith(f"the {s.cell} ") and not one.post]
    others = [one for one in nouns if one.adj and not (one.piece or one.definite or one.post or one.either)]
    if len(nouns) != 2 or len(places) != 1 or len(others) != 1:
        return ""
    where = places[0].definite.removeprefix(f"the {s.cell} ").rstrip(",")
    return f"there is no {' '.join(others[0].adj)} {s.cell} {where}"


def all_held(s: Speech, word: And) -> str:
    """No cell of a region without a piece: `every square in a corner holds one of your stones`."""
    held: list[Any] = [part.of for part in word.parts if isinstance(part, Not)]
    region = [part for part in word.parts if not isinstance(part, Not)]
    if len(held) != 1 or not region or not (piece := noun(s, held[0])).piece or piece.post or piece.definite:
        return ""
    cells_ = noun(s, region[0] if len(region) == 1 else And(*region))
    if cells_.piece or cells_.definite or cells_.either or {"empty", "filled"} & set(cells_.adj):
        return ""
    return f"every {cells_.none()} holds {piece.one()}"
