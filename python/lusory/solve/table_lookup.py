"""Plays by a table: the value of every position of a game that was solved layer by layer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..play.position import Position
from ..reference import Reference
from ..rules.geometry import union
from .certificate import load as load_certificate
from .layer_check import LOST
from .lookup import HeldClaim, Lookup, ProofPath, ProvenPly
from .table_file import PositionTable, is_table
from .table_file import load as load_table

WIN = 2
"""Half points of a win."""


class TableValue(NamedTuple):
    """What a player gets, in half points, and how many plies the next placement or the end then takes."""

    halves: int
    plies: int

    @property
    def rank(self) -> tuple[int, int]:
        """The larger, the better for the player."""
        return self.halves, -self.plies if self.halves == WIN else self.plies


class TableLookup:
    """The values of positions from a table."""

    def __init__(self, table: PositionTable) -> None:
        self.table, self.game = table, table.game
        self.reference = Reference(table.game)
        self.kind = next(iter(self.reference.tables.kinds))

    def ply(self, position: Position, player: int) -> ProvenPly | None:
        """The best ply for the player to move, and what it is worth. Of those that win, one that needs the fewest plies
        until the next placement, so that play comes nearer to the end; of those that lose, one that delays it."""
        if position.to_move != player:
            return None
        state = self.state_of(position)
        values = {action: self.after_ply(state, action, player) for action in sorted(self.reference.legal(state))}
        best = max(values, key=lambda action: values[action].rank, default=None)
        return None if best is None else ProvenPly(best, values[best].halves)

    def after(self, position: Position, action: int) -> Iterator[HeldClaim]:
        """What each player gets after a ply; how many plies that takes is not in the table."""
        mover = position.to_move or 0
        of_mover = self.after_ply(self.state_of(position), action, mover).halves
        for player, halves in ((mover, of_mover), (1 - mover, WIN - of_mover)):
            if halves:
                yield HeldClaim(player, halves, None)

    def halves_of(self, position: Position, player: int) -> int:
        """What a position is worth for a player, in half points."""
        return self.value(self.state_of(position), player).halves

    def state_of(self, position: Position) -> Any:
        """The state of the reference in a position."""
        state = self.reference.start()
        for past_ply in position.past:
            state = self.reference.play(state, past_ply.action)[0]
        return state

    def after_ply(self, state: Any, action: int, player: int) -> TableValue:
        """What a state is worth for a player after a ply. A placement leaves the layer: what follows does not count."""
        after = self.reference.play(state, action)[0]
        value = self.value(after, player)
        is_placement = union(after.pieces).bit_count() > union(state.pieces).bit_count()
        return value._replace(plies=0) if is_placement else value

    def value(self, state: Any, player: int) -> TableValue:
        """What a state is worth for a player."""
        result = self.reference.result(state)
        if result is not None:
            return TableValue(round(2 * result.values[player]), 0)
        planes = [self.reference.tables.plane(1 + side, self.kind) for side in (state.side, 1 - state.side)]
        own, other = (state.pieces[plane] for plane in planes)
        value = self.table.values.value(own | other, own)
        of_mover, plies = self.within_limit(value, state), value % LOST
        return TableValue(of_mover if self.reference.to_move(state) == player else WIN - of_mover, plies)

    def within_limit(self, value: int, state: Any) -> int:
        """The half points of a value for the side to move. A win that needs more plies without a placement than are
        left until the draw is none."""
        plies, limit = value % LOST, self.table.rules.limit
        if plies == 0 or (limit is not None and state.quiet[0] + plies > limit):
            return 1
        return 0 if value >= LOST else WIN


def load_lookup(path: Path) -> Lookup:
    """A certificate or a table from a file, ready to be played by. Raises LusoryError; OSError where it cannot be
    read."""
    return TableLookup(load_table(path)) if is_table(path) else ProofPath(load_certificate(path))
