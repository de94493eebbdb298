"""Tests of the lines of an answer to a mail about a board: which are plies, commands, or what somebody says."""

import asyncio

import pytest

from lusory.server.accounts.account import LEAST
from lusory.server.mail import command_lines
from lusory.server.mail.command_lines import LINES, LONGEST, struck, with_broken_messages
from lusory.server.mail.seat_commands import SeatCommands
from tests.mail.mail_host import text_of, until

LONG = "chat I shall play on for a while, since this is a nice position and I do not"


async def begun(club):
    """A table after first's ply a1, and the mail that tells second of it."""
    live = await club.table()
    await club.service.play(live, (0,), 1, "a1")
    return live, await club.mail_to("bo@example.org", 1)


def said(live):
    """What was said at a table."""
    return [entry.text for entry in live.table.chat]


def test_a_line_of_chat_is_joined_again_where_a_mail_program_broke_it(run):
    async def story(club):
        live, mail = await begun(club)
        await club.reply(mail, f"c3\n{LONG}\nresign as long as I have stones left\nchat bye")
        answer = text_of(await club.mail_to("bo@example.org", 2))
        assert answer.startswith("Played: c3\nSaid.\nSaid.") and live.table.ending is None
        assert said(live) == [f"{LONG[5:]} resign as long as I have stones left", "bye"]

    run(story)


def test_a_ply_or_a_command_below_a_long_line_of_chat_is_none_of_it(run):
    async def story(club):
        live, mail = await begun(club)
        await club.reply(mail, f"{LONG}\npropose draw\n{LONG}\nD4\nthanks")
        await club.mail_to("bo@example.org", 2)
        assert said(live) == [LONG[5:]] * 2 and live.table.ply == 2
        assert live.table.offers == {1: "draw"}

    run(story)


def test_a_line_of_chat_has_an_end(run, monkeypatch):
    async def story(club):
        live, mail = await begun(club)
        rest, asked = "\n".join([LONG[5:]] * 200), list[bool]()
        monkeypatch.setattr(SeatCommands, "stands_alone", lambda self, live, player, line: is_asked(asked))
        await club.reply(mail, f"c3\nchat {rest}")
        answer = text_of(await club.mail_to("bo@example.org", 2))
        assert "a line of chat has at most 500" in answer and said(live) == [] and live.table.ply == 2
        assert 5 < len(asked) < 50

    async def is_asked(asked):
        asked.append(True)
        return False

    run(story)


def test_a_short_line_of_chat_ends_where_it_ends(run):
    async def story(club):
        live, mail = await begun(club)
        await club.reply(mail, "c3\nchat good luck\nsee you")
        await club.mail_to("bo@example.org", 2)
        assert said(live) == ["good luck"]

    run(story)


def test_a_ply_below_something_else_is_for_the_position_of_its_mail_too(run):
    async def story(club):
        live, mail = await begun(club)
        await club.service.play(live, (1,), 2, "c3")
        await club.service.play(live, (0,), 3, "b2")
        await club.reply(mail, "chat sorry, I was away\nd4")
        answer = text_of(await club.mail_to("bo@example.org", 2))
        assert "Said." in answer and "Refused: the game has gone on" in answer and live.table.ply == 3

    run(story)


@pytest.mark.parametrize("turn", ["c3-d4 g3-h4 pass", "c3-d4\ng3-h4\nend\nthanks"])
def test_who_plays_a_turn_of_several_plies_gets_the_answer_and_is_told_of_his_next_turn(run, host, turn):
    """A notice after the first ply told him of his own turn, and he was not told of the next one."""

    async def story(club):
        live = await club.table("serendipity")
        for ply in ("e3-f4", "end"):
            await club.service.play(live, (0,), live.table.ply + 1, ply)
        await club.reply(await club.mail_to("bo@example.org", 1), turn)
        answer = await club.mail_to("bo@example.org", 2)
        assert text_of(answer).startswith("Played: c3-d4") and live.table.to_move == 0
        for ply in ("b2-c3", "end"):
            await club.service.play(live, (0,), live.table.ply + 1, ply)
        assert "It is your turn" in text_of(await club.mail_to("bo@example.org", 3))
        await asyncio.sleep(0.3)
        assert len(host.of("bo@example.org")) == 3

    run(story)


