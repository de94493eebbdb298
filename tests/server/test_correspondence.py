"""Correspondence clocks: a bank of days, the limit of a turn, reminders, vacations."""

import asyncio
from typing import Any

import msgspec
import pytest

from lusory.games import find
from lusory.server import registry, seating
from lusory.server.accounts import People, new_codes
from lusory.server.accounts.vacation import set_vacation
from lusory.server.game_info import info
from lusory.server.settings import Limits, Settings
from lusory.server.store import Store, now
from lusory.server.store.downtimes import MOST, with_downtime
from lusory.server.store.vacations import YEAR, Vacations
from lusory.server.table import Clock, Entry, Refused, Setup, Table
from lusory.server.table.clock import DAY
from lusory.server.table.setup import RATED_CLOCK
from lusory.server.table.summary import summary
from lusory.server.table_service import TableService

BEGIN = 1_800_000_000_000
BANK = Clock("bank", days=10, add_days=1, turn_days=4, remind_days=3)


def table(clock=BANK, **setup):
    return Table("t", find("susan").build(), Setup(("human", "human"), ("Ada", "Bo"), clock=clock, **setup), BEGIN)


def happen(live, days, kind, player=None, number=None, text=None):
    """Something happens so many days after the game began."""
    live.apply(Entry(live.serial + 1, int(BEGIN + days * DAY), kind, player, number, text))


def days_left(live, days):
    return [remaining / DAY for remaining in live.clock.at(int(BEGIN + days * DAY))]


class TestBank:
    def test_it_runs_from_when_all_seats_are_taken(self):
        assert table().clock.player == 0 and table().clock.since == BEGIN
        waiting = table(taken=(0,))
        assert waiting.clock.player is None and waiting.clock.deadline is None
        happen(waiting, 2, "sit", 1, text="Bo")
        assert waiting.clock.player == 0 and waiting.clock.since == BEGIN + 2 * DAY

    def test_a_turn_takes_from_the_bank_and_adds_to_it_when_it_ends(self):
        t = table()
        happen(t, 3, "ply", 0, 1, "a1")
        assert t.clock.left == (8 * DAY, 10 * DAY) and t.clock.player == 1

    def test_the_limit_of_a_turn_and_the_bank_are_one_deadline(self):
        t = table()
        assert t.clock.deadline == BEGIN + 4 * DAY
        for ply, text in enumerate(["a1", "b2", "c3", "d4", "e5", "c5"], 1):
            happen(t, 3.5 * ply, "ply", t.to_move, ply, text)
        assert t.clock.left[0] / DAY == 10 - 3 * 2.5 and summary(t).deadline == BEGIN + int((21 + 2.5) * DAY)

    def test_a_ply_that_ends_no_turn_leaves_the_limit_where_it_is(self):
        t = Table("t", find("serendipity").build(), Setup(("human", "human"), ("A", "B"), clock=BANK), BEGIN)
        happen(t, 1, "ply", 0, 1, next(iter(t.legal)))
        assert t.to_move == 0 and t.clock is not None
        assert t.clock.deadline == BEGIN + 4 * DAY and t.clock.reminder == BEGIN + 3 * DAY

    def test_one_reminder_a_turn(self):
        t = table()
        assert summary(t).remind == BEGIN + 3 * DAY
        happen(t, 3, "remind", 0)
        happen(t, 3.1, "chat", 0, text="soon")
        assert summary(t).remind is None and t.clock.deadline == BEGIN + 4 * DAY
        happen(t, 3.5, "ply", 0, 1, "a1")
        assert summary(t).remind == BEGIN + int(6.5 * DAY)

    def test_a_pause_moves_the_limit_of_the_turn_and_the_reminder_along(self):
        t = table()
        happen(t, 2, "pause", number=DAY)
        assert (t.clock.deadline, t.clock.reminder) == (BEGIN + 5 * DAY, BEGIN + 4 * DAY)

    @pytest.mark.parametrize(
        ("clock", "message"),
        [
            ({"kind": "bank"}, "days: expected"),
            ({"kind": "bank", "days": 3, "turn_days": 900}, "turn_days"),
            ({"kind": "bank", "days": 3, "remind_days": 3}, "remind_days: expected less than the 3 days"),
            ({"kind": "days", "days": 3, "add_days": 1}, "kind bank has them"),
            ({"kind": "sudden", "seconds": 60, "remind_days": 1}, "remind_days: expected none"),
        ],
    )
    def test_what_is_no_clock_of_days(self, clock, message):
        with pytest.raises(msgspec.ValidationError, match=message):
            msgspec.convert(clock, Clock)


