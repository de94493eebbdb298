"""Tests of the limits of what pupils may work a day: of an owner, and of all browsers at one address."""

import asyncio
import time
from unittest.mock import AsyncMock, Mock

import pytest

from lusory.server.pupil_service import PupilService
from lusory.server.pupil_trainer import TRIES, PupilTrainer
from lusory.server.settings import Limits, Settings
from lusory.server.store import Store
from lusory.server.store.pupil_queue import Learnt, PupilQueue
from lusory.server.store.pupil_schema import pupil_games
from lusory.server.store.pupils import NewPupil, Pupils, counted_address, version_row
from lusory.server.store.seats import ACCOUNT
from lusory.server.workers import Died, Overdue
from lusory.server.workers.pool import Failed

MADE = {"made": int(time.time()), "practised": 0, "studied": 0, "opening": [], "net": "AAAA"}
MINUTE = 60_000
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


def run(folder, use):
    async def opened():
        store = await Store.open(f"sqlite:///{folder}/pupils.db")
        try:
            await use(store)
        finally:
            await store.close()

    asyncio.run(opened())


async def raised(store, owner, address):
    """A pupil whose strength is to be measured."""
    new = NewPupil(owner, "Ada", "", {}, "?", "0" * 64, "{}", 2, False, [version_row(MADE, 1, done=False)])
    return await Pupils(store).add(new._replace(address=counted_address(owner, address)))


async def works(queue, pupil, minutes, **limits):
    """The pupil is the next, and works for so long; returns the minutes that it was allowed."""
    task = await queue.take(**limits)
    assert task is not None and task.id == pupil
    await queue.rate(task, round(minutes * MINUTE), against="{}")
    return task.allowance / MINUTE


def test_a_new_browser_at_an_address_has_no_new_minutes(tmp_path):
    limits = {"allowed": 60 * MINUTE, "at_address": 100 * MINUTE}

    async def use(store):
        queue, service = PupilQueue(store), Pupils(store)
        first = await raised(store, "a", HERE)
        assert await works(queue, first, 60, **limits) == 60
        assert await queue.take(**limits) is None, "as much as its owner may"
        second = await raised(store, "b", HERE)
        assert await works(queue, second, 10, **limits) == 40, "what is left at this address"
        assert await works(queue, second, 30, **limits) == 30
        assert await queue.take(**limits) is None, "as much as this address may"
        third = await raised(store, "c", HERE)
        assert await queue.take(**limits) is None
        assert await service.move("c", f"{ACCOUNT}c") == [third]
        assert await works(queue, third, 1, **limits) == 60, "an account is counted alone"
        elsewhere = await raised(store, "d", ELSEWHERE)
        assert await works(queue, elsewhere, 1, **limits) == 60

    run(tmp_path, use)


def test_new_browsers_at_an_address_do_not_go_before_others(tmp_path):
    """One visitor with a crowd of browsers kept everybody else waiting for as long as his address may work."""
    limits = {"allowed": 60 * MINUTE, "at_address": 100 * MINUTE}

    async def use(store):
        queue = PupilQueue(store)
        crowd = [await raised(store, "a", HERE)]
        assert await works(queue, crowd[0], 20, **limits) == 60
        other = await raised(store, f"{ACCOUNT}b", ELSEWHERE)
        assert await works(queue, other, 10, **limits) == 60
        crowd += [await raised(store, f"c{number}", HERE) for number in range(3)]
        assert await works(queue, other, 15, **limits) == 50
        task = await queue.take(**limits)
        assert task is not None and task.id in crowd

    run(tmp_path, use)


def test_without_limits_there_is_none(tmp_path):
    async def use(store):
        queue = PupilQueue(store)
        pupil = await raised(store, "a", HERE)
        for _ in range(2):
            assert await works(queue, pupil, 24 * 60, allowed=0, at_address=0) == 24 * 60

    run(tmp_path, use)


