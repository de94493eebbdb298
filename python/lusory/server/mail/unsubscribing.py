"""Ends notices: by the links and addresses in the mails that bring them."""

from __future__ import annotations

from .outbox import Outbox
from .rendering import Rendering
from .reply_token import ReplyToken, verify
from .seat_addresses import account_address, address_key, reply_addresses


class Unsubscribing:
    """Of one server. Works where no mails are taken in, too: by links."""

    def __init__(self, rendering: Rendering, outbox: Outbox) -> None:
        self.rendering, self.outbox = rendering, outbox

    async def end(self, token: ReplyToken) -> bool:
        """End the notices that a token was sent with: of a seat, of the account that holds it, or to an account. True
        if the token was ours. The address gets no notices of any other seat either, whoever leaves it there."""
        if token.purpose == "address":
            if is_ours := bool(self.rendering.key) and verify(self.rendering.key, token, ""):
                await self.outbox.refuse_notices(token.table)
            return is_ours
        address = await self.holder(token) if token.purpose in ("unsubscribe", "news") else ""
        if address and token.purpose == "news":
            await self.outbox.unsubscribe_account(token.table, address)
        elif address:
            await self.outbox.unsubscribe(token.table, token.player, address)
        if address:
            await self.outbox.refuse_notices(address_key(address))
        return bool(address)

    async def holder(self, token: ReplyToken) -> str:
        """The address that a token was sent to; nothing where we did not sign it, or it is the seat's no more."""
        async with self.outbox.store.reading() as c:
            if token.purpose == "news":
                addresses = await c.run_sync(account_address, token.table)
            else:
                addresses = list(await c.run_sync(reply_addresses, token.table, token.player))
        key = self.rendering.key
        return next((address for address in addresses if key and verify(key, token, address)), "")
