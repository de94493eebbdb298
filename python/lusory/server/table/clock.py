"""Clocks: what each player has left, worked out from when plies were made."""

from __future__ import annotations

import msgspec

from .setup import Clock

DAY = 86_400_000


class Running(msgspec.Struct, frozen=True):
    """left: milliseconds of each player, when `since` was. player: whose clock runs (None: nobody's)."""

    kind: Clock
    left: tuple[float, ...]
    player: int | None
    since: int

    @property
    def deadline(self) -> int | None:
        """The moment at which the clock that runs runs out."""
        return None if self.player is None else int(self.since + self.left[self.player])

    def at(self, moment: int) -> tuple[float, ...]:
        """Milliseconds that are left at a moment, one number a player; never less than 0."""
        gone = max(0, moment - self.since)
        return tuple(max(0.0, left - (gone if i == self.player else 0)) for i, left in enumerate(self.left))

    def moved(self, moment: int, following: int | None, turn_over: bool) -> Running:
        """After a ply, with `following` to move. A clock begins to run with the first ply of a person or machine."""
        left = list(self.at(moment))
        if self.player is not None and turn_over:
            left[self.player] = self._turned(left[self.player])
        if self.kind.kind == "days" and following is not None and following != self.player:
            left[following] = self.kind.days * DAY
        return Running(self.kind, tuple(left), following, moment)

    def _turned(self, left: float) -> float:
        return left + self.kind.add * 1000 if self.kind.kind == "increment" else left

    def paused(self, lost: int) -> Running:
        """Shift the clock by milliseconds for which play was impossible."""
        return msgspec.structs.replace(self, since=self.since + lost)

    def stopped(self, moment: int) -> Running:
        """The game is over."""
        return Running(self.kind, self.at(moment), None, moment)


def wound(kind: Clock, players: int, moment: int) -> Running:
    """A clock before the game; it does not run yet."""
    full = kind.days * DAY if kind.kind == "days" else kind.seconds * 1000
    return Running(kind, (full,) * players, None, moment)
