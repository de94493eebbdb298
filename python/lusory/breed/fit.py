"""Fits words to another board: what they name there, how far they reach, the kinds of piece.

A subtree that comes from a game on another board, or a board that comes to other rules, seldom makes sense as it is:
cells and directions have other names, lines are shorter. What has no meaning on the board becomes the nearest that has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ..errors import RuleError
from ..rules.cells import At, Center, Connected, Corners, Edges, Kind, Line, Own, Ranks, Shade, everywhere, own
from ..rules.directions import Diagonal, Dir, Forward, every
from ..rules.effects import Promote
from ..rules.geometry import Geometry
from ..rules.numbers import Hand
from ..rules.plies import Place
from ..rules.setup import InHand, Put
from ..rules.static_evaluation import BoardScene, edges
from ..rules.traversal import words
from .parts import FIELDS, Fields, map_words

Fitting = Callable[[Any, Geometry], Any]


def fit_fields(fields: Fields) -> Fields:
    """The fields of a game with all words fitted to its board. Raises RuleError where that cannot be done."""
    geometry = fields["board"].geometry()
    fitted_fields = fields | {name: map_words(fields[name], lambda word: fit(word, geometry)) for name in FIELDS}
    fitted_fields["setup"] = without_overlaps(fitted_fields["setup"], geometry)
    return fit_kinds(fitted_fields)


def fit(word: Any, geometry: Geometry) -> Any:
    """The word, or the nearest to it that has a meaning on this board."""
    change = FITS.get(type(word))
    return word if change is None else change(word, geometry)


def names_on_board(names: str, board_names: tuple[str, ...]) -> str:
    """The names among these that the board has."""
    return " ".join(name for name in names.split() if name in board_names)


def _at(word: At, geometry: Geometry) -> Any:
    names = names_on_board(word.names, geometry.names)
    return At(names) if names else Center()


def _dir(word: Dir, geometry: Geometry) -> Any:
    names = names_on_board(word.names, geometry.directions)
    return Dir(names) if names else every


def _edges(word: Edges, geometry: Geometry) -> Any:
    if not geometry.edges:
        return (Center(),)
    return msgspec.structs.replace(word, names=names_on_board(word.names, tuple(label for label, _ in geometry.edges)))


def _ranks(word: Ranks, geometry: Geometry) -> Any:
    most = min((len(ranks) for ranks in geometry.ranks), default=0)
    if not most:
        return Center()
    first, last = (None if n is None else max(-most, min(most, n)) for n in (word.first, word.last))
    return msgspec.structs.replace(word, first=first, last=last)


def _line(word: Line, geometry: Geometry) -> Any:
    n = max(2, min(word.n, geometry.longest(geometry.every)))
    return msgspec.structs.replace(word, n=n, share=min(word.share, n - 1))


def _connected(word: Connected, geometry: Geometry) -> Any:
    most = regions(word.regions, geometry)
    n = None if word.n is None or most is None else min(word.n, max(most, 1))
    return msgspec.structs.replace(word, n=n)


def regions(word: Any, geometry: Geometry) -> int | None:
    """The number of regions; None where it does not depend on the board alone."""
    if isinstance(word, tuple):
        return len(word)
    if isinstance(word, Edges):
        return len(edges(geometry, word))
    return len(geometry.corners) if isinstance(word, Corners) else None


def _place(word: Place, geometry: Geometry) -> Any:
    shape = word.shape if all(names_on_board(walk, geometry.directions) == walk for walk in word.shape) else ()
    owner = own if word.owner.atom == "enemy" else word.owner
    return msgspec.structs.replace(word, shape=shape, owner=owner)


FITS: dict[type, Fitting] = {
    At: _at,
    Dir: _dir,
    Edges: _edges,
    Ranks: _ranks,
    Line: _line,
    Connected: _connected,
    Place: _place,
    Corners: lambda word, geometry: word if geometry.corners else (Center(),),
    Shade: lambda word, geometry: Shade(word.index % len(geometry.shades)) if geometry.shades else everywhere,
    Diagonal: lambda word, geometry: word if geometry.diagonals else every,
    Forward: lambda word, geometry: word if geometry.forward else every,
}
"""The fitting of each word that may have no meaning on a board."""


def without_overlaps(setup: tuple[Any, ...], geometry: Geometry) -> tuple[Any, ...]:
    """A setup in which no cell gets two pieces and no kind is handed out twice: what comes too late is left out."""
    items, occupied, kinds = [], 0, set[str]()
    for item in setup:
        if isinstance(item, InHand):
            if item.kind in kinds:
                continue
            kinds.add(item.kind)
        if isinstance(item, Put):
            cells = cells_of_put(item, geometry)
            if cells is None or not cells or cells & occupied:
                continue
            occupied |= cells
        items.append(item)
    return tuple(items)


def cells_of_put(item: Put, geometry: Geometry) -> int | None:
    """The cells of a Put; None where it does not depend on the board alone."""
    try:
        return BoardScene(geometry, max(item.side - 1, 0)).cells(item.at)
    except (KeyError, RuleError, IndexError):
        return None


def fit_kinds(fields: Fields) -> Fields:
    """The fields of a game in which words about kinds of piece name those that there are."""
    value = tuple(fields[name] for name in FIELDS)
    existing_kinds = {word.kind for word in words(value) if isinstance(word, (Put, Place, Promote, InHand))}
    mentioned_kinds = {word.kind for word in words(value) if isinstance(word, (Kind, Hand))}
    if mentioned_kinds <= existing_kinds:
        return fields

    def change(word: Any) -> Any:
        if isinstance(word, Kind) and word.kind not in existing_kinds:
            return Own()
        if isinstance(word, Hand) and word.kind not in existing_kinds:
            return 0
        return word

    return fields | {name: map_words(fields[name], change) for name in FIELDS}
