"""Registry of live tables: a lock each, machine players; changes are stored before watchers are notified."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from ..errors import LusoryError
from ..games import catalogue
from .accompanying_changes import follow_plans, together
from .cached_views import CachedViews
from .changes import CHANGES, Change, from_message
from .game_info import GameInfo, with_texts
from .isolation import Isolation
from .live_table import LiveTable
from .machine_players import MachinePlayers
from .peers import Peers
from .pools import Pools
from .pupil_lessons import lesson_of
from .pupil_trainer import PupilTrainer
from .rated_results import result_of
from .search_worker import SearchWorker
from .settings import Settings
from .store import (
    Behind,
    Holder,
    Moderation,
    SeatChange,
    Seats,
    Store,
    StoredTable,
    StoreFault,
    Vacations,
    holder_key,
    now,
)
from .store.conditional_moves import StoredPlans
from .store.downtimes import ALIVE
from .store.store import WRITTEN
from .table import Refused, Setup, Table, commands
from .table.outline import Outline
from .table_clocks import TableClocks, stop_timer
from .table_queries import QUERIES
from .tables_of_standings import StandingsService
from .watcher import GONE, Watcher
from .workers import NOBODY, Caller

LAST = 10.0
"""Seconds that cancelled tasks have to end, when the server stops."""
UNUSED = 30.0
"""Seconds after which no request that took a table still needs it in memory."""
AWAKE = 500
"""At most so many tables are loaded at the start, so that their machines go on."""
NAME = re.compile("[0-9a-z]{1,16}")
"""The form of a table's name; others are not looked up."""
DELETED = "this table was deleted by the host of the server"


