"""Delivers the mails of the outbox: at once, then again after growing pauses, for some days."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

import aiosmtplib

from ...errors import LusoryError
from ...texts import gettext, speaking
from ..push.delivery import PushDelivery
from ..smtp_and_webhooks import call, smtp, words_of
from ..store import now
from ..table import Refused, Table
from ..table.outline import Outline
from .outbox import BY_WEB, HOUR, LEASE, Outbox, Outgoing
from .rendering import Rendering
from .seat_addresses import seat_address

log = logging.getLogger("lusory.server")
TOGETHER = 20
"""At most so many are sent over one connection."""
CALLED = 100
"""At most so many calls by the web are made at once."""
ENOUGH = LEASE / 2000
"""Seconds after which no further mail is sent of those that were taken together."""
IDLE = 15.0
"""Seconds between looks at the outbox when nobody wakes us: another server may have queued something."""
LAST = 2.0
"""Seconds that it may take to stop."""
LONGEST_CALL = 40.0
"""Seconds that a call by the web may take with all that belongs to it."""
FAULTS = (aiosmtplib.SMTPException, OSError, ValueError, LusoryError)


class Delivery:
    """Two tasks that send: one the mails, one what is called by the web, so that no mail waits for a slow host."""

    def __init__(self, rendering: Rendering, outbox: Outbox, push: PushDelivery) -> None:
        self.rendering, self.outbox, self.push = rendering, outbox, push
        self.service = rendering.service
        self._wakes = {by_web: asyncio.Event() for by_web in (False, True)}
        self._stopping = False
        self._tidied = 0
        self._tasks: list[asyncio.Task[None]] = []

    def wake(self) -> None:
        """Something was queued."""
        for event in self._wakes.values():
            event.set()

    def start(self) -> None:
        """Begin to send."""
        self._tasks = [self.service.task(self.run(by_web)) for by_web in self._wakes]

    async def stop(self) -> None:
        """Send no more; what is not sent is left to the next who does. What is being sent is sent to its end, if that
        does not take long: it might have arrived already."""
        if not self._tasks:
            return
        self._stopping = True
        for event in self._wakes.values():
            event.set()
        await asyncio.wait(self._tasks, timeout=LAST)
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks, timeout=LAST)
        with contextlib.suppress(LusoryError):  # the disk may be full; then it counts as a process that was cut short
            await self.outbox.release()

    async def run(self, by_web: bool) -> None:
        """Send until stopped: what is called by the web, or mails."""
        wake = self._wakes[by_web]
        while not self._stopping:
            wake.clear()
            try:
                notices = await self.outbox.take(CALLED if by_web else TOGETHER, by_web=by_web)
                if notices:
                    await self.send(notices)
                    continue
                await self._tidy()
            except LusoryError as fault:  # the disk may be full; tried again later
                log.warning("the outbox cannot be read: %s", fault)
            except Exception:
                log.exception("what was taken from the outbox was not sent; it is taken again")
            if not self._stopping:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), IDLE)

    async def _tidy(self) -> None:
        if now() - self._tidied > HOUR:
            self._tidied = now()
            await self.outbox.tidy()
            await self.push.subscriptions.drop_signed_out()

    async def send(self, notices: list[Outgoing]) -> None:
        """Send these: mails over one connection, the others each by itself, so that none waits for a slow one."""
        mails = [notice for notice in notices if notice.kind not in BY_WEB]
        calls = [self._call(notice) for notice in notices if notice.kind in BY_WEB]
        sending = [*calls, *([self._mails(mails)] if mails else [])]
        for fault in await asyncio.gather(*sending, return_exceptions=True):
            if fault is not None:
                raise fault

    async def _mails(self, mails: list[Outgoing]) -> None:
        """Send mails while the lease lasts and nobody stops us. The others are given back: another server may take them
        then."""
        client, until = smtp(self.service.settings.mail), time.monotonic() + ENOUGH
        try:
            await client.connect()
        except (aiosmtplib.SMTPException, OSError, ValueError) as fault:
            for notice in mails:
                await self._failed(notice, fault, False)
            return
        try:
            for number, notice in enumerate(mails):
                if self._stopping or time.monotonic() > until:
                    await self.outbox.give_back(mails[number:])
                    break
                await self._mail(client, notice)
            with contextlib.suppress(aiosmtplib.SMTPException, OSError):
                await client.quit()
        finally:
            client.close()

    async def _mail(self, client: aiosmtplib.SMTP, outgoing: Outgoing) -> None:
        try:
            content = await self._content(outgoing)
            if content is None:
                return await self.outbox.sent(outgoing.id)
            if not client.is_connected:
                await client.connect()
            await client.sendmail(await self._return_path(outgoing), [outgoing.recipient], content)
        except aiosmtplib.SMTPRecipientsRefused as fault:
            for_good = all(500 <= refused.code < 600 for refused in fault.recipients)
            await self._failed(outgoing, fault, for_good)
            if for_good:
                await self.outbox.bounced(outgoing.recipient)
        except aiosmtplib.SMTPResponseException as fault:
            await self._failed(outgoing, fault, outgoing.tries >= 3 and 550 <= fault.code < 560)
        except FAULTS as fault:
            await self._failed(outgoing, fault, False)
        except Exception as fault:  # it would be the same the next time, and must not hold up the others
            await self._broken(outgoing, fault)
        else:
            await self.outbox.sent(outgoing.id)

    async def _return_path(self, outgoing: Outgoing) -> str:
        """Where a mail goes that cannot be delivered: to us, signed for the seat it was about."""
        if outgoing.table is None or outgoing.player is None:
            return self.rendering.sender
        live = await self.service.live(outgoing.table)
        return (
            self.rendering.token_address("bounce", live, outgoing.player, outgoing.recipient) or self.rendering.sender
        )

    async def _failed(self, notice: Outgoing, fault: BaseException, for_good: bool) -> None:
        reason = words_of(fault, notice.recipient)
        if await self.outbox.not_sent(notice, reason, for_good):
            log.warning("table %s: a %s was given up: %s", notice.table, notice.kind, reason)
        elif notice.tries == 1:
            log.warning("table %s: a notice was not delivered: %s; it is tried again", notice.table, reason)

    async def _broken(self, notice: Outgoing, fault: Exception) -> None:
        """Give up what cannot be written or handed over at all."""
        log.error("a %s of table %s cannot be sent", notice.kind, notice.table, exc_info=fault)
        await self._failed(notice, fault, True)

    async def _content(self, outgoing: Outgoing) -> bytes | None:
        """The mail. A notice is written when it is sent: it shows the table as it is. None where nobody waits for it
        any more."""
        if outgoing.content is not None or outgoing.table is None or outgoing.player is None:
            return outgoing.content
        try:
            live = await self.service.live(outgoing.table)
        except Refused as fault:
            if fault.code == 404:  # deleted since
                return None
            raise
        async with self.outbox.store.reading() as c:
            present = await c.run_sync(seat_address, outgoing.table, outgoing.player)
        if present is None or present.mail != outgoing.recipient or not waits(live.table, outgoing.player):
            return None  # the seat has another holder, or somebody has moved elsewhere
        if outgoing.kind == "reminder" and not is_slow(live.table):
            return None  # the turn that it was about is over
        to_account = bool(present.account)
        with speaking(present.language):
            note = gettext("Reminder: it is your turn.") if outgoing.kind == "reminder" else ""
            return await self.rendering.seat_letter(
                live, outgoing.player, outgoing.recipient, outgoing.id, to_account, note=note
            )

    async def _call(self, notice: Outgoing) -> None:
        send = self._push if notice.kind == "push" else self._webhook
        try:
            async with asyncio.timeout(LONGEST_CALL):
                await send(notice)
        except FAULTS as fault:
            await self._failed(notice, fault, isinstance(fault, Refused))
        except Exception as fault:
            await self._broken(notice, fault)
        else:
            await self.outbox.sent(notice.id)

    async def _webhook(self, notice: Outgoing) -> None:
        assert notice.table is not None and notice.player is not None
        table = (await self.service.live(notice.table)).table
        if not waits(table, notice.player):
            return
        head, text = "your turn", "It is your turn."
        if table.ending:
            head, text = "the game is over", f"The game is over: {table.ending.text}"
        elif table.to_move != notice.player:
            head, text = "an offer", "Your opponent made you an offer."
        title, link = f"{table.setup.title}: {head}", self.rendering.link(f"/t/{table.id}")
        await call(
            self.service.settings, notice.recipient, {"table": table.id, "title": title, "text": text, "link": link}
        )

    async def _push(self, notice: Outgoing) -> None:
        if notice.content is not None:
            return await self.push.send(notice.recipient, notice.content)
        assert notice.table is not None and notice.player is not None
        table = (await self.service.live(notice.table)).table
        if waits(table, notice.player):
            await self.push.send_of_seat(notice, table, self.rendering.link(f"/t/{table.id}"))


def is_slow(table: Table | Outline) -> bool:
    """Whether a reminder was due in this turn."""
    return table.ending is None and table.clock is not None and table.clock.reminded


def waits(table: Table | Outline, player: int) -> bool:
    """Whether a table waits for this player, or its game is over."""
    is_asked = any(proposer != player for proposer in table.offers)
    return table.ending is not None or table.to_move == player or is_asked
