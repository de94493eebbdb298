"""Tests of mails with which processes end: each is tried alone, then waits, and then is given up."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from email.policy import SMTP

import aiosmtplib
from sqlalchemy import insert

from lusory.server.mail.notices import outbox_row
from lusory.server.mail.outbox import MINUTE, MOST_CRASHES, Outbox, pause
from lusory.server.settings import Mail, Settings
from lusory.server.smtp_and_webhooks import plain_mail
from lusory.server.store import Store, now
from lusory.server.store.mail_schema import outbox
from tests.mail.mail_host import Club, settings_of

FALL = textwrap.dedent("""
    import asyncio, os, signal, sys
    from lusory.server.mail import delivery
    from tests.mail.mail_host import Club
    from lusory.server.settings import Mail, Settings

    real = delivery.Delivery._content

    async def content(self, outgoing):
        if b"deadly" in (outgoing.content or b""):
            os.kill(os.getpid(), signal.SIGKILL)
        return await real(self, outgoing)

    delivery.Delivery._content = content

    async def story():
        mail = Mail(host="127.0.0.1", port=int(sys.argv[2]), sender="play@play.example", tls="none")
        async with Club(Settings(data=sys.argv[1], mail=mail)) as club:
            while await club.mails.outbox.next_due() is not None:
                await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(story(), 20))
""")
"""A server that is killed by a mail."""


def letters(*texts):
    mail = Mail(sender="play@play.example")
    return [
        outbox_row(
            "answer", "ada@example.org", content=plain_mail(mail, "ada@example.org", text, text).as_bytes(policy=SMTP)
        )
        for text in texts
    ]


async def after_crashes(folder, rows, count, moment):
    """What is taken after so many processes ended that were sending the first of what was due."""
    for _ in range(count):
        store = await Store.open(Settings(data=str(folder)).url)
        if rows:
            async with store.writing() as c:
                await c.execute(insert(outbox), rows)
            rows = []
        else:
            await Outbox(store).take_over()
        await Outbox(store).take(5, moment)
        await store.close()
    store = await Store.open(Settings(data=str(folder)).url)
    try:
        box = Outbox(store)
        await box.take_over()
        return await box.take(5, moment), await box.given_up()
    finally:
        await store.close()


def test_each_is_tried_alone_after_two_crashes(tmp_path):
    rows = letters("deadly", "one", "two")
    taken, _ = asyncio.run(after_crashes(tmp_path, rows, 1, now()))
    assert len(taken) == 3, "one crash is mostly a power cut, or a kill"
    taken, _ = asyncio.run(after_crashes(tmp_path, [], 1, now()))
    assert len(taken) == 1, "three were taken; any of them may have ended the process"


def test_one_that_crashed_alone_waits_and_others_go_first(tmp_path):
    rows = letters("deadly", "one", "two")
    for number, row in enumerate(rows):
        row["due"] = row["created"] = int(str(row["created"])) + number
    taken, given_up = asyncio.run(after_crashes(tmp_path, rows, 3, now() + 10))
    assert [mail.id for mail in taken] == [rows[1]["id"]] and not given_up


def test_one_that_crashed_too_often_is_given_up(tmp_path):
    [row] = letters("deadly")
    late = now() + pause(MOST_CRASHES) + MINUTE
    _, early = asyncio.run(after_crashes(tmp_path, [row], MOST_CRASHES - 1, late))
    assert not early
    taken, [given_up] = asyncio.run(after_crashes(tmp_path, [], 1, late))
    assert not taken and given_up["id"] == row["id"]
    assert given_up["fault"] == f"the server ended {MOST_CRASHES} times while this was sent"


def test_a_server_that_stops_as_it_should_counts_as_no_crash(tmp_path, host):
    """However often it is started again while a mail host does not answer."""

    async def begin_and_stop():
        async with Club(settings_of(tmp_path, host)) as club:
            waiting = asyncio.Event()

            async def forever(outgoing):
                waiting.set()
                await asyncio.sleep(3600)

            club.delivery._content = forever
            await club.mails.queue_text("ada@example.org", "hm", "hm\n")
            await asyncio.wait_for(waiting.wait(), 10)

    async def look():
        store = await Store.open(settings_of(tmp_path, host).url)
        async with store.reading() as c:
            found = (await c.execute(outbox.select())).all()
        await store.close()
        return found

    for _ in range(2):
        asyncio.run(begin_and_stop())
    found = asyncio.run(look())
    assert len(found) == 2 and {(row.owner, row.crashes) for row in found} == {(None, 0)}


def test_a_mail_that_kills_its_server_keeps_no_other_from_being_sent(tmp_path, host):
    """Each start is a process of its own; whoever runs the server starts it again."""

    async def queue():
        store = await Store.open(Settings(data=str(tmp_path)).url)
        rows = letters("deadly", "one", "two")
        for number, row in enumerate(rows):
            row["due"] = row["created"] = int(str(row["created"])) + number
        async with store.writing() as c:
            await c.execute(insert(outbox), rows)
        await store.close()

    asyncio.run(queue())
    command = [sys.executable, "-c", FALL, str(tmp_path), str(host.port)]
    for _ in range(4):
        if len(host.got) == 2:
            break
        server = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
        for _ in range(200):
            if server.poll() is not None or len(host.got) == 2:
                break
            asyncio.run(asyncio.sleep(0.1))
        server.send_signal(signal.SIGKILL)
        server.wait()
    assert sorted(str(mail["Subject"]) for _, mail in host.got) == ["one", "two"]


def test_a_mail_that_is_on_its_way_when_the_server_stops_comes_once(tmp_path, host, monkeypatch):
    accepted = asyncio.Event()
    real = aiosmtplib.SMTP.sendmail

    async def sendmail(self, *arguments):
        result = await real(self, *arguments)
        accepted.set()
        await asyncio.sleep(0.3)  # it is not noted yet that it was sent
        return result

    monkeypatch.setattr(aiosmtplib.SMTP, "sendmail", sendmail)

    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            async with club.service.store.writing() as c:
                await c.execute(insert(outbox), letters("one", "two"))
            club.mails.delivery.wake()
            await accepted.wait()
        async with Club(settings_of(tmp_path, host)) as club:
            while await club.mails.outbox.next_due() is not None:
                await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(story(), 20))
    assert sorted(message["Subject"] for _, message in host.got) == ["one", "two"]
