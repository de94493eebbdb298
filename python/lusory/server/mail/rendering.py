"""Mails about tables: a seat's view asked for, drawn, and written as a letter."""

from __future__ import annotations

import asyncio
from functools import lru_cache

import msgspec

from .. import game_files
from ..live_table import LiveTable
from ..settings import Settings
from ..store import now
from ..table_service import TableService
from . import letter_text
from .letter import Letter, written
from .outbox import Outbox
from .seat_view import SeatView


@lru_cache(maxsize=64)
def drawn(svg: str) -> bytes:
    """A board as a picture for a mail."""
    return game_files.pixels(svg, letter_text.WIDE * 3 // 2)


class Rendering:
    """Writes the mails of seats."""

    def __init__(self, service: TableService, outbox: Outbox) -> None:
        self.service, self.outbox = service, outbox

    @property
    def settings(self) -> Settings:
        """The server's."""
        return self.service.settings

    @property
    def sender(self) -> str:
        """The address that mails come from."""
        return self.settings.mail.sender or self.settings.mail.user

    @property
    def domain(self) -> str:
        """Of Message-IDs."""
        return self.sender.rpartition("@")[2] or "localhost"

    def link(self, path: str) -> str:
        """A link to our pages, as the settings say where we are."""
        settings = self.settings
        return (settings.address.rstrip("/") or f"http://{settings.host}:{settings.port}") + settings.base + path

    def message_id(self, id_: str) -> str:
        """The Message-ID of a row of the outbox."""
        return f"<{id_}@{self.domain}>"

    def thread(self, table: str, player: int) -> str:
        """What all mails of a seat refer to, so that they stay together."""
        return f"<{table}.{player}@{self.domain}>"

    async def view(self, live: LiveTable, player: int) -> SeatView:
        """What a mail may show of a table to one seat."""
        data = await self.service.call(live, "mailed", player=player, moment=now())
        return msgspec.json.decode(data, type=SeatView)

    async def seat_letter(self, live: LiveTable, player: int, to: str, id_: str, account: bool) -> bytes:
        """A notice about a table to the holder of a seat. id_: of its row in the outbox. account: does an account hold
        it?"""
        table, view = live.table.id, await self.view(live, player)
        board = await self.outbox.board(table)
        picture = await asyncio.to_thread(drawn, view.svg)
        cid, link = f"board.{id_}@{self.domain}", self.link(f"/t/{table}")
        less = self.link("/account") if account else ""
        letter = Letter(
            to=to,
            subject=letter_text.headline(view, board),
            text=letter_text.plain(view, link, less),
            message_id=self.message_id(id_),
            references=(self.thread(table, player),),
            html=letter_text.html(view, link, cid, less),
            picture=picture,
            cid=cid,
        )
        return await asyncio.to_thread(written, letter, self.sender)
