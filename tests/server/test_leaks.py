"""Tests of leaks: replies tell a player his knowledge only, by content, size and timing.

Twins are positions that differ in a secret and look alike to a viewer. Whatever is made for that viewer, or for
somebody who only watches, must be the same for both, byte by byte. Planted leaks show that this would be noticed.
"""

import asyncio
import json
import random
import re
import time
from multiprocessing import Pipe
from typing import Any

import msgspec
import pytest

from lusory.games import find
from lusory.rules import codec
from lusory.rules.events import SPECTATOR
from lusory.server import game_files, machine_players, machine_search, visibility
from lusory.server.game_info import info
from lusory.server.live_table import LiveTable
from lusory.server.ply_parsing import canonical_ply
from lusory.server.push.delivery import notice
from lusory.server.settings import Settings
from lusory.server.store import Store
from lusory.server.table import Entry, Refused, Setup, Table
from lusory.server.table_service import TableService
from lusory.server.table_view import earlier, view_of
from lusory.server.worker_requests import choice, place
from lusory.server.workers import Overdue, WorkerPool, worker
from tests.hidden_play import GAMES, consistent_states, random_games, random_state, reference, twins
from tests.server.running_server import pair

MOMENT = 1_800_000_000_000


def table_of(game, texts):
    """A table at which just this was played, a second for each ply."""
    setup = Setup(("human",) * game.players, ("a", "b", "c", "d")[: game.players])
    table = Table("twin", game, setup, MOMENT)
    for number, text in enumerate(texts, 1):
        table.apply(Entry(number, MOMENT + 1000 * number, "ply", table.to_move, number, text))
    return table


def outputs_for(table, viewer):
    """All that leaves for a viewer (None: who only watches) and for the process that thinks for him."""
    players = () if viewer is None else (viewer,)
    texts_sent: list[Any] = [
        view_of(table, players, MOMENT, board=True),
        view_of(table, players, MOMENT, as_seat=1 - (viewer or 0)),
    ]
    texts_sent += [earlier(table, players, ply) for ply in range(table.ply + 1)]
    texts_sent += [game_files.write(table, form, game_files.observer_of(table, players, seat)).decode()
              for form in ("txt", "json", "csv", "svg") for seat in (None, 0, 1)]  # fmt: skip
    texts_sent += [notice(table, viewer or 0, "")]
    if viewer is not None and table.to_move == viewer:
        texts_sent.append(place(table.position, viewer, random.Random(7)))
    return [msgspec.json.encode(part) for part in texts_sent]


def cases(name, count=5):
    """Twins of random positions of a game, as tables, with the viewer who cannot tell them apart."""
    r = reference(name)
    rng = random.Random(name)
    for seed in range(60):
        state = random_state(r, rng.randrange(3, 16), seed)
        for viewer in range(r.game.players):
            for twin in list(twins(r, state, viewer, rng))[:1]:
                tables = [table_of(r.game, [r.text(ply.action) for ply in s.plies]) for s in (state, twin)]
                yield *tables, viewer
                count -= 1
                if not count:
                    return


def assert_alike(name, count=5):
    compared = 0
    for position, other, viewer in cases(name, count):
        for observer in (viewer, None):
            assert outputs_for(position, observer) == outputs_for(other, observer), (observer, viewer)
        compared += 1
    assert compared > 2, "too few twins to say anything"


@pytest.mark.parametrize("name", GAMES)
def test_twins_look_alike_in_all_that_leaves(name):
    assert_alike(name)


def refusals(table, viewer):
    """What the server answers to plies that are not legal, or not written so."""
    messages = []
    contract = table.position.contract
    for text in [*(contract.text(action) for action in range(min(contract.num_actions, 30))), "z9", "end", "a1"]:
        try:
            canonical_ply(table, viewer, text)
        except Refused as refused:
            messages.append((text, refused.args))
    return messages


def test_random_games_with_secrets_tell_nothing_that_is_not_known():
    """To players and to who only watches, whatever the effects, ends and refusals of the rules are."""
    compared, refused = {True: 0, False: 0}, 0
    for r, state in random_games(100, "tables"):
        table = table_of(r.game, [r.text(ply.action) for ply in state.plies])
        for viewer in (*range(r.players), SPECTATOR):
            observer = None if viewer == SPECTATOR else viewer
            for twin in consistent_states(r, state, viewer, 2):
                twin_table = table_of(r.game, [r.text(ply.action) for ply in twin.plies])
                assert outputs_for(table, observer) == outputs_for(twin_table, observer), (observer, r.game)
                compared[observer is None] += 1
                if table.to_move == viewer:
                    assert refusals(table, viewer) == refusals(twin_table, viewer)
                    refused += 1
    assert min(compared.values()) > 50 and refused > 20, (compared, refused)


