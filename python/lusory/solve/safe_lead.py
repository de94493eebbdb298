"""Leads that are out of reach: with the plies that are left, the other player cannot catch up any more."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..rules.game import Game
from ..rules.geometry import union
from .gain_limits import gain_of_ply
from .lead import lead


class SafeLead(NamedTuple):
    """The rules of a game that a lead in points decides, in which the sides take turns to fill the board. cells: of the
    board. gain: what a ply brings its player at most. handicap: what the second side gets added in the end."""

    cells: int
    gain: int
    handicap: int

    def holds(self, state: Any, player: int, halves: int, moves: bool) -> bool:
        """Whether a player gets at least so many half points, whatever follows. moves: whether that player does."""
        side = state.seats.index(player)
        ahead = state.scores[side] - state.scores[1 - side] + (self.handicap if side else -self.handicap)
        empty = self.cells - union(state.pieces).bit_count()
        plies_of_other = empty // 2 if moves else empty - empty // 2
        return bool(ahead - plies_of_other * self.gain >= halves - 1)

    def margins(self, chance_plies: int) -> tuple[int, int]:
        """By how much First can be ahead in the end, at least and at most; so many plies are chance's, and may bring
        points to either."""
        second = (self.cells - chance_plies) // 2
        first = self.cells - chance_plies - second
        return -(second + chance_plies) * self.gain - self.handicap, (first + chance_plies) * self.gain - self.handicap


def safe_lead(game: Game) -> SafeLead | None:
    """The leads of a game that are out of reach; None where other rules decide it."""
    found = lead(game)
    if found is None or found.counter != "score" or found.recent is None:
        return None
    gain = gain_of_ply(game)
    return None if gain is None else SafeLead(len(game.geometry.names), gain, found.handicap)
