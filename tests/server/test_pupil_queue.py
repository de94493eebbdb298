"""Tests of the limits of what pupils may work a day: of an owner, and of all browsers at one address."""

import asyncio
import time
from unittest.mock import Mock

from lusory.server.pupil_service import PupilService
from lusory.server.settings import Limits, Settings
from lusory.server.store import Store
from lusory.server.store.pupil_queue import PupilQueue
from lusory.server.store.pupils import NewPupil, Pupils, counted_address, version_row
from lusory.server.store.seats import ACCOUNT

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