class TestHeldClocks:
    def test_a_held_clock_goes_on_where_it_was(self):
        t = table()
        happen(t, 2, "hold", 0, BEGIN + 12 * DAY)
        assert t.clock.is_held(BEGIN + 11 * DAY) and days_left(t, 11) == [8, 10] == days_left(t, 12)
        assert t.clock.deadline == BEGIN + 14 * DAY and t.clock.reminder == BEGIN + 13 * DAY
        assert days_left(t, 13) == [7, 10]

    def test_who_comes_back_early_gets_no_more_than_he_was_away(self):
        t = table()
        happen(t, 2, "hold", 0, BEGIN + 12 * DAY)
        happen(t, 5, "hold", 0, BEGIN + 5 * DAY)
        assert days_left(t, 6) == [7, 10] and t.clock.deadline == BEGIN + 7 * DAY

    def test_a_ply_while_it_is_held_costs_nothing_since_then(self):
        t = table()
        happen(t, 2, "hold", 0, BEGIN + 12 * DAY)
        happen(t, 6, "ply", 0, 1, "a1")
        assert t.clock.left == (9 * DAY, 10 * DAY) and t.clock.deadline == BEGIN + 10 * DAY


def story(tmp_path, work, **settings):
    """Runs a coroutine of a service, with its people."""

    async def whole():
        server_settings = Settings(data=str(tmp_path), workers=1, **settings)
        service = TableService(server_settings, await Store.open(server_settings.url))
        await service.open()
        people = People(service.store)
        try:
            return await work(service, people)
        finally:
            people.close()
            await service.close()

    return asyncio.run(whole())


SUSAN = info(find("susan").build())
QUICK = Setup(("human", "human"), ("Ada", "Bo"), "Susan", clock=Clock("bank", days=1, turn_days=1), taken=(0, 1))


async def seated(service, people, clock=BANK):
    """A table of two accounts, and these."""
    accounts = [await people.accounts.add(name, None, new_codes()) for name in ("Ada", "Bo")]
    holders = [(account.holder, player) for player, account in enumerate(accounts)]
    setup = Setup(("human", "human"), ("Ada", "Bo"), "Susan", clock=clock, taken=(0, 1))
    live, _ = await service.create(info(find("susan").build()), setup, (), "", holders=holders)
    return live, accounts


def it_is(monkey, moment):
    """For the server it is this moment."""
    for module in ("registry", "table_clocks"):
        monkey.setattr(f"lusory.server.{module}.now", lambda: moment)


def test_a_rematch_keeps_the_confirmed_address_and_gives_a_rated_game_a_clock(tmp_path):
    async def work(service, people):
        game = info(find("susan").build())
        setup = Setup(("human", "human"), ("Ada", "Bo"), "Susan", game="susan", taken=(0, 1), rated=True)
        live, _ = await service.create(game, setup, (0, 1), "")
        assert live.table.setup.clock == RATED_CLOCK
        await service.seats.set(live.table.id, 1, mail="bo@example.org", mail_confirmed=True, language="de")
        await service.act(live, (0,), "abort", 0)
        for player in (0, 1):
            await service.act(live, (player,), "rematch", 0)
        seat = await service.seats.get(live.table.next, 0)
        assert (seat["mail"], seat["mail_confirmed"], seat["language"]) == ("bo@example.org", True, "de")
        assert (await service.live(live.table.next)).table.setup.clock == RATED_CLOCK

    story(tmp_path, work)