def planted_picture(monkeypatch):
    monkeypatch.setattr(visibility, "picture", lambda position, viewer: position.picture())


def planted_text(monkeypatch):
    monkeypatch.setattr(visibility, "secret", lambda played: False)


def planted_events(monkeypatch):
    monkeypatch.setattr(visibility, "visible_to", lambda event, viewer: True)


def planted_size(monkeypatch):
    def padded(position, viewer, over):
        target = next((e.cells for p in position.past for e in p.events if e.kind == "commit"), ("",))
        return [" " * sum(map(ord, target[0]))]

    monkeypatch.setattr(visibility, "last_ply_sentences", padded)


def planted_thought(monkeypatch):
    monkeypatch.setattr("lusory.server.worker_requests.sampled_state", lambda view, rng: "x" * rng.randrange(9))
    monkeypatch.setattr(random, "Random", lambda seed=None: random.SystemRandom())


@pytest.mark.parametrize("plant", [planted_picture, planted_text, planted_events, planted_size, planted_thought])
def test_a_planted_leak_is_found(plant, monkeypatch):
    cases_found = list(cases("small", 5))
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        for position, other, viewer in cases_found:
            for observer in (viewer, None):
                assert outputs_for(position, observer) == outputs_for(other, observer)


OPENING = ["C3", "x"]
"""On hidden-gomoku: first places an x, second takes it."""
WORLDS = ("B2:row", "D2:row")
"""Two secret targets with one announcement. Second has a stone in row 4 in one world, in row 2 in the other."""


def world(server, target):
    """A game up to where second has to answer an announcement, and all that came down the streams."""
    table, first, second = pair(server, game="hidden-gomoku", options={"size": 5}, names=["a", "b"])
    with second.stream(table) as theirs, server.guest().stream(table) as public:
        for ply, text in enumerate([*OPENING, target], 1):
            (second if ply == 2 else first).play(table, ply, text)
        second.play(table, 4, "reveal:none")
        messages = [stream.shown(4) for stream in (theirs, public)]
    return table, first, second, messages


def plain(table, message):
    """What was said, without the name of the table and the time, in letters."""
    text = message if isinstance(message, str) else json.dumps(message, sort_keys=True)
    return re.sub(r'"(at|sent)": ?\d+', "", text.replace(table, "T"))


def prying(guest, table):
    """All that somebody may ask for."""
    base = f"/api/tables/{table}"
    paths = [base, f"{base}?eyes=0", f"{base}?board=1&eyes=1", f"{base}/notes", f"{base}/notes?player=0"]
    paths += [f"{base}/at/{ply}?eyes={seat}" for ply in range(5) for seat in (0, 1)]
    paths += [f"{base}/record.{form}?eyes=0&inline=1" for form in files_forms()]
    responses = [guest.http.get(path) for path in paths]
    responses += [guest.http.post(f"{base}/acts", json={"ply": 4, "act": act, "player": 0}) for act in ("hint", "undo")]
    responses += [
        guest.http.post(f"{base}/plies", json={"ply": 5, "text": text}) for text in ("B2", "Q9:row", "reveal:B2")
    ]
    with guest.analysis(table=table) as stream:
        analysis = stream.next()
    return [*((a.status_code, len(a.content), plain(table, a.text)) for a in responses), analysis]


def files_forms():
    return ("txt", "json", "csv", "svg", "png")


def test_two_guests_and_a_hostile_third_learn_nothing(server):
    first, other = [world(server, target) for target in WORLDS]
    for mine, theirs in zip(first[3], other[3], strict=True):
        assert plain(first[0], mine) == plain(other[0], theirs)
    hostile = server.guest()
    for asker in (2, None):
        first_answers, right = [prying(guests[asker] if asker else hostile, guests[0]) for guests in (first, other)]
        assert first_answers == right


