"""Begins and ends a vacation: no notices meanwhile, and the clocks of correspondence games wait."""

from __future__ import annotations

import contextlib

from ..store import now
from ..table import Refused
from ..table_service import TableService
from .account import Account
from .accounts import Accounts


async def set_vacation(service: TableService, accounts: Accounts, me: Account, until: int) -> int | None:
    """An account is away until then; a moment that has passed ends its vacation. Returns until when its clocks wait:
    not longer than its days of this year last; None where they do not wait."""
    moment = now()
    # One that ends now is kept until somebody looks for vacations that are over, and tells of the turns meanwhile.
    await accounts.change(me.id, vacation=until if until > moment else moment if me.away_until else None)
    held_until = await service.vacations.begin(me.id, until)
    for table in await service.vacations.turns(me.id):
        with contextlib.suppress(Refused):  # it was deleted, or another process holds the clock just now
            live = await service.live(table)
            async with live.lock:
                if live.table.clock and live.table.clock.kind.correspondence:
                    await service.clocks.hold(live)
    return held_until
