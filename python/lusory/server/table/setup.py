"""The setup of a table: seats, names, clock, options. It never changes."""

from __future__ import annotations

from typing import Literal

import msgspec

HUMAN, OPEN = "human", "open"
"""Kinds of seats besides specs of players: a person's seat, and an open seat that any visitor may take."""


def default_name(player: int, kind: str) -> str:
    """The name of a player who gave none."""
    from ...rules.events import PLAYER_NAMES

    return PLAYER_NAMES[player] if kind in (HUMAN, OPEN) else kind


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """kind: `sudden` gives each player so many `seconds` for the game, `increment` adds `add` of them after each turn,
    `days` gives so many days for each turn, `bank` gives each player a bank of so many `days`, adds `add_days` to it
    after each turn, and no turn may take longer than `turn_days` (0: the bank alone counts). remind_days: of `days` and
    `bank`, after so many days of a turn a reminder is sent (0: none)."""

    kind: Literal["sudden", "increment", "days", "bank"]
    seconds: float = 0.0
    add: float = 0.0
    days: float = 0.0
    add_days: float = 0.0
    turn_days: float = 0.0
    remind_days: float = 0.0

    def __post_init__(self) -> None:
        if self.correspondence:
            return self._check_days()
        for name in ("days", "add_days", "turn_days", "remind_days"):
            if getattr(self, name):
                raise ValueError(f"{name}: expected none with kind {self.kind}")
        if not 1 <= self.seconds <= 864_000:
            raise ValueError("seconds: expected 1 to 864000")
        if self.kind == "increment" and not 0 < self.add <= 3600:
            raise ValueError("add: expected more than 0, at most 3600")

    @property
    def correspondence(self) -> bool:
        """Whether the clock counts days."""
        return self.kind in ("days", "bank")

    def _check_days(self) -> None:
        if not 0.01 <= self.days <= 365:
            raise ValueError("days: expected 0.01 to 365")
        if not 0 <= self.add_days <= 60:
            raise ValueError("add_days: expected 0 to 60")
        if self.turn_days and not 0.01 <= self.turn_days <= 365:
            raise ValueError("turn_days: expected 0.01 to 365, or 0 for no limit of a turn")
        if self.kind == "days" and (self.add_days or self.turn_days):
            raise ValueError("add_days and turn_days: expected none with kind days; kind bank has them")
        most = min(self.days + self.add_days if self.kind == "bank" else self.days, self.turn_days or 365)
        if self.remind_days and not 0.001 <= self.remind_days < most:
            raise ValueError(f"remind_days: expected less than the {most:g} days that a turn may take, or 0 for none")


RATED_CLOCK = Clock("days", days=7)
"""The clock of rated games for which none is chosen: without one who is losing need never end them."""


def clock_of_game(chosen: Clock | None, rated: bool) -> Clock | None:
    """The clock that a game gets."""
    return chosen or (RATED_CLOCK if rated else None)


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table when it was made.

    seats: for each player `human`, `open` or the spec of a player. names: what people call themselves. title: of the
    game. options: the game's, as texts. plies: the game began after these. seed: of chance plies and machines.
    shared: all sit before one screen. taken: seats of people that somebody holds from the start, all if left out.
    rematch: the table it is a rematch of. listed: may everybody find it. rated:
    whether its result counts.
    """

    seats: tuple[str, ...]
    names: tuple[str, ...]
    title: str = ""
    game: str = ""
    options: dict[str, str] = {}
    clock: Clock | None = None
    plies: tuple[str, ...] = ()
    seed: int = 0
    shared: bool = False
    taken: tuple[int, ...] | None = None
    rematch: str = ""
    listed: bool = True
    rated: bool = False