def test_who_offers_something_and_plays_is_told_of_his_next_turn(run):
    async def story(club):
        live, mail = await begun(club)
        await club.reply(mail, "propose draw\nc3")
        assert text_of(await club.mail_to("bo@example.org", 2)).startswith("Done.\nPlayed: c3")
        await club.service.play(live, (0,), 3, "b2")
        assert "It is your turn" in text_of(await club.mail_to("bo@example.org", 3))

    run(story)


def test_who_was_told_of_an_offer_is_told_of_his_turn_too(run):
    """Offers in the turn of another took the place of the notice of one's own turn, and the game stood still."""

    async def story(club):
        live = await club.table()
        await club.service.act(live, (0,), "offer-draw", 0)
        assert "Ada offers a draw.\nAda is to move." in text_of(await club.mail_to("bo@example.org", 1))
        await club.service.play(live, (0,), 1, "a1")
        mail = await club.mail_to("bo@example.org", 2)
        assert "It is your turn" in text_of(mail)
        await club.reply(mail, "c3")
        assert text_of(await club.mail_to("bo@example.org", 3)).startswith("Played: c3")

    run(story)


def test_who_waits_in_his_turn_for_an_answer_is_told_that_his_offer_was_declined(run, host):
    async def story(club):
        live, mail = await begun(club)
        await club.reply(mail, "c3")
        first = await club.mail_to("ada@example.org", 1)
        await club.reply(first, "propose undo")
        await club.mail_to("ada@example.org", 2)
        await club.reply(await club.mail_to("bo@example.org", 3), "reject")
        told = text_of(await club.mail_to("ada@example.org", 3))
        assert told.startswith("Bo: c3.\nYour request to take back a move was declined.\nIt is your turn: you play x.")
        answer = text_of(await club.mail_to("bo@example.org", 4))
        assert answer.startswith("Done.\n\nAda’s request to take back a move was declined.\nAda is to move.")
        await club.service.act(live, (0,), "offer-draw", 2)
        await club.service.act(live, (0,), "withdraw-draw", 2)
        await asyncio.sleep(0.3)
        assert len(host.of("ada@example.org")) == 3

    run(story)


def test_who_was_told_of_his_turn_is_told_that_his_offer_in_it_was_declined(run):
    """He was told before and had not visited, so he heard nothing, and waited."""

    async def story(club):
        live, _ = await begun(club)
        await club.service.act(live, (1,), "offer-draw", 1)
        await club.service.act(live, (0,), "refuse-draw", 1)
        assert "Your draw offer was declined." in text_of(await club.mail_to("bo@example.org", 2))

    run(story)


def test_who_ends_a_game_by_mail_hears_of_it_once(run, host):
    """Beside the answer a notice came, which said the same."""

    async def story(club):
        live, mail = await begun(club)
        await club.reply(mail, "resign")
        assert "The game is over" in text_of(await club.mail_to("bo@example.org", 2))
        assert "The game is over" in text_of(await club.mail_to("ada@example.org", 1))
        await asyncio.sleep(0.3)
        assert len(host.of("bo@example.org")) == 2 and live.replying == []

    run(story)


def test_who_ends_a_game_by_mail_hears_of_it_by_webhook_too(run):
    """He was left out altogether. Of his own offer after it he is told nothing."""

    async def story(club):
        live, mail = await begun(club)
        called = []

        async def call(notice):
            called.append((notice.player, bool(live.table.offers)))

        club.mails.ways, club.delivery._webhook = club.mails.ways._replace(webhooks=True), call
        for player in (0, 1):
            await club.service.seats.set(live.table.id, player, webhook="https://player.example/x")
        await club.reply(mail, "resign")
        over = await club.mail_to("bo@example.org", 2)
        await until(lambda: sorted(called) == [(0, False), (1, False)])
        await club.reply(over, "propose rematch")
        await club.mail_to("bo@example.org", 3)
        await club.mail_to("ada@example.org", 2)
        await until(lambda: called[2:] == [(0, True)])
        await asyncio.sleep(0.3)
        assert called[2:] == [(0, True)] and len(club.host.of("bo@example.org")) == 3

    run(story)


def test_a_rematch_that_is_offered_again_is_told_once(run):
    """Whoever withdrew and offered again and again used up the mails an hour that the other may get."""

    async def story(club):
        live, _ = await begun(club)
        await club.service.act(live, (0,), "resign", 1)
        await club.mail_to("bo@example.org", 2)
        for number in range(4):
            await club.service.act(live, (0,), "rematch", 1)
            await club.mail_to("bo@example.org", 3)
            await asyncio.sleep(0.3 if number else 0.0)
            await club.service.act(live, (0,), "withdraw-rematch", 1)
        assert len(club.host.of("bo@example.org")) == 3

    run(story)


