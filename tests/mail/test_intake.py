"""Tests of incoming mail through real sockets: who may play by it, and what is never answered."""

import asyncio
import mailbox
import socket
from typing import Any

import aiosmtplib
import pytest

from lusory.errors import LusoryError
from lusory.server.mail import intake
from lusory.server.mail.reply_token import parse, tag_of
from lusory.server.settings import MailIntake, Settings
from lusory.server.store import StoreFault
from lusory.server.table import Refused
from tests.mail.mail_client import RESULTS
from tests.mail.mail_host import BASE, text_of

PASSED = {"Authentication_Results": f"{RESULTS}; dkim=pass header.d=example.org"}


async def settled(club, address, count):
    """Nobody got more than so many mails, once all that was sent is through."""
    await asyncio.sleep(0.3)
    assert len(club.host.of(address)) == count


def test_a_reply_with_a_ply_in_its_first_line_plays_it(run, host):
    async def story(club):
        live = await club.table()
        await club.service.play(live, (0,), 1, "a1")
        mail = await club.mail_to("bo@example.org", 1)
        sent = await club.reply(mail, "C3\nthanks for the game\n", "bo.at.work@example.net")
        reply = await club.mail_to("bo@example.org", 2)
        assert live.table.ply == 2 and not host.of("bo.at.work@example.net")
        assert text_of(reply).startswith("Played: c3\n\n") and "Refused" not in text_of(reply)
        assert str(sent["Message-ID"]) in reply["References"] and reply["Auto-Submitted"] == "auto-replied"
        notice = await club.mail_to("ada@example.org", 1)
        assert "It is your turn" in text_of(notice)
        assert "One-Click" in notice["List-Unsubscribe-Post"] and "mailto:play+u-" in notice["List-Unsubscribe"]

    run(story)


def test_a_mail_that_comes_twice_plays_once_and_gets_the_same_answer(run, host):
    async def story(club):
        live = await club.table()
        await club.service.play(live, (0,), 1, "a1")
        sent = await club.reply(await club.mail_to("bo@example.org", 1), "c3")
        await club.mail_to("bo@example.org", 2)
        await club.post(sent)
        again = await club.mail_to("bo@example.org", 3)
        assert live.table.ply == 2
        assert again["Message-ID"] == host.of("bo@example.org")[1]["Message-ID"]

    run(story)


def test_a_stale_reply_is_refused_and_shows_the_board(run):
    async def story(club):
        live = await club.table()
        await club.service.play(live, (0,), 1, "a1")
        mail = await club.mail_to("bo@example.org", 1)
        await club.reply(mail, "c3")
        await club.mail_to("bo@example.org", 2)
        await club.service.play(live, (0,), 3, "b2")
        await club.reply(mail, "d4")
        reply = await club.mail_to("bo@example.org", 4)
        assert "Refused: the game has gone on" in text_of(reply) and live.table.ply == 3

    run(story)


def test_who_answers_a_mail_that_is_good_no_more_is_told_so(run):
    async def story(club):
        await club.person("Bo")
        live = await club.table()
        await club.service.play(live, (0,), 1, "a1")
        mail = await club.mail_to("bo@example.org", 1)
        await club.service.seats.set(live.table.id, 1, mail="other@example.org")
        told = {"Authentication_Results": "mx.play.example; dmarc=pass header.from=example.org"}
        for text, expected in (("c3", "is good no more"), ("my", "Nothing waits for you")):
            await club.send(text, "Re: a board", "bo@example.org", mail["Reply-To"].addresses[0].addr_spec, **told)
            answer = text_of(await club.mail_to("bo@example.org", 2 if text == "c3" else 3))
            assert expected in answer and live.table.ply == 1

    run(story)


def test_a_changed_token_and_a_strangers_mail_are_dropped(run, host):
    async def story(club):
        live = await club.table()
        await club.service.play(live, (0,), 1, "a1")
        mail = await club.mail_to("bo@example.org", 1)
        to = mail["Reply-To"].addresses[0].addr_spec
        local, _, domain = to.partition("@")
        changed = local[:-1] + ("b" if local[-1] != "b" else "c")
        await club.send("c3", sender="bo@example.org", to=f"{changed}@{domain}")
        await club.send("help", sender="eve@example.net")
        await club.send("help", sender="eve@example.net", Authentication_Results=f"{RESULTS}; dkim=fail")
        forged = f"other.example; dkim=pass header.d=example.net, {RESULTS}"
        await club.send("help", sender="eve@example.net", Authentication_Results=forged)
        await settled(club, "eve@example.net", 0)
        assert live.table.ply == 1 and len(host.of("bo@example.org")) == 1

    run(story)


