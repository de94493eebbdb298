"""Searches for a forced win of each player, within bounds. Where a turn is one ply, every ply is searched to a depth in
plies. Where turns are longer, the winner tries only the most promising turns and the other side tries all: a win that
is found is certain, but one that needs an untried turn may be missed. Two turns of one player in a row, as after the
choice to stay of a swap rule, are not searched.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from ..play.position import Position
from .solver import Solver

POSITIONS = 1 << 20
"""The most positions searched for each player."""
MEMORY = 1 << 28
WIDTHS = (2, 4, 8)
NO_WIN = "No forced win of"
"""How the sentence begins where none was found."""
TURNS = 10
PLIES = 200
"""The longest wins that are searched for."""


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


OVER = SearchedReach(0, 0)


class ForcedWin(NamedTuple):
    """The result of the searches for a forced win of a player. win: the search that found one. searched: those that
    found none, the deepest of each width. positions: how many were searched. A game that is over is not searched:
    then `win`, or what is in `searched`, is OVER."""

    player: int
    win: SearchedReach | None
    searched: tuple[SearchedReach, ...]
    positions: int

    @property
    def sentence(self) -> str:
        """The result as a sentence."""
        player_name = ("First", "Second")[self.player]
        if OVER in (self.win, *self.searched):
            return f"The game is over: {player_name} has {'won' if self.win else 'not won'}."
        if self.win is not None:
            return f"{player_name} wins by force within {self.win}."
        if not self.searched:
            return f"Whether {player_name} wins by force is open."
        return f"{NO_WIN} {player_name} within {' or '.join(map(str, self.searched))} was found."


def forced_wins(
    position: Position, positions: int = POSITIONS, seconds: float | None = None, memory: int = MEMORY
) -> tuple[ForcedWin, ForcedWin]:
    """Searches for a forced win of each player. positions: the limit for each. seconds: the limit for both together.
    Equal arguments give equal results where no time is set.

    Raises Unsolvable where the game has secrets or is not one for two.
    """
    solver = Solver(position, memory=memory)
    if position.result is not None:
        first, second = (ended(player, value) for player, value in enumerate(position.result.values))
        return first, second
    due = None if seconds is None else time.monotonic() + seconds
    results = []
    for player in (0, 1):
        solver.due = None if due is None else time.monotonic() + (due - time.monotonic()) / (2 - player)
        results.append(ForcedWinSearch(solver, player, positions).run())
    return results[0], results[1]


def ended(player: int, value: float) -> ForcedWin:
    """Whether a player has won a game that is over, by what it is worth to him."""
    return ForcedWin(player, OVER, (), 0) if value == 1.0 else ForcedWin(player, None, (OVER,), 0)


class ForcedWinSearch:
    """Searches for a forced win of one player, ever deeper and wider."""

    def __init__(self, solver: Solver, player: int, positions: int) -> None:
        self.solver, self.player = solver, player
        self.begun = solver.engine.nodes
        self.most = self.begun + positions
        self.searched: list[SearchedReach] = []

    def run(self) -> ForcedWin:
        """The shortest win that was found, or the searches that found none."""
        by_turns = self.solver.has_whole_turns
        win = None
        for width in WIDTHS if by_turns else (0,):
            win = win or self.search_width(width)
        deepest = {search.width: search for search in self.searched}
        return ForcedWin(self.player, win, tuple(deepest.values()), self.solver.engine.nodes - self.begun)

    def search_width(self, width: int) -> SearchedReach | None:
        """The shortest win with so many turns tried in a position."""
        for length in range(1, (TURNS if width else PLIES) + 1):
            answer = self.ask_solver(length, width)
            if answer is True:
                return SearchedReach(length, width)
            if answer is not False:
                return None
            self.searched.append(SearchedReach(length, width))
        return None

    def ask_solver(self, length: int, width: int) -> bool | str:
        """Runs one search."""
        engine, progress = self.solver.engine, self.solver.report_progress
        positions_left = self.most - engine.nodes
        if positions_left <= 0:
            return "stopped"
        if width:
            return engine.forced_win(self.player, length, width, positions=positions_left, progress=progress)
        return engine.answer(self.player, 2, within=length, positions=positions_left, progress=progress)
