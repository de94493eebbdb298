"""Tests of the service of pupils without a server: what changes between its reads of the database."""

import asyncio
import time
from unittest.mock import Mock

import pytest

from lusory.learn.pupil import PUPIL_FILE
from lusory.server.pupil_service import Asker, PupilService
from lusory.server.settings import Settings
from lusory.server.store import Store
from lusory.server.store.pupil_queue import PupilQueue
from lusory.server.store.pupil_schema import pupil_versions
from lusory.server.store.pupils import NewPupil, Pupils, version_row
from lusory.server.table import Refused
from lusory.server.workers import Caller

OWNER = "browser"
PATTERNS = {"likes": ["x"], "fears": []}


def row(number, done):
    made = {"made": int(time.time()), "practised": 100, "studied": 0, "opening": [], "net": "AAAA"}
    return version_row(made, number, done=done)


async def measured(queue, pupil_id):
    """The last version is measured."""
    await queue.rate(await queue.take(0), 10, PATTERNS, level=3, done=True)


async def failed(queue, pupil_id):
    """The measurement fails."""
    await queue.fail(await queue.take(0), "out of memory")


async def taken_back(queue, pupil_id):
    """The owner goes back to the version before."""
    await Pupils(queue.store).go_back(pupil_id, 1)


async def shown_while(folder, change, before):
    """The view of a pupil, where something happens before one of its parts is read."""
    store = await Store.open(f"sqlite:///{folder}/pupils.db")
    try:
        service = PupilService(Settings(), store, Mock(), Mock())
        new = NewPupil(OWNER, "Ada", "", {}, "?", "0" * 64, "{}", 2, False, [row(1, True), row(2, False)])
        pupil = await service.stored.get(await service.stored.add(new))
        assert pupil is not None
        read = getattr(service.stored, before)

        async def read_late(*arguments):
            await change(PupilQueue(store), pupil.id)
            return await read(*arguments)

        setattr(service.stored, before, read_late)
        return await service.shown(pupil, Asker([OWNER], OWNER, Caller("", OWNER)))
    finally:
        await store.close()


@pytest.mark.parametrize("before", ["scores", "versions", "get", "spent"])
@pytest.mark.parametrize("change", [measured, failed, taken_back])
def test_a_pupil_that_has_done_everything_shows_all_of_it(tmp_path, change, before):
    view = asyncio.run(shown_while(tmp_path, change, before))
    if change is measured:
        assert view["busy"] or view["patterns"] == PATTERNS
    if change is failed:
        assert view["busy"] or view["fault"] == "out of memory"
    if change is taken_back:
        assert view["busy"], "what it likes and fears is looked for again"


async def sent(folder, change):
    """The file of a pupil as it is sent, and the numbers of the nets that were read until its first part went; change:
    what happens then."""
    store, nets = await Store.open(f"sqlite:///{folder}/pupils.db"), ["AAAA", "AAA=", "AA==", "AAAA"]
    try:
        service = PupilService(Settings(), store, Mock(), Mock())
        rows = [row(number, True) | {"net": net} for number, net in enumerate(nets, 1)]
        pupil = await service.stored.get(
            await service.stored.add(NewPupil(OWNER, "Ada", "", {}, "?", "0" * 64, "{}", 2, False, rows))
        )
        assert pupil is not None
        read, numbers = service.stored.net_of, []

        async def counted(pupil_id, number):
            numbers.append(number)
            return await read(pupil_id, number)

        service.stored.net_of = counted  # type: ignore[method-assign]
        file = await service.file(pupil)
        parts = [await anext(file.parts)]
        before = list(numbers)
        await change(service.stored, pupil.id)
        parts += [part async for part in file.parts]
        return file.length, b"".join(parts), before
    finally:
        await store.close()


async def nothing(stored, pupil_id):
    """Nobody does anything."""


async def practised(stored, pupil_id):
    """The present version goes on changing."""
    async with stored.store.writing() as c:
        await c.execute(pupil_versions.update().where(pupil_versions.c.number == 4).values(net="AAAAAAAA"))


async def deleted(stored, pupil_id):
    """Its owner deletes it."""
    await stored.delete(pupil_id)


@pytest.mark.parametrize("change", [nothing, practised])
def test_a_file_is_sent_net_by_net(tmp_path, change):
    """Whole, ten of them at once held up the server for seconds and took a gigabyte."""
    length, data, read_before = asyncio.run(sent(tmp_path, change))
    header, nets = PUPIL_FILE.split(data)
    assert read_before == [4] and len(data) == length
    assert [version.size for version in header.versions] == [3, 2, 1, 3] and nets == bytes(9)


def test_a_file_of_a_pupil_that_is_deleted_breaks_off(tmp_path):
    with pytest.raises(Refused, match="changed meanwhile"):
        asyncio.run(sent(tmp_path, deleted))
