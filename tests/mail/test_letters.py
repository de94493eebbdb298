"""Tests of outgoing mail: content by recipient, and no header injection."""

import asyncio
from email import message_from_bytes
from email.policy import default

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lusory.draw import text as draw_text
from lusory.games import catalogue, find
from lusory.server.accounts import People
from lusory.server.accounts.credentials import new_codes
from lusory.server.game_info import info
from lusory.server.mail import delivery, outgoing_text
from lusory.server.mail.outbox import DAY, GIVEN_UP, Outbox, pause
from lusory.server.mail.outgoing_mail import Letter, build
from lusory.server.mail.rendering import reply_hint
from lusory.server.mail.seat_view import SeatView, seat_view
from lusory.server.store import now
from lusory.server.table import Clock, Setup
from lusory.server.table_view import ClockShown
from lusory.texts import speaking
from tests.mail.mail_host import Club, settings_of, table, text_of, until
from tests.server.test_identical_bytes import GAME, OPENING, WORLDS


def leaving(view: SeatView) -> list[str]:
    """All that goes into a mail to a seat."""
    link = "https://play.example/t/0123456789"
    text, page = outgoing_text.plain(view, link), outgoing_text.html(view, link, "board@x")
    return [text, page, outgoing_text.headline(view, 1), view.svg]


@pytest.mark.parametrize("name", WORLDS)
def test_a_secret_makes_no_difference_to_a_mail(name):
    after, other, viewers = WORLDS[name]
    plies = [*OPENING, *after]
    changed = [*OPENING, *(other.get(i, text) for i, text in enumerate(after))]
    options = GAME["options"]
    assert isinstance(options, dict)
    unknowing = next(viewer for viewer in viewers if viewer is not None)
    for player in (unknowing, 1 - unknowing):
        first, second = (seat_view(table("hidden-gomoku", game, **options), player, 5) for game in (plies, changed))
        assert (leaving(first) == leaving(second)) == (player == unknowing), "whoever hides something sees it"


@pytest.mark.parametrize("game", sorted(catalogue()))
def test_a_mail_shows_the_text_board_of_every_game(game):
    new_table = table(game, [])
    view = seat_view(new_table, 0, 5)
    text = outgoing_text.plain(view, "https://play.example")
    picture = new_table.position.picture() if not new_table.hidden else None
    assert picture is None or draw_text.board(picture, "mail") in text
    assert view.svg.startswith("<svg") and "It is your turn" in text


def test_a_mail_tells_what_happened_since():
    text = outgoing_text.plain(seat_view(table("susan", ["a1", "c3"]), 0, 5), "https://play.example/t/x")
    assert text.startswith("Bo: c3.\nIt is your turn: you play x.\n")
    assert "  1. Ada: a1\n  2. Bo: c3\n" in text and text.endswith("https://play.example/t/x\n")
    assert "Time left" not in text


def test_a_mail_is_in_the_language_of_who_gets_it():
    view = seat_view(table("susan", ["b2", "c3"]), 0, 5)
    with speaking("de"):
        text, html = (
            outgoing_text.plain(view, "https://play.example", "https://less.example"),
            outgoing_text.html(view, "https://play.example", "cid", "https://less.example"),
        )
        assert outgoing_text.headline(view, 3).startswith("Susan, Brett 3: ")
        assert outgoing_text.span(3 * 86_400 + 3_600) == "3 Tage 1 Stunde"
    assert "Du bist am Zug" in text and "Letzte Züge:" in text and "Weniger E-Mails oder keine: https://less" in text
    assert "Letzte Züge" in html and 'alt="das Brett"' in html and '<a href="https://less.example">' in html
    assert "It is your turn" in outgoing_text.plain(view, "https://play.example")