def test_the_minutes_that_are_left_are_the_fewer(tmp_path):
    async def left(store, pupil_id, **limits):
        service = PupilService(Settings(limits=Limits(**limits)), store, Mock(), Mock())
        pupil = await service.stored.get(pupil_id)
        assert pupil is not None
        return await service.minutes_left(pupil)

    async def use(store):
        first, second = await raised(store, "a", HERE), await raised(store, "b", HERE)
        await works(PupilQueue(store), min(first, second), 6, allowed=0)
        worked, fresh = min(first, second), max(first, second)
        assert await left(store, worked, practice=10, address_practice=20) == 4
        assert await left(store, fresh, practice=10, address_practice=12) == 6
        assert await left(store, fresh, practice=0, address_practice=12) == 6
        assert await left(store, fresh, practice=0, address_practice=0) is None
        member = await raised(store, f"{ACCOUNT}c", HERE)
        assert await left(store, member, practice=10, address_practice=1) == 10

    run(tmp_path, use)


async def practises(store, pupil_id, minutes):
    """An order of practice."""
    await Pupils(store).change(pupil_id, remaining=minutes * MINUTE)


async def taken(queue):
    task = await queue.take(0)
    assert task is not None
    return task


async def kept(store, pupil_id):
    """The pupil as it stands in the database."""
    pupil = await Pupils(store).get(pupil_id)
    assert pupil is not None
    return pupil


@pytest.mark.parametrize("minutes", [0, 5])
def test_an_order_given_during_a_piece_of_work_stands(tmp_path, minutes):
    async def use(store):
        queue, pupil = PupilQueue(store), await raised(store, "a", HERE)
        await practises(store, pupil, 2)
        task = await taken(queue)
        await practises(store, pupil, minutes)
        learnt = Learnt(version_row(MADE, 2, done=False), [], [], 4000, task.remaining - 4000)
        await queue.keep(task, learnt)
        assert (await kept(store, pupil)).remaining == minutes * MINUTE
        assert [version.number for version in await Pupils(store).versions(pupil)] == [1, 2], "what it learnt is kept"

    run(tmp_path, use)


def test_practice_is_used_up(tmp_path):
    async def use(store):
        queue, pupil = PupilQueue(store), await raised(store, "a", HERE)
        await practises(store, pupil, 2)
        task = await taken(queue)
        await queue.keep(task, Learnt(version_row(MADE, 2), [], [], 4000, task.remaining - 4000))
        assert (await kept(store, pupil)).remaining == 2 * MINUTE - 4000

    run(tmp_path, use)


async def with_lesson(store):
    """A pupil that practises and has a game to learn from."""
    pupil = await raised(store, "a", HERE)
    await practises(store, pupil, 2)
    async with store.writing() as c:
        row = {"pupil": pupil, "number": 1, "table": None, "plies": "[]", "seat": 0, "score": 1.0, "learnt": False}
        await c.execute(pupil_games.insert(), [row])
    return pupil


def test_a_busy_machine_is_no_fault_of_a_game(tmp_path, monkeypatch):
    monkeypatch.setattr("lusory.server.pupil_trainer.RETRY", -1)
    pools = Mock()
    pools.analysts.ask = AsyncMock(side_effect=Overdue("no answer within 90 seconds"))

    async def use(store):
        pupil, trainer = await with_lesson(store), PupilTrainer(store, pools, Settings())
        for _ in range(TRIES - 1):
            assert await trainer.step()
            after = await kept(store, pupil)
            assert (after.remaining, after.fault) == (2 * MINUTE, None)
            assert len(await Pupils(store).games(pupil)) == 1
        assert await trainer.step()
        after = await kept(store, pupil)
        assert after.remaining == 0 and "no answer" in str(after.fault)
        assert not await trainer.step(), "it does not try for ever"

    run(tmp_path, use)


@pytest.mark.parametrize("fault", [Died(), Failed("something went wrong")])
def test_a_process_that_died_is_not_tried_again_and_again(tmp_path, fault):
    pools = Mock()
    pools.analysts.ask = AsyncMock(side_effect=fault)

    async def use(store):
        pupil, trainer = await with_lesson(store), PupilTrainer(store, pools, Settings())
        assert await trainer.step()
        after = await kept(store, pupil)
        assert after.remaining == 0 and after.fault == str(fault)

    run(tmp_path, use)


def test_a_piece_without_an_answer_waits(tmp_path):
    pools = Mock()
    pools.analysts.ask = AsyncMock(side_effect=Overdue("no answer within 90 seconds"))

    async def use(store):
        await with_lesson(store)
        trainer = PupilTrainer(store, pools, Settings())
        assert await trainer.step()
        assert not await trainer.step(), "others come first"

    run(tmp_path, use)
