"""Receives mails by SMTP and LMTP on ports of the server, and from a Maildir."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import mailbox
import os
from collections import Counter
from pathlib import Path
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from ...errors import LusoryError
from ..settings import Settings
from .processing import Processing
from .reply_token import tag_of

log = logging.getLogger("lusory.server")
SECONDS = 60.0
"""The longest silence of a connection."""
OPEN = 100
"""The most connections at once."""
LOOK = 5.0
"""Seconds between two reads of a Maildir."""
FIRST = 200
"""The most mails that one read of a Maildir processes."""
TRIES = 20
"""The most reads of a Maildir that try a mail again."""


class Intake:
    """The mail servers and the Maildir of one address. A mail is processed and its answer queued before the mail is
    accepted (250) or removed from the Maildir."""

    def __init__(self, settings: Settings, processing: Processing) -> None:
        self.settings, self.processing = settings.mail_in, processing
        self.servers: dict[str, asyncio.Server] = {}
        self.connections: set[asyncio.BaseTransport] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._taking: set[asyncio.Task[None]] = set()
        self._tries = Counter[str]()

    async def open(self) -> None:
        """Listen. Raises LusoryError where a port is taken."""
        for name, kind, port in (("smtp", _Smtp, self.settings.smtp), ("lmtp", _Lmtp, self.settings.lmtp)):
            if port >= 0:
                self.servers[name] = await self._listen(kind, port)
        if self.settings.maildir:
            self._tasks.append(asyncio.create_task(self._watch(Path(self.settings.maildir))))

    async def _listen(self, kind: type[_Smtp] | type[_Lmtp], port: int) -> asyncio.Server:
        loop, host = asyncio.get_running_loop(), self.settings.host

        def new_session() -> SMTP:
            return kind(self, loop=loop, data_size_limit=self.settings.bytes, enable_SMTPUTF8=True, timeout=SECONDS,
                        hostname=self.processing.rendering.domain, ident="lusory")  # fmt: skip

        try:
            return await loop.create_server(new_session, host, port)
        except OSError as fault:
            reason = os.strerror(fault.errno) if fault.errno and fault.errno > 0 else fault.strerror
            raise LusoryError(f"{host}:{port}: {reason}; mail_in takes another") from None

    def port(self, name: str) -> int:
        """The port on which `smtp` or `lmtp` listens."""
        return int(self.servers[name].sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Stop receiving, and wait for the mails in process."""
        for task in self._tasks:
            task.cancel()
        for server in self.servers.values():
            server.close()
        for transport in list(self.connections):
            transport.close()
        await asyncio.gather(*self._tasks, *self._taking, return_exceptions=True)

    async def handle_RCPT(self, server: SMTP, session: Any, envelope: Any, address: str, options: Any) -> str:
        """Accept one recipient of this server for each mail; the sender sends the mail again for any other."""
        if tag_of(address, self.processing.base) is None:
            return "550 5.1.1 no such mailbox here"
        if envelope.rcpt_tos:
            return "452 4.5.3 one recipient a mail"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        """Process a mail, then accept it."""
        try:
            await self._process(bytes(envelope.content), envelope.mail_from or "", envelope.rcpt_tos[0])
        except LusoryError as fault:
            log.warning("a mail could not be carried out: %s; it comes again", fault)
            return "451 4.3.0 try again later"
        return "250 2.0.0 taken"

    async def _process(self, data: bytes, sender: str, to: str) -> None:
        """Process a mail to the end even if the sender hangs up; if it is sent again, it gets the same answer."""
        task = asyncio.create_task(self.processing.take(data, sender, to))
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)
        await asyncio.shield(task)

    async def _watch(self, folder: Path) -> None:
        while True:
            with contextlib.suppress(LusoryError, OSError):  # the disk may be full; the next read tries again
                await self.look(folder)
            await asyncio.sleep(LOOK)

    async def look(self, folder: Path) -> None:
        """Process the mails of a Maildir, and remove each one that is done. One that raises an error stays there, and
        those after it are processed. Raises StoreFault and OSError: then no mail can be."""
        box = await asyncio.to_thread(mailbox.Maildir, str(folder), None, True)
        for key in [key for key in sorted(await asyncio.to_thread(box.keys)) if self._tries[key] < TRIES][:FIRST]:
            data = await asyncio.to_thread(box.get_bytes, key)
            try:
                await self.processing.take(data, None, None)
            except OSError:  # StoreFault, too
                raise
            except LusoryError as fault:  # the table may rest, or the queue be full: later reads try again
                self._tries[key] += 1
                log.warning("a mail could not be carried out: %s; it is tried again", fault)
            except Exception:
                log.exception("mail %s stays in the Maildir: it could not be carried out", key)
                self._tries[key] = TRIES
            else:
                await asyncio.to_thread(box.discard, key)


class _Counted:
    """A connection that counts towards OPEN; beyond that number it is closed at once."""

    event_handler: Intake

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if len(self.event_handler.connections) >= OPEN:
            transport.close()
            return
        self.event_handler.connections.add(transport)
        self._counted = transport
        super().connection_made(transport)  # type: ignore[misc]

    def connection_lost(self, error: Exception | None) -> None:
        if hasattr(self, "_counted"):
            self.event_handler.connections.discard(self._counted)
            super().connection_lost(error)  # type: ignore[misc]


class _Smtp(_Counted, SMTP):
    """Receives by SMTP."""


class _Lmtp(_Counted, LMTP):
    """Receives by LMTP."""