def test_the_language_of_an_address_is_kept_with_it(tmp_path, host):
    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            people = People(club.service.store)
            with speaking("de"):
                cy = await people.accounts.add("Cy", None, new_codes())
            await people.accounts.confirm_mail(cy.id, "cy@example.org")
            live = await club.table()
            await club.service.seats.set(live.table.id, 1, mail=None)
            await club.service.hold(live, cy.holder, 1)
            await club.service.seats.set(live.table.id, 0, mail="ada@example.org", mail_confirmed=True, language="de")
            await club.service.play(live, (0,), 1, "a1")
            await until(lambda: host.got)
            await club.service.play(live, (1,), 2, "c3")
            await until(lambda: len(host.got) > 1)
            people.close()

    asyncio.run(story())
    for name in ("cy@example.org", "ada@example.org"):
        letter = host.of(name)[0]
        assert ", Brett 1: " in letter["Subject"]
        assert "Du bist am Zug" in letter.get_body(("plain",)).get_content()


def test_when_it_is_over_the_whole_game_stands_in_the_mail():
    view = seat_view(table("tic-tac-toe", ["A1", "B1", "A2", "B2", "A3"]), 1, 5)
    text = outgoing_text.plain(view, "https://play.example")
    assert "The game is over: Ada (x) wins" in text and "The whole game:" in text and "1. a1" in view.record


def test_spans_of_time():
    assert outgoing_text.span(3 * 86_400 + 4 * 3_600 + 5) == "3 days 4 hours"
    assert outgoing_text.span(61) == "1 minute 1 second" and outgoing_text.span(0.4) == "no time"


TEXTS = st.text(max_size=80)


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=3))
@settings(deadline=None, max_examples=150)
def test_nothing_that_people_write_gets_into_the_headers(subject, name, lines):
    text = "\n".join(lines).replace("\r", " ").encode("utf-8", "replace").decode()
    letter = Letter("ada@example.org", subject + "\r\nBcc: eve@example.org", text, "<a@play.example>", html="<p>x</p>")
    data = build(letter, "play@play.example", name + "\nBcc: eve@example.org")
    message = message_from_bytes(data, policy=default)
    allowed = {"From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "X-Auto-Response-Suppress",
               "X-Lusory-Mail", "MIME-Version", "Content-Type"}  # fmt: skip
    assert set(message.keys()) == allowed and len(message.keys()) == len(allowed)
    assert [address.addr_spec for address in message["From"].addresses] == ["play@play.example"]
    assert [address.addr_spec for address in message["To"].addresses] == ["ada@example.org"]


def test_a_recipient_with_a_line_break_is_refused():
    with pytest.raises(ValueError):
        build(Letter("ada@example.org\nBcc: eve@example.org", "", "", "<a@b>"), "play@play.example")


def test_a_turn_is_mailed_with_its_board(tmp_path, host):
    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            live = await club.table()
            await club.service.play(live, (0,), 1, "a1")
            await until(lambda: host.got)
            await club.service.play(live, (1,), 2, "c3")
            await until(lambda: len(host.got) > 1)
            await club.service.act(live, (0,), "resign", 2)
            await until(lambda: len(host.got) > 3)
        return live.table.id

    id_ = asyncio.run(story())
    assert len(host.of("bo@example.org")) == len(host.of("ada@example.org")) == 2, "the end is told to both"
    first = host.of("bo@example.org")[0]
    assert first["Subject"] == "SUSAN, board 1: Ada - Bo" and first["Auto-Submitted"] == "auto-generated"
    assert first["In-Reply-To"] == f"<{id_}.1@play.example>" and first["X-Lusory-Mail"] == "notice"
    html = first.get_body(("html",))
    picture = next(part for part in first.walk() if part.get_content_type() == "image/png")
    assert picture["Content-ID"][1:-1] in html.get_content() and picture.get_content().startswith(b"\x89PNG")
    assert len({str(message["Message-ID"]) for _, message in host.got}) == len(host.got)


