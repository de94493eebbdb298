"""Tests of how the nets of pupils reach worker processes: once for each, and again after a restart."""

import asyncio
import time
from base64 import b64encode

import pytest

from lusory.games import load
from lusory.learn.net import GameNet
from lusory.server.allowed_players import NET_WANTED
from lusory.server.pupil_nets import with_pupil
from lusory.server.store import Store
from lusory.server.store.pupil_queue import Learnt, PupilQueue
from lusory.server.store.pupils import NewPupil, Pupils, version_row
from lusory.server.table import Refused
from lusory.server.workers import pupil_training
from lusory.server.workers.pupil_training import MOST_KNOWN, KnownNets, player_of, wants_net

GAME = load("tic-tac-toe")
NETS = [b64encode(GameNet.untrained(GAME, seed).write()).decode() for seed in range(2)]


def row(number, net, **more):
    made = {"made": int(time.time()), "practised": 0, "studied": 0, "opening": [], "net": net} | more
    return version_row(made, number)


class Process:
    """A worker process, as far as it keeps nets; sizes: of the nets that came to it."""

    def __init__(self, monkeypatch):
        self.monkeypatch, self.nets, self.sizes = monkeypatch, KnownNets(), []

    async def ask(self, request):
        self.monkeypatch.setattr(pupil_training, "KNOWN", self.nets)
        self.sizes.append(len(request.get("net") or ""))
        if wants_net(request):
            return {NET_WANTED: True}
        player_of(request, GAME).close()
        return {}


async def taken(queue):
    """The pupil whose turn it is."""
    task = await queue.take(0)
    assert task is not None
    return task


async def with_a_pupil(folder, use):
    store = await Store.open(f"sqlite:///{folder}/pupils.db")
    try:
        new = NewPupil("browser", "Ada", "", {}, "?", GAME.hash, "{}", 2, False, [row(1, NETS[0])])
        await use(store, await Pupils(store).add(new))
    finally:
        await store.close()


def test_a_net_comes_to_a_process_once_until_it_changes(tmp_path, monkeypatch):
    async def use(store, pupil):
        process, queue = Process(monkeypatch), PupilQueue(store)
        request = {"spec": f"pupil:{pupil}"}
        for _ in range(3):
            assert NET_WANTED not in await with_pupil(request, store, process.ask)
        assert process.sizes == [0, len(NETS[0]), 0, 0], "it was sent once"
        await Pupils(store).change(pupil, remaining=1000)
        learnt = row(2, NETS[1], practised=10)
        await queue.keep(await taken(queue), Learnt(learnt, [], [], 5, 1000))
        await with_pupil(request, store, process.ask)
        assert process.sizes[4:] == [0, len(NETS[1])], "it has learnt"
        await queue.rate(await taken(queue), 10, level=3, done=True)
        await with_pupil(request, store, process.ask)
        assert process.sizes[6:] == [0], "it was only measured"
        await Pupils(store).go_back(pupil, 1)
        await with_pupil(request, store, process.ask)
        restarted = Process(monkeypatch)
        await with_pupil(request, store, restarted.ask)
        assert process.sizes[7:] == restarted.sizes == [0, len(NETS[0])]

    asyncio.run(with_a_pupil(tmp_path, use))


def test_a_pupil_that_was_deleted_plays_no_more(tmp_path, monkeypatch):
    async def use(store, pupil):
        process, request = Process(monkeypatch), {"spec": f"pupil:{pupil},1"}
        await with_pupil(request, store, process.ask)
        await Pupils(store).delete(pupil)
        with pytest.raises(Refused, match="not there any more"):
            await with_pupil(request, store, process.ask)

    asyncio.run(with_a_pupil(tmp_path, use))


def test_other_players_have_no_net(tmp_path):
    async def ask(request):
        return request

    async def use(store, pupil):
        request = {"spec": "random"}
        assert await with_pupil(request, store, ask) == request

    asyncio.run(with_a_pupil(tmp_path, use))


def test_a_process_keeps_few_nets():
    nets = KnownNets()
    for number in range(MOST_KNOWN + 1):
        nets.net(str(number), NETS[0])
    assert "0" not in nets and all(str(number) in nets for number in range(1, MOST_KNOWN + 1))