def test_machines_are_never_answered(run):
    async def story(club):
        live = await club.table()
        await club.service.play(live, (0,), 1, "a1")
        mail = await club.mail_to("bo@example.org", 1)
        to = mail["Reply-To"].addresses[0].addr_spec
        for name, value in (("Auto-Submitted", "auto-replied"), ("Precedence", "bulk"), ("X-Lusory-Mail", "notice")):
            await club.send("c3", sender="bo@example.org", to=to, **{name.replace("-", "_"): value})
        await settled(club, "bo@example.org", 1)
        assert live.table.ply == 1

    run(story)


def test_only_our_address_takes_mails_and_not_too_large_ones(run):
    async def story(club):
        with pytest.raises(aiosmtplib.SMTPException, match="no such mailbox"):
            await club.send("help", to="somebody@play.example")
        with pytest.raises(aiosmtplib.SMTPException, match=r"552|exceed"):
            await club.send("x" * 70 + "\n" + "y" * 60 * 500, to=BASE)

    run(story, bytes=20_000)


def test_a_sender_is_limited(run):
    async def story(club):
        for _ in range(5):
            await club.send("help", **PASSED)
        await club.mail_to("ada@example.org", 3)
        await settled(club, "ada@example.org", 3)

    run(story, each=3)


def test_who_writes_under_the_name_of_another_uses_up_nothing_of_his(run):
    async def story(club):
        account, _ = await club.person("Bo")
        live = await club.table()
        await club.service.play(live, (0,), 1, "a1")
        mail = await club.mail_to(f"{account.name.lower()}@example.org", 1)
        for number in range(4):
            await club.send(f"my {number}", sender="bo@example.org")
        await club.reply(mail, "c3")
        assert "Played: c3" in text_of(await club.mail_to("bo@example.org", 2))
        await club.send(
            "my", sender="bo@example.org", Authentication_Results=f"{RESULTS}; dmarc=pass header.from=example.org"
        )
        assert "Nothing waits" in text_of(await club.mail_to("bo@example.org", 3))

    run(story, each=3)


def test_lmtp_and_a_maildir_take_mails_too(run, tmp_path):
    async def story(club):
        box = mailbox.Maildir(str(tmp_path / "box"), create=True)
        mail = f"Return-Path: <ada@example.org>\r\nFrom: ada@example.org\r\nTo: {BASE}\r\nMessage-ID: <a@b>\r\n"
        mail += f"Authentication-Results: {RESULTS}; dmarc=pass header.from=example.org\r\n\r\nlist\r\n"
        box.add(mail.encode())
        await club.mails.intake.look(tmp_path / "box")
        assert "hidden-gomoku" in text_of(await club.mail_to("ada@example.org", 1))
        assert not list(box.keys())
        reader, writer = await asyncio.open_connection("127.0.0.1", club.mails.intake.port("lmtp"))
        await reader.readline()
        for line in ("LHLO x", "MAIL FROM:<ada@example.org>", f"RCPT TO:<{BASE}>", "DATA"):
            writer.write(f"{line}\r\n".encode())
            while (await reader.readline())[3:4] == b"-":
                pass
        writer.write(mail.replace("<a@b>", "<c@d>").encode() + b".\r\n")
        assert (await reader.readline()).startswith(b"250")
        writer.close()
        await club.mail_to("ada@example.org", 2)

    run(story)


def test_a_mail_that_breaks_us_holds_up_no_others(run, tmp_path, monkeypatch):
    async def story(club):
        box = mailbox.Maildir(str(tmp_path / "box"), create=True)
        for number in range(3):
            mail = "Return-Path: <ada@example.org>\r\n"
            mail += f"From: ada@example.org\r\nTo: {BASE}\r\nMessage-ID: <{number}@b>\r\n"
            mail += f"Authentication-Results: {RESULTS}; dmarc=pass header.from=example.org\r\n\r\nlist\r\n"
            box.add(mail.encode())
        take, taken = club.mails.processing.take, []

        async def breaks(data, envelope, recipient):
            taken.append(data)
            if b"<1@b>" in data:
                raise ZeroDivisionError
            await take(data, envelope, recipient)

        monkeypatch.setattr(club.mails.processing, "take", breaks)
        for _ in range(2):
            await club.mails.intake.look(tmp_path / "box")
        assert len(taken) == 3, "it is not tried again and again"
        [remaining_key] = box.keys()
        assert b"<1@b>" in box.get_bytes(remaining_key)
        await club.mail_to("ada@example.org", 2)

    run(story)


def test_a_bounce_to_a_signed_address_marks_the_address(run):
    async def story(club):
        live = await club.table()
        to = club.mails.rendering.token_address("bounce", live, 1, "bo@example.org")
        report = (
            f"From: MAILER-DAEMON@example.org\r\nTo: {to}\r\nMessage-ID: <%d@b>\r\nMIME-Version: 1.0\r\n"
            'Content-Type: multipart/report; boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nno\r\n--x\r\n'
            "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; m\r\n\r\n"
            "Final-Recipient: rfc822; bo@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x--\r\n"
        )
        for number in range(2):
            await club.mails.processing.take((report % number).encode(), "", to)
        await club.service.play(live, (0,), 1, "a1")
        await settled(club, "bo@example.org", 0)

    run(story)