def test_the_holder_of_a_seat_by_account_gets_it_at_the_accounts_address(tmp_path, host):
    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            people = People(club.service.store)
            cy = await people.accounts.add("Cy", None, new_codes())
            await people.accounts.confirm_mail(cy.id, "cy@example.org")
            live = await club.table()
            await club.service.seats.set(live.table.id, 1, mail=None)
            await club.service.hold(live, cy.holder, 1)
            await club.service.play(live, (0,), 1, "a1")
            await until(lambda: host.got)
            people.close()

    asyncio.run(story())
    assert [to for to, _ in host.got] == [["cy@example.org"]]
    assert "Get less mail, or none: https://play.example/account" in text_of(host.got[0][1])


def test_a_host_that_is_down_gets_it_later_under_the_same_id(tmp_path, host, monkeypatch):
    monkeypatch.setattr("lusory.server.mail.outbox.MINUTE", 50)

    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            live = await club.table()
            host.refuses = "451 4.3.0 try again later"
            await club.service.play(live, (0,), 1, "a1")
            await until(lambda: len(host.tried) > 1 or club.delivery.wake())
            host.refuses = ""
            await until(lambda: host.got or club.delivery.wake())

    asyncio.run(story())
    assert len(set(host.tried)) == 1 and len(host.tried) > 1 and len(host.got) == 1


def test_a_server_that_was_killed_sends_what_it_had_queued(tmp_path, host):
    """The one that queues never sends: as if it had died in between."""
    settings = settings_of(tmp_path, host)

    async def queue():
        async with Club(settings) as club:
            await silent(club)
            await club.service.play(await club.table(), (0,), 1, "a1")
            return await club.mails.outbox.take(5)

    async def go_on():
        async with Club(settings) as club:
            await until(lambda: host.got)
            await until_empty(club.mails.outbox)

    rows = asyncio.run(queue())
    assert not host.got and len(rows) == 1
    asyncio.run(go_on())
    assert host.tried == [f"<{rows[0].id}@play.example>"]


def test_a_slow_webhook_keeps_no_mail_waiting(tmp_path, host):
    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            await silent(club)
            await club.mails.queue_text("ada@example.org", "hm", "hm\n")
            [mail], is_answered = await club.mails.outbox.take(5), asyncio.Event()

            async def slow(notice):
                await is_answered.wait()

            club.delivery._webhook = slow
            task = asyncio.create_task(club.delivery.send([mail._replace(id="w", kind="webhook"), mail]))
            await until(lambda: host.got)
            assert not task.done()
            is_answered.set()
            await task

    asyncio.run(story())


def test_a_slow_webhook_keeps_no_later_mail_waiting(tmp_path, host):
    async def story():
        settings = msgspec.structs.replace(settings_of(tmp_path, host), webhooks=True)
        async with Club(settings) as club:
            slow_one, other = await club.table(), await club.table()
            await club.service.seats.set(slow_one.table.id, 1, mail=None, webhook="https://slow.example/x")
            is_called, is_answered = asyncio.Event(), asyncio.Event()

            async def slow(notice):
                is_called.set()
                await is_answered.wait()

            club.delivery._webhook = slow
            await club.service.play(slow_one, (0,), 1, "a1")
            await asyncio.wait_for(is_called.wait(), 20)
            await club.service.play(other, (0,), 1, "a1")
            await until(lambda: host.of("bo@example.org"))
            is_answered.set()
            await until_empty(club.mails.outbox)

    asyncio.run(story())


def test_a_mail_that_waits_holds_back_no_webhook(tmp_path, host):
    async def story():
        settings = msgspec.structs.replace(settings_of(tmp_path, host), webhooks=True)
        async with Club(settings) as club:
            await silent(club)
            live, called = await club.table(), []
            await club.service.seats.set(live.table.id, 1, webhook="https://bo.example/x")
            for ply, text in enumerate(("a1", "b2", "c3"), 1):
                await club.service.play(live, ((ply - 1) % 2,), ply, text)
                await club.service.visited(live, (1,))
                for notice in await club.mails.outbox.take(5, by_web=True):
                    called.append(notice.recipient)
                    await club.mails.outbox.sent(notice.id)
            assert called == ["https://bo.example/x"] * 2
            mails = await club.mails.outbox.take(5, by_web=False)
            assert sorted(mail.recipient for mail in mails) == ["ada@example.org", "bo@example.org"]

    asyncio.run(story())