@pytest.mark.parametrize("accepts", [0, 1])
def test_who_begins_a_rematch_is_told_so(run, host, accepts):
    """The new table was told of to nobody, and its clock ran."""

    async def story(club):
        live, _ = await begun(club)
        address = ("ada@example.org", "bo@example.org")[accepts]
        await club.service.act(live, (0,), "resign", 1)
        mail = await club.mail_to(address, 1)
        await club.service.act(live, (1 - accepts,), "rematch", 1)
        await club.reply(mail, "accept")
        await until(lambda: any("board 2: Bo - Ada" in mail["Subject"] for mail in host.of("bo@example.org")))
        [new] = [mail for mail in host.of("bo@example.org") if "board 2: Bo - Ada" in mail["Subject"]]
        assert "It is your turn: you play x." in text_of(new)
        told = "The rematch has begun: it is board 2."
        await until(lambda: any(text_of(mail).startswith(told) for mail in host.of(address)))

    run(story)


def test_nobody_resigns_by_a_sentence_that_begins_so(run):
    async def story(club):
        live, mail = await begun(club)
        for line in ("resign if you dare", "abort mission"):
            await club.reply(mail, line)
        answers = [text_of(await club.mail_to("bo@example.org", count)) for count in (2, 3)]
        assert "expected resign alone on its line; nothing was done" in answers[0]
        assert "expected abort alone" in answers[1] and not live.table.ending
        await club.reply(mail, "Resign")
        await club.mail_to("bo@example.org", 4)
        assert live.table.ending.by == "resignation"

    run(story)


def test_who_accepts_something_else_hears_what_was_proposed(run):
    async def story(club):
        live, mail = await begun(club)
        await club.service.act(live, (0,), "offer-draw", 1)
        await club.reply(mail, "accept the draw")
        assert "expected one of: draw" in text_of(await club.mail_to("bo@example.org", 2))
        await club.reply(mail, "accept undo")
        assert "expected one of: draw" in text_of(await club.mail_to("bo@example.org", 3))
        await club.reply(mail, "accept draw")
        await club.mail_to("bo@example.org", 4)
        assert live.table.ending.values == (0.5, 0.5)

    run(story)


def test_commands_that_say_something_are_joined_again():
    text = "susan chat 17 ada k7mq2x9p4wtr I am away for the next two weeks, so please"
    lines = [text, "do not wait for me", "susan move 17 ada k7mq2x9p4wtr c3", "thanks"]
    assert with_broken_messages(lines) == [f"{text} do not wait for me", *lines[2:]]
    assert with_broken_messages(["list", "thanks"]) == ["list", "thanks"]


def test_the_options_of_a_challenge_are_joined_again():
    text = "ndengrod challenge -size=5 -side=first -totaltime=30 -increment=1 -forfeittime=14"
    for lines in (
        [text, "-nagtime=7 ada k7mq2x9p4wtr bo", "my"],
        [f"{text} -nagtime=7", "ada k7mq2x9p4wtr bo", "my"],
    ):
        assert with_broken_messages(lines) == [f"{text} -nagtime=7 ada k7mq2x9p4wtr bo", "my"]
    for lines in ([f"{text} ada bo", "thanks"], ["hex seek -size=5", "thanks"]):
        assert with_broken_messages(lines) == lines


@pytest.mark.parametrize("first", ["message " + "abc " * 20, "susan challenge " + "-a=1 " * 13 + "-b=2"])
def test_a_long_mail_is_joined_and_quoted_as_far_as_anybody_reads(first, monkeypatch):
    """All was joined, and split again for each line; each word of it was looked up among the games."""
    looked_up = list[str]()
    monkeypatch.setattr(command_lines, "known_game", looked_up.append)
    rest = " ".join(f"-password{number:05d}" for number in range(6))
    [line] = with_broken_messages([first, *[rest] * 2000])
    assert LONGEST < len(line) < 5 * LONGEST
    assert len(struck(line.replace("-p", "p"))) <= LONGEST and 0 < len(looked_up) < LONGEST // LEAST
    assert with_broken_messages(["list"] * 2000) == ["list"] * LINES


def test_a_quotation_is_not_cut_within_a_password():
    for before in range(LONGEST - 30, LONGEST):
        assert "k7mq" not in struck("a " * (before // 2) + "-" * (before % 2) + " k7mq2x9p4wtr5y8u3e6a and more")
