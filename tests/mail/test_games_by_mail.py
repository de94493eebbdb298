"""Tests of whole games by mail through real sockets: each of the five, one against a browser; and no leaks."""

import asyncio
import random
import re

import pytest

from tests.mail.mail_client import RESULTS, OpenClub, taking_in
from tests.mail.mail_host import BASE, MailHost, contact_secret, free_port, text_of
from tests.server.running_server import Server
from tests.server.test_identical_bytes import GAME, OPENING, WORLDS

FIVE = {
    "serendipity": {"size": "4"},
    "doppel": {"size": "3"},
    "susan": {"size": "2"},
    "ndengrod": {"size": "2", "length": "2"},
    "hidden-gomoku": {"size": "3", "lines": "1"},
}
MOST = 60
"""Plies after which a game is given up: some need not end."""
OTHERS = ("ada@example.org", "bo@example.org")


async def begun(club, game, options):
    """A challenge by mail, accepted by mail; the passwords, by player."""
    secrets = [(await club.person(name))[1] for name in ("Ada", "Bo")]
    options_text = " ".join(f"-{name}={value}" for name, value in options.items())
    await club.send(f"{game} challenge {options_text} -side=first Ada {secrets[0]} Bo")
    await club.mail_to("ada@example.org", 1)
    account = await club.people.accounts.by_name("bo")
    challenge = (await club.people.challenges.to(account))[0]
    await club.send(f"accept {challenge.id} Bo {secrets[1]}", sender="bo@example.org")
    for _ in range(500):
        if seats := await club.service.seats.mine(account.holder):
            return await club.service.live(seats[0][0])
        await asyncio.sleep(0.02)
    raise AssertionError("no board")


async def turn_mail(club, live, address, turns):
    """The mail in whose Reply-To the token of this many turns stands."""
    for _ in range(1500):
        for mail in reversed(club.host.of(address)):
            if f"-{OTHERS.index(address)}-{turns}-" in str(mail["Reply-To"]):
                return mail
        await asyncio.sleep(0.02)
    raise AssertionError(f"{address} got no mail after {turns} turns")


@pytest.mark.parametrize("game", FIVE)
def test_a_whole_game_by_mail(tmp_path, host, game):
    rng = random.Random(4)

    async def story():
        async with OpenClub(taking_in(tmp_path, host), host) as club:
            live = await begun(club, game, FIVE[game])
            while live.table.ending is None and live.table.ply < MOST:
                mover, ply = live.table.to_move, live.table.ply
                address = OTHERS[mover]
                mail = await turn_mail(club, live, address, live.table.turns)
                assert "It is your turn" in text_of(mail)
                printed = live.table.position.view(mover).printed
                plies = sorted(text for text in printed if "pass" not in text) or sorted(printed)
                await club.reply(mail, rng.choice(plies).upper())
                for _ in range(500):
                    if live.table.ply > ply:
                        break
                    await asyncio.sleep(0.02)
                else:
                    raise AssertionError(text_of(host.of(address)[-1])[:400])
            if live.table.ending is None:
                mail = await turn_mail(club, live, OTHERS[0], live.table.turns)
                await club.reply(mail, "resign")
            for address in OTHERS:
                for _ in range(500):
                    if any("The whole game" in text_of(mail) for mail in host.of(address)):
                        break
                    await asyncio.sleep(0.02)
                else:
                    raise AssertionError(f"{address} was not told the end")
        return live.table

    table = asyncio.run(story())
    assert table.ending is not None


def test_one_by_mail_and_the_other_in_a_browser(tmp_path, host):
    port = free_port()
    variables = {"LUSORY_SERVE_MAIL__HOST": "127.0.0.1", "LUSORY_SERVE_MAIL__PORT": str(host.port),
                 "LUSORY_SERVE_MAIL__TLS": "none", "LUSORY_SERVE_MAIL__SENDER": BASE}  # fmt: skip
    server = Server(tmp_path, "--mail-port", str(port), limits=variables)
    try:
        asyncio.run(half(server, host, port))
    finally:
        server.stop()


