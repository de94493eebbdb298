"""The mail service: all parts of play by mail, started and stopped with the server."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from pathlib import Path

from ..accounts import People
from ..accounts.challenge_commands import Challenging
from ..changes import Change
from ..host_key import host_key
from ..live_table import LiveTable
from ..push.delivery import PushDelivery
from ..smtp_and_webhooks import plain_mail
from ..store import SeatChange
from ..store.mail_schema import outbox
from ..table import Entry
from ..table_service import TableService
from . import notices
from .contacts import Contacts
from .delivery import Delivery
from .intake import Intake
from .notices import outbox_row
from .outbox import Outbox
from .outgoing_mail import add_ways_out, policy_for
from .processing import Processing
from .recipient_limit import RecipientLimit
from .rendering import Rendering
from .reply_token import ReplyToken, mail_key
from .unsubscribing import Unsubscribing

log = logging.getLogger("lusory.server")


class MailRoom:
    """Notices, the outbox and its delivery, and what is taken in where there are `people` and `challenging`."""

    def __init__(
        self, service: TableService, people: People | None = None, challenging: Challenging | None = None
    ) -> None:
        self.service, self.people, self.challenging = service, people, challenging
        self.outbox = Outbox(service.store)
        self.rendering = Rendering(service, self.outbox)
        self.push = PushDelivery(service.settings, service.store)
        self.delivery = Delivery(self.rendering, self.outbox, self.push)
        settings, self.recipients = service.settings, RecipientLimit(service.settings.limits.mails)
        self.ways = notices.Ways(
            bool(settings.mail.host), settings.webhooks, settings.push, count=self.recipients.count
        )
        self.contacts = Contacts(self.rendering, people) if people else None
        self.processing: Processing | None = None
        self.intake: Intake | None = None
        self._queued = False
        service.accompanying.append(self.accompany)
        service.listeners.append(self.on_change)

    async def open(self) -> None:
        """Begin to send, and to take in. Raises LusoryError where a port is taken."""
        self.rendering.wake = self.delivery.wake
        settings = self.service.settings
        if settings.mail.host:
            self.rendering.key = mail_key(await asyncio.to_thread(host_key, Path(settings.data)))
        if settings.mail_in.on and self.people and self.challenging:
            self.processing = Processing(self.rendering, self.people, self.challenging, self.rendering.key)
            self.intake = Intake(settings, self.processing)
            await self.intake.open()
            self.challenging.began = self.began
        if self.ways:
            self.service.peers.on_gone.append(self.delivery.wake)
            if not self.service.store.shared:
                await self.outbox.take_over()
            self.delivery.start()

    async def close(self) -> None:
        """No more mails in, no more notices out."""
        if self.intake:
            await self.intake.close()
        await self.delivery.stop()
        self.service.accompanying.remove(self.accompany)
        self.service.listeners.remove(self.on_change)

    def accompany(self, live: LiveTable, change: Change) -> SeatChange | None:
        """What is to be kept together with a change of a table: its notices."""
        if not self.ways:
            return None
        for entry in change.entries:
            if entry.kind == "rematch":
                return self._begins(live, entry.text or "")
        told = notices.reminders(notices.players_to_remind(change)) or notices.due(live, change)
        return notices.queue_notices(live.table.id, told, self.ways, self._note) if told else None

    def _begins(self, finished: LiveTable, following: str) -> SeatChange | None:
        """The notice to who begins a rematch, where every holder sits one seat further, unless he looks at the finished
        table: its page leads to the new one."""
        live = self.service.in_memory(following)
        player = notices.awaited(live) if live else None
        if live is None or player is None or (player - 1) % live.table.players in finished.here():
            return None
        return notices.queue_notices(following, [notices.Notice(player)], self.ways, self._note)

    async def unsubscribe(self, token: ReplyToken) -> bool:
        """End the notices that a token was sent with; True if the token was ours."""
        return await Unsubscribing(self.rendering, self.outbox).end(token)

    async def began(self, live: LiveTable, player: int) -> None:
        """Tell a player of a new game that it is his turn in it."""
        if live.table.to_move == player:
            change = notices.queue_notices(live.table.id, [notices.Notice(player)], self.ways, self._note)
            async with self.service.store.writing() as c:
                await c.run_sync(change)
            self.delivery.wake()

    async def queue_text(
        self, to: str, subject: str, text: str, also: SeatChange | None = None, notice_of: str = ""
    ) -> None:
        """Keep a mail of text alone until it is sent; commands may answer it. also: made in the same transaction; where
        it cannot be made, no mail is queued. notice_of: the account to which it is a notice, which may end them; where
        there were too many mails to its address lately, none is queued. Raises StoreFault."""
        if notice_of and also is None and not self.recipients.count(to):
            return log.info("a notice to an account was not queued: too many mails went there in an hour")
        row = self.text_row(to, subject, text, self.rendering.unsubscribe_account(notice_of, to) if notice_of else ())
        async with self.service.store.writing() as c:
            if also is not None and not await c.run_sync(also):
                return
            await c.execute(outbox.insert(), [row])
        self.delivery.wake()

    def text_row(self, to: str, subject: str, text: str, ways_out: Sequence[str] = ()) -> dict[str, object]:
        """The row of the outbox of a mail of text alone, which commands may answer. ways_out: where such mails end."""
        row = outbox_row("account", to)
        message = plain_mail(self.service.settings.mail, to, subject, text)
        if self.service.settings.mail_in.on:
            message["Reply-To"] = self.rendering.base
        add_ways_out(message, ways_out)
        message["Message-ID"] = self.rendering.message_id(str(row["id"]))
        return row | {"content": message.as_bytes(policy=policy_for(to))}

    async def queue_push(self, account: str, title: str, text: str, link: str) -> None:
        """Keep a notice to the browsers of an account until it is sent. Raises StoreFault."""
        browsers = await self.push.subscriptions.listed(account)
        if not browsers:
            return
        content = json.dumps({"title": title, "body": text, "link": link, "tag": link}, ensure_ascii=False).encode()
        rows = [outbox_row("push", str(browser["id"]), content=content) for browser in browsers]
        async with self.service.store.writing() as c:
            await c.execute(outbox.insert(), rows)
        self.delivery.wake()

    def _note(self) -> None:
        """A notice was queued; the transaction goes on."""
        self._queued = True

    def on_change(self, live: LiveTable, entries: list[Entry]) -> None:
        """What was queued is kept by now."""
        if self._queued:
            self._queued = False
            self.delivery.wake()
