"""Passwords for mail that people choose themselves: hashed slowly, as they may be easy to guess."""

from __future__ import annotations

import asyncio
import hashlib


def slow_hash(password: str, account: str) -> str:
    """The hash that is kept. account: its id in the database, drawn at random, which salts it. 16 MiB, some hundredths
    of a second."""
    return hashlib.scrypt(password.encode("utf-8", "replace"), salt=account.encode(), n=2**14, r=8, p=1, dklen=32).hex()


async def hash_in_thread(password: str, account: str) -> str:
    """The same in a thread."""
    return await asyncio.to_thread(slow_hash, password, account)
