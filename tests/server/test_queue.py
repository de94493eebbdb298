"""Tests of the fair queue: round robin by address, people before batch work, no slot leaks."""

import asyncio
import contextlib
import random

import pytest

from lusory.errors import LusoryError
from lusory.games import find
from lusory.server.game_info import info
from lusory.server.settings import Limits, Settings
from lusory.server.store import Store
from lusory.server.table import Setup
from lusory.server.table_service import TableService
from lusory.server.watcher import Watcher
from lusory.server.worker_requests import choice
from lusory.server.workers import NOBODY, Busy, Caller, Overdue, WorkerPool, pool
from lusory.server.workers.queue import FairQueue

A, B, C = Caller("a", "1"), Caller("b", "1"), Caller("c", "1")


class Asking:
    """Requests at a queue, and the order in which they got a slot."""

    def __init__(self, size):
        self.queue = FairQueue(size)
        self.order = []
        self.tasks = {}

    async def ask(self, name, caller, rank=0):
        async def waits():
            await self.queue.acquire(caller, rank)
            self.order.append(name)

        self.tasks[name] = asyncio.create_task(waits())
        await settled()

    async def free(self, caller):
        self.queue.release(caller)
        await settled()


async def settled():
    for _ in range(5):
        await asyncio.sleep(0)


def assert_empty(queue):
    assert queue.waiting() == 0 and not queue._ranks and not queue._busy


def test_addresses_take_turns_however_much_one_asks_for():
    async def story():
        asking = Asking(1)
        for number in range(4):
            await asking.ask(f"a{number}", A)
        await asking.ask("b", B)
        await asking.ask("c", C)
        for caller in (A, A, B, C, A, A):
            await asking.free(caller)
        assert asking.order == ["a0", "a1", "b", "c", "a2", "a3"]
        assert_empty(asking.queue)

    asyncio.run(story())


def test_people_of_one_address_take_turns():
    async def story():
        asking, other = Asking(1), Caller("a", "2")
        for number in range(3):
            await asking.ask(f"one {number}", A)
        await asking.ask("other", other)
        for caller in (A, A, other, A):
            await asking.free(caller)
        assert asking.order == ["one 0", "one 1", "other", "one 2"]
        assert_empty(asking.queue)

    asyncio.run(story())


def test_a_lower_rank_goes_before_all_of_a_higher_one():
    async def story():
        asking = Asking(1)
        await asking.ask("first", A)
        await asking.ask("later", B, rank=1)
        await asking.ask("people", C)
        for caller in (A, C, B):
            await asking.free(caller)
        assert asking.order == ["first", "people", "later"]
        assert_empty(asking.queue)

    asyncio.run(story())


@pytest.mark.parametrize(("size", "slots_held"), [(1, 1), (2, 1), (4, 3)])
def test_one_address_never_holds_all_slots(size, slots_held):
    async def story():
        asking = Asking(size)
        for number in range(size + 2):
            await asking.ask(f"a{number}", A)
        assert len(asking.order) == slots_held and asking.queue.waiting("a") == size + 2 - slots_held
        await asking.ask("b", B)
        assert ("b" in asking.order) == (size > 1)

    asyncio.run(story())


def test_who_goes_away_leaves_nothing_behind():
    """Also who is given a slot, and goes away before he takes it; and who goes away while another's slot gets free."""

    async def story():
        asking = Asking(1)
        for name, caller in (("a", A), ("b", B), ("c", C)):
            await asking.ask(name, caller)
        asking.tasks["b"].cancel()
        asking.queue.release(A)  # before the queue has heard that b is gone
        await settled()
        assert asking.order == ["a", "c"]
        await asking.ask("d", A)
        asking.queue.release(C)  # d has the slot now, and does not know it yet
        asking.tasks["d"].cancel()
        await settled()
        assert asking.order == ["a", "c"]
        assert_empty(asking.queue)

    asyncio.run(story())


@pytest.mark.parametrize("seed", range(5))
def test_whatever_comes_and_goes_the_slots_are_all_there_in_the_end(seed):
    rng = random.Random(seed)

    async def work(queue, caller, rank, running):
        await queue.acquire(caller, rank)
        running.append(caller)
        assert len(running) <= queue.size and running.count(caller) <= queue.each
        try:
            for _ in range(rng.randrange(4)):
                await asyncio.sleep(0)
        finally:
            running.remove(caller)
            queue.release(caller)

    async def story():
        running: list[Caller] = []
        queue = FairQueue(3)
        tasks = [asyncio.create_task(work(queue, rng.choice([A, B, C]), rng.randrange(2), running)) for _ in range(200)]
        while any(not task.done() for task in tasks):
            rng.choice(tasks).cancel()
            await asyncio.sleep(0)
        faults = [f for f in await asyncio.gather(*tasks, return_exceptions=True) if f is not None]
        assert all(isinstance(fault, asyncio.CancelledError) for fault in faults), faults
        assert_empty(queue)

    asyncio.run(story())