def test_the_committer_sees_the_same_whether_there_is_anything_to_reveal(server):
    """Until second answers, first hears nothing; an answer that shows nothing looks the same whatever second has."""
    views = []
    for hidden in ("A2:column", "A4:column"):
        table, first, second = pair(server, game="hidden-gomoku", options={"size": 5}, names=["a", "b"])
        script = [(first, "C3"), (second, "x"), (first, "B1:column"), (second, "reveal:none"), (second, hidden),
                  (first, "reveal:none"), (first, "D2:row")]  # fmt: skip
        for ply, (name, text) in enumerate(script, 1):
            name.play(table, ply, text)
        with first.stream(table) as stream:
            view_before = plain(table, stream.shown())
            second.play(table, 8, "reveal:none")
            views.append((view_before, plain(table, stream.shown(8))))
        entry = second.show(table)["entry"]
        assert entry is not None
    assert views[0] == views[1]


@pytest.mark.parametrize("name", ["hidden-gomoku", "connect-four", "hex"])
def test_a_spreadsheet_shows_the_board_as_it_is_drawn(name):
    game = find(name).build()
    rows_drawn = [line.split()[0] for line in game.start().text().splitlines() if line.strip()]
    rows = [row[0] for row in game_files.grid(table_of(game, []), None)[1:]]
    assert rows == [label for label in rows_drawn if label in rows], (rows, rows_drawn)


def service_of(tmp_path, pause):
    async def opened():
        settings = Settings(data=str(tmp_path), pause=pause, workers=1)
        service = TableService(settings, await Store.open(settings.url))
        await service.open()
        return service

    return opened()


PAUSE = 0.8
PATIENCE = 3.0
ENDLESS = "mcts:999999999"


def timed(tmp_path, warm=True):
    """A machine answers no sooner than it was fixed before it looked, whether it has anything to show or not."""

    async def both():
        service = await service_of(tmp_path, PAUSE)
        try:
            if warm:
                game = find("hidden-gomoku").build(size=5)
                await service.pools.quick.ask({"do": "fit", "game": codec.write(game), "specs": []}, 60)
            return [await turn(service, show) for show in (True, False)]
        finally:
            await service.close()

    return asyncio.run(both())


async def turn(service, show):
    """The seconds from a person's announcement to the machine's answer; show: whether the machine has a stone there."""
    game = find("hidden-gomoku").build(size=5)
    script = ["C3", "o", "B4:row", "reveal:none"] if show else ["C3", "o", "B5:row", "reveal:none"]
    live, *_ = await service.create(info(game), Setup(("random", "human"), ("a", "b")), [1], "", script)
    moved = asyncio.Event()
    service.listeners.append(
        lambda changed, entries: moved.set() if changed is live and entries[0].player == 0 else None
    )
    await asyncio.sleep(0)
    if live.table.to_move == 0:
        await moved.wait()
        moved.clear()
    if live.table.to_move == 1 and live.table.position.moves()[0].startswith("reveal"):
        await service.play(live, (1,), live.table.ply + 1, "reveal:none")
    started = time.monotonic()
    await service.play(live, (1,), live.table.ply + 1, "E4:row")
    await asyncio.wait_for(moved.wait(), 60)
    return time.monotonic() - started


def assert_even(seconds):
    assert min(seconds) >= PAUSE * 0.98, seconds


def test_a_machine_answers_at_a_moment_fixed_before_it_looks(tmp_path):
    assert_even(timed(tmp_path))


def test_a_planted_leak_in_time_is_found(tmp_path, monkeypatch):
    """A machine that answers as soon as it has looked."""

    async def hasty(self, started_at, pause):
        return None

    monkeypatch.setattr(machine_players.MachinePlayers, "_until", hasty)
    with pytest.raises(AssertionError):
        assert_even(timed(tmp_path))


def test_how_long_a_machine_thinks_is_measured_where_nothing_is_secret(tmp_path, monkeypatch):
    """Once for a game and a player: then its answers come at a multiple of the pause, whatever it looks at, and no
    later than those of who thinks as long as anybody may."""
    requests, durations = [], {"mcts:9": 0.5, "mcts:8": 9.0}

    async def slow(self, request, *more, **options):
        requests.append(request())
        return {"ply": "", "took": durations[request()["spec"]]}

    async def beats():
        service = await service_of(tmp_path, 0.4)
        try:
            game = find("hidden-gomoku").build(size=5)
            live = LiveTable(table_of(game, ["C3", "x"]), info(game))
            return [
                await service.machine_players.beat(live, spec) for spec in ("mcts:9", "mcts:9", "best:1s", "mcts:8")
            ]
        finally:
            await service.close()

    monkeypatch.setattr(WorkerPool, "ask", slow)
    first_beat, second_beat, timed, longest = asyncio.run(beats())
    assert first_beat == second_beat and first_beat >= 1.0 and abs(first_beat / 0.4 - round(first_beat / 0.4)) < 1e-9
    assert timed == 1.5, "who has a time of his own is not measured"
    assert longest == Settings().think * 1.2 + 0.3
    start = find("hidden-gomoku").build(size=5).start()
    assert len(requests) == 2 and requests[0] == choice(start, 0, "mcts:9", random.Random(0)) | {"seconds": 10.0}