class Registry:
    """Live tables, each with a lock. Commands are in table_service.py. listeners: told of what has happened.
    accompanying: asked what is to be kept together with a change."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store, self.seats = settings, store, Seats(store)
        self.moderation = Moderation(store)
        self.vacations = Vacations(store, settings.vacation)
        self.plans = StoredPlans(store)
        self.pools = Pools(settings)
        self.standings = StandingsService(store, self.task, self.pools.ratings)
        self.isolation = Isolation(self.pools, store, settings.budget)
        self.machine_players = MachinePlayers(self)
        self.searches = self.machine_players.searches
        self.peers = Peers(self)
        self.trainer = PupilTrainer(store, self.pools, settings)
        self.listeners: list[Any] = [self.trainer.heard]
        self.accompanying: list[Callable[[LiveTable, Change], SeatChange | None]] = [
            result_of,
            lesson_of,
            self.machine_players.accompany,
        ]
        self.clocks = TableClocks(self)
        self.views = CachedViews(self.call, settings.chat)
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._loader = ThreadPoolExecutor(1, thread_name_prefix="loader")
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Resume: clocks did not run while no server was up, and machines go on."""
        await self.clocks.open(first=await self.peers.open())
        await self.peers.joined()
        self.clocks.start()
        self.task(self.wake())
        if self.settings.thinks or not self.store.shared:
            self.task(self.trainer.run())
        if self.settings.thinks and self.store.shared:
            self.task(SearchWorker(self.store, self.pools, self.settings).run())

    async def close(self) -> None:
        """Stop tasks, streams and workers; everything is stored already."""
        for task in list(self._tasks):
            task.cancel()
        self.machine_players.close()
        for live in self._live.values():
            for watcher in live.watchers:
                watcher.close()
        self.pools.close()
        self._loader.shutdown(wait=False, cancel_futures=True)
        if self._tasks:  # until each has given its connection to the database back
            await asyncio.wait(list(self._tasks), timeout=LAST)
        await self.store.note(ALIVE, str(now()))
        await self.store.signals.close()
        await self.store.post("left")
        await self.store.close()

    def task(self, work: Any) -> asyncio.Task[Any]:
        """A background task, cancelled on close."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def live(self, table_id: str) -> LiveTable:
        """A table, from memory or from what is kept. Raises Refused where there is none."""
        live = self._live.get(table_id)
        if live is not None:
            self._live.move_to_end(table_id)
            live.used = time.monotonic()
            await self.peers.fresh(live)
            return live
        if not NAME.fullmatch(table_id):
            raise Refused(404, "there is no table of this name", "table")
        if table_id not in self._loading:
            self._loading[table_id] = self.task(self._load(table_id))
            self._loading[table_id].add_done_callback(lambda task: self._loaded(table_id, task))
        return await asyncio.shield(self._loading[table_id])

    def _loaded(self, table_id: str, task: asyncio.Task[LiveTable]) -> None:
        self._loading.pop(table_id, None)
        if not task.cancelled():
            task.exception()  # marks the error as retrieved; the callers get it from the task

    async def _load(self, table_id: str) -> LiveTable:
        """A table from what is kept."""
        stored = await self.store.load(table_id)
        if stored is None:
            raise Refused(404, "there is no table of this name", "table")
        setup = msgspec.json.decode(stored.setup, type=Setup)
        game = game_of(stored, setup)
        table = await self._built(stored, setup, game)
        live = self.put(LiveTable(table, game))
        await self.clocks.loaded(live)
        self.follow(live)
        return live

    async def _built(self, stored: StoredTable, setup: Setup, game: GameInfo) -> Table | Outline:
        if game.guest:
            return await self.isolation.load(stored, game)
        entries: Any = (Table, stored.id, game.game(), setup, stored.created, stored.entries)
        built: Table = await self.in_thread(*entries)
        return built

    async def in_thread(self, function: Any, *arguments: Any) -> Any:
        """Long work on a catalogue game: one at a time, while requests go on."""
        return await asyncio.get_running_loop().run_in_executor(self._loader, function, *arguments)

    async def call(self, live: LiveTable, call: str, **args: Any) -> bytes:
        """One of QUERIES. Raises Refused."""
        if isinstance(live.table, Table):
            return QUERIES[call](live.table, **args)
        return await self.isolation.call(live, call, args)

    async def aside(self, live: LiveTable, call: str, **args: Any) -> bytes:
        """The same, always in a worker: for queries that are slow for catalogue games too."""
        return await self.isolation.call(live, call, args)

    async def change(self, live: LiveTable, call: str, **args: Any) -> Change | None:
        """A change that is not stored yet, by one of CHANGES. The caller holds the lock. Raises Refused."""
        args["moment"] = now()
        if live.table.setup.clock and live.table.setup.clock.correspondence:
            args["away"] = await self.vacations.at_table(live.table.id, args["moment"])
        if not live.table.hidden and call in ("ply", "entries"):
            args["plans"] = await self.plans.at_table(live.table.id)
        if isinstance(live.table, Table):
            change: Change | None = CHANGES[call](live.table, **args)
            return change
        data = await self.isolation.call(live, call, args)
        return None if data == b"null" else from_message(data)

    def put(self, live: LiveTable) -> LiveTable:
        """Keep a table in memory."""
        self._live[live.table.id] = self.peers.adopt(live)
        live.used = time.monotonic()
        self._make_room()
        return live

    def in_memory(self, table_id: str) -> LiveTable | None:
        """A table, if it is in memory."""
        return self._live.get(table_id)

    def all_in_memory(self) -> list[LiveTable]:
        """Every table in memory."""
        return list(self._live.values())

    def _idle(self, live: LiveTable) -> bool:
        """Whether a table may leave the memory. On a database of several processes nobody else would go on for its
        machine. A request that has taken it shortly before may still change it."""
        if time.monotonic() - live.used < UNUSED:
            return False
        searching = self.store.shared and self.machine_players.searching(live.table.id)
        return not live.watchers and not live.lock.locked() and not searching

    def _make_room(self) -> None:
        """Tables that nobody watches leave the memory, those longest not used first; never the last one used."""
        limits = self.settings.limits
        plies = sum(live.table.ply for live in self._live.values())
        idle = [table_id for table_id, live in list(self._live.items())[:-1] if self._idle(live)]
        for table_id in idle:
            if len(self._live) <= limits.live and plies <= limits.live_plies:
                return
            live = self._live.pop(table_id)
            plies -= live.table.ply
            self.machine_players.drop(table_id)
            stop_timer(live)

    async def seats_held(self, live: LiveTable, by: str, secret: str | Holder) -> tuple[int, ...]:
        """The seats that a secret or an account holds; by: `token` or `session`."""
        key, seats_by_key = (by, holder_key(secret)), live.known
        if key not in seats_by_key or self.store.shared:
            look = self.seats.by_token if by == "token" and isinstance(secret, str) else self.seats.by_session
            seats = await look(live.table.id, secret)  # type: ignore[arg-type]
            if not seats:
                seats_by_key.pop(key, None)
                return ()
            seats_by_key[key] = seats
        return seats_by_key[key]

    async def hold(self, live: LiveTable, session: str | Holder, player: int) -> None:
        """A browser or an account takes a seat."""
        await self.seats.hold(session, live.table.id, player)
        live.forget()

    def _most(self, live: LiveTable) -> int | None:
        """How many legal plies a position may have."""
        return self.settings.budget.choices if live.game.guest else None

    async def happen(
        self,
        live: LiveTable,
        entries: Sequence[commands.NewEntry],
        also: SeatChange | None = None,
        account: str | None = None,
    ) -> None:
        """Store, apply, then notify. also: a change of seats stored in the same transaction. account: whose words the
        entries hold. The caller holds the lock. Raises Refused where it is not stored."""
        if live.table.closed and any(item[0] in WRITTEN for item in entries):
            raise Refused(403, "the host of this server has closed this table", "table")
        await self._keep(live, await self.change(live, "entries", what=entries, most=self._most(live)), also, account)

    async def _keep(
        self, live: LiveTable, change: Change | None, also: SeatChange | None = None, account: str | None = None
    ) -> None:
        """Store a change, then notify. The caller holds the lock. Raises Refused where it is not stored."""
        assert change is not None
        also = together(also, follow_plans(live, change), *(listener(live, change) for listener in self.accompanying))
        try:
            await self.store.append(live.table.id, change.entries, change.summary, also, account)
        except StoreFault as fault:
            raise Refused(507, str(fault)) from fault
        except Behind as fault:
            if live.deleted:
                raise Refused(404, DELETED, "table") from fault
            self.drop(live)
            raise Refused(409, str(fault)) from fault
        live.table = change.table
        self.notify(live)
        self.follow(live)
        for listener in self.listeners:
            listener(live, change.entries)

    def drop(self, live: LiveTable) -> None:
        """Forget a table that was changed in the database: it is read again, and its streams are opened anew. The
        caller holds the lock."""
        self.machine_players.drop(live.table.id)
        stop_timer(live)
        if self._live.get(live.table.id) is live:
            del self._live[live.table.id]
        for watcher in live.watchers:
            watcher.close()

    def deleted(self, live: LiveTable) -> None:
        """Stop the machines, the timer and the streams of a deleted table."""
        live.deleted = True
        self.machine_players.drop(live.table.id)
        stop_timer(live)
        if self._live.get(live.table.id) is live:
            del self._live[live.table.id]
        for watcher in live.watchers:
            watcher.close(GONE, DELETED)

    def notify(self, live: LiveTable) -> None:
        """Notify every watcher, and drop cached views."""
        live.made = {}
        for watcher in live.watchers:
            watcher.changed()

    async def visited(self, live: LiveTable, players: Sequence[int]) -> None:
        """The holder of these seats is here: the next notice may be sent again."""
        for player in players:
            if (await self.seats.get(live.table.id, player)).get("noticed"):
                await self.seats.set(live.table.id, player, noticed=False)

    def watch(self, live: LiveTable, watcher: Watcher) -> None:
        """A stream opens."""
        if live.deleted:
            return watcher.close(GONE, DELETED)
        live.watchers.add(watcher)
        self.greet(live)
        self.follow(live)

    def look(self, live: LiveTable, caller: Caller) -> None:
        """A table was viewed: its machines go on for a while."""
        live.looked()
        if live.caller == NOBODY:
            live.caller = caller
        self.follow(live)

    def leave(self, live: LiveTable, watcher: Watcher) -> None:
        """A stream closes."""
        live.watchers.discard(watcher)
        live.looked()
        self.greet(live)

    def greet(self, live: LiveTable, notify: bool = True) -> None:
        """Tell all streams, and other processes, who looks at a table."""
        live.made = {}
        message = {"kind": "here", "here": sorted(live.here()), "watching": live.spectators()}
        for watcher in live.watchers:
            watcher.tell(message)
        if notify:
            self.peers.here(live)

    def follow(self, live: LiveTable) -> None:
        """Start the machine player whose turn it is, and the timer of the clock."""
        if live.deleted:
            return
        self.machine_players.follow(live)
        self.clocks.set_timer(live)

    async def take_on(self) -> None:
        """The turns of machines that no process takes care of."""
        for table_id in await self.searches.left_behind(AWAKE):
            try:
                live = await self.live(table_id)
            except LusoryError:
                continue
            if not self.machine_players.follow(live) and await self.searches.claim(table_id, live.table.turns):
                await self.searches.release(table_id, live.table.turns, reassign=False)

    async def wake(self) -> None:
        """After a start, or a jump of the clock: machines go on where it was their turn."""
        for table_id in await self.store.machines_turns(AWAKE):
            try:
                await self.live(table_id)
            except LusoryError:
                continue
            await asyncio.sleep(0)


def game_of(stored: StoredTable, setup: Setup) -> GameInfo:
    """The game of a table, with the table's own texts."""
    return GameInfo(
        value=with_texts(stored.value, setup.game, stored.texts, setup.title),
        hash=stored.game,
        name=setup.game or setup.title,
        title=setup.title,
        players=len(setup.seats),
        hidden=False,
        cells=0,
        guest=setup.game not in catalogue(),
    )
