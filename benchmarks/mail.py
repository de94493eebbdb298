"""Benchmark of mail play: mails per second processed and answered, and memory: `python -m benchmarks.mail 1000`.

The mails come over SMTP from this process, eight at a time; answers go by SMTP to a host in this process, too. Where
others use the processors, the seconds that they worked for this process, its senders and its mail host tell more.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import tempfile
import time

from tests.mail.mail_client import RESULTS, OpenClub, taking_in
from tests.mail.mail_host import MailHost

TOGETHER = 8
PASSED = f"{RESULTS}; dkim=pass header.d=example.org"


async def measured(count: int, folder: str, host: MailHost) -> float:
    """Seconds until so many mails are answered: each asks for the board of a game, as anybody may see it."""
    async with OpenClub(taking_in(folder, host), host) as club:
        live = await club.table()
        board = await club.mails.outbox.board(live.table.id)
        waiting = iter(range(count))

        async def sender() -> None:
            for number in waiting:
                whom = f"p{number}@example.org"
                await club.send(f"susan show {board}", sender=whom, Authentication_Results=PASSED)

        started = time.perf_counter()
        await asyncio.gather(*(sender() for _ in range(TOGETHER)))
        while len(host.got) < count:
            await asyncio.sleep(0.02)
        return time.perf_counter() - started


def main(count: int) -> None:
    """Measure and print."""
    host = MailHost()
    try:
        with tempfile.TemporaryDirectory() as folder:
            seconds = asyncio.run(measured(count, folder, host))
    finally:
        host.close()
    memory, worked = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, time.process_time()
    print(f"{count} mails in {seconds:.1f} s: {count / seconds:.1f} a second; processors worked {worked:.1f} s:"
          f" {worked / count * 1000:.1f} ms a mail; peak memory {memory:.0f} MiB")  # fmt: skip


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