def test_long_games_that_nobody_watches_leave_the_memory(tmp_path):
    """All positions of a game are kept with its table."""

    async def work(service, people):
        async def tables(count):
            for _ in range(count):
                await service.create(SUSAN, QUICK, (0, 1), "", plies=("a1", "b2", "c3"))
            return [live.table.ply for live in service.all_in_memory()]

        assert await tables(4) == [3, 3, 3, 3], "requests may still need them"
        monkey.setattr(registry, "UNUSED", 0.0)
        assert await tables(1) == [3, 3]

    with pytest.MonkeyPatch.context() as monkey:
        story(tmp_path, work, limits=Limits(live_plies=6))


def test_a_table_that_cannot_be_read_keeps_no_other_clock_waiting(tmp_path):
    async def work(service, people):
        first, _ = await service.create(SUSAN, QUICK, (0, 1), "")
        second, _ = await service.create(SUSAN, QUICK, (0, 1), "")
        live = service.live

        async def broken(table_id):
            if table_id == min(first.table.id, second.table.id):
                raise Refused(504, "its rules take too long")
            return await live(table_id)

        monkey.setattr(service, "live", broken)
        it_is(monkey, now() + 2 * DAY)
        await service.clocks.ring_overdue()
        other = max(first, second, key=lambda live: live.table.id)
        assert other.table.ending.by == "time"

    with pytest.MonkeyPatch.context() as monkey:
        story(tmp_path, work)


def test_a_reminder_and_the_end_come_by_themselves_once(tmp_path):
    async def work(service, people):
        quick = Clock("bank", days=1, turn_days=0.01, remind_days=0.005)
        live, _ = await seated(service, people, quick)
        entries: list[Any] = []
        kinds = lambda: [entry.kind for entry in entries]  # noqa: E731
        service.listeners.append(lambda live, new: entries.extend(new))
        start = live.table.clock.turned
        for moment, expected in ((0.004, []), (0.006, ["remind"]), (0.007, ["remind"]), (0.011, ["remind", "flag"])):
            it_is(monkey, int(start + moment * DAY))
            overdue = await service.store.overdue(int(start + moment * DAY))
            assert bool(overdue) == (moment in (0.006, 0.011))
            await service.clocks.ring(live.table.id)
            assert kinds() == expected
        assert live.table.ending.by == "time" and not await service.store.overdue(start + DAY)

    with pytest.MonkeyPatch.context() as monkey:
        story(tmp_path, work)


def test_a_vacation_holds_the_clocks_of_its_account(tmp_path):
    async def work(service, people):
        live, (ada, bo) = await seated(service, people)
        until = now() + 20 * DAY
        assert await set_vacation(service, people.accounts, ada, until) == until
        assert live.table.clock.since == until and (await people.accounts.get(ada.id)).vacation == until
        await set_vacation(service, people.accounts, bo, now() + 5 * DAY)
        assert live.table.clock.since == until, "another's vacation holds no clock of hers"
        await service.play(live, (0,), 1, "a1")
        assert live.table.clock.player == 1 and live.table.clock.is_held(now()), "his clock waits from the first moment"
        await set_vacation(service, people.accounts, bo, 0)
        assert not live.table.clock.is_held(now() + 1) and live.table.clock.left[1] == 10 * DAY
        assert (await people.accounts.get(bo.id)).vacation is None

    story(tmp_path, work)


