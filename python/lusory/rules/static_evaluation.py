"""Evaluates words that depend on the board alone, as in setups and announcements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import RuleError
from .cells import (
    Adjacent,
    At,
    Center,
    Column,
    Corners,
    Edges,
    Everywhere,
    Ranks,
    Row,
    Shade,
    Shift,
    To,
)
from .directions import Diagonal, Dir, Every, Forward, Orthogonal
from .geometry import Geometry, bits, mask_of, union
from .spec import value_text
from .traversal import walk, words
from .turns import Commit
from .word import And, Not, Opposite, Or

if TYPE_CHECKING:
    from .game import Game


class StaticContext(Protocol):
    """The context in which words are evaluated: a board, and the side that words such as `own` mean (from 0)."""

    geometry: Geometry
    side: int

    def cells(self, word: Any) -> int: ...

    def directions(self, word: Any) -> int: ...


Reading = Callable[[Any, Any], int]


def _all_of(scene: StaticContext, word: And) -> int:
    result = -1
    for part in word.parts:
        result &= scene.cells(part)
    return result


def _any_of(scene: StaticContext, word: Or) -> int:
    result = 0
    for part in word.parts:
        result |= scene.cells(part)
    return result


def _ranks(scene: StaticContext, word: Ranks) -> int:
    ranks = scene.geometry.ranks[min(scene.side, len(scene.geometry.ranks) - 1)]
    last = word.first if word.last is None else word.last
    # Ranks that the board does not have are empty here; check.py refuses them in a game.
    indices = range(max(word.first, -len(ranks)), min(last, len(ranks)) + 1)
    return union(ranks[k - 1 if k > 0 else k] for k in indices)


def _touching(lines: tuple[tuple[str, int], ...], cells: int) -> int:
    return union(mask for _, mask in lines if mask & cells)


def edges(geometry: Geometry, word: Edges) -> tuple[int, ...]:
    """The sets of cells an Edges names."""
    corners = 0 if word.corners else union(geometry.corners)
    labels = word.names.split()
    return tuple(mask & ~corners for label, mask in geometry.edges if not labels or label in labels)


def shift(scene: StaticContext, word: Shift) -> int:
    """The set moved one step in each direction, joined."""
    cells = scene.cells(word.of)
    return union(scene.geometry.shift(cells, d) for d in bits(scene.directions(word.directions)))


def neighbour_directions(scene: StaticContext, word: Any) -> int:
    """The directions of a neighbour word: those in which cells share a side, if it names none."""
    return scene.geometry.sides if word is None else scene.directions(word)


CELLS: dict[type, Reading] = {
    And: _all_of,
    Or: _any_of,
    Not: lambda s, w: s.geometry.all & ~s.cells(w.of),
    Everywhere: lambda s, w: s.geometry.all,
    At: lambda s, w: mask_of(s.geometry.index[name] for name in w.names.split()),
    Ranks: _ranks,
    Row: lambda s, w: _touching(s.geometry.rows, s.cells(w.of)),
    Column: lambda s, w: _touching(s.geometry.columns, s.cells(w.of)),
    Center: lambda s, w: s.geometry.centre,
    Shade: lambda s, w: s.geometry.shades[w.index],
    Edges: lambda s, w: union(edges(s.geometry, w)),
    Corners: lambda s, w: union(s.geometry.corners),
    Adjacent: lambda s, w: s.geometry.adjacent(s.cells(w.of), neighbour_directions(s, w.directions)),
    Shift: shift,
    tuple: lambda s, w: union(s.cells(part) for part in w),
}


def _opposite(scene: StaticContext, word: Opposite) -> int:
    back = (scene.geometry.opposite[d] for d in bits(scene.directions(word.of)))
    return mask_of(d for d in back if d >= 0)


def _all_ways(scene: StaticContext, word: And) -> int:
    result = -1
    for part in word.parts:
        result &= scene.directions(part)
    return result


DIRECTIONS: dict[type, Reading] = {
    And: _all_ways,
    Or: lambda s, w: union(s.directions(part) for part in w.parts),
    Not: lambda s, w: s.geometry.every & ~s.directions(w.of),
    Every: lambda s, w: s.geometry.every,
    Orthogonal: lambda s, w: s.geometry.sides,
    Diagonal: lambda s, w: s.geometry.diagonals,
    Forward: lambda s, w: s.geometry.forward[min(s.side, len(s.geometry.forward) - 1)] if s.geometry.forward else 0,
    Dir: lambda s, w: mask_of(s.geometry.directions.index(name) for name in w.names.split()),
    Opposite: _opposite,
}

WORDS = frozenset(CELLS) | frozenset(DIRECTIONS)
"""Words that depend on the board alone."""


class BoardScene:
    """An empty board as a context. `to` is the landing cell for which announcements are evaluated."""

    def __init__(self, geometry: Geometry, side: int = 0, to: int = 0) -> None:
        self.geometry, self.side, self.to = geometry, side, to

    def cells(self, word: Any) -> int:
        if isinstance(word, To):
            return self.to
        return CELLS[type(word)](self, word)

    def directions(self, word: Any) -> int:
        return DIRECTIONS[type(word)](self, word)


def announced_regions(game: Game) -> tuple[int, ...]:
    """Every set of cells that a Commit of the game may announce, in order; the board where one announces nothing."""
    distinct: dict[int, None] = {}
    for commit in words((*game.opening, game.turn)):
        if not isinstance(commit, Commit):
            continue
        for announce in commit.announce:
            for cell in range(len(game.geometry.names)):
                distinct[BoardScene(game.geometry, 0, 1 << cell).cells(announce)] = None
        if not commit.announce:
            distinct[game.geometry.all] = None
    return tuple(distinct)


def check_announcements(game: Game) -> None:
    """Announcements must depend on the target and the board alone, not on who moves."""
    for path, commit in walk(game):
        for i, announce in enumerate(commit.announce if isinstance(commit, Commit) else ()):
            wrong_words = [w for w in words(announce) if type(w) not in {*WORDS, To} - {Ranks, Forward}]
            if wrong_words:
                raise RuleError(
                    f"{path}.announce[{i}]", value_text(wrong_words[0]), "expected words of `to` and the board alone"
                )