def test_what_was_taken_and_would_be_sent_late_is_given_back(tmp_path, host, monkeypatch):
    """Else another server sends it, too, once the lease is over."""
    monkeypatch.setattr(delivery, "ENOUGH", -1.0)

    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            await silent(club)
            for _ in range(2):
                await club.mails.queue_text("ada@example.org", "hm", "hm\n")
            await club.delivery.send(await club.mails.outbox.take(5))
            assert not host.tried
            assert [notice.tries for notice in await club.mails.outbox.take(5)] == [1, 1]

    asyncio.run(story())


def test_a_mail_that_cannot_be_written_keeps_no_other_from_being_sent(tmp_path, host, caplog):
    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            broken, sound = await club.table(), await club.table()
            await club.service.seats.set(broken.table.id, 1, mail="a@b..c")
            await club.service.play(broken, (0,), 1, "a1")
            await until_empty(club.mails.outbox)
            await club.service.play(sound, (0,), 1, "a1")
            await until(lambda: host.of("bo@example.org"))
            return await club.mails.outbox.given_up()

    [given_up] = asyncio.run(story())
    assert given_up["recipient"] == "a@b..c" and "HeaderParseError" in str(given_up["fault"])
    assert "cannot be sent" in caplog.text


def test_a_call_that_nobody_foresaw_fails_for_good_and_alone(tmp_path, host):
    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            await silent(club)
            await club.mails.queue_text("ada@example.org", "hm", "hm\n")
            [mail] = await club.mails.outbox.take(5)

            async def broken(notice):
                raise KeyError("hm")

            club.delivery._webhook = broken
            await club.delivery.send([mail._replace(kind="webhook")])
            return await club.mails.outbox.given_up()

    [given_up] = asyncio.run(story())
    assert "KeyError" in str(given_up["fault"])


async def silent(club: Club) -> None:
    """Nothing is sent from now on."""
    await asyncio.sleep(0.3)  # it has looked, and sleeps
    club.delivery.wake = lambda: None


async def until_empty(outbox: Outbox) -> None:
    for _ in range(500):
        if await outbox.next_due() is None:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("something is left")


def test_what_cannot_be_sent_in_five_days_is_given_up(tmp_path, host):
    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            outbox = club.mails.outbox
            await silent(club)
            await club.service.play(await club.table(), (0,), 1, "a1")
            moment, tries = now(), 0
            while mails := await outbox.take(1, moment):
                tries += 1
                if await outbox.not_sent(mails[0], "down", False, moment):
                    break
                moment += pause(mails[0].tries)
            assert GIVEN_UP <= moment - mails[0].created < GIVEN_UP + DAY and 10 < tries < 60
            assert (await outbox.given_up())[0]["recipient"] == "bo@example.org"
            last = await outbox.undelivered("Bo@example.org")
            assert last is not None and last["count"] == 1 and await outbox.undelivered("ada@example.org") is None
            await outbox.mark_seen("ada@example.org")
            assert await outbox.undelivered("bo@example.org") == last | {"mail": "bo@example.org"}
            await outbox.mark_seen("bo@example.org")
            assert await outbox.undelivered("bo@example.org") is None and len(await outbox.given_up()) == 1
            await outbox.tidy(moment + 40 * DAY)
            assert await outbox.given_up() == []

    asyncio.run(story())


def test_an_address_that_nobody_has_rests_after_two_mails(tmp_path, host, caplog):
    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            host.unknown = {"bo@example.org"}
            live = await club.table()
            for ply, (first, second) in zip((1, 3, 5), (("a1", "c3"), ("d4", "e5"), ("f6", "g7")), strict=True):
                await club.service.visited(live, (0, 1))
                await club.service.play(live, (0,), ply, first)
                await until_empty(club.mails.outbox)
                await club.service.play(live, (1,), ply + 1, second)
                await until_empty(club.mails.outbox)
            return await club.mails.outbox.given_up()

    failed = asyncio.run(story())
    assert [row["recipient"] for row in failed] == ["bo@example.org"] * 2
    assert "given up: 550 5.1.1 <(the address)>: no such user" in caplog.text and "bo@" not in caplog.text
    assert len(host.of("ada@example.org")) == 3


