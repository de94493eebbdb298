"""The setup of a table: seats, names, clock, options. It never changes."""

from __future__ import annotations

from typing import Literal

import msgspec

HUMAN, OPEN = "human", "open"
"""Kinds of seats besides specs of players: a person's seat, and an open seat that any visitor may take."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """kind: `sudden` gives each player so many `seconds` for the game, `increment` adds `add` of them after each turn,
    `days` gives so many days for each turn."""

    kind: Literal["sudden", "increment", "days"]
    seconds: float = 0.0
    add: float = 0.0
    days: float = 0.0

    def __post_init__(self) -> None:
        if self.kind == "days":
            if not 0.01 <= self.days <= 365:
                raise ValueError("days: expected 0.01 to 365")
        elif not 1 <= self.seconds <= 864_000:
            raise ValueError("seconds: expected 1 to 864000")
        elif self.kind == "increment" and not 0 < self.add <= 3600:
            raise ValueError("add: expected more than 0, at most 3600")


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table when it was made.

    seats: for each player `human`, `open` or the spec of a player. names: what people call themselves. title: of the
    game. options: the game's, as texts. plies: the game began after these. seed: of chance plies and machines.
    shared: all sit before one screen. taken: seats of people that somebody holds from the start, all if left out.
    rematch: the table it is a rematch of. listed: may everybody find it. rated:
    does its result count?
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
