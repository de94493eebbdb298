"""Analysis: runs a search of a position and yields its report again and again as it improves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import msgspec

from .._engine import Knowledge, Search, State
from ..errors import LusoryError
from ..learn.board import connections
from ..play.program import contract_of
from ..play.view import View
from .limits import LEAF_PLAYOUTS
from .player import Seen
from .shipped_nets import shipped_net


class Judged(msgspec.Struct, frozen=True):
    """The analysis of one legal ply.

    visits: simulations that went through it. value: its worth to the player who makes it, from 0 to 1; None where it
    was never tried. proven: whether that is certain.
    """

    ply: str
    visits: int
    value: float | None
    proven: bool


class Analysis(msgspec.Struct, frozen=True):
    """The analysis of a position.

    best: the best ply. line: the plies that are expected, the best first. value: the worth of the best ply to the
    player who makes it, from 0 to 1. interval: of 95 % confidence, for the randomness of playouts alone.
    proven: whether it is certain. values: the worth of the position to each player, over all simulations.
    solved: whether they are certain. simulations, seconds: spent so far. visits: simulations that the statistics rest
    on. full: whether the tree reached its memory limit. plies: each legal ply: the best, then the most visited.
    """

    best: str
    line: tuple[str, ...]
    value: float
    interval: tuple[float, float]
    proven: bool
    values: tuple[float, ...]
    solved: bool
    simulations: int
    visits: int
    seconds: float
    full: bool
    plies: tuple[Judged, ...]

    def __str__(self) -> str:
        sure = "proven" if self.proven else f"{self.interval[0]:.2f} to {self.interval[1]:.2f}"
        return f"{' '.join(self.line[:6])}: {self.value:.2f} ({sure}) after {self.simulations:,} simulations"


def analyse(
    seen: Seen, *, every: float = 0.5, seed: int = 0, threads: int = 1, memory: int = 256 << 20, **options: Any
) -> Iterator[Analysis]:
    """Yields analyses, one every so many seconds, until the caller stops or the position is solved.

    For a game with secrets pass the View of the player to move; a Position of one is searched with full information. A
    net that comes with lusory for the game judges positions in place of random games, except in games that ask for
    connections; with `net=None` it does not.
    Raises LusoryError where the game is over, a chance ply is next, or the engine does not play the game.
    """
    contract: Any = contract_of(seen.game)
    search = _search(seen, seed=seed, threads=threads, memory=memory, **options)
    started = time.monotonic()
    while True:
        search.run(seconds=every)
        report = search.report()
        if report is None:
            raise LusoryError("no state was found in time that agrees with all the player knows")
        analysis = analysis_of(contract, report, time.monotonic() - started)
        yield analysis
        if analysis.solved:
            return


def _search(seen: Seen, **options: Any) -> Search:
    if seen.result is not None:
        raise LusoryError("the game is over: there is nothing to analyse")
    if isinstance(seen, View) and seen.to_move != seen.player:
        raise LusoryError("another is to move, expected the View of the player to move")
    if seen.to_move is not None and seen.to_move < 0:
        raise LusoryError("a chance ply is next, expected a player's turn")
    subject = seen.knows if isinstance(seen, View) else seen.state
    if not isinstance(subject, Knowledge | State):
        raise LusoryError(f"{seen.game.name}: not played by the engine, which alone can analyse")
    # Nets that read connections take too long for simulations: in hex they score 20 % of 10 games, in havannah 6 %.
    if isinstance(subject, State) and (net := shipped_net(seen.game)) and not connections(seen.game):
        options = {"net": net.net} | options
    return Search(subject, **{"leaf": LEAF_PLAYOUTS} | options)


def analysis_of(contract: Any, report: dict[str, Any], seconds: float) -> Analysis:
    """Converts a search report to an Analysis with the game's texts of plies."""
    # A ply that is proven to win needs no visits.
    judged = sorted(report["plies"], key=lambda each: each[0] != report["best"])
    plies = tuple(Judged(contract.text(ply), *rest) for ply, *rest in judged)
    line = tuple(contract.text(ply) for ply in report["line"])
    fields = {name: report[name] for name in ("value", "interval", "proven", "solved", "simulations", "visits", "full")}
    values = tuple(report["values"][: contract.players])
    return Analysis(
        best=contract.text(report["best"]), line=line, values=values, seconds=seconds, plies=plies, **fields
    )
