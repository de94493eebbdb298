"""Renders mails about tables: queries the view of a seat, draws it, and builds the mail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec

from ...texts import gettext
from .. import game_files
from ..live_table import LiveTable
from ..settings import Settings
from ..store import now
from ..table_service import TableService
from . import outgoing_text
from .outbox import Outbox
from .outgoing_mail import Letter, build
from .reply_token import Purpose, reply_address, sign
from .seat_addresses import address_key, muted_players
from .seat_view import MailLine, SeatView


@lru_cache(maxsize=64)
def png_of(svg: str) -> bytes:
    """A board as a picture for a mail."""
    return game_files.pixels(svg, outgoing_text.WIDE * 3 // 2)


class Rendering:
    """Writes the mails of seats. key: signs tokens; empty while none are to be. wake: called when one is queued."""

    def __init__(self, service: TableService, outbox: Outbox) -> None:
        self.service, self.outbox = service, outbox
        self.key = b""
        self.wake: Callable[[], object] = lambda: None

    @property
    def settings(self) -> Settings:
        """The server's."""
        return self.service.settings

    @property
    def sender(self) -> str:
        """The address that mails come from."""
        return self.settings.mail.sender or self.settings.mail.user

    @property
    def base(self) -> str:
        """The address that people write to."""
        return self.settings.mail_in.address or self.sender

    def token_address(self, purpose: Purpose, live: LiveTable, player: int, to: str) -> str:
        """Our address with a token of a seat, signed for who gets it; empty where nothing is taken in."""
        if not self.key or not self.settings.mail_in.on:
            return ""
        turns = live.table.turns if purpose == "reply" else 0
        return reply_address(self.base, sign(self.key, purpose, live.table.id, player, turns, to))

    @property
    def domain(self) -> str:
        """Of Message-IDs."""
        return self.sender.rpartition("@")[2] or "localhost"

    def link(self, path: str) -> str:
        """A link to our pages, as the settings say where we are."""
        return self.settings.own_address + path

    def message_id(self, mail_id: str) -> str:
        """The Message-ID of a row of the outbox."""
        return f"<{mail_id}@{self.domain}>"

    def thread(self, table: str, player: int) -> str:
        """What all mails of a seat refer to, so that they stay together."""
        return f"<{table}.{player}@{self.domain}>"

    def unsubscribe(self, live: LiveTable, player: int, to: str) -> tuple[str, ...]:
        """Where notices of a seat end: a link for one click, and an address."""
        return self._ways_out(sign(self.key, "unsubscribe", live.table.id, player, 0, to)) if self.key else ()

    def unsubscribe_account(self, account: str, to: str) -> tuple[str, ...]:
        """Where notices to an account end."""
        return self._ways_out(sign(self.key, "news", account, 0, 0, to)) if self.key else ()

    def unsubscribe_address(self, to: str) -> tuple[str, ...]:
        """Where all notices to an address that somebody left end."""
        return self._ways_out(self.address_token(to)) if self.key else ()

    def address_token(self, to: str) -> str:
        """A token that ends all notices to an address that somebody left."""
        return sign(self.key, "address", address_key(to), 0, 0, "")

    def _ways_out(self, token: str) -> tuple[str, ...]:
        link = self.link(f"/api/unsubscribe/{token}")
        mailto = (f"mailto:{reply_address(self.base, token)}",) if self.settings.mail_in.on else ()
        return ((link,) if link.startswith("https://") else ()) + mailto

    async def view(self, live: LiveTable, player: int) -> SeatView:
        """What a mail may show of a table to one seat."""
        data = await self.service.call(live, "seat_view", player=player, moment=now())
        return msgspec.json.decode(data, type=SeatView)

    async def _heard(self, table: str, player: int, said: list[MailLine]) -> list[MailLine]:
        """What a player hears of what was said: nothing where nobody may talk, nor from those that he has muted."""
        if not self.settings.chat:
            return []
        async with self.service.store.reading() as c:
            muted = await c.run_sync(muted_players, table, player)
        return [line for line in said if line.player not in muted]

    async def seat_letter(
        self,
        live: LiveTable,
        player: int,
        to: str,
        mail_id: str,
        account: bool,
        answer: Sequence[str] = (),
        above: tuple[str, ...] = (),
        note: str = "",
    ) -> bytes:
        """A mail about a table to the holder of a seat. mail_id: of its row in the outbox. account: whether an
        account holds it. answer: what is answered to a mail of his, of which `above` are the Message-IDs; none for a
        notice. note: a sentence above all else."""
        table, view = live.table.id, await self.view(live, player)
        if view.said:
            view = msgspec.structs.replace(view, said=await self._heard(table, player, view.said))
        head = [note] if note else list(answer)
        board = await self.outbox.board(table)
        picture = await asyncio.to_thread(png_of, view.svg)
        cid, link = f"board.{mail_id}@{self.domain}", self.link(f"/t/{table}")
        switched_off_link = self.link("/account") if account else ""
        reply = self.token_address("reply", live, player, to)
        hint = reply_hint(view) if reply else ""
        unsubscribe = self.unsubscribe(live, player, to)
        letter = Letter(
            to=to,
            subject=outgoing_text.headline(view, board),
            text="\n".join([*head, *([""] if head else []), outgoing_text.plain(view, link, switched_off_link, hint)]),
            message_id=self.message_id(mail_id),
            kind="answer" if answer else "notice",
            references=(self.thread(table, player), *above),
            reply_to=reply,
            unsubscribe=unsubscribe,
            html=outgoing_text.html(view, link, cid, switched_off_link, head, hint),
            picture=picture,
            cid=cid,
        )
        return await asyncio.to_thread(build, letter, self.sender)


def reply_hint(view: SeatView) -> str:
    """What the first line of a reply may be: a move only where it is the reader's turn."""
    if view.result is None and view.to_move == view.player:
        return gettext("Reply with your move in the first line; help lists what else you can write.")
    return gettext("Reply with a command in the first line, such as chat and a text; help lists what you can write.")
