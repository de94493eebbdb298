"""Notices: a seat that left an address hears that it is its turn; once, until it is visited."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import socket
import ssl
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

import aiosmtplib

from .contact_check import place_of
from .live_table import LiveTable
from .settings import Mail, Settings
from .table import HUMAN, Entry, Refused
from .table.table import CLOSED
from .table_service import TableService

log = logging.getLogger("lusory.server")
SECONDS = 20.0


class Notices:
    """Listens to what happens at tables."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self._lock = asyncio.Lock()
        service.listeners.append(self.on_change)

    def close(self) -> None:
        """No more."""
        self.service.listeners.remove(self.on_change)

    def on_change(self, live: LiveTable, entries: list[Entry]) -> None:
        """Something has happened at a table."""
        kinds = {entry.kind for entry in entries}
        ended = "close" in kinds and live.table.ending is not None and live.table.ending.by == CLOSED
        if ended or kinds & {"ply", "undo", "flag", "resign", "agree", "offer"}:
            self.service.task(self._tell(live))

    async def _tell(self, live: LiveTable) -> None:
        table = live.table
        waiting = table.people() if table.ending else [table.to_move]
        for player in waiting:
            if player is None or player < 0 or table.kinds[player] != HUMAN or player in live.here():
                continue
            async with self._lock:
                seat = await self.service.seats.get(table.id, player)
                if seat.get("noticed") or not (seat.get("mail") or seat.get("webhook")):
                    continue
                await self.service.seats.set(table.id, player, noticed=True)
            await self._send(live, seat)

    async def _send(self, live: LiveTable, seat: dict[str, Any]) -> None:
        settings, table = self.service.settings, live.table
        link = f"{settings.address or f'http://{settings.host}:{settings.port}'}{settings.base}/t/{table.id}"
        over = table.ending is not None
        said = f"The game is over: {table.ending.text}" if table.ending else "It is your turn."
        title = f"{table.setup.title}: {'the game is over' if over else 'your turn'}"
        try:
            if seat["mail"]:
                await mail(settings.mail, seat["mail"], title, f"{said}\n\n{link}\n")
            if seat["webhook"]:
                await call(settings, seat["webhook"], {"table": table.id, "title": title, "text": said, "link": link})
        except (aiosmtplib.SMTPException, OSError, Refused, http.client.HTTPException) as fault:
            log.warning("table %s: a notice was not delivered: %s", table.id, fault)


async def mail(settings: Mail, to: str, subject: str, text: str) -> None:
    """One message, through the server of the settings."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = settings.sender or settings.user, to, subject
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    await aiosmtplib.send(
        message,
        hostname=settings.host,
        port=settings.port,
        username=settings.user or None,
        password=settings.password or None,
        use_tls=settings.tls == "tls",
        start_tls=settings.tls == "starttls",
        timeout=SECONDS,
    )


async def call(settings: Settings, url: str, body: dict[str, Any]) -> None:
    """One webhook. The host is looked up once, and checked, and that address is called: it cannot change between.
    Where the answer leads elsewhere nobody follows. Raises OSError where it is not taken."""
    host, port = await place_of(settings, url)
    await asyncio.to_thread(_post, url, host, port, json.dumps(body).encode())


def _post(url: str, host: str, port: int, body: bytes) -> None:
    parts = urlsplit(url)
    connection = http.client.HTTPSConnection(parts.hostname or "", port, timeout=SECONDS)
    try:
        plain = socket.create_connection((host, port), SECONDS)
        connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, {"Content-Type": "application/json", "User-Agent": "lusory"})
        answer = connection.getresponse()
        answer.read(1000)
        if not 200 <= answer.status < 300:
            raise OSError(f"{parts.hostname} answered {answer.status}")
    finally:
        connection.close()
