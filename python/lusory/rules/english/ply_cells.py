"""The cells and pieces of plies in English: the stone just placed, the square your opponent played on last."""

from __future__ import annotations

from typing import Any

from .. import cells as c
from ..plies import MOVES, Place, Remove
from ..traversal import words
from ..turns import Commit
from ..word import And
from .grammar import Speech, number, ordinal
from .nouns import Noun


def just_done(s: Speech, word: Any = None) -> Noun:
    """The cell of the ply, described by the piece just placed or moved there."""
    if not s.after:
        this_cell = f"the first {s.cell}" if s.shaped else f"that {s.cell}"
        return Noun(s.cell, definite=this_cell if s.of_ply else _cell_before(s))
    return Noun(s.cell, definite=_cell_left_empty(s) or _first_of_shape(s, the_piece(s)))


def sharing(s: Speech, word: And) -> Speech:
    """The speech about an enemy piece on the cell of the ply, which a hidden one shares with the piece just placed."""
    shared = s.after and c.To() in word.parts and any(isinstance(w, c.Enemy) for w in words(word))
    if not shared or s.name(c.To()) or not s.game.has_secrets:
        return s
    piece = just_done(s).definite
    return s if piece.startswith(f"the {s.cell} ") else s.named((c.To(), f"the {s.cell} of {piece}"))


def _cell_before(s: Speech) -> str:
    """The cell of the previous ply of the turn."""
    if is_unset(s, c.To()):
        return f"the {s.cell} of the previous step (there is none)"
    if s.before and all(isinstance(ply, MOVES) for ply in s.before.plies):
        return f"the {s.cell} the previous step ended on"
    return f"the {'first ' if has_shapes(s) else ''}{s.cell} of the previous step"


def is_unset(s: Speech, word: Any) -> bool:
    """Whether no ply that comes before in the turn can have given this word a meaning."""
    return not s.after and s.before is not None and not s.before.sets(word)


def where_from(s: Speech, word: Any = None) -> Noun:
    """The cell a ply started from: this one, or where it is not chosen yet, the previous one of the turn."""
    if s.after or s.of_ply:
        return Noun(s.cell, definite=f"the {s.cell} {f'the moved {s.stone}' if s.after else 'it'} came from")
    if is_unset(s, c.Origin()):
        return Noun(s.cell, definite=f"the {s.cell} the previous step started from (there is none)")
    return Noun(s.cell, definite=f"the {s.cell} the previous step started from")


def just_piece(s: Speech, word: Any = None) -> Noun:
    """The piece of the previous ply of the turn, or of this one where it is made."""
    if is_unset(s, c.Just()):
        return Noun(s.stone, True, definite=f"the {s.stone} of the previous step (there is none)")
    shaped = s.after or s.before is None or any(getattr(ply, "shape", ()) for ply in s.before.plies)
    return Noun(s.stone, True, definite=_first_of_shape(s, the_piece(s)) if shaped else the_piece(s))


def moved_again(s: Speech) -> str:
    """The piece of the previous ply of the turn, where it is moved: the same stone, or the one just placed."""
    if is_unset(s, c.Just()):
        return f"the {s.stone} of the previous step (there is none)"
    plies = s.before.plies if s.before else frozenset()
    if not any(isinstance(ply, (Place, Commit)) for ply in plies):
        return f"the same {s.stone}"
    moves = any(isinstance(ply, MOVES) for ply in plies)
    first = "first " if any(getattr(ply, "shape", ()) for ply in plies) else ""
    return f"the {first}{s.stone} just {'placed or moved' if moves else 'placed'}"


def _cell_left_empty(s: Speech) -> str:
    """The cell of the ply, where that may be one from which a piece was taken."""
    plies = {type(w) for w in words((s.game.opening, s.game.turn)) if isinstance(w, (Place, Remove, *MOVES))}
    if Remove not in plies:
        return ""
    return f"the {s.cell} {'just emptied' if plies == {Remove} else f'of the {s.move}'}"


def _first_of_shape(s: Speech, text: str) -> str:
    """A piece on several cells, of which only the first is the cell of the ply; text: what one on a cell is called."""
    if not has_shapes(s):
        return text
    return text.replace("the ", "the first ", 1) if s.fills else f"the first {s.cell} of {text}"


def has_shapes(s: Speech) -> bool:
    """Whether a piece may be placed on several cells at once."""
    return any(isinstance(w, Place) and w.shape for w in words((s.game.opening, s.game.turn)))


def the_piece(s: Speech) -> str:
    """The stone just placed, or moved, or either."""
    parts = list(words(s.game.turn))
    placed = any(isinstance(w, Place) for w in parts)
    is_moved = any(isinstance(w, MOVES) for w in parts)
    if any(isinstance(w, Remove) for w in parts) and not (placed or is_moved):
        return f"the {s.cell} just emptied"
    if s.fills:
        return f"the {s.cell} just filled"
    return f"the {s.stone} just {'played' if placed and is_moved else 'placed' if placed else 'moved'}"


def last_cell(s: Speech, word: c.Last) -> Noun:
    """The cell of a recent ply of a side: `the square your opponent played on last`."""
    mine = word.side.atom == "own"
    did = "filled" if s.fills else "played on"
    the = "the first" if has_shapes(s) else "the"
    if not mine and s.game.players > 2:
        return _last_of_others(s, word.back, did)
    subject = s.you if mine else s.opponent
    if mine and s.after and word.back == 1:
        return Noun(s.cell, definite=f"{the} {s.cell} {subject} {did} just now")
    ago = word.back - (1 if mine and s.after else 0)
    moves = "last" if ago == 1 else f"{number(ago)} {s.move}s ago"
    if mine and s.after and ago == 1:
        if not s.fills:
            return Noun(s.cell, definite=f"{the} {s.cell} of {s.your} own previous {s.move}")
        moves = f"on {s.your} own previous {s.move}"
    return Noun(s.cell, definite=f"{the} {s.cell} {subject} {did} {moves}")


def _last_of_others(s: Speech, back: int, did: str) -> Noun:
    """The cell of one of the last plies of all the others of more than two players, counted together."""
    ago = "" if back == 1 else f"{ordinal(back)} "
    the, several = ("the first of the", "s") if has_shapes(s) else ("the", "")
    return Noun(s.cell, definite=f"{the} {ago}last {s.cell}{several} that {s.others} {did}")


def participles(s: Speech) -> str:
    """The participles of what a piece may have undergone: moved, been placed."""
    parts = list(words((*s.game.opening, s.game.turn)))
    placed = any(isinstance(w, Place) for w in parts)
    is_moved = any(isinstance(w, MOVES) for w in parts)
    if s.fills:
        return "been filled"
    return "been placed or moved" if placed and is_moved else "been placed" if placed else "moved"