async def half(server, host, port):
    """The first plays in the browser, the second by mail."""
    club = OpenClub.__new__(OpenClub)
    club.host, club.intake_port = host, port
    browser, mail_player = server.guest(), server.guest()
    table = browser.table(game="doppel", options={"size": 2}, seats=["human", "human"])
    mail_player.sit(table["seats"][1]["link"])
    id_ = table["table"]
    mail_player.put(f"/api/tables/{id_}/contact", {"mail": "bo@example.org", "player": 1})
    mail_player.post("/api/contacts", {"secret": contact_secret(await club.mail_to("bo@example.org", 1))})
    count = 0
    while (view := browser.show(id_))["result"] is None:
        if view["to_move"] == 0:
            browser.play(id_, view["ply"] + 1, browser.get(f"/api/tables/{id_}/plies")["plies"][0])
            continue
        mail = await turn_mail(club, None, "bo@example.org", view["ply"])
        ply = mail_player.get(f"/api/tables/{id_}/plies")["plies"][0]
        await club.reply(mail, f"{ply}\n\nyour move!")
        for _ in range(500):
            if browser.show(id_)["ply"] > view["ply"]:
                break
            await asyncio.sleep(0.02)
        count += 1
    assert count >= 1
    for _ in range(500):
        if any("The whole game" in text_of(mail) for mail in host.of("bo@example.org")):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the end was not told by mail")


@pytest.mark.parametrize("name", WORLDS)
def test_secrets_make_no_difference_to_the_mails_of_who_does_not_know_them(tmp_path, name):
    """Neither to those of a player, nor to those of a stranger: notices, answers to all they may ask, messages."""
    after, other, viewers = WORLDS[name]
    unknowing = next(viewer for viewer in viewers if viewer is not None)
    mails_by_game = []
    for number, changes in enumerate(({}, other)):
        plies = [*OPENING, *(changes.get(i, text) for i, text in enumerate(after))]
        mail_host = MailHost()
        try:
            mails_by_game.append(asyncio.run(mails_of(tmp_path / str(number), mail_host, plies, unknowing)))
        finally:
            mail_host.close()
    for first, second in zip(*mails_by_game, strict=True):
        assert len(first) > 2 and first == second


async def mails_of(folder, host, plies, player):
    """All that a seat and a stranger get while these are played, with what is random left out."""
    folder.mkdir()
    async with OpenClub(taking_in(folder, host), host) as club:
        game_options = GAME["options"]
        assert isinstance(game_options, dict)
        options = {key: str(value) for key, value in game_options.items()}
        live = await begun(club, "hidden-gomoku", options)
        eve, secrets = await club.person("Eve"), {}
        for text in plies:
            mover = live.table.to_move
            await club.service.visited(live, (0, 1))
            await club.service.play(live, (mover,), live.table.ply + 1, text)
            await asyncio.sleep(0.05)
            if live.table.ending is None:
                mail = await turn_mail(club, live, OTHERS[live.table.to_move], live.table.turns)
                await club.reply(mail, "show\nhistory\nshow#1")
        for name in ("Ada", "Bo"):
            account = await club.people.accounts.by_name(name)
            assert account is not None
            secrets[name] = await club.people.credentials.renew_mail_password(account.id)
        await said_by_mail(club, host, {**secrets, "Eve": eve[1]}, ("Ada", "Bo")[player], live)
        addresses = (OTHERS[player], "eve@example.org")
        return [sorted((plain(mail, live.table.id) for mail in host.of(address)), key=str) for address in addresses]


async def said_by_mail(club, host, secrets, unknowing, live):
    """Both players write each other, and who does not know the secret and a stranger ask what can be asked."""
    other = {"Ada": "Bo", "Bo": "Ada"}[unknowing]
    board = await club.mails.outbox.board(live.table.id)
    last = [
        f"hidden-gomoku chat {board} {other} {secrets[other]} mine",
        f"message {other} {secrets[other]} {unknowing} x",
    ]
    await club.send("\n".join(last), sender=f"{other.lower()}@example.org")
    for name in (unknowing, "Eve"):
        id_, address = f"{name} {secrets[name]}", f"{name.lower()}@example.org"
        replies = [f"my {id_}", f"hidden-gomoku show {board}", "hidden-gomoku games", f"hidden-gomoku history {board}",
                    f"hidden-gomoku show {board}#3", f"message {id_} {other} hello"]  # fmt: skip
        perhaps = [f"hidden-gomoku {line}" for line in (f"showas {id_} {board}", f"move {board} {id_} Q9:row")]
        for body in ("\n".join(replies), *perhaps):  # what follows a line that is refused is not read
            count = len(host.of(address))
            await club.send(body, sender=address, Authentication_Results=f"{RESULTS}; dkim=pass header.d=example.org")
            await club.mail_to(address, count + 1)


def plain(mail, table):
    """Texts and pictures of a mail, without ids, passwords and dates."""
    parts = [part.get_content() for part in mail.walk() if not part.is_multipart()]
    parts_shown = [part if isinstance(part, bytes) else re.sub(r"board\.\w+@|" + table, "", part) for part in parts]
    return [
        re.sub(r"accept \w+, decline \w+|withdraw \w+", "", part) if isinstance(part, str) else part
        for part in parts_shown
    ]
