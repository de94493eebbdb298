"""Plays by a table: the value of every position of a game that was solved layer by layer.

Where a draw by repetition was left out of the rules, a win of the table may come back to a position that the game has
seen since the last placement, and be a draw. It does not while every such position is farther from the win.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from ..play.position import Position
from ..reference import Reference
from ..rules.geometry import union
from .layer_check import LOST
from .lookup import HeldClaim, ProvenPly
from .table_file import PositionTable

WIN, DRAW = 2, 1
"""Half points."""


class TableValue(NamedTuple):
    """What a player gets without a draw by repetition, in half points. plies: until the next placement or the end.
    is_certain: whether that holds with it, too; else a player gets half a point instead of a win, perhaps."""

    halves: int
    plies: int
    is_certain: bool = True

    @property
    def least(self) -> int:
        """What the player gets at least."""
        return self.halves if self.is_certain else min(self.halves, DRAW)

    @property
    def most(self) -> int:
        """What the player gets at most."""
        return self.halves if self.is_certain else max(self.halves, DRAW)

    @property
    def rank(self) -> tuple[int, int, int]:
        """The larger, the better for the player. Of wins the nearest, of losses the farthest."""
        return self.least, self.halves, -self.plies if self.halves == WIN else self.plies


class LayerPath(NamedTuple):
    """A position in a game. plies: of the game, by their ids. states: of the reference, since the last placement."""

    plies: tuple[int, ...]
    states: tuple[Any, ...]

    @property
    def state(self) -> Any:
        """The state of the position."""
        return self.states[-1]


class TableLookup:
    """The values of positions from a table."""

    is_complete: ClassVar[bool] = True

    def __init__(self, table: PositionTable) -> None:
        self.table, self.game = table, table.game
        self.reference = Reference(table.game)
        self.kind = next(iter(self.reference.tables.kinds))
        self._latest = LayerPath((), (self.reference.start(),))

    def ply(self, position: Position, player: int) -> ProvenPly | None:
        """The best ply for the player to move, and what it is worth at least. Of those that win, one that needs the
        fewest plies until the next placement, so that play comes nearer to the end; of those that lose, one that delays
        it."""
        if position.to_move != player or not position.is_from_start:
            return None
        path = self.path_in_layer(position)
        values = {ply: self.value(self.after_ply(path, ply), player) for ply in self.reference.legal(path.state)}
        best = max(values, key=lambda ply: (*values[ply].rank, -ply), default=None)
        return None if best is None else ProvenPly(best, values[best].least)

    def after(self, position: Position, action: int) -> Iterator[HeldClaim]:
        """What each player gets at least after a ply; how many plies that takes is not in the table."""
        if not position.is_from_start:
            return
        value = self.value(self.after_ply(self.path_in_layer(position), action), 0)
        for player, halves in ((0, value.least), (1, WIN - value.most)):
            if halves:
                yield HeldClaim(player, halves, None)

    def halves_of(self, position: Position, player: int) -> int:
        """What a position is worth for a player, in half points, without a draw by repetition."""
        return self.value(self.path_in_layer(position), player).halves

    def path_in_layer(self, position: Position) -> LayerPath:
        """A position of a game from the start."""
        plies = tuple(past_ply.action for past_ply in position.past)
        path = self._latest
        if plies[: len(path.plies)] != path.plies:
            path = LayerPath((), (self.reference.start(),))
        for ply in plies[len(path.plies) :]:
            path = self.after_ply(path, ply)
        self._latest = path
        return path

    def after_ply(self, path: LayerPath, ply: int) -> LayerPath:
        """The position after a ply."""
        after = self.reference.play(path.state, ply)[0]
        is_placement = union(after.pieces).bit_count() > union(path.state.pieces).bit_count()
        return LayerPath((*path.plies, ply), (after,) if is_placement else (*path.states, after))

    def value(self, path: LayerPath, player: int) -> TableValue:
        """What a position is worth for a player."""
        value = self.value_of(path.state, player)
        if (
            not self.table.leaves_repetition_out
            or value.halves == DRAW
            or self.reference.result(path.state) is not None
        ):
            return value
        before = (self.value_of(state, player) for state in path.states[:-1])
        nearer = any(other.halves == value.halves and other.plies <= value.plies for other in before)
        return value._replace(is_certain=not nearer)

    def value_of(self, state: Any, player: int) -> TableValue:
        """What a state is worth for a player, without a draw by repetition."""
        result = self.reference.result(state)
        if result is not None:
            return TableValue(round(2 * result.values[player]), 0)
        planes = [self.reference.tables.plane(1 + side, self.kind) for side in (state.side, 1 - state.side)]
        own, other = (state.pieces[plane] for plane in planes)
        value = self.table.values.value(own | other, own)
        of_mover = self.within_limit(value, state)
        return TableValue(of_mover if self.reference.to_move(state) == player else WIN - of_mover, value % LOST)

    def within_limit(self, value: int, state: Any) -> int:
        """The half points of a value for the side to move. A win that needs more plies without a placement than are
        left until the draw is none."""
        plies, limit = value % LOST, self.table.rules.limit
        if plies == 0 or (limit is not None and state.quiet[0] + plies > limit):
            return DRAW
        return 0 if value >= LOST else WIN
