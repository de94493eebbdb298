"""Messages from other server processes on the same database, except those about tables: sign-outs, blocks, answers."""

from __future__ import annotations

from typing import Any

from ...errors import LusoryError
from ..accounts.challenge_commands import Challenging
from ..store import hashed
from ..table_service import TableService
from .access import AccessControl

KEY = "host key"


def connect(service: TableService, access: AccessControl, challenging: Challenging) -> None:
    """Hear what others tell, and tell them."""

    async def signed_out(message: dict[str, Any]) -> None:
        access.end_streams(str(message["account"]))

    async def blocked(message: dict[str, Any]) -> None:
        await read_blocks(service, access)

    async def answered(message: dict[str, Any]) -> None:
        challenging.note(str(message["challenge"]), str(message["how"]))

    signals = service.store.signals
    signals.on("signed out", signed_out)
    signals.on("blocks", blocked)
    signals.on("answered", answered)
    signals.on_lost(lambda: missed(service, access))
    service.peers.on_gone.append(access.end_all_of_accounts)
    access.broadcast = challenging.broadcast = service.peers.post


def missed(service: TableService, access: AccessControl) -> None:
    """Messages may have been lost."""
    access.end_all_of_accounts()
    service.task(read_blocks(service, access))


async def read_blocks(service: TableService, access: AccessControl) -> None:
    """The blocked addresses, as they are kept."""
    access.replace_blocks([(block["address"], block["until"]) for block in await service.moderation.blocks()])


async def check_key(service: TableService, key: str) -> None:
    """All servers of one database have one host's key: it signs what mails are answered with. Raises LusoryError."""
    if not service.store.shared:
        return
    if service.peers.first:
        return await service.store.note(KEY, hashed(key))
    if await service.store.fact(KEY) != hashed(key):
        folder = service.settings.data
        raise LusoryError(f"{folder}: its host.key is not that of the other servers on this database: copy theirs here")
