"""Table service: creating tables and all that people, machines and the host do at them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Sequence

import msgspec

from . import changes
from .allowed_players import pupil_of
from .changes import Change
from .game_info import GameInfo, bare
from .live_table import LiveTable
from .muting import check_not_muted
from .registry import Registry
from .seat_keys import Keys, new_keys
from .store import Holder, holder_key, identifier, now
from .store.pupils import Pupils
from .store.seats import account_of_key
from .table import Refused, Setup, Table, commands
from .table.outline import Outline
from .table.setup import clock_of_game, default_name
from .table_clocks import is_flagged
from .workers import NOBODY, Caller


class TableService(Registry):
    """Creates tables and carries out commands at them."""

    async def create(
        self,
        game: GameInfo,
        setup: Setup,
        own_seats: Sequence[int],
        session: str | Holder,
        plies: Sequence[str] = (),
        caller: Caller = NOBODY,
        holders: Sequence[tuple[Holder, int]] = (),
    ) -> tuple[LiveTable, Keys]:
        """A new table, and the secrets for its creator. own_seats: those that the creator takes. holders: who else has
        seats from the start."""
        most = self.settings.limits.opening
        if len(plies) > most:
            raise Refused(422, "tables on this server begin after at most %(plies)s moves", "plies", plies=most)
        table_id, moment = identifier(), now()
        clock = clock_of_game(setup.clock, setup.rated)
        setup = msgspec.structs.replace(setup, taken=tuple(sorted({*own_seats, *(setup.taken or ())})), clock=clock)
        change = await self._created(game, table_id, setup, tuple(plies), moment, caller)
        table, keys = change.table, new_keys(setup, own_seats)
        row = {
            "id": table_id,
            "title": setup.title or game.name,
            "setup": msgspec.json.encode(table.setup).decode(),
            "created": moment,
            "updated": moment,
            "listed": setup.listed,
            "serial": table.serial,
            "texts": game.texts,
            **change.summary._asdict(),
        }
        holdings = [(holder_key(session), player) for player in own_seats] if session else []
        holdings += [(holder_key(holder), player) for holder, player in holders]
        accounts = {player: account_of_key(key) for key, player in holdings}
        rows = [keys.row(table_id, player) | {"account": accounts.get(player)} for player in range(table.players)]
        game_row = (game.hash, "" if game.guest else game.name, bare(game.value))
        await self.store.add(row, game_row, rows, change.entries, holdings)
        live = self.put(LiveTable(table, game))
        live.caller = caller
        live.looked()
        self.follow(live)
        return live, keys

    async def _created(
        self, game: GameInfo, table_id: str, setup: Setup, plies: tuple[str, ...], moment: int, caller: Caller
    ) -> Change:
        """A table that is not stored yet. Plies of a catalogue game are read in a process, which may take its time over
        explaining what is wrong with one."""
        if game.guest:
            return await self.isolation.create(game, table_id, setup, plies, moment, caller)
        if plies:
            request = {"do": "begin", "game": game.value, "plies": plies}
            plies = tuple((await self.pools.known.ask(request, self.settings.budget.seconds, caller))["plies"])
            change: Change = await self.in_thread(changes.create_table, game.game(), table_id, setup, plies, moment)
            return change
        return changes.create_table(game.game(), table_id, setup, plies, moment)

    async def play(
        self, live: LiveTable, players: Sequence[int], ply: int, text: str, request: int | None = None
    ) -> None:
        """A ply by one of these players; it is kept when this returns. request: the client's number, which plays one
        ply however often it is sent. Raises Refused."""
        async with live.lock:
            if await self._again(live, players, ply, text, request):
                return
            table = live.table
            player = commands.mover_of_ply(table, players, ply)
            if table.ply >= self.settings.limits.plies:
                raise Refused(
                    409,
                    "games on this server have at most %(plies)s moves",
                    "ply",
                    plies=self.settings.limits.plies,
                )
            if table.clock and is_flagged(table):
                await self.clocks.flag(live)
                raise Refused(409, "time is up", "ply")
            text = await self._read(live, player, text)
            arguments = {"player": player, "text": text, "most": self._most(live), "request": request}
            change = await self.change(live, "ply", **arguments)
            if change is not None:
                await self._keep(live, change)

    async def _again(self, live: LiveTable, players: Sequence[int], ply: int, text: str, request: int | None) -> bool:
        """Whether this ply was played already (a retry). The table may have moved on since."""
        if not 0 < ply <= live.table.ply or (request is None and ply < live.table.ply):
            return False
        arguments = {"players": players, "ply": ply, "text": text, "request": request}
        return await self.call(live, "was_played", **arguments) == b"true"

    async def _read(self, live: LiveTable, player: int, text: str) -> str:
        """A ply that is not in canonical form is parsed in a worker: explaining an illegal ply takes long."""
        if not isinstance(live.table, Table) or text in live.table.legal:
            return text
        return (await self.aside(live, "canonical_ply", player=player, text=text)).decode()

    async def act(self, live: LiveTable, players: Sequence[int], act: str, ply: int) -> None:
        """A command other than a ply. Raises Refused."""
        async with live.lock:
            change = await self.change(live, "command", players=players, act=act, ply=ply)
            if change is not None:
                await self._keep(live, change)
            elif act == "rematch":
                await self._rematch(live, players)
            else:
                raise Refused(422, "%(act)s: there is no such command here", "act", act=act)

    async def _rematch(self, live: LiveTable, players: Sequence[int]) -> None:
        """A new table with seats swapped, once all persons want it; until then an offer."""
        table = live.table
        player = commands.who(table, players)
        wanting = {p for p, offer in table.offers.items() if offer == "rematch"} | set(players)
        if not set(table.people()) <= wanting:
            await self.happen(live, [("offer", player, None, "rematch")])
            return
        await self._check_pupils(table)
        following = await self._swapped(live)
        await self.happen(live, [("rematch", player, None, following)])

    async def _check_pupils(self, table: Table | Outline) -> None:
        """Raises Refused where nobody at a table may seat a pupil that plays there any more."""
        pupils = {pupil for kind in table.kinds if (pupil := pupil_of(kind))}
        holders = [holder for holder, _ in await self.seats.holders(table.id)] if pupils else []
        for pupil in pupils:
            if not await Pupils(self.store).may_seat(pupil, holders):
                raise Refused(404, "this pupil is not there any more, or its owner has taken the link back", "act")

    async def _swapped(self, finished: LiveTable) -> str:
        """The table of a rematch: every holder moves one seat further."""
        table = finished.table
        n, old_setup = table.players, table.setup
        order = [(player - 1) % n for player in range(n)]
        setup = msgspec.structs.replace(
            old_setup,
            seats=tuple(table.kinds[i] for i in order),
            names=names_in_order(table, order),
            rematch=table.id,
            seed=secrets.randbits(63),
            plies=(),
            listed=await self.moderation.is_listed(table.id),  # the host may have hidden it
        )
        taken_seats = tuple((p + 1) % n for p in sorted(table.taken))
        live, _ = await self.create(
            finished.game, msgspec.structs.replace(setup, taken=taken_seats), (), "", caller=finished.caller
        )
        first_accounts = []
        for player in range(n):
            seat_row = await self.seats.get(table.id, player)
            first_accounts.append(seat_row["account"])
            following = {name: seat_row[name] for name in ("mail", "mail_confirmed", "language", "webhook")}
            following |= {"heir": seat_row["token"], "invitation": None}
            await self.seats.set(live.table.id, (player + 1) % n, **following)
        # The account that held a seat first holds the next first, too: a rated game counts to it.
        holders = [
            (account_of_key(key) != first_accounts[player], key, player)
            for key, player in await self.seats.holders(table.id)
        ]
        for _, key, player in sorted(holders):
            await self.seats.hold_hashed(key, live.table.id, (player + 1) % n)
        return live.table.id

    async def close_table(self, live: LiveTable) -> None:
        """The host closes a table: its game ends without a winner, its chat ends. Raises Refused."""
        async with live.lock:
            if live.table.closed:
                raise Refused(409, "this table is closed already", "table")
            await self.happen(live, [("close", None, None, None)])

    async def delete(self, table_id: str) -> None:
        """The host deletes a table with all that is kept of it. Raises Refused where there is none."""
        live = self._live.get(table_id)
        async with live.lock if live else contextlib.nullcontext():
            if live:
                live.deleted = True  # before its seats are gone: who asks meanwhile hears that it is the table
            try:
                if not await self.store.delete(table_id):
                    raise Refused(404, "there is no table of this name", "table")
            except BaseException:
                if live:
                    live.deleted = False
                raise
            if live:
                self.deleted(live)
        if table_id in self._loading:  # it was read before it was deleted
            await asyncio.wait([self._loading[table_id]])
        late = self._live.pop(table_id, None)
        if late:
            self.deleted(late)

    async def chat(self, live: LiveTable, player: int | None, text: str, account: str | None) -> None:
        """A line of the chat. account: whose it is."""
        if not self.settings.chat:
            raise Refused(403, "the chat is switched off on this server", "")
        if player is not None:
            check_not_muted(await self.moderation.muted_at(live.table.id, player))
        async with live.lock:
            await self.happen(live, [("chat", player, None, text)], account=account)

    async def rename(self, live: LiveTable, player: int, name: str, account: str | None) -> None:
        """Change a player's name. account: whose it is. The caller holds the lock. Raises Refused where the
        player is muted: all see it."""
        check_not_muted(await self.moderation.muted_at(live.table.id, player))
        await self.happen(live, [("name", player, None, name)], account=account)


def names_in_order(table: Table | Outline, order: Sequence[int]) -> tuple[str, ...]:
    """The names for another table, where each seat is that of the player in `order`. Who has none is called by his new
    seat."""

    def name(player: int, before: int) -> str:
        kind, was = table.kinds[before], table.names[before]
        return default_name(player, kind) if was == default_name(before, kind) else was

    return tuple(name(player, before) for player, before in enumerate(order))
