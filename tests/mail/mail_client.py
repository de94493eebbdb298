"""Test support: people who read their mails at the mail host and answer them by SMTP."""

from __future__ import annotations

import asyncio
import itertools
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Any

import aiosmtplib
import msgspec

from lusory.server.accounts import People, new_codes
from lusory.server.accounts.account_mail import Mailing
from lusory.server.accounts.challenge_commands import Challenging
from lusory.server.game_service import GameService
from lusory.server.mail.mail_service import MailRoom
from lusory.server.settings import MailIntake, Settings
from lusory.server.store import Store
from lusory.server.table_service import TableService
from tests.mail.mail_host import BASE, Club, MailHost, settings_of, text_of

RESULTS = "mx.play.example"
NUMBERS = itertools.count()


def taking_in(folder: Any, host: MailHost, **more: Any) -> Settings:
    """Settings of a server that takes mails in by SMTP and LMTP."""
    known: dict[str, Any] = {"smtp": 0, "lmtp": 0, "results": RESULTS, "each": 0}
    intake = MailIntake(**(known | more))
    return msgspec.structs.replace(settings_of(folder, host), mail_in=intake)


class OpenClub(Club):
    """A club that takes mails in."""

    def __init__(self, settings: Settings, host: MailHost) -> None:
        super().__init__(settings)
        self.host = host

    async def __aenter__(self) -> OpenClub:
        self.service = TableService(self.settings, await Store.open(self.settings.url))
        self.people = People(self.service.store)
        games = GameService(self.settings, self.service.store, self.service.pools)
        mailing = Mailing(self.settings, self.service.task)
        self.challenging = Challenging(self.service, self.people, games, mailing)
        self.mails = MailRoom(self.service, self.people, self.challenging)
        mailing.queue, self.mailing = self.mails.queue_text, mailing
        self.delivery = self.mails.delivery
        await self.service.open()
        await self.mails.open()
        return self

    async def __aexit__(self, *fault: Any) -> None:
        await super().__aexit__(*fault)
        self.people.close()

    intake_port = 0
    """Of a server in another process."""

    @property
    def port(self) -> int:
        if self.intake_port:
            return self.intake_port
        assert self.mails.intake is not None
        return self.mails.intake.port("smtp")

    async def person(self, name: str) -> tuple[Any, str]:
        """An account with an address, and its password for mail."""
        account = await self.people.accounts.add(name, None, new_codes())
        await self.people.accounts.confirm_mail(account.id, f"{name.lower()}@example.org")
        account = await self.people.accounts.get(account.id)
        return account, await self.people.credentials.renew_mail_password(account.id)

    async def send(
        self, text: str, subject: str = "", sender: str = "ada@example.org", to: str = BASE, **headers: str
    ) -> EmailMessage:
        """Somebody sends a mail."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to, subject
        message["Message-ID"] = headers.pop("message_id", "") or make_msgid(f"m{next(NUMBERS)}", "example.org")
        for name, value in headers.items():
            message[name.replace("_", "-")] = value
        message.set_content(text)
        await self.post(message)
        return message

    async def post(self, message: EmailMessage, port: int = 0) -> None:
        """Hand a mail over."""
        to = message["To"].addresses[0].addr_spec
        sender = message["From"].addresses[0].addr_spec
        await aiosmtplib.send(
            message, sender=sender, recipients=[to], hostname="127.0.0.1", port=port or self.port, start_tls=False
        )  # fmt: skip

    async def reply(self, mail: EmailMessage, text: str, sender: str = "") -> EmailMessage:
        """Somebody answers a mail as mail programs do: quoting it."""
        quoted = "".join(f"> {line}\n" for line in text_of(mail).splitlines())
        to = mail["Reply-To"].addresses[0].addr_spec
        whom = sender or mail["To"].addresses[0].addr_spec
        answer_text = f"{text}\n\nOn Mon, 23 Nov 2026 at 10:00, lusory wrote:\n{quoted}"
        return await self.send(answer_text, f"Re: {mail['Subject']}", whom, to, In_Reply_To=str(mail["Message-ID"]))

    async def mail_to(self, address: str, count: int) -> EmailMessage:
        """The mail number `count` (from 1) that somebody gets."""
        for _ in range(1500):
            if len(mails := self.host.of(address)) >= count:
                return mails[count - 1]
            await asyncio.sleep(0.02)
        raise AssertionError(f"{address} got {len(self.host.of(address))} mails")
