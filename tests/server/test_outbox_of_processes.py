"""Tests of the outbox of several processes on PostgreSQL: what one was sending that died is sent by another at once."""

import asyncio
import time
from email.policy import SMTP

from sqlalchemy import func, insert, select

from lusory.server.mail.notices import outbox_row
from lusory.server.mail.outbox import LEASE, LEFT_BEHIND, Outbox
from lusory.server.settings import Mail, Settings
from lusory.server.smtp_and_webhooks import plain_mail
from lusory.server.store import Store
from lusory.server.store.mail_schema import outbox
from tests.server.test_processes import host, started, stopped  # noqa: F401


def queued(count):
    message = plain_mail(Mail(sender="play@play.example"), "ada@example.org", "hm", "hm\n").as_bytes(policy=SMTP)
    return [outbox_row("answer", "ada@example.org", content=message) for _ in range(count)]


async def put(store, rows):
    async with store.writing() as c:
        await c.execute(insert(outbox), rows)


async def opened(url):
    """A process that lives."""
    store = await Store.open(Settings(database=url).url)
    await store.signals.open(server=False)
    return store


async def taken_soon(store):
    """What is due within ten seconds: PostgreSQL notices a moment later that a process is gone."""
    for _ in range(100):
        if mails := await Outbox(store).take(5):
            return mails
        await asyncio.sleep(0.1)
    return []


def test_what_a_process_was_sending_is_due_when_it_is_gone(postgres):
    async def story():
        first, second = await opened(postgres), await opened(postgres)
        try:
            await put(first, queued(3))
            assert len(await Outbox(first).take(5)) == 3
            assert not await Outbox(second).take(5), "the other lives"
            await first.signals.close()
            mails = await taken_soon(second)
            assert [notice.tries for notice in mails] == [2, 2, 2]
            await Outbox(second).give_back(mails[1:])
            assert [notice.tries for notice in await Outbox(second).take(5)] == [2, 2]
            for notice in mails:
                await Outbox(second).sent(notice.id)
        finally:
            for store in (first, second):
                await store.close()

    asyncio.run(story())


def test_what_was_left_behind_goes_before_what_came_later(postgres):
    async def story():
        first, second = await opened(postgres), await opened(postgres)
        try:
            await put(first, own_mails := queued(2))
            assert len(await Outbox(first).take(5)) == 2
            await first.signals.close()
            await put(second, later_mails := queued(3))
            while await left_behind(second) < 2:
                await asyncio.sleep(0.1)
            mails = await Outbox(second).take(2)
            assert {notice.id for notice in mails} == {row["id"] for row in own_mails}
            for row in own_mails + later_mails:
                await Outbox(second).sent(str(row["id"]))
        finally:
            for store in (first, second):
                await store.close()

    asyncio.run(asyncio.wait_for(story(), 30))


async def left_behind(store):
    """How many notices a process has left that is gone."""
    async with store.reading() as c:
        return await c.scalar(select(func.count()).select_from(outbox).where(LEFT_BEHIND))


def test_a_server_sends_what_a_dead_process_had_begun(postgres, tmp_path, host):  # noqa: F811
    """Long before the lease is over."""
    server = started("one", tmp_path, postgres, host=host)

    async def dies():
        store = await opened(postgres)
        rows = [row | {"due": row["due"] + LEASE, "owner": store.signals.number} for row in queued(2)]
        try:
            await put(store, rows)
            await asyncio.sleep(3)  # the server has seen that it lives
            return host.of("ada@example.org")
        finally:
            await store.close()

    early = asyncio.run(dies())
    end = time.monotonic() + 30
    while len(host.of("ada@example.org")) < 2 and time.monotonic() < end:
        time.sleep(0.1)
    stopped(server)
    assert not early and len(host.of("ada@example.org")) == 2
