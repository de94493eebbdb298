"""Clocks: what each player has left, worked out from when plies were made."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from .setup import Clock

DAY = 86_400_000
SHORT = 3_600_000
"""Milliseconds without a server that a clock of days does not notice."""


class Running(Struct, frozen=True):
    """left: milliseconds of each player, when `since` was. player: whose clock runs (None: nobody's). since: in the
    future while the clock is held, until its player is back. turned: when the present turn began, moved on by the time
    that did not count. reminded: whether a reminder was sent in this turn."""

    kind: Clock
    left: tuple[float, ...]
    player: int | None
    since: int
    turned: int = 0
    reminded: bool = False

    @property
    def deadline(self) -> int | None:
        """The moment at which the clock that runs runs out: the player's own time, or the most that a turn may take."""
        if self.player is None:
            return None
        at_own_clock = int(self.since + self.left[self.player])
        return min(at_own_clock, self.turned + int(self.kind.turn_days * DAY)) if self.kind.turn_days else at_own_clock

    @property
    def reminder(self) -> int | None:
        """The moment at which a reminder is due; None where none is, or it was sent."""
        if self.player is None or self.reminded or not self.kind.remind_days:
            return None
        return self.turned + int(self.kind.remind_days * DAY)

    @property
    def rings(self) -> int | None:
        """When something is due next."""
        moments = [moment for moment in (self.deadline, self.reminder) if moment is not None]
        return min(moments, default=None)

    def is_held(self, moment: int) -> bool:
        """Whether the clock waits for its player to come back."""
        return self.player is not None and self.since > moment

    def turn_left(self, moment: int) -> float | None:
        """Milliseconds that are left for the present turn; None where a turn has no limit."""
        if self.player is None or not self.kind.turn_days:
            return None
        return max(0.0, self.turned + self.kind.turn_days * DAY - max(moment, self.since))

    def at(self, moment: int) -> tuple[float, ...]:
        """Milliseconds that are left at a moment, one number a player; never less than 0."""
        elapsed = max(0, moment - self.since)
        return tuple(
            max(0.0, time_left - (elapsed if i == self.player else 0)) for i, time_left in enumerate(self.left)
        )

    def moved(self, moment: int, following: int | None, turn_over: bool) -> Running:
        """After a ply, with `following` to move. A clock begins to run with the first ply of a person or machine."""
        time_left = list(self.at(moment))
        if self.player is not None and turn_over:
            time_left[self.player] += self._added()
        new_turn = following != self.player or turn_over
        if self.kind.kind == "days" and following is not None and new_turn:
            time_left[following] = self.kind.days * DAY
        turned, reminded = (moment, False) if new_turn else (self.turned - self._still_held(moment), self.reminded)
        return Running(self.kind, tuple(time_left), following, moment, turned, reminded)

    def _still_held(self, moment: int) -> int:
        return max(0, self.since - moment)

    def _added(self) -> float:
        """Milliseconds that a player gains by ending a turn."""
        gains = {"increment": self.kind.add * 1000, "bank": self.kind.add_days * DAY}
        return gains.get(self.kind.kind, 0.0)

    def paused(self, pause: int) -> Running:
        """Shift the clock by milliseconds for which play was impossible."""
        return replace(self, since=self.since + pause, turned=self.turned + pause)

    def held(self, moment: int, until: int) -> Running:
        """The clock that runs waits until then, or, where it is held already, until then instead."""
        turned = self.turned + until - max(moment, self.since)
        return replace(self, left=self.at(moment), since=until, turned=turned)

    def stopped(self, moment: int) -> Running:
        """The game is over."""
        return Running(self.kind, self.at(moment), None, moment, self.turned)


def wound(kind: Clock, players: int, moment: int) -> Running:
    """A clock before the game; it does not run yet."""
    full_time = kind.days * DAY if kind.correspondence else kind.seconds * 1000
    return Running(kind, (full_time,) * players, None, moment, moment)


def uncounted(clock: Running | None, updated: int, downtimes: Sequence[tuple[int, int]]) -> int:
    """Milliseconds in which a clock did not run since no server did, and which were not noted yet. updated: when the
    last entry of its table was noted: a server ran then. downtimes: from when to when, none of them over another."""
    if clock is None or clock.player is None:
        return 0
    least = SHORT if clock.kind.correspondence else 0
    spans = [(max(clock.since, begin, updated), end) for begin, end in downtimes]
    return sum(end - begin for begin, end in spans if begin + least < end)
