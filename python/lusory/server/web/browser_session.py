"""Sessions of browsers without an account: made here and signed, so that nobody holds seats by a value that was made
up."""

from __future__ import annotations

import base64
import hashlib
import hmac

from ..store import Store, hashed, token
from ..store.pupils import Pupils
from ..store.seats import Seats


def new_session(key: str) -> str:
    """A new session. key: the host's."""
    value = token()
    return f"{value}.{_signature(value, key)}"


def is_signed(session: str, key: str) -> bool:
    """Whether a session was made here."""
    value, _, signature = session.rpartition(".")
    return hmac.compare_digest(signature.encode(), _signature(value, key).encode())


async def holds_something(store: Store, session: str) -> bool:
    """Whether a session has seats or pupils, as one may that was made before sessions were signed."""
    pupils, holders = Pupils(store), [hashed(session)]
    return bool(await Seats(store).mine(session) or await pupils.of(holders) or await pupils.lent_to(holders))


def _signature(value: str, key: str) -> str:
    digest = hmac.digest(key.encode(), f"session {value}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest)[:22].decode()