def test_a_search_that_takes_longer_than_there_is_answers_with_the_best_it_has_found(tmp_path, monkeypatch):
    """And not at random: what is played is what a process found, asked for it before the answer was due."""
    answers, ask = [], WorkerPool.ask

    async def heard(self, *request, **options):
        reply = await ask(self, *request, **options)
        answers.extend([reply] if "ply" in reply else [])
        return reply

    async def played():
        service = await service_of(tmp_path, PATIENCE)
        try:
            game = find("hidden-gomoku").build(size=5)
            await service.pools.thinking.ask({"do": "fit", "game": codec.write(game), "specs": []}, 60)
            service.machine_players._beats.keep(f"{game.hash} {ENDLESS}", PATIENCE)
            monkeypatch.setattr(WorkerPool, "ask", heard)
            moved = asyncio.get_running_loop().create_future()
            service.listeners.append(lambda changed, entries: moved.set_result(entries[-1].text))
            await service.create(info(game), Setup((ENDLESS, "human"), ("a", "b")), [1], "", OPENING)
            return await asyncio.wait_for(moved, 60)
        finally:
            await service.close()

    text = asyncio.run(played())
    assert [reply["ply"] for reply in answers] == [text]


def test_who_is_out_of_time_before_he_begins_still_answers():
    """Asked once more after he has begun: a search of a day ends at once."""
    position = find("susan").build().start()
    request = choice(position, 0, "mcts:86400s", random.Random(1))
    for limit in ({"until": time.monotonic() - 1}, {"seconds": 0.0}):
        (reply,) = worker.choose(request | limit, Pipe()[0])
        assert reply["ply"] in position.view(0).moves


def test_a_late_answer_waits_for_the_end_of_a_beat(tmp_path, monkeypatch):
    """However late a machine is, it answers at a multiple of its beat, and what it plays was thought about: nothing is
    played at random because others kept the processes busy."""
    ask, late = WorkerPool.ask, []

    async def slow(self, request, *more, **options):
        if callable(request):
            await asyncio.sleep(1.3 * PAUSE)
            late.append(1)
        return await ask(self, request, *more, **options)

    monkeypatch.setattr(WorkerPool, "ask", slow)
    seconds = timed(tmp_path)
    assert late and min(seconds) >= 2 * PAUSE * 0.98, seconds


def test_a_machine_whose_search_fails_says_so(tmp_path, monkeypatch):
    """It is asked again, then it plays at random, and the table is told."""
    requests = []

    async def broken(self, request, *more, **options):
        requests.append(request())
        raise Overdue("died")

    async def played():
        service = await service_of(tmp_path, PAUSE)
        try:
            never_done = asyncio.get_running_loop().create_future()
            service.listeners.append(
                lambda changed, entries: None if never_done.done() else never_done.set_result(entries)
            )
            monkeypatch.setattr(WorkerPool, "ask", broken)
            await service.create(info(find("susan").build()), Setup(("random", "human"), ("a", "b")), [1], "")
            return await asyncio.wait_for(never_done, 60)
        finally:
            await service.close()

    entries = asyncio.run(played())
    assert [entry.kind for entry in entries] == ["ply", "chat"] and "random" in entries[1].text
    assert len(requests) == machine_players.TRIES


def test_when_a_search_stops_and_an_answer_comes():
    """A search that begins late in a beat thinks until the end of the next one."""
    assert machine_search.answers(0.0, 2.0) == 2.0 and machine_search.answers(2.1, 2.0) == 4.0
    assert machine_search.stops(0.0, 2.0) == pytest.approx(1.7) and machine_search.stops(0.9, 2.0) == pytest.approx(1.7)
    assert machine_search.stops(1.5, 2.0) == pytest.approx(3.7)