FIT = {"do": "fit", "game": "", "specs": []}


def fitting():
    return FIT | {"game": info(find("tic-tac-toe").build()).value}


def endless():
    return choice(find("susan").build().start(), 0, "mcts:86400s", random.Random(1))


@contextlib.asynccontextmanager
async def opened(size=1):
    pool = WorkerPool(size, 1024)
    try:
        yield pool
    finally:
        pool.close()


def test_a_crowded_pool_refuses_all_but_the_patient(monkeypatch):
    monkeypatch.setattr(pool, "MOST_EACH", 2)

    async def story():
        async with opened() as pool:
            waiting = [asyncio.create_task(pool.ask(fitting(), 60, A)) for _ in range(3)]
            await settled()
            with pytest.raises(Busy):
                await pool.ask(fitting(), 60, A)
            patient = asyncio.create_task(pool.ask(fitting(), 60, A, patient=True))
            other = asyncio.create_task(pool.ask(fitting(), 60, B))
            assert await asyncio.gather(*waiting, patient, other) == [{}] * 5
            assert_empty(pool.queue)

    asyncio.run(story())


def test_all_together_are_bounded_too(monkeypatch):
    monkeypatch.setattr(pool, "MOST_WAITING", 2)

    async def story():
        async with opened() as pool:
            waiting = [asyncio.create_task(pool.ask(fitting(), 60, caller)) for caller in (A, B, C)]
            await settled()
            with pytest.raises(Busy):
                await pool.ask(fitting(), 60, Caller("d"))
            await asyncio.gather(*waiting)

    asyncio.run(story())


async def until_dead(process):
    for _ in range(500):
        if not process.is_alive():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the process lives")


def test_a_process_that_takes_too_long_is_killed_and_replaced():
    async def story():
        async with opened() as pool:
            await pool.ask(fitting(), 60)
            (slow,) = pool._all
            with pytest.raises(Overdue, match=r"no answer within 0\.2 seconds"):
                await pool.ask(endless(), 0.2)
            await until_dead(slow.process)
            assert await pool.ask(fitting(), 60) == {} and slow not in pool._all
            assert len(pool._all) == 1
            assert_empty(pool.queue)

    asyncio.run(story())


def test_a_process_that_was_killed_while_idle_is_replaced():
    """Also where nobody has noticed yet that it is gone: its pipe breaks."""

    async def story():
        async with opened() as pool:
            for noticed in (True, False):
                await pool.ask(fitting(), 60)
                (worker,) = pool._all
                worker.process.kill()
                await until_dead(worker.process)
                if not noticed:
                    worker.process.is_alive = lambda: True
                    with pytest.raises(Overdue):
                        await pool.ask(fitting(), 60)
                assert await pool.ask(fitting(), 60) == {} and worker not in pool._all
                assert_empty(pool.queue)

    asyncio.run(story())


