"""Tables in worker processes: the rules of guests never run in the server itself."""

from __future__ import annotations

import time
from base64 import b64decode
from typing import Any

import msgspec

from ..texts import current
from .bounded_cache import Cache
from .changes import Change, from_message
from .game_info import GameInfo
from .live_table import LiveTable
from .pools import Pools
from .settings import Budget
from .store import Store, StoredTable
from .table import Refused, Setup
from .table.outline import Outline
from .workers import ASKING, Busy, Caller, Died, Overdue, WorkerPool

SUSPENSION_SECONDS = 120.0
"""Seconds for which a table is left alone whose rules took too long."""
PLIES = 8
"""A call may take as long as so many plies."""
TABLES = 10_000
"""At most so many resting tables are remembered."""


class Isolation:
    """Asks a worker process about tables, and sends along what it does not know of them yet."""

    def __init__(self, pools: Pools, store: Store, budget: Budget) -> None:
        self.pools, self.store, self.budget = pools, store, budget
        self._rests: Cache[float] = Cache(TABLES, TABLES, lambda until: 1)

    async def call(self, live: LiveTable, call: str, args: dict[str, Any]) -> bytes:
        """What a call gives (see table_queries.py, changes.py). Raises Refused, also where the rules take too long."""
        game, table_id = live.game, live.table.id
        request = {
            "do": "table",
            "id": table_id,
            "serial": live.table.serial,
            "call": call,
            "args": args,
            "language": current(),
        }
        seconds = PLIES * self.budget.ply if game.guest else self.budget.seconds
        reply = await self._ask(game, request, seconds)
        if "missing" in reply:
            stored = await self.store.load(table_id)
            if stored is None:
                raise Refused(404, "this table was deleted", "table")
            request["stored"] = plain(stored, game)
            reply = await self._ask(game, request, self._building(stored))
        if "missing" in reply:
            raise Refused(409, "the table has changed meanwhile; try again")
        return b64decode(reply["data"])

    async def load(self, stored: StoredTable, game: GameInfo) -> Outline:
        """A table of a guest's rules that is in no memory yet. Raises Refused."""
        request = {"do": "table", "id": stored.id, "serial": stored.serial, "call": "outline", "args": {}}
        reply = await self._ask(game, request | {"stored": plain(stored, game)}, self._building(stored))
        return msgspec.json.decode(b64decode(reply["data"]), type=Outline)

    async def _ask(self, game: GameInfo, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The request counts for its caller, so that spectators take no turn from players. Raises Refused where the
        rules take too long; then the table is left alone for a while."""
        if (self._rests.get(request["id"]) or 0.0) > time.monotonic():
            raise Refused(503, "the rules of this table take the server too long; try again in some minutes")
        pool = self.pools.tables if game.guest else self.pools.asides
        try:
            return await _twice(pool, request, seconds, ASKING.get())
        except Busy:
            raise
        except Overdue as fault:
            if game.guest:
                self._rests.keep(request["id"], time.monotonic() + SUSPENSION_SECONDS)
            raise Refused(503, "this took the server too long: %(fault)s", fault=fault) from None

    def _building(self, stored: StoredTable) -> float:
        """Seconds that a table may take to be built from all that happened, and to answer."""
        return self.budget.seconds + len(stored.entries) * self.budget.ply / 10

    async def create(
        self, game: GameInfo, table_id: str, setup: Setup, plies: tuple[str, ...], moment: int, caller: Caller
    ) -> Change:
        """A new table of a guest's rules. Raises Refused."""
        request = {
            "do": "create", "id": table_id, "value": game.value, "setup": msgspec.to_builtins(setup), "plies": plies,
            "moment": moment, "most": self.budget.choices,
        }  # fmt: skip
        return from_message(b64decode((await self.pools.tables.ask(request, self.budget.seconds, caller))["data"]))


async def _twice(pool: WorkerPool, request: dict[str, Any], seconds: float, caller: Caller) -> dict[str, Any]:
    """Once more where the process was gone, which may be no fault of this table."""
    try:
        return await pool.ask(request, seconds, caller)
    except Died:
        return await pool.ask(request, seconds, caller)


def plain(stored: StoredTable, game: GameInfo) -> dict[str, Any]:
    """All that the database has of a table, for a process."""
    return {
        "value": game.value,
        "setup": msgspec.json.decode(stored.setup),
        "created": stored.created,
        "entries": msgspec.to_builtins(stored.entries),
    }