def test_an_address_that_rests_gets_notices_again_once_it_answers(run):
    async def story(club):
        live = await club.table()
        await club.service.play(live, (0,), 1, "a1")
        mail = await club.mail_to("bo@example.org", 1)
        assert [await club.mails.outbox.bounced("bo@example.org") for _ in range(2)] == [False, True]
        await club.reply(mail, "c3")
        await club.mail_to("bo@example.org", 2)
        await club.service.play(live, (0,), 3, "d4")
        assert "It is your turn" in text_of(await club.mail_to("bo@example.org", 3))

    run(story)


def test_a_mail_to_the_address_of_list_unsubscribe_ends_the_notices(run):
    async def story(club):
        live = await club.table()
        await club.service.play(live, (0,), 1, "a1")
        mail = await club.mail_to("bo@example.org", 1)
        to = str(mail["List-Unsubscribe"]).split("mailto:")[1].rstrip(">")
        await club.send("c3", sender="bo@example.org", to=to)
        assert (await club.service.seats.get(live.table.id, 1))["mail"] is None
        assert live.table.ply == 1, "it is good for nothing else"
        assert not await club.mails.unsubscribe(parse(tag_of(to, BASE) or ""))

    run(story)


def test_a_token_to_unsubscribe_ends_the_notices_of_an_account(run):
    async def story(club):
        account, _ = await club.person("Cy")
        live = await club.table()
        await club.service.hold(live, account.holder, 1)
        to = club.mails.rendering.token_address("unsubscribe", live, 1, "cy@example.org")
        assert await club.mails.unsubscribe(parse(tag_of(to, BASE) or ""))
        assert (await club.people.accounts.get(account.id)).notices == "none"
        reply = club.mails.rendering.token_address("reply", live, 1, "cy@example.org")
        assert not await club.mails.unsubscribe(parse(tag_of(reply, BASE) or ""))

    run(story)


def test_a_mail_that_is_being_carried_out_as_the_server_stops_is_carried_out(run, monkeypatch):
    finished = []

    async def story(club):
        taken = asyncio.Event()
        take = club.mails.intake.processing.take

        async def slow(*mail):
            taken.set()
            await asyncio.sleep(0.3)
            await take(*mail)
            finished.append(mail)

        monkeypatch.setattr(club.mails.intake.processing, "take", slow)
        sending = asyncio.create_task(club.send("help", **PASSED))
        await taken.wait()
        sending.add_done_callback(lambda task: task.exception())  # the connection closes without an answer

    run(story)
    assert len(finished) == 1


def test_a_mail_that_a_table_cannot_take_now_is_tried_again_and_holds_up_no_others(run, tmp_path, monkeypatch):
    async def story(club):
        box = mailbox.Maildir(str(tmp_path / "box"), create=True)
        for number in range(2):
            box.add(f"Return-Path: <ada@example.org>\r\nMessage-ID: <{number}@b>\r\n\r\nlist\r\n".encode())
        taken = []

        async def rests(data, envelope, recipient):
            taken.append(b"<0@b>" in data)
            if taken[-1]:
                raise Refused(503, "the rules of this table take the server too long")

        monkeypatch.setattr(club.mails.processing, "take", rests)
        monkeypatch.setattr(intake, "TRIES", 3)
        for _ in range(5):
            await club.mails.intake.look(tmp_path / "box")
        assert (taken.count(True), taken.count(False)) == (3, 1)
        [remaining_key] = box.keys()
        assert b"<0@b>" in box.get_bytes(remaining_key)

    run(story)


def test_no_mail_is_tried_while_the_database_takes_none(run, tmp_path, monkeypatch):
    async def story(club):
        box = mailbox.Maildir(str(tmp_path / "box"), create=True)
        box.add(b"Message-ID: <a@b>\r\n\r\nlist\r\n")

        async def full(data, envelope, recipient):
            raise StoreFault("the disk is full")

        monkeypatch.setattr(club.mails.processing, "take", full)
        with pytest.raises(StoreFault):
            await club.mails.intake.look(tmp_path / "box")
        assert len(list(box.keys())) == 1

    run(story)


def test_a_taken_port_is_told_in_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        unused: Any = None
        taking = intake.Intake(Settings(mail_in=MailIntake(smtp=port)), unused)
        with pytest.raises(LusoryError, match=f"^127.0.0.1:{port}: Address already in use; mail_in takes another$"):
            asyncio.run(taking.open())