def test_whoever_goes_away_stops_the_work():
    async def story():
        async with opened() as pool:
            await pool.ask(fitting(), 60)
            (worker,) = pool._all
            task = asyncio.create_task(pool.ask(endless(), 60))
            await asyncio.sleep(0.1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await until_dead(worker.process)
            assert await pool.ask(fitting(), 60) == {}
            assert_empty(pool.queue)

    asyncio.run(story())


def test_work_that_heeds_a_stop_keeps_its_process_when_whoever_waits_goes_away():
    """A new process would keep the next analysis waiting."""
    request = {**endless(), "do": "think", "seconds": 600}

    async def story():
        async with opened() as pool:
            await pool.ask(fitting(), 60)
            (worker,) = pool._all
            for _ in range(2):
                reports = pool.follow(request, 60, stops=True)
                assert "best" in await anext(reports)
                task = asyncio.create_task(anext(reports))
                await asyncio.sleep(0.05)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            assert await pool.ask(fitting(), 60) == {}
            assert pool._all == {worker} and worker.process.is_alive()
            assert_empty(pool.queue)

    asyncio.run(story())


def test_an_answer_that_is_an_error_keeps_its_process():
    async def story():
        async with opened() as pool:
            await pool.ask(fitting(), 60)
            (worker,) = pool._all
            with pytest.raises(LusoryError, match="nosuch"):
                await pool.ask(fitting() | {"specs": ["nosuch"]}, 60)
            assert pool._all == {worker} and worker.process.is_alive()

    asyncio.run(story())


@contextlib.asynccontextmanager
async def service_of(tmp_path, **settings):
    server_settings = Settings(data=str(tmp_path), workers=1, **settings)
    service = TableService(server_settings, await Store.open(server_settings.url))
    await service.open()
    try:
        yield service
    finally:
        await service.close()


def quickly(monkeypatch, more=None):
    """Machines answer at once, with the first legal ply; what they were asked."""
    requests = []

    async def first(self, live, request, table, beat):
        requests.append(live.caller)
        if more is not None:
            await more()
        return {"ply": next(iter(live.table.legal)), "took": 0.0}

    monkeypatch.setattr("lusory.server.machine_players.MachinePlayers._ask", first)
    monkeypatch.setattr("lusory.server.machine_players.QUICKEST", 0.01)
    return requests


async def still(requests):
    """Wait until no machine plays any more."""
    before = -1
    while before != len(requests):
        before = len(requests)
        await asyncio.sleep(0.2)
    return before


MACHINES = Setup(("random", "random"), ("a", "b"))


def test_machines_play_on_only_while_somebody_looks(tmp_path, monkeypatch):
    async def story():
        requests = quickly(monkeypatch)
        async with service_of(tmp_path, watched=0.1) as service:
            live, *_ = await service.create(info(find("hex").build()), MACHINES, [], "", caller=A)
            ply_before = await still(requests)
            assert live.table.ending is None, "the game was over before nobody looked"
            service.look(live, B)
            ply_after = await still(requests)
            assert ply_before < ply_after and live.table.ending is None
            watcher = Watcher((), None)
            service.watch(live, watcher)
            await still(requests)
            assert live.table.ending is not None
            service.leave(live, watcher)

    asyncio.run(story())


def test_machines_that_play_people_go_on_without_being_watched(tmp_path, monkeypatch):
    async def story():
        requests = quickly(monkeypatch)
        async with service_of(tmp_path, watched=0.01) as service:
            setup = Setup(("human", "random"), ("a", "b"))
            live, *_ = await service.create(info(find("susan").build()), setup, [0], "", caller=A)
            await asyncio.sleep(0.1)
            await service.play(live, (0,), 1, "b2")
            await still(requests)
            assert live.table.ply == 2

    asyncio.run(story())


def test_a_full_queue_makes_no_machine_play_at_random(tmp_path, monkeypatch):
    """However many wait, it waits, too; then it plays what it has thought."""
    monkeypatch.setattr(pool, "MOST_WAITING", 0)
    monkeypatch.setattr(pool, "MOST_EACH", 0)

    async def story():
        async with service_of(tmp_path, watched=60.0) as service:
            game = info(find("tic-tac-toe").build())
            await service.pools.quick.queue.acquire(B, 0)
            with pytest.raises(Busy):
                await service.pools.quick.ask(fitting(), 60, B)
            ply_entries = asyncio.get_running_loop().create_future()
            service.listeners.append(
                lambda changed, entries: None if ply_entries.done() else ply_entries.set_result(entries)
            )
            setup = Setup(("level:1", "human"), ("a", "b"))
            live, *_ = await service.create(game, setup, [1], "", caller=A)
            await asyncio.sleep(0.3)
            assert live.table.ply == 0 and service.pools.quick.queue.waiting() == 1
            service.pools.quick.queue.release(B)
            entries = await asyncio.wait_for(ply_entries, 60)
            assert [entry.kind for entry in entries] == ["ply"]

    asyncio.run(story())


def test_a_machine_at_a_guests_table_waits_for_the_tables_process(tmp_path, monkeypatch):
    """Too many requests for the rules of guests are refused; a machine that finds it so asks again."""
    monkeypatch.setattr("lusory.server.machine_players.LATER", 0.05)

    async def story():
        async with service_of(tmp_path) as service:
            game = info(find("tic-tac-toe").build(), guest=True)
            ply_entries = asyncio.get_running_loop().create_future()
            service.listeners.append(
                lambda changed, entries: None if ply_entries.done() else ply_entries.set_result(entries)
            )
            crowd = [False]
            monkeypatch.setattr(service.pools.tables, "crowded", lambda caller: crowd[0])
            setup = Setup(("human", "random"), ("a", "b"))
            live, *_ = await service.create(game, setup, [0], "", caller=A)
            await service.play(live, (0,), 1, "b2")
            crowd[0] = True
            ply_entries = asyncio.get_running_loop().create_future()
            await asyncio.sleep(0.3)
            assert live.table.ply == 1
            crowd[0] = False
            await asyncio.wait_for(ply_entries, 60)
            assert live.table.ply == 2

    asyncio.run(story())


def test_looks_and_requests_change_on_whose_account_machines_think(tmp_path, monkeypatch):
    async def story():
        requests = quickly(monkeypatch)
        async with service_of(tmp_path, watched=60.0, limits=Limits(plies=3)) as service:
            await service.create(info(find("susan").build()), MACHINES, [], "", caller=B)
            await still(requests)
            assert requests == [B] * 3 and NOBODY not in requests

    asyncio.run(story())
