"""Tables in worker processes: the rules of guests never run in the server itself."""

from __future__ import annotations

import time
from base64 import b64decode
from typing import Any

import msgspec

from .changes import Change, received
from .game_info import GameInfo
from .live import Live
from .machines import Busy, Caller, Overdue
from .pools import Pools
from .settings import Budget
from .store import Store, Stored
from .table import Refused, Setup
from .table.brief import Brief

REST = 120.0
"""Seconds for which a table is left alone whose rules took too long."""
PLIES = 8
"""A call may take as long as so many plies."""


class Isolation:
    """Asks a worker process about tables, and sends along what it does not know of them yet."""

    def __init__(self, pools: Pools, store: Store, budget: Budget) -> None:
        self.pools, self.store, self.budget = pools, store, budget

    async def call(self, live: Live, call: str, args: dict[str, Any]) -> bytes:
        """What a call gives (see calls.py). Raises Refused, also where the rules take too long."""
        if live.rests > time.monotonic():
            raise Refused(503, "the rules of this table take the server too long; try again in some minutes")
        asked = {"do": "table", "id": live.table.id, "serial": live.table.serial, "call": call, "args": args}
        try:
            found = await self._ask(live, asked, PLIES * self.budget.ply)
            if "missing" in found:
                stored = await self.store.load(live.table.id)
                if stored is None:
                    raise Refused(404, "this table was deleted", "table")
                asked["stored"] = plain(stored, live.game)
                found = await self._ask(live, asked, self.budget.seconds)
        except Busy:
            raise
        except Overdue as fault:
            if live.game.guest:
                live.rests = time.monotonic() + REST
            raise Refused(503, f"this took the server too long: {fault}") from None
        if "missing" in found:
            raise Refused(409, "the table has changed meanwhile; try again")
        return b64decode(found["data"])

    async def _ask(self, live: Live, asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        pool = self.pools.tables if live.game.guest else self.pools.known
        return await pool.ask(asked, seconds, live.caller)

    async def load(self, stored: Stored, game: GameInfo) -> Brief:
        """A table of a guest's rules that is in no memory yet. Raises Refused."""
        asked = {"do": "table", "id": stored.id, "serial": stored.serial, "call": "outline", "args": {}}
        found = await self.pools.tables.ask(asked | {"stored": plain(stored, game)}, self.budget.seconds)
        return msgspec.json.decode(b64decode(found["data"]), type=Brief)

    async def create(
        self, game: GameInfo, id_: str, setup: Setup, plies: tuple[str, ...], moment: int, caller: Caller
    ) -> Change:
        """A new table of a guest's rules. Raises Refused."""
        asked = {"do": "create", "id": id_, "value": game.value, "setup": msgspec.to_builtins(setup), "plies": plies,
                 "moment": moment, "most": self.budget.choices}  # fmt: skip
        return received(b64decode((await self.pools.tables.ask(asked, self.budget.seconds, caller))["data"]))


def plain(stored: Stored, game: GameInfo) -> dict[str, Any]:
    """All that the database has of a table, for a process."""
    return {
        "value": game.value,
        "setup": msgspec.json.decode(stored.setup),
        "created": stored.created,
        "entries": msgspec.to_builtins(stored.entries),
    }
