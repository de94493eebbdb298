"""Reads who sits where from the setup of a table as it is stored."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..table.setup import HUMAN, OPEN


class _Seats(msgspec.Struct):
    """What is read of a setup."""

    seats: tuple[str, ...]


def is_machines_turn(seats: Sequence[str], to_move: int) -> bool:
    """Whether a machine is to move at a table where a person sits or may sit down."""
    return seats[to_move] not in (HUMAN, OPEN) and (HUMAN in seats or OPEN in seats)


def seats_of_setup(setup: str) -> tuple[str, ...]:
    """The seats in a setup as it is stored."""
    return msgspec.json.decode(setup, type=_Seats).seats
