"""Measures as maps: a number for each cell of the board."""

from __future__ import annotations

from collections.abc import Callable

from .. import intervals
from ..collect.collected import Collected
from ..collect.tallies import ResultCounts
from ..figures import CellMap, Figure
from .registry import LACKS, GameContext, make_figure, totals_measure

CELLS = "first plies do not go to a cell each"


def shares(name: str, context: GameContext, often: Callable[[int], int], games: int, reason: str) -> CellMap:
    """The share of the games, by cell."""
    if not games:
        return CellMap(name, unit="share", why=reason)
    each = enumerate(context.geometry.names)
    cells = {cell: make_figure(name, intervals.wilson(often(i), games), games, "share") for i, cell in each}
    return CellMap(name, cells, "share")


@totals_measure("occupied", kind="map", unit="share")
def occupied(collected: Collected, context: GameContext) -> CellMap:
    """For each cell in how many of the finished games a piece stands on it at the end; of games with
    secrets, where two may stand on one cell, in those that are watched ply by ply. Wilson's intervals."""

    def often(cell: int) -> int:
        return sum(side.often[cell] for side in collected.owned if cell < len(side.often))

    return shares("occupied", context, often, collected.boards, LACKS["watched"])


@totals_measure("last ply", kind="map", unit="share")
def last_ply(collected: Collected, context: GameContext) -> CellMap:
    """For each cell in how many of the finished games the last ply that went to a cell went to it: where games are
    decided. Wilson's intervals."""
    last = collected.last.often
    return shares(
        "last ply", context, lambda c: last[c] if c < len(last) else 0, collected.last.total, LACKS["watched"]
    )


@totals_measure("first ply", kind="map", unit="share")
def first_ply(collected: Collected, context: GameContext) -> CellMap:
    """For each cell how many of the finished games began there. Wilson's intervals."""
    games = sum(results.games for results in collected.openings.values())
    cell_results = results_by_cell(collected, context)
    number = {context.cells[text]: results.games for text, results in collected.openings.items() if cell_results}
    names = context.geometry.names
    return shares("first ply", context, lambda c: number.get(names[c], 0), games if cell_results else 0, CELLS)


@totals_measure("openings", kind="map", unit="points")
def openings(collected: Collected, context: GameContext) -> CellMap:
    """For each cell what the first player got in the games that began there; cells that a symmetry takes into each
    other, where the rules respect it, have the same number. Near a half, a swap rule makes the opening fair."""
    results_by_cell_played = results_by_cell(collected, context)
    if not results_by_cell_played:
        return CellMap("openings", unit="points", why=CELLS)
    cells: dict[str, Figure] = {}
    for cell in context.geometry.names:
        if cell in results_by_cell_played:
            cells[cell] = make_figure(
                "openings", results_by_cell_played[cell].score(0), results_by_cell_played[cell].games, "points"
            )
    return CellMap("openings", cells, "points")


def results_by_cell(collected: Collected, context: GameContext) -> dict[str, ResultCounts]:
    """Results by the cell of the first ply, those that are alike joined, wherever of them games began; nothing where
    several first plies share a cell or one has none."""
    cells = [context.cells.get(text) for text in collected.openings]
    if None in cells or len(set(cells)) < len(cells):
        return {}
    together: dict[str, ResultCounts] = {}
    for text, results in collected.openings.items():
        together.setdefault(context.label.get(text, text), ResultCounts()).merge(results)
    labels = {cell: context.label.get(text, text) for text, cell in context.cells.items()}
    return {cell: together[label] for cell, label in labels.items() if label in together}
