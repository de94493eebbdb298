"""Sends notices by Web Push. They say which game waits, and nothing of its position."""

from __future__ import annotations

import json

from ...texts import gettext, speaking
from ..contact_check import place_of
from ..mail.outbox import DAY, Outgoing
from ..settings import Settings
from ..smtp_and_webhooks import post
from ..store import Store
from ..table import Refused, Table
from ..table.outline import Outline
from .encryption import authorization, decode, encrypt_message, private_key
from .subscriptions import PushSubscriptions, Subscription

KEPT = 7 * DAY // 1000
"""Seconds for which a push service keeps a message for a browser that is not running."""
TRIED_AGAIN = {408, 425, 429}
"""Answers of a push service that is busy; others of 400 and more mean that trying again is in vain."""
GONE = {404, 410}
"""Answers of a push service: nobody is subscribed there any more."""


class PushDelivery:
    """Encrypts and sends to push services on the open internet."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.subscriptions = PushSubscriptions(store)

    async def send(self, subscription_id: str, message: bytes) -> None:
        """Send a message to a browser as it was queued; see send_of_seat."""
        subscription = await self.subscriptions.get(subscription_id)
        if subscription is not None:
            await self._post(subscription, message)

    async def send_of_seat(self, outgoing: Outgoing, table: Table | Outline, link: str) -> None:
        """Send a notice of a seat as its table is now; nothing where its browser is not to be told any more. Raises
        Refused and OSError where it is not taken."""
        subscription = await self.subscriptions.for_seat(outgoing.recipient, table.id, outgoing.player or 0)
        if subscription is not None:
            with speaking(subscription.language):
                message = notice(table, outgoing.player or 0, link)
            await self._post(subscription, json.dumps(message, ensure_ascii=False).encode(), table.id)

    async def _post(self, to: Subscription, message: bytes, topic: str = "") -> None:
        """topic: a later message of the same one takes the place of an earlier one that still waits."""
        body = encrypt_message(message, decode(to.key), decode(to.auth))
        key = private_key(await self.subscriptions.private_key())
        headers = {
            "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": str(KEPT),
            "Authorization": authorization(key, to.endpoint, self._contact()), **({"Topic": topic} if topic else {}),
        }  # fmt: skip
        address = await place_of(self.settings, to.endpoint, "endpoint")
        code = await post(to.endpoint, address, body, headers)
        if code in GONE:
            await self.subscriptions.drop(to.id)
        elif 400 <= code < 500 and code not in TRIED_AGAIN:
            raise Refused(502, "the push service answered %(code)s", "endpoint", code=code)
        elif not 200 <= code < 300:
            raise OSError(f"the push service answered {code}")

    def _contact(self) -> str:
        """How a push service reaches the host."""
        mail = self.settings.mail.sender or self.settings.mail.user
        if self.settings.address.startswith("https://"):
            return self.settings.address
        return f"mailto:{mail}" if "@" in mail else ""


def notice(table: Table | Outline, player: int, link: str) -> dict[str, str]:
    """What a browser shows. tag: a later notice of the same table takes the place of this one."""
    if table.ending is not None:
        text = gettext("The game is over.")
    elif table.to_move != player:
        text = gettext("Your opponent made you an offer.")
    elif table.clock is not None and table.clock.reminded:
        text = gettext("Reminder: it is your turn.")
    else:
        text = gettext("It is your turn.")
    return {"title": table.setup.title[:200], "body": text, "link": link, "tag": table.id}
