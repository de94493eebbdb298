"""Mail to accounts: links, and news of changes. News wait in the outbox until they are sent. Links are sent at once,
after the answer, and never kept: their secrets stand nowhere but in the mail."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any, Literal, Protocol

import aiosmtplib

from ...errors import LusoryError
from ...texts import gettext, speaking
from ..settings import Settings
from ..smtp_and_webhooks import mail, words_of
from ..store import SeatChange
from .account import Account

log = logging.getLogger("lusory.server")


def link_mail(kind: Literal["sign-in", "confirm"], name: str) -> tuple[str, str]:
    """Subject and first sentence of a mail with a link, in the language of who asked for it."""
    if kind == "sign-in":
        text = gettext("Open this link to sign in as %(name)s. It works once, within 20 minutes.")
        return gettext("Your link to sign in"), text % {"name": name}
    text = gettext("Open this link to confirm this address for the account %(name)s. It works once, within a day.")
    return gettext("Confirm your address"), text % {"name": name}


class Queue(Protocol):
    """Keeps a mail until it is sent. also: a change made in the same transaction; where it cannot be made, no mail is
    queued. notice_of: the account to which it is a notice. Raises StoreFault."""

    async def __call__(
        self, to: str, subject: str, text: str, also: SeatChange | None = None, notice_of: str = ""
    ) -> None: ...


class Notify(Protocol):
    """Tells the browsers of an account something. Raises StoreFault."""

    async def __call__(self, account: str, title: str, text: str, link: str) -> None: ...


class Mailing:
    """Sends. later: how work goes on after an answer. queue: None where the server sends no mail; notify: None where it
    tells no browsers."""

    def __init__(self, settings: Settings, start_task: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self.settings, self.later = settings, start_task
        self.queue: Queue | None = None
        self.notify: Notify | None = None

    def link(self, fragment: str) -> str:
        """A link to the page that signs in. It is never made of what a request says about our address."""
        return f"{self.settings.own_address}/sign-in#{fragment}"

    async def send_link(self, to: str, name: str, kind: Literal["sign-in", "confirm"], secret: str) -> None:
        """Mail a link with a secret. Browsers do not send the part behind the #: no log has it."""
        subject, text = link_mail(kind, name)
        not_you = gettext("If you did not ask for this, ignore this mail: the link works only for whoever reads it.")
        await self._send_now(to, subject, f"{text}\n\n{self.link(f'link={secret}')}\n\n{not_you}\n")

    def tell(self, account: Account, subject: str, text: str) -> None:
        """Tell an account what was changed, at its confirmed address."""
        if account.mail and self.settings.mail.host:
            with speaking(account.language):
                advice = gettext("If this was not you, sign in and sign out everywhere, then choose a new password.")
                subject, text = f"{gettext(subject)} ({account.name})", f"{gettext(text)}\n\n{advice}\n"
            self.later(self._send(account.mail, subject, text))

    async def turns(self, account: Account, title: str, games: list[tuple[str, str]], also: SeatChange) -> None:
        """Mail games that wait for an account, each a sentence and a table. Nothing is told of positions. also: see
        Queue. Raises StoreFault."""
        lines = [f"{sentence}\n{self.settings.own_address}/t/{table}\n" for sentence, table in games]
        if self.queue is not None and account.mail:
            text = "\n".join([*lines, f"{self.less(account)}\n"])
            await self.queue(account.mail, f"lusory: {title}", text, also, notice_of=account.id)

    def less(self, account: Account) -> str:
        """Where an account says which mails it wants."""
        with speaking(account.language):
            return gettext("Get less mail, or none: %(link)s") % {"link": f"{self.settings.own_address}/account"}

    def news(self, account: Account, title: str, text: str, path: str) -> None:
        """Tell one thing that has happened, with a link, by mail and in browsers, to who wants that and is not away."""
        if account.away_until:
            return
        if self.notify is not None:
            self.later(self._notify(account, title, path))
        if account.mail and self.settings.mail.host and account.notices != "none":
            whole = f"{text}\n\n{self.settings.own_address}{path}\n\n{self.less(account)}\n"
            self.later(self._send(account.mail, title, whole, notice_of=account.id))

    async def _notify(self, account: Account, text: str, path: str) -> None:
        assert self.notify is not None
        try:
            await self.notify(account.id, "lusory", text, self.settings.own_address + path)
        except LusoryError as fault:
            log.warning("a notice to an account was not queued: %s", fault)

    async def _send(self, to: str, subject: str, text: str, notice_of: str = "") -> None:
        if self.queue is None:
            return
        try:
            await self.queue(to, f"lusory: {subject}", text, notice_of=notice_of)
        except LusoryError as fault:
            log.warning("mail to an account was not queued: %s", fault)

    async def _send_now(self, to: str, subject: str, text: str) -> None:
        try:
            await mail(self.settings.mail, to, f"lusory: {subject}", text)
        except (aiosmtplib.SMTPException, OSError) as fault:
            log.warning("mail to an account was not delivered: %s", words_of(fault, to))
        except Exception:
            log.exception("mail to an account could not be written")
