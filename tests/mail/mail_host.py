"""Test support: a mail host that stores what it receives, and tables whose players left their addresses."""

from __future__ import annotations

import asyncio
import socket
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller

from lusory.games import find
from lusory.server.changes import create_table, play_ply
from lusory.server.game_info import info
from lusory.server.mail.mail_service import MailRoom
from lusory.server.settings import Mail, Settings
from lusory.server.store import Store
from lusory.server.table import Setup, Table
from lusory.server.table_service import TableService

BASE = "play@play.example"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class MailHost:
    """Takes mails by SMTP. got: each with its recipients. refuses: the answer to every mail while it is not empty.
    unknown: addresses that nobody has. tried: Message-IDs of all mails, those refused, too."""

    def __init__(self) -> None:
        self.got: list[tuple[list[str], EmailMessage]] = []
        self.refuses = ""
        self.unknown: set[str] = set()
        self.tried: list[str] = []
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self.controller.start()

    @property
    def port(self) -> int:
        return int(self.controller.port)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if address in self.unknown:
            return f"550 5.1.1 <{address}>: no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        self.tried.append(str(message["Message-ID"]))
        if self.refuses:
            return self.refuses
        self.got.append((envelope.rcpt_tos, message))
        return "250 OK"

    def of(self, address: str) -> list[EmailMessage]:
        """What somebody got."""
        return [message for to, message in self.got if address in to]

    def close(self) -> None:
        self.controller.stop()

    def __enter__(self) -> MailHost:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()


def text_of(message: EmailMessage) -> str:
    """The plain text of a mail of ours."""
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def contact_secret(message: EmailMessage) -> str:
    """The secret of a mail that asks to confirm an address."""
    return text_of(message).split("#contact=")[1].split()[0]


async def until(condition: Any, seconds: float = 20.0) -> None:
    """Wait until something holds."""
    for _ in range(int(seconds / 0.02)):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not come")


def table(game: str, plies: list[str], **options: Any) -> Table:
    """A table in memory, after some plies."""
    built = find(game).build(**options)
    setup = Setup(("human", "human"), ("Ada", "Bo"), game.title(), game=game)
    new_table = create_table(built, "0123456789", setup, (), 0).table
    assert isinstance(new_table, Table)
    for text in plies:
        assert new_table.to_move is not None
        change = play_ply(new_table, new_table.to_move, text, 1)
        assert change is not None and isinstance(change.table, Table)
        new_table = change.table
    return new_table


def settings_of(folder: Any, host: MailHost) -> Settings:
    """Of a server that sends by this host."""
    mail = Mail(host="127.0.0.1", port=host.port, sender=BASE, tls="none")
    return Settings(data=str(folder), mail=mail, address="https://play.example", workers=1)


class Club:
    """A table service with its mail service, and tables for two, Ada and Bo, who left their addresses."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    async def __aenter__(self) -> Club:
        self.service = TableService(self.settings, await Store.open(self.settings.url))
        self.mails = MailRoom(self.service)
        self.delivery: Any = self.mails.delivery
        await self.service.open()
        await self.mails.open()
        return self

    async def __aexit__(self, *fault: Any) -> None:
        await self.mails.close()
        await self.service.close()

    async def table(self, game: str = "susan") -> Any:
        built = info(find(game).build())
        live, _ = await self.service.create(built, Setup(("human", "human"), ("Ada", "Bo"), built.title), [0, 1], "")
        await self.service.seats.set(live.table.id, 0, mail="ada@example.org", mail_confirmed=True)
        await self.service.seats.set(live.table.id, 1, mail="bo@example.org", mail_confirmed=True)
        return live
