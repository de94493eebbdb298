"""Passwords as argon2id hashes. A small thread pool of its own hashes them: guesses cannot take up the processor."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from ..table import Refused

HASHER = PasswordHasher(time_cost=2, memory_cost=32_768, parallelism=1)
"""32 MiB, two iterations: a tenth of a second of one core. OWASP asks for at least 19 MiB, two iterations."""
THREADS, WAITING = 2, 40
"""How many passwords are hashed at once, and the most that are hashed or wait for it."""
ABSENT = "$argon2id$v=19$m=32768,t=2,p=1$U8gL7TX5INLrzB1BkGcaBQ$9be2Z+akLh0qB6tp10G9ztGqh7D9O5LyzrqUkkj1eM4"
"""A hash whose password nobody knows, to check against where no hash is stored: the refusal then takes as long."""


class Passwords:
    """Hashes and verifies passwords in a thread pool."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="passwords")
        self._waiting = 0

    def close(self) -> None:
        """Stop hashing; what waits is cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def hashed(self, password: str) -> str:
        """The hash to store. Raises Refused where too many wait."""
        return str(await self._run(HASHER.hash, password))

    async def verified(self, password: str, stored_hash: str | None) -> bool:
        """Whether the password has this hash. It takes as long where there is no hash. Raises Refused where too many
        wait."""
        return bool(await self._run(_is_match, password, stored_hash or ABSENT)) and stored_hash is not None

    async def _run(self, work: object, *arguments: str) -> object:
        if self._waiting >= WAITING:
            raise Refused(503, "too many people are signing in; try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)  # type: ignore[arg-type]
        finally:
            self._waiting -= 1


def _is_match(password: str, stored_hash: str) -> bool:
    with contextlib.suppress(Argon2Error, InvalidHashError):
        return HASHER.verify(stored_hash, password)
    return False
