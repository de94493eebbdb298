"""How far neither side has a forced win: bounded searches for a win of each player, and what they did not find.

Where a turn is one ply, every ply is searched, so many plies deep. Where turns are longer, the winner tries only his
most promising turns and the other side all of its own: what is found is a win, what is not found may be one that needs
a turn that was not tried. Two turns of one player in a row, as after the choice to stay of a swap rule, are not
followed.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from ..play.position import Position
from .solver import Solver

POSITIONS = 1 << 20
"""Searched for each player, at most."""
MEMORY = 1 << 28
WIDTHS = (2, 4, 8)
NO_WIN = "No forced win of"
"""How the sentence begins where none was found."""
TURNS = 10
PLIES = 200
"""The longest wins that are looked for."""


class SearchedReach(NamedTuple):
    """A finished search. length: turns of the winner, or plies of both where `width` is 0. width: how many turns the
    winner tries in a position; 0: every ply."""

    length: int
    width: int

    def __str__(self) -> str:
        if not self.width:
            return f"{self.length} {'ply' if self.length == 1 else 'plies'}"
        turns = "own turn" if self.length == 1 else "own turns"
        return f"{self.length} {turns} ({self.width} tried in a position)"


class ForcedWin(NamedTuple):
    """What was found out about a forced win of a player. win: the search that found one. searched: those that found
    none, the deepest of each width. positions: how many were searched."""

    player: int
    win: SearchedReach | None
    searched: tuple[SearchedReach, ...]
    positions: int

    @property
    def sentence(self) -> str:
        """In words."""
        who = ("First", "Second")[self.player]
        if self.win is not None:
            return f"{who} wins by force within {self.win}."
        if not self.searched:
            return f"Whether {who} wins by force is open."
        return f"{NO_WIN} {who} within {' or '.join(map(str, self.searched))} was found."


def forced_wins(
    position: Position, positions: int = POSITIONS, seconds: float | None = None, memory: int = MEMORY
) -> tuple[ForcedWin, ForcedWin]:
    """Searches a forced win of each player, so many positions and (both together) so many seconds at most. Equal
    arguments give equal results where no time is set.

    Raises Unsolvable where the game has secrets or is not one for two.
    """
    solver = Solver(position, memory=memory)
    due = None if seconds is None else time.monotonic() + seconds
    both = []
    for player in (0, 1):
        solver.due = None if due is None else time.monotonic() + (due - time.monotonic()) / (2 - player)
        both.append(ForcedWinSearch(solver, player, positions).run())
    return both[0], both[1]


class ForcedWinSearch:
    """Searches a forced win of one player, deeper and wider."""

    def __init__(self, solver: Solver, player: int, positions: int) -> None:
        self.solver, self.player = solver, player
        self.begun = solver.engine.nodes
        self.most = self.begun + positions
        self.searched: list[SearchedReach] = []

    def run(self) -> ForcedWin:
        """The shortest win that was found, or how far there is none."""
        by_turns = self.solver.has_whole_turns
        win = None
        for width in WIDTHS if by_turns else (0,):
            win = win or self.of_width(width)
        deepest = {search.width: search for search in self.searched}
        return ForcedWin(self.player, win, tuple(deepest.values()), self.solver.engine.nodes - self.begun)

    def of_width(self, width: int) -> SearchedReach | None:
        """The shortest win with so many turns tried in a position."""
        for length in range(1, (TURNS if width else PLIES) + 1):
            answer = self.asked(length, width)
            if answer is True:
                return SearchedReach(length, width)
            if answer is not False:
                return None
            self.searched.append(SearchedReach(length, width))
        return None

    def asked(self, length: int, width: int) -> bool | str:
        """One search."""
        engine, progress = self.solver.engine, self.solver.report_progress
        positions_left = self.most - engine.nodes
        if positions_left <= 0:
            return "stopped"
        if width:
            return engine.forced_win(self.player, length, width, positions=positions_left, progress=progress)
        return engine.answer(self.player, 2, within=length, positions=positions_left, progress=progress)
