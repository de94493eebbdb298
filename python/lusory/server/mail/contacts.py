"""Addresses that people leave at seats: each is asked by mail before notices go there."""

from __future__ import annotations

import json
import logging

import sqlalchemy as sa

from ...texts import gettext
from ..accounts import Account, People
from ..smtp_and_webhooks import plain_mail, smtp, words_of
from ..store import Holder, SeatChange, holder_key, schema, token
from ..store.mail_schema import unsubscribed
from ..table import Refused
from .outgoing_mail import add_ways_out
from .rendering import Rendering
from .seat_addresses import address_key, wants_notices

log = logging.getLogger("lusory.server")
DAY = 24 * 60
"""Minutes for which a link that confirms works."""
Seat = tuple[str, int]
"""A table and a player."""


class Contacts:
    """Finds out whether an address may be written to, and asks it."""

    def __init__(self, rendering: Rendering, people: People) -> None:
        self.rendering, self.people = rendering, people
        self.store = people.store

    async def is_confirmed(self, seat: Seat, mail: str, account: Account | None, holder: Holder | str) -> bool:
        """Whether an address that is left at a seat needs no mail to confirm it: it is that of the account that leaves
        it, or was confirmed there before or at another seat of the same holder. Raises Refused where it wants none."""
        if account is not None and (account.mail or "").lower() == mail.lower():
            await self._wants_again(mail)
            return True
        async with self.store.reading() as c:
            if not await c.run_sync(wants_notices, mail):
                raise Refused(
                    409,
                    "this address wants no notifications; sign in to an account that has confirmed it to use it again",
                    "mail",
                )
            was_confirmed = await c.scalar(_seats_with(mail, seat, holder).limit(1)) is not None
        if was_confirmed:
            await self.rendering.outbox.is_good_again(mail)
        return was_confirmed

    async def ask(self, seat: Seat, mail: str) -> None:
        """Mail an address a link that confirms it. What the mail says is always the same: nothing that people write.
        It does not wait for the mail host, since its secret stands nowhere else."""
        secret, settings = token(), self.rendering.settings
        await self.people.secrets.add(secret, "contact", DAY, value=json.dumps([*seat, mail]))
        subject = f"lusory: {gettext('Confirm your address')}"
        message = plain_mail(settings.mail, mail, subject, self._text(secret, mail))
        add_ways_out(message, self.rendering.unsubscribe_address(mail))
        try:
            async with smtp(settings.mail) as client:
                await client.send_message(message)
        except Exception as fault:
            log.warning("a mail that asks to confirm an address was not delivered: %s", words_of(fault, mail))

    def _text(self, secret: str, mail: str) -> str:
        link = self.rendering.link("/sign-in")
        asked = gettext(
            "Somebody wants notifications about a game here to go to this address. If that is you, open this link to"
            " confirm it. It works once, within a day."
        )
        never = gettext("If not, ignore this mail, or open this link to get no such mails from here any more:")
        way_out = f"{link}#unsubscribe={self.rendering.address_token(mail)}"
        return f"{asked}\n\n{link}#contact={secret}\n\n{never}\n\n{way_out}\n"

    async def confirm(self, secret: str) -> None:
        """Use a link: notices go to the address from now on. Raises Refused where it is good no more."""
        link = await self.people.secrets.redeem(secret, "contact")
        is_confirmed = False
        if link is not None:
            table, player, mail = json.loads(link.value)
            await self._wants_again(mail)
            async with self.store.writing() as c:
                is_confirmed = await c.run_sync(_confirmation(table, player, mail))
        if not is_confirmed:
            raise Refused(
                404, "this link was already used or has expired; save your address at the table again", "secret"
            )

    async def _wants_again(self, mail: str) -> None:
        async with self.store.writing() as c:
            await c.execute(unsubscribed.delete().where(unsubscribed.c.key == address_key(mail)))
        await self.rendering.outbox.is_good_again(mail)


def _seats_with(mail: str, seat: Seat, holder: Holder | str) -> sa.Select[tuple[int]]:
    """This seat and the others of a holder, where they have this address and it is confirmed."""
    s, h = schema.seats.c, schema.holdings.c
    is_this = sa.and_(s.table == seat[0], s.player == seat[1])
    is_held = sa.exists().where(h.session == holder_key(holder), h.table == s.table, h.player == s.player)
    is_same = sa.and_(sa.func.lower(s.mail) == mail.lower(), s.mail_confirmed)
    return sa.select(s.player).where(is_same, sa.or_(is_this, is_held) if holder else is_this)


def _confirmation(table: str, player: int, mail: str) -> SeatChange:
    s = schema.seats
    seat = sa.and_(s.c.table == table, s.c.player == player, s.c.mail == mail)
    return lambda c: c.execute(s.update().where(seat).values(mail_confirmed=True)).rowcount == 1
