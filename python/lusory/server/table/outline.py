"""The outline of a table, without its rules: whose turn it is, seats, clocks, the result.

The rules of a guest are carried out in a worker process; the server itself holds no more of such a table than this.
"""

from __future__ import annotations

import random

import msgspec

from .clock import Running
from .setup import HUMAN, OPEN, Setup
from .table import Ending, Table, random_source


class Outline(msgspec.Struct, frozen=True):
    """The fields are those of Table, with the position left out."""

    id: str
    setup: Setup
    created: int
    updated: int
    serial: int
    turns: int
    ply: int
    to_move: int | None
    hidden: bool
    kinds: list[str]
    names: list[str]
    taken: set[int]
    left: set[int]
    offers: dict[int, str]
    offered_rematch: set[int]
    ending: Ending | None
    clock: Running | None
    next: str
    closed: bool

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.setup.seats)

    def chance(self, purpose: str) -> random.Random:
        """See Table.chance."""
        return random_source(self, purpose)

    def people(self) -> list[int]:
        """The players that are persons, here or still to come."""
        return [i for i, kind in enumerate(self.kinds) if kind in (HUMAN, OPEN)]


def outline(table: Table) -> Outline:
    """A table without its rules."""
    fields = {name: getattr(table, name) for name in Outline.__struct_fields__}
    return Outline(**fields)
