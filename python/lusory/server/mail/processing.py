"""Processes incoming mails: identifies the sender, runs the commands, queues the answer."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable

from ...errors import LusoryError
from ...texts import SOURCE, gettext, speak, speaking
from ..accounts import Account, People
from ..accounts.challenge_commands import Challenging
from ..fault_texts import fault_text
from ..hourly_limit import HourlyLimit
from ..live_table import LiveTable
from .command_lines import (
    LINES,
    LONGEST_JOINED,
    Done,
    goes_on,
    lines_of,
    looks_like_command,
    struck,
    with_broken_messages,
)
from .commands import Commands
from .incoming_mail import ReceivedMail, UnreadableMail, mail_key, read_mail
from .notices import outbox_row
from .outgoing_mail import Letter, build
from .rendering import Rendering
from .reply_token import ReplyToken, parse, tag_of
from .seat_addresses import reply_addresses, reply_language
from .seat_commands import SeatCommands, changes_position, is_seat_command
from .seen_mails import SeenMails
from .sender import SignupLimit, Writer
from .sender_check import is_authenticated
from .unsubscribing import Unsubscribing

log = logging.getLogger("lusory.server")
SIGNUPS = 60
"""The most accounts made by mail from one domain in an hour."""
ALL_TRIES = 10
"""A user id has so many times the tries of one sender."""
DROPPED = "a mail from %s was dropped: %s"


class Processing:
    """Processes the mails to one address. key: signs the reply tokens."""

    def __init__(self, rendering: Rendering, people: People, challenging: Challenging, key: bytes) -> None:
        self.rendering, self.people, self.key = rendering, people, key
        self.service, self.settings = rendering.service, rendering.settings
        self.seen = SeenMails(self.service.store)
        self.unsubscribing = Unsubscribing(rendering, rendering.outbox)
        self.seat_commands = SeatCommands(rendering)
        self.commands = Commands(self.seat_commands, people, challenging)
        self._limit = HourlyLimit()
        self._signups = SignupLimit(self._limit, SIGNUPS)
        self._busy: dict[str, asyncio.Lock] = {}

    @property
    def base(self) -> str:
        """The address that people write to."""
        return self.rendering.base

    async def take(self, data: bytes, envelope: str | None, recipient: str | None) -> None:
        """Carry a mail out once, and queue its answer. envelope, recipient: of the envelope; None where they are not
        known. Raises LusoryError where nothing can be kept now: the mail is to come again."""
        try:
            mail = await asyncio.to_thread(read_mail, data, envelope)  # a long one takes a while
        except UnreadableMail as fault:
            return log.info(DROPPED, "somebody", fault)
        to = recipient or next((address for address in mail.to if tag_of(address, self.base) is not None), "")
        if not to:
            return log.info(DROPPED, mail.sender, "it is not to us")
        tag = parse(tag_of(to, self.base) or "")
        key = mail_key(
            mail, data, to if tag else self.base
        )  # copies to other addresses behind the plus are the same mail
        async with self._busy.setdefault(key, asyncio.Lock()):
            try:
                await self._take(mail, key, to)
            finally:
                self._busy.pop(key, None)

    async def _take(self, mail: ReceivedMail, key: str, to: str) -> None:
        earlier_mail = await self.seen.get(key)
        if earlier_mail is not None:
            if (
                earlier_mail.answer
                and earlier_mail.recipient
                and self._count_within("again", earlier_mail.recipient, 3)
            ):
                row = outbox_row("answer", earlier_mail.recipient, content=earlier_mail.content) | {
                    "id": earlier_mail.answer
                }
                await self.seen.again(key, row)
                self.rendering.wake()
            return
        token = parse(tag_of(to, self.base) or "")
        if token is not None and token.purpose == "bounce":
            await self._bounced(mail, token)
        elif token is not None and token.purpose != "reply":
            if not await self.unsubscribing.end(token):
                log.info(DROPPED, mail.sender, "its token was not signed by us")
        elif refusal := self._drop_reason(mail):
            log.info(DROPPED, mail.sender or "somebody", refusal)
        else:
            with speaking(SOURCE):
                await self._carry_out(mail, key, token)

    def _drop_reason(self, mail: ReceivedMail) -> str:
        """The reason to drop a mail; empty where it is to be processed."""
        return mail.automatic or ("it is a report about a mail" if mail.bounce else "")

    def _count_within(self, kind: str, whom: str, most: int) -> bool:
        """Counts an event of a kind from somebody; False beyond `most` in an hour."""
        return self._limit.hit(most, kind, whom.lower())

    def _is_within_limit(self, mail: ReceivedMail, writer: Writer, token: ReplyToken | None) -> bool:
        """Whether so many mails may come from there. Answers count for their seat, and a sender that nobody vouches for
        apart: who writes under the name of another uses up nothing of his where the mail host vouches for senders;
        where none does, only answers are safe from that. token: one that was verified."""
        kind, whom = ("from" if writer.trusted else "from anybody"), mail.sender
        if token is not None:
            kind, whom = "from a seat", f"{token.table}.{token.player}"
        return self._count_within(kind, whom, self.settings.mail_in.each)

    async def _bounced(self, mail: ReceivedMail, token: ReplyToken) -> None:
        """Marks the address of a mail that came back, where its token shows that this server sent it."""
        address = await self.unsubscribing.holder(token)
        if address and mail.bounce and mail.bounce.lasting:
            await self.rendering.outbox.bounced(address)
            log.info("a mail came back from the address of a seat of table %s", token.table)

    async def _carry_out(self, mail: ReceivedMail, key: str, token: ReplyToken | None) -> None:
        address = await self.unsubscribing.holder(token) if token else ""
        writer = await self._writer(mail, key)
        if not self._is_within_limit(mail, writer, token if address else None):
            return log.info(DROPPED, mail.sender, "too many mails came from there in an hour")
        if token and address:
            await self.rendering.outbox.is_good_again(address)
            outcome = await self._seat(mail, writer, token, await self._reader(writer, token, address))
            to = address
        else:
            outcome = await self._club(mail, writer, token is not None)
            to = writer.address
        if not to or not outcome.answer:
            log.info(DROPPED, mail.sender, "neither token nor password nor confirmed address, nor known to the host")
            if writer.account is not None:  # what it says was done all the same, and is not to be done again
                await self.seen.put(key, None)
            return
        if not self._count_within("to", to, self.settings.mail_in.each):
            log.info(DROPPED, mail.sender, "too many answers went there in an hour")
            return await self.seen.put(key, None)
        row = outbox_row("answer", to)
        row["content"] = await self._answer(mail, outcome, to, str(row["id"]))
        await self.seen.put(key, row)
        self.rendering.wake()

    async def _writer(self, mail: ReceivedMail, key: str) -> Writer:
        sender = is_authenticated(mail, self.settings.mail_in.results)
        account = await self.people.accounts.by_mail(mail.sender) if sender else None
        account_of_sender: Account | None = account if account is not None and not account.suspended else None
        if account_of_sender:
            speak(account_of_sender.language)
        address = mail.sender if sender else ""
        return Writer(address, account_of_sender, int(key[:11], 16), self._tries_of(address), self._signups)

    def _tries_of(self, sender: str) -> Callable[[str], bool]:
        """Whether a password may be tried for a user id. Each sender that the mail host vouches for has tries of his
        own, so that no stranger uses up those of another one; all senders together have ALL_TRIES times as many."""
        most = self.settings.mail_in.tries

        def may_try(name: str) -> bool:
            is_within = self._count_within("tries", f"{name} {sender}", most)
            return is_within and self._count_within("all tries", name, ALL_TRIES * most)

        return may_try

    async def _reader(self, writer: Writer, token: ReplyToken, address: str) -> str | None:
        """The account that reads an address of a seat, or that wrote; None for somebody without one. The answer is in
        the language of who reads it."""
        table, player = token.table, token.player
        async with self.people.store.reading() as c:
            account = (await c.run_sync(reply_addresses, table, player)).get(address, "")
            speak(await c.run_sync(reply_language, table, player, account))
        return account or (writer.account.id if writer.account else None)

    async def _seat(self, mail: ReceivedMail, writer: Writer, token: ReplyToken, account: str | None) -> Done:
        """The lines of an answer to a mail about a seat. account: whose they are, if that is known."""
        lines, reply_lines = lines_of(mail.text), list[str]()
        if not lines:
            reply_lines.append(gettext("Nothing was found in your mail. Write a move in its first line, or help."))
        live = await self.service.live(token.table)
        await self.service.visited(live, (token.player,))
        live.replying.append(token.player)
        try:
            reply_lines += await self._seat_lines(live, writer, token, account, lines)
        finally:
            live.replying.remove(token.player)
        return Done(reply_lines, token.table, token.player)

    async def _seat_lines(
        self, live: LiveTable, writer: Writer, token: ReplyToken, account: str | None, lines: list[str]
    ) -> list[str]:
        """Carry out the lines of an answer; what to tell."""
        reply_lines, number, turns = list[str](), 0, token.turns
        while number < min(len(lines), LINES):
            line, below = await self._whole_line(live, token.player, lines, number)
            if number and live.table.to_move != token.player and not is_seat_command(line):
                break  # the ply was in the line above; this one is to a person
            try:
                request = request_number(writer.serial, number)
                reply_lines += await self.seat_commands.run(live, token.player, line, request, turns, account)
                turns = -1 if changes_position(line) else turns  # by his own line, so he knows of it
            except LusoryError as fault:
                reply_lines += refusal(line, fault)
                break
            number = below
        return reply_lines

    async def _whole_line(self, live: LiveTable, player: int, lines: list[str], at: int) -> tuple[str, int]:
        """A line, and the number of the one below it. A line of chat is joined again where a mail program broke it,
        until it is far too long."""
        line, below = lines[at], at + 1
        while line.lower().startswith("chat ") and below < len(lines) and goes_on(lines[below - 1], lines[below]):
            if len(line) > LONGEST_JOINED or await self.seat_commands.stands_alone(live, player, lines[below]):
                break
            line, below = f"{line} {lines[below]}", below + 1
        return line, below

    async def _club(self, mail: ReceivedMail, writer: Writer, void: bool) -> Done:
        """The lines of a mail that stands by itself: in the subject, or line by line in the body. void: it went to the
        address of a seat, of which that is no more."""
        below = with_broken_messages(lines_of(mail.text))
        if void and not any(map(looks_like_command, below)):
            return Done(
                [
                    gettext(
                        "The mail that you answer is good no more: its board is gone, or its seat has another address."
                    ),
                    gettext("Nothing was done. Write my to see your boards."),
                    "",
                ]
            )
        own_command = bool(mail.subject) and not mail.answers and (looks_like_command(mail.subject) or not below)
        lines = [mail.subject] if own_command else []
        lines += [line for line in below if looks_like_command(line)] if lines else below
        reply_lines, table, player = list[str](), "", None
        for number, line in enumerate(lines[:LINES] or ["help"]):
            try:
                outcome = await self.commands.run(writer, line, request_number(writer.serial, number))
                reply_lines += outcome.answer
                table, player = (outcome.table, outcome.player) if outcome.table else (table, player)
            except LusoryError as fault:
                reply_lines += refusal(line, fault)
                break
        return Done(reply_lines, table, player)

    async def _answer(self, mail: ReceivedMail, outcome: Done, to: str, table_id: str) -> bytes:
        above = (*mail.references[-3:], *([mail.message_id] if mail.message_id else []))
        if outcome.table and outcome.player is not None:
            live = await self.service.live(outcome.table)
            return await self.rendering.seat_letter(live, outcome.player, to, table_id, False, outcome.answer, above)
        subject = f"Re: {struck(mail.subject)}" if mail.subject else "lusory"
        text = "\n".join(outcome.answer) + "\n"
        letter = Letter(to, subject, text, self.rendering.message_id(table_id), "answer", above, self.base)
        return await asyncio.to_thread(build, letter, self.rendering.sender)


def request_number(serial: int, line: int) -> int:
    """The number of a ply's request: the same however often its mail is carried out."""
    return int.from_bytes(hashlib.sha256(f"{serial}.{line}".encode()).digest()[:6], "big")


def refusal(line: str, fault: LusoryError) -> list[str]:
    """Why a line was not carried out."""
    return [f"> {struck(line)}", gettext("Refused: %(reason)s") % {"reason": fault_text(fault)}, ""]
