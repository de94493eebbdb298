"""Tests of jumps of the machine's clock: nobody loses a game by them, and no mail waits for a day that was set back."""

import asyncio
import time

import pytest

from lusory.games import find
from lusory.server.game_info import info
from lusory.server.mail.notices import outbox_row
from lusory.server.mail.outbox import Outbox
from lusory.server.settings import Settings
from lusory.server.store import Store, store
from lusory.server.store.mail_schema import outbox
from lusory.server.table import Clock, Setup
from lusory.server.table_service import TableService

DAY = 86_400_000


class SetClock:
    """The time of day as somebody sets it; all else of `time` is real."""

    def __init__(self) -> None:
        self.ahead = 0

    def time_ns(self) -> int:
        return time.time_ns() + self.ahead * 1_000_000

    def __getattr__(self, name):
        return getattr(time, name)


@pytest.fixture
def clock(monkeypatch):
    clock = SetClock()
    monkeypatch.setattr(store, "time", clock)
    return clock


def in_service(tmp_path, story):
    async def told():
        settings = Settings(data=str(tmp_path), workers=1)
        service = TableService(settings, await Store.open(settings.url))
        await service.open()
        try:
            return await story(service)
        finally:
            await service.close()

    return asyncio.run(told())


@pytest.mark.parametrize("noticed", [True, False])
@pytest.mark.parametrize("in_memory", [True, False])
@pytest.mark.parametrize("kind", [Clock("sudden", seconds=300), Clock("bank", days=2)], ids=lambda kind: kind.kind)
def test_nobody_loses_by_a_clock_that_is_set_forward(tmp_path, clock, kind, in_memory, noticed):
    """Whether or not the jump was noticed before a clock rings."""

    async def story(service):
        setup = Setup(("human", "human"), ("Ada", "Bo"), "Susan", clock=kind)
        live, *_ = await service.create(info(find("susan").build(size=3)), setup, [0], "")
        for ply, text in enumerate(["a1", "c3"], 1):
            await service.play(live, (ply - 1,), ply, text)
        if not in_memory:
            service._live.clear()
        before = live.table.clock.at(store.now())
        clock.ahead = 3 * DAY
        if noticed:
            await service.clocks.heed_jump()
        for id_ in await service.store.overdue(store.now()):
            await service.clocks.ring(id_)
        live = await service.live(live.table.id)
        after = live.table.clock.at(store.now())
        assert live.table.ending is None and abs(after[0] - before[0]) < 30_000
        await service.play(live, (0,), 3, "b2")
        clock.ahead = -3 * DAY
        await service.clocks.heed_jump()
        await service.play(live, (1,), 4, "d4")
        assert live.table.ply == 4 and live.table.ending is None

    in_service(tmp_path, story)


def test_a_mail_does_not_wait_for_a_day_that_was_set_back(tmp_path, clock):
    async def story(service):
        clock.ahead = 3 * DAY
        async with service.store.writing() as c:
            await c.execute(outbox.insert(), [outbox_row("account", "ada@example.org", content=b"x")])
        clock.ahead = 0
        assert len(await Outbox(service.store).take(5)) == 1

    in_service(tmp_path, story)
