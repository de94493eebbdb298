"""Sends the net of a pupil to a worker process only where that process does not know it.

A process that has played for a pupil keeps its net under a stamp, which changes with the net. So a ply costs a short
query and a short request; after a restart, or in another process, the first answer asks for the net.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from .allowed_players import NET_WANTED, pupil_of
from .store import Store
from .store.pupils import Pupils
from .table import Refused

Answer = dict[str, Any]
Ask = Callable[[dict[str, Any]], Awaitable[Answer]]


async def with_pupil(request: dict[str, Any], store: Store, ask: Ask) -> Answer:
    """The answer to a request for a ply, of a pupil or of another player. ask: asks a worker process. Raises Refused
    with code 410 for a pupil that was deleted."""
    pupil = pupil_of(request["spec"])
    if not pupil:
        return await ask(request)
    stored = Pupils(store)
    stamp = await stored.stamp(pupil)
    if stamp is None:
        raise Refused(410, "this pupil is not there any more", "pupil")
    reply = await ask(request | {"stamp": stamp})
    if not reply.get(NET_WANTED):
        return reply
    stamp, net = await stored.net(pupil)
    return await ask(request | {"stamp": stamp, "net": net})
