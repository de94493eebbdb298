"""The hall: the tables that are in use. Each has a lock; what happens is kept before anybody hears of it."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from ..errors import LusoryError
from ..play.program import unpacked
from ..rules import codec
from .machines import Crew
from .reading import meant, nature, opened, repeated
from .settings import Settings
from .show import Shown, shown
from .store import Behind, Seats, Store, StoreFault, hashed, identifier, now, summary, token
from .table import HUMAN, Entry, Refused, Setup, Table, deeds
from .thinking import Thinking
from .watch import Watcher

SWEEP = 15.0
"""Seconds between looks for clocks that ran out at tables nobody watches."""
AWAKE = 500
"""So many running tables are looked at when the server starts: machines go on there."""


class Live:
    """A table in use. made: what was shown last, by who sees it. known: seats, by the secrets that hold them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.made: dict[Any, msgspec.Raw] = {}
        self.known: dict[tuple[str, str], tuple[int, ...]] = {}

    def here(self) -> set[int]:
        """The seats whose holders have a stream open."""
        return {player for watcher in self.watchers for player in watcher.players}


class Hall:
    """All tables. Everything a request does at a table goes through here."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store, self.seats = settings, store, Seats(store)
        memory = settings.budget.memory
        self.thinkers, self.triers = Crew(settings.workers, memory), Crew(1, memory)
        self.analysts = Crew(max(1, settings.limits.analyses), memory)
        self.printers = Crew(1, memory)
        self.thinking = Thinking(self)
        self.listeners: list[Any] = []
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Go on where the server stopped: clocks did not run meanwhile, and machines think on."""
        alive = await self.store.fact("alive")
        self._lost = (int(alive), now()) if alive else None
        self.task(self._sweep())
        self.task(self._wake())

    async def close(self) -> None:
        """Let everybody go; nothing is lost."""
        for task in list(self._tasks):
            task.cancel()
        self.thinking.close()
        for live in self._live.values():
            for watcher in live.watchers:
                watcher.close()
        for crew in (self.thinkers, self.triers, self.printers, self.analysts):
            crew.close()
        await self.store.note("alive", str(now()))
        await self.store.close()

    def task(self, work: Any) -> asyncio.Task[Any]:
        """Something that goes on by itself."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def live(self, id_: str) -> Live:
        """A table, from memory or from what is kept. Raises Refused where there is none."""
        found = self._live.get(id_)
        if found is not None:
            self._live.move_to_end(id_)
            return found
        async with self._loading.setdefault(id_, asyncio.Lock()):
            if id_ not in self._live:
                self._live[id_] = Live(await self._loaded(id_))
                self._make_room()
        self._loading.pop(id_, None)
        live = self._live[id_]
        await self._missed(live)
        self.follow(live)
        return live

    async def _loaded(self, id_: str) -> Table:
        stored = await self.store.load(id_)
        if stored is None:
            raise Refused(404, f"table {id_[:40]}: there is none", "table")
        setup = msgspec.json.decode(stored.setup, type=Setup)
        return await asyncio.to_thread(Table, id_, unpacked(stored.value), setup, stored.created, stored.entries)

    def _make_room(self) -> None:
        most = self.settings.limits.live
        idle = [id_ for id_, live in self._live.items() if not live.watchers and not live.lock.locked()]
        for id_ in idle[: max(0, len(self._live) - most)]:
            live = self._live.pop(id_)
            self.thinking.drop(id_)
            if live.timer:
                live.timer.cancel()

    async def _missed(self, live: Live) -> None:
        """While the server was down no clock of a table ran."""
        table, lost = live.table, self._lost
        if not lost or not table.clock or table.clock.player is None or table.clock.kind.kind == "days":
            return
        since = max(table.clock.since, lost[0])
        if since < lost[1] and table.updated < lost[1]:
            async with live.lock:
                await self.happen(live, [("pause", None, lost[1] - since, None)])

    async def create(
        self, game: Any, setup: Setup, mine: Sequence[int], session: str, plies: Sequence[str] = ()
    ) -> tuple[Live, dict[int, str], dict[int, str]]:
        """A new table; each person's token, and the private codes of the creator's seats."""
        id_, moment = identifier(), now()
        table = Table(id_, game, setup, moment)
        entries = opened(table, plies, moment)
        people = table.people()
        tokens = {player: token() for player in range(table.players)}
        rows = [{"table": id_, "player": player, "token": hashed(tokens[player])} for player in range(table.players)]
        row = {
            "id": id_,
            "title": setup.title or game.name,
            "setup": msgspec.json.encode(setup).decode(),
            "created": moment,
            "updated": moment,
            "listed": setup.listed,
            "serial": table.serial,
            **summary(table)._asdict(),
        }
        held = [(hashed(session), player) for player in mine] if session else []
        await self.store.add(row, (game.hash, game.name, codec.write(game)), rows, entries, held)
        live = self._live[id_] = Live(table)
        self._make_room()
        codes = {player: await self.seats.new_code(id_, player) for player in mine}
        self.follow(live)
        return live, {player: tokens[player] for player in people}, codes

    async def held(self, live: Live, by: str, secret: str) -> tuple[int, ...]:
        """The seats that a secret holds; by: `token` or `session`."""
        key = (by, hashed(secret))
        if key not in live.known:
            look = self.seats.by_token if by == "token" else self.seats.by_session
            found = await look(live.table.id, secret)
            if not found:
                return ()
            live.known[key] = found
        return live.known[key]

    async def hold(self, live: Live, session: str, player: int) -> None:
        """A browser takes a seat."""
        await self.seats.hold(session, live.table.id, player)
        live.known.clear()

    async def play(self, live: Live, players: Sequence[int], ply: int, text: str) -> None:
        """A ply by one of these players; it is kept when this returns. Raises Refused."""
        async with live.lock:
            table = live.table
            if ply == table.ply and repeated(table, players, text):
                return
            player = deeds.playing(table, players, ply)
            if table.ply >= self.settings.limits.plies:
                raise Refused(409, f"a game of more than {self.settings.limits.plies} plies is not played here", "ply")
            if table.clock and self._flagged(table):
                await self.flag(live)
                raise Refused(409, "the time is over", "ply")
            text = meant(table, player, text)
            await self.happen(live, [("ply", player, table.ply + 1, text)])

    def _flagged(self, table: Table) -> bool:
        deadline = table.clock.deadline if table.clock else None
        return deadline is not None and deadline <= now()

    async def act(self, live: Live, players: Sequence[int], act: str, ply: int) -> None:
        """Something other than a ply. Raises Refused."""
        async with live.lock:
            found = deeds.deed(live.table, players, act, ply)
            if found is not None:
                await self.happen(live, [found])
            elif act == "rematch":
                await self._rematch(live, players)
            else:
                raise Refused(422, f"{act}: no such act here", "act")

    async def _rematch(self, live: Live, players: Sequence[int]) -> None:
        """A new table with seats swapped, once all persons want it; until then an offer."""
        table = live.table
        player = deeds.who(table, players)
        wanting = {p for p, what in table.offers.items() if what == "rematch"} | set(players)
        if not set(table.people()) <= wanting:
            await self.happen(live, [("offer", player, None, "rematch")])
            return
        following = await self._swapped(table)
        await self.happen(live, [("rematch", player, None, following)])

    async def _swapped(self, table: Table) -> str:
        """The table of a rematch: everybody sits one seat further, and who held a seat holds the new one."""
        n, old = table.players, table.setup
        order = [(i - 1) % n for i in range(n)]
        setup = msgspec.structs.replace(
            old,
            seats=tuple(table.kinds[i] for i in order),
            names=tuple(table.names[i] for i in order),
            rematch=table.id,
            seed=secrets.randbits(63),
            plies=(),
        )
        live, _, _ = await self.create(table.game, setup, (), "")
        for player in range(n):
            kept = await self.seats.get(table.id, player)
            await self.seats.set(
                live.table.id, (player + 1) % n, token=kept["token"], mail=kept["mail"], webhook=kept["webhook"]
            )
        for session, player in await self.seats.holders(table.id):
            await self.seats.hold_hashed(session, live.table.id, (player + 1) % n)
        return live.table.id

    async def chat(self, live: Live, player: int | None, text: str) -> None:
        """A line of the chat."""
        if not self.settings.chat:
            raise Refused(403, "the chat is switched off on this server", "")
        async with live.lock:
            await self.happen(live, [("chat", player, None, text)])

    async def sit(self, live: Live, player: int, name: str) -> None:
        """Somebody takes an open seat, or gives a name to his own."""
        async with live.lock:
            kind = "name" if live.table.kinds[player] == HUMAN else "sit"
            await self.happen(live, [(kind, player, None, name)])

    async def happen(self, live: Live, what: Sequence[deeds.Deed]) -> None:
        """Keep it, then let it be so, then tell everybody. The lock is held. Raises Refused where it is not kept."""
        table, moment = live.table, max(now(), live.table.updated)
        entries = [Entry(table.serial + i, moment, *deed) for i, deed in enumerate(what, 1)]
        fresh = table.copy()
        for entry in entries:
            fresh.apply(entry)
        entries += nature(fresh, moment)
        try:
            await self.store.append(table.id, entries, summary(fresh))
        except StoreFault as fault:
            raise Refused(507, str(fault)) from fault
        except Behind as fault:
            self._live.pop(table.id, None)
            raise Refused(409, str(fault)) from fault
        live.table = fresh
        self.told(live)
        self.follow(live)
        for listener in self.listeners:
            listener(live, entries)

    def under_way(self, game: str, plies: Sequence[str]) -> bool:
        """Do several people play just this game here, and did it go just so?"""
        for live in self._live.values():
            table = live.table
            alike = table.ply == len(plies) and table.game.hash == game and not table.ending
            if alike and len(table.people()) > 1 and not table.setup.shared and table.ply > len(table.setup.plies):
                past = table.position.past
                if all(table.position.contract.text(p.action) == text for p, text in zip(past, plies, strict=True)):
                    return True
        return False

    def told(self, live: Live) -> None:
        """Whoever watches sees it anew."""
        live.made.clear()
        for watcher in live.watchers:
            watcher.changed()

    def show(self, live: Live, players: tuple[int, ...], asked: int | None = None, board: bool = False) -> Shown:
        """The table as a caller may see it."""
        return shown(live.table, players, now(), live.here(), asked=asked, board=board, chat=self.settings.chat)

    def written(self, live: Live, players: tuple[int, ...], asked: int | None = None) -> msgspec.Raw:
        """The same as JSON, made once for all who see the same."""
        key = (players, asked)
        if key not in live.made:
            live.made[key] = msgspec.Raw(msgspec.json.encode(self.show(live, players, asked)))
        return live.made[key]

    def message(self, live: Live, players: tuple[int, ...], asked: int | None = None) -> bytes:
        """The same as a message of a stream."""
        return msgspec.json.encode({"kind": "shown", "sent": now(), "shown": self.written(live, players, asked)})

    async def visited(self, live: Live, players: Sequence[int]) -> None:
        """Who holds these seats has come: when he is away again he may be told again."""
        for player in players:
            if (await self.seats.get(live.table.id, player)).get("noticed"):
                await self.seats.set(live.table.id, player, noticed=False)

    def watch(self, live: Live, watcher: Watcher) -> None:
        """A stream opens."""
        live.watchers.add(watcher)
        self._greet(live)

    def leave(self, live: Live, watcher: Watcher) -> None:
        """A stream closes."""
        live.watchers.discard(watcher)
        self._greet(live)

    def _greet(self, live: Live) -> None:
        live.made.clear()
        here = {"kind": "here", "here": sorted(live.here()), "watching": sum(not w.players for w in live.watchers)}
        for watcher in live.watchers:
            watcher.tell(here)

    def follow(self, live: Live) -> None:
        """What goes on by itself: a machine thinks, a clock runs."""
        self.thinking.follow(live)
        if live.timer:
            live.timer.cancel()
            live.timer = None
        clock = live.table.clock
        deadline = clock.deadline if clock and not live.table.ending else None
        if deadline is not None:
            wait = min(max(0.0, (deadline - now()) / 1000 + 0.01), 86_400.0)
            live.timer = asyncio.get_running_loop().call_later(wait, lambda: self.task(self._rung(live.table.id)))

    async def _rung(self, id_: str) -> None:
        live = await self.live(id_)
        async with live.lock:
            if self._flagged(live.table) and not live.table.ending:
                await self.flag(live)

    async def flag(self, live: Live) -> None:
        """A clock has run out. The lock is held."""
        clock = live.table.clock
        if clock and clock.player is not None:
            await self.happen(live, [("flag", clock.player, None, None)])

    async def _sweep(self) -> None:
        """Now and then: note that we are alive, and end games whose clock ran out unseen."""
        while True:
            try:
                await self.store.note("alive", str(now()))
                for id_ in await self.store.overdue(now()):
                    await self._rung(id_)
            except LusoryError:
                pass  # the disk may be full; we shall try again
            await asyncio.sleep(SWEEP)

    async def _wake(self) -> None:
        """After a start, machines go on where it was their turn."""
        for id_ in (await self.store.running())[:AWAKE]:
            try:
                await self.live(id_)
            except LusoryError:
                continue
            await asyncio.sleep(0)