def test_a_notice_is_not_sent_to_who_has_left_the_seat(tmp_path, host):
    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            wake = club.delivery.wake
            await silent(club)
            live = await club.table()
            await club.service.play(live, (0,), 1, "a1")
            await club.service.seats.set(live.table.id, 1, mail="eve@example.org", mail_confirmed=True)
            wake()
            await until_empty(club.mails.outbox)

    asyncio.run(story())
    assert host.got == []


def test_a_guests_rules_are_mailed_too(tmp_path, host):
    """They are read in a worker alone."""

    async def story():
        async with Club(settings_of(tmp_path, host)) as club:
            own_game = info(find("tic-tac-toe").build(), guest=True)
            live, _ = await club.service.create(
                own_game, Setup(("human", "human"), ("Ada", "Bo"), "My own"), [0, 1], ""
            )
            await club.service.seats.set(live.table.id, 1, mail="bo@example.org", mail_confirmed=True)
            await club.service.play(live, (0,), 1, "A1")
            await until(lambda: host.got, 60)

    asyncio.run(story())
    assert "It is your turn" in text_of(host.got[0][1]) and "My own, board 1" in host.got[0][1]["Subject"]


def test_a_slow_turn_is_reminded_of_once_though_nobody_came(tmp_path, host, monkeypatch):
    async def story():
        clock = Clock("bank", days=10, turn_days=4, remind_days=3)
        async with Club(settings_of(tmp_path, host)) as club:
            built = info(find("susan").build())
            setup = Setup(("human", "human"), ("Ada", "Bo"), built.title, clock=clock)
            live, _ = await club.service.create(built, setup, [0, 1], "")
            await club.service.seats.set(live.table.id, 1, mail="bo@example.org", mail_confirmed=True)
            await club.service.play(live, (0,), 1, "a1")
            await until(lambda: len(host.got) == 1)
            slow = now() + int(3.1 * DAY)
            for module in ("registry", "table_clocks"):
                monkeypatch.setattr(f"lusory.server.{module}.now", lambda: slow)
            await club.service.clocks.ring(live.table.id)
            await until(lambda: len(host.got) == 2)
            return live.table.id

    async def after_a_restart(id_):
        async with Club(settings_of(tmp_path, host)) as club:
            assert not await club.service.store.overdue(now() + int(3.2 * DAY))
            await club.service.clocks.ring(id_)
            await asyncio.sleep(0.3)

    id_ = asyncio.run(story())
    monkeypatch.undo()
    asyncio.run(after_a_restart(id_))
    first, reminder = host.of("bo@example.org")
    assert text_of(reminder).startswith("Reminder: it is your turn.\n\n") and len(host.got) == 2
    assert "Bo 9 days 23 hours, 3 days 23 hours for this turn" in text_of(reminder)
    assert "reminder" not in text_of(first)


def test_a_reply_is_a_move_only_where_it_is_the_readers_turn():
    hints = [reply_hint(seat_view(table("susan", ["a1"]), player, 5)) for player in (0, 1)]
    assert "chat and a text" in hints[0] and "your move" in hints[1]


def test_the_time_left_is_told_in_the_language_of_the_reader():
    """Of the limit of a turn and of the clock of a vacation a mail spoke English."""
    view = seat_view(table("susan", ["a1"]), 0, 5)
    running = ClockShown("days", (90_000.0, 60.0), 1, None, turn=7_200.0)
    held = msgspec.structs.replace(running, held=1)
    texts = {"2 Stunden für diesen Zug": running, "Bo 1 Minute": running, "die Uhr steht wegen einer Abwesenheit": held}
    for german, clock in texts.items():
        with speaking("de"):
            assert german in outgoing_text.plain(msgspec.structs.replace(view, clock=clock), "https://play.example")