def test_an_account_that_comes_to_a_seat_later_brings_no_more_days(tmp_path):
    """By a private code, or in place of who gave the seat up."""

    async def work(service, people):
        live, (ada, _) = await seated(service, people)
        other = await people.accounts.add("Cy", None, new_codes())
        await service.hold(live, other.holder, 0)
        until = now() + 20 * DAY
        assert await set_vacation(service, people.accounts, other, until) == until, "it waits where he sits first"
        assert not live.table.clock.is_held(now())
        await set_vacation(service, people.accounts, ada, until)
        assert live.table.clock.is_held(now())
        await set_vacation(service, people.accounts, ada, 0)
        invitation = await seating.release(service, live, 0, "First")
        await seating.claim(service, live, invitation, other.holder, None, "Cy")
        assert await service.vacations.at_table(live.table.id, now()) == []

    story(tmp_path, work)


def test_a_clock_that_rings_on_vacation_waits_instead(tmp_path):
    """As after a kill between the vacation and its first hold."""

    async def work(service, people):
        live, (ada, _) = await seated(service, people)
        until = await service.vacations.begin(ada.id, now() + 20 * DAY)
        it_is(monkey, live.table.created + 5 * DAY)
        await service.clocks.ring(live.table.id)
        assert live.table.ending is None and live.table.clock.since == until

    with pytest.MonkeyPatch.context() as monkey:
        story(tmp_path, work)


def test_clocks_wait_so_many_days_a_year(tmp_path):
    async def work(service, people):
        ada = (await people.accounts.add("Ada", None, new_codes())).id
        vacations = Vacations(service.store, 30)
        assert await vacations.begin(ada, BEGIN + 20 * DAY, BEGIN) == BEGIN + 20 * DAY
        assert await vacations.begin(ada, 0, BEGIN + 12 * DAY) is None, "back after 12 days"
        assert await vacations.begin(ada, BEGIN + 140 * DAY, BEGIN + 100 * DAY) == BEGIN + 118 * DAY
        assert await vacations.begin(ada, BEGIN + 210 * DAY, BEGIN + 200 * DAY) is None
        assert await vacations.begin(ada, BEGIN + YEAR + 90 * DAY, BEGIN + YEAR + 50 * DAY) == BEGIN + YEAR + 62 * DAY

    story(tmp_path, work)


def test_no_clock_of_days_runs_while_the_server_is_down_for_long(tmp_path):
    async def work(service, people):
        live, _ = await seated(service, people, Clock("days", days=3))
        await service.play(live, (0,), 1, "a1")
        before = live.table.clock.deadline
        for down, lost in ((1800_000, 0), (2 * DAY, 2 * DAY)):
            since = now() + 1000
            service.clocks.down = [(since, since + down)]
            await service.clocks._missed(live)
            assert live.table.clock.deadline == before + lost

    story(tmp_path, work)


def test_downtimes_are_counted_though_nobody_opened_the_table_between_two_of_them(tmp_path):
    async def work(service, people):
        live, _ = await seated(service, people, Clock("days", days=3))
        await service.play(live, (0,), 1, "a1")
        before, start = live.table.clock.deadline, now() + 1000
        for begin, end in ((start, start + 2 * DAY), (start + 3 * DAY, start + 4 * DAY)):
            await service.clocks._note_down(begin, end)
        await service.clocks.open(first=False)
        await service.clocks._missed(live)
        assert live.table.clock.deadline == before + 3 * DAY

    story(tmp_path, work)


def test_downtimes_that_concern_no_clock_are_forgotten():
    assert with_downtime([(1, 2), (5, 9)], 20, 30, oldest=4) == [(5, 9), (20, 30)]
    assert with_downtime([(1, 2)], 30, 20, oldest=None) == []
    assert with_downtime([(1, 2), (5, 12), (15, 25), (40, 50)], 10, 30, oldest=0) == [(1, 2), (5, 30), (40, 50)]
    many = [(10 * i, 10 * i + 1) for i in range(MOST)]
    assert with_downtime(many, 10_000, 10_005, oldest=0) == [*many[:-1], (10_000, 10_005)]
