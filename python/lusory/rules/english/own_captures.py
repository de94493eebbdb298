"""Whether a player may capture pieces of his own, which are not counted as captured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import cells as c
from ..effects import Capture
from ..game import Game
from ..logic import BySide, If
from ..plies import Hop, Leap, Place, Slide, Step
from ..setup import Put
from ..traversal import words
from ..turns import Commit
from ..word import And, Not, Or
from .grammar import Speech


def own_note(s: Speech) -> str:
    """What has to be said of a number of captured pieces, where pieces of one's own may be captured."""
    return " (a player's own do not count)" if captures_own(s) else ""


def captures_own(s: Speech) -> bool:
    """Whether a ply or an effect may capture pieces of the mover's own."""
    return not s.nobody and any(may_hold_own(s, cells) for cells in captured_cells(s.game))


def has_neutral(game: Game) -> bool:
    """Whether there may be pieces that belong to nobody."""
    return any((isinstance(w, Put) and not w.side) or (isinstance(w, Place) and w.owner != c.own) for w in game.words)


def captured_cells(game: Game) -> Iterator[Any]:
    """The sets of cells on which plies and effects capture."""
    committed = [id(w.ply) for w in words(game.turn) if isinstance(w, Commit)]
    for word in words((game.opening, game.turn, game.effects)):
        if isinstance(word, Capture):
            yield word.of
        elif isinstance(word, Hop) and word.captures:
            yield from (word.over, word.to)
        elif isinstance(word, (Place, Step, Slide, Leap, Hop)) and id(word) not in committed:
            yield word.to


def may_hold_own(s: Speech, word: Any) -> bool:
    """Whether a set of cells may hold a piece of the mover's own. No proof that it cannot means that it may."""
    if isinstance(word, And):
        return all(may_hold_own(s, part) for part in word.parts)
    if isinstance(word, (Or, BySide)):
        return any(may_hold_own(s, part) for part in word.parts)
    if isinstance(word, If):
        return may_hold_own(s, word.then) or (word.otherwise is not None and may_hold_own(s, word.otherwise))
    if isinstance(word, Not):
        return not holds_all_own(word.of)
    if isinstance(word, c.Ray):
        return may_hold_own(s, word.through)
    if isinstance(word, (c.Line, c.Group, c.Connected, c.Ring, c.Enclosed, c.Where)):
        return may_hold_own(s, word.of)
    if isinstance(word, c.Kind):
        return not s.only_neutral(word.kind)
    return not isinstance(word, (c.Enemy, c.Neutral, c.Empty))


def holds_all_own(word: Any) -> bool:
    """Whether a set of cells holds every piece of the mover's own."""
    if isinstance(word, Or):
        return any(map(holds_all_own, word.parts))
    return isinstance(word, (c.Own, c.Everywhere)) or word == Not(c.Empty())
