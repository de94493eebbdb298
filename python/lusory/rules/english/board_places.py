"""Where the places of a board are that the rules name: home rows, forward, and on a board given as a graph its edges,
corners, rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .. import cells as c
from ..boards import Graph
from ..directions import Dir, Forward
from ..events import PLAYER_NAMES
from ..geometry import bits
from ..link_chains import chains, drawn_straight, links
from ..traversal import words
from .direction_text import drawn_way
from .grammar import LETTERS, Speech, join_with_and, sentence


def places(s: Speech) -> Iterator[str]:
    """A sentence for each sort of place that the rules name and the board alone does not tell."""
    game = s.game
    used = {type(w) for w in words((game.opening, game.turn, game.effects, game.ends))}
    if c.Ranks in used or (Forward in used and not isinstance(game.board, Graph)):
        yield from homes(s, Forward in used)
    if isinstance(game.board, Graph):
        yield from graph_places(s, {*used, *(type(w) for w in words(game.setup))})


def homes(s: Speech, forward: bool) -> Iterator[str]:
    """Where each side's home row is; for the third and fourth side it is a column."""
    geometry, sides = s.game.geometry, s.game.players
    names = {mask: f"column {label}" for label, mask in geometry.columns}
    names |= {mask: f"row {label}" for label, mask in geometry.rows}
    ranks = [geometry.ranks[min(side, len(geometry.ranks) - 1)] for side in range(sides)]
    if not all(ranks) or any(rank[0] not in names for rank in ranks):
        return
    home = [names[rank[0]] for rank in ranks]
    away = "; forward leads away from it" if forward and not isinstance(s.game.board, Graph) else ""
    if sides == 1:
        yield f"Your home row is {home[0]}{away}."
        return
    of_each = join_with_and(f"{line} for {name}" for line, name in zip(home, names_of_sides(s), strict=False))
    yield f"The home {'row' if sides == 2 else 'line'} is {of_each}{away}."


def names_of_sides(s: Speech) -> tuple[str, ...]:
    """The letters of the sides, or the players where pieces belong to nobody: then no letter is told."""
    return PLAYER_NAMES if s.nobody else LETTERS


def graph_places(s: Speech, used: set[type]) -> Iterator[str]:
    """The cells of edges, corners, rows and columns, and the directions, of a board given as a graph."""
    geometry = s.game.geometry
    if c.Edges in used:
        yield listed(s, "Edges", geometry.edges)
    if c.Corners in used:
        corners = [geometry.names[cell] for mask in geometry.corners for cell in bits(mask)]
        yield f"Corners: {join_with_and(corners)}." if corners else "The board has no corners."
    if used & {c.Row, c.Ranks}:
        yield listed(s, "Rows", geometry.rows)
    if c.Column in used or (c.Ranks in used and s.game.players > 2):
        yield listed(s, "Columns", geometry.columns)
    if Forward in used:
        yield forward_ways(s)
    if directions_named(s):
        named = (f"{label}: {', '.join(texts)}" for label, texts in chains(geometry, links(geometry)))
        yield f"Directions: {'; '.join(named)}."


def listed(s: Speech, head: str, sets: Iterable[tuple[str, int]]) -> str:
    """Sets of cells with their labels."""
    texts = [f"{label}: {' '.join(s.game.geometry.named(mask))}" for label, mask in sets]
    return f"{head}: {'; '.join(texts)}." if texts else f"The board has no {head.lower()}."


def forward_ways(s: Speech) -> str:
    """Which directions are forward for each side."""
    geometry = s.game.geometry
    ways = []
    for side in range(s.game.players):
        mask = geometry.forward[min(side, len(geometry.forward) - 1)]
        names = [geometry.directions[d] for d in bits(mask)]
        text = join_with_and((drawn_way(geometry, name) or f"in direction {name}" for name in names), "or")
        ways.append(f"{text} for {names_of_sides(s)[side]}" if s.game.players > 1 else text)
    return sentence(f"forward is {join_with_and(ways)}")


def directions_named(s: Speech) -> bool:
    """Whether the rules name directions of a graph whose steps do not all lead the same way on the drawn board."""
    geometry = s.game.geometry
    if not drawn_straight(geometry) and any(isinstance(w, c.Line) and w.directions is None for w in s.game.words):
        return False  # they are listed as lines
    named: set[Any] = {name for w in s.game.words if isinstance(w, Dir) for name in w.names.split()}
    if any(isinstance(w, Forward) for w in s.game.words):
        named |= {geometry.directions[d] for mask in geometry.forward for d in bits(mask)}
    return any(not drawn_way(geometry, name) for name in named)
