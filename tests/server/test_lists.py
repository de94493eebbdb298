"""Tests of the lists of tables: however they are read, they are the last changed of those that were asked for."""

import asyncio
import random

import pytest

from benchmarks import club_store
from lusory.club.glicko import rate
from lusory.server import computed_ratings
from lusory.server.settings import Settings
from lusory.server.store import Store, schema, store
from lusory.server.store.engine import url_of
from lusory.server.store.rating_schema import kept_ratings, rated_games
from lusory.server.tables_of_standings import StandingsService
from lusory.server.workers import WorkerPool

PEOPLE, GAMES = 20, 300


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """A club of a few people and some hundred games."""
    settings = Settings(data=str(tmp_path_factory.mktemp("club"))).url
    club_store.fill_database(url_of(settings), PEOPLE, GAMES)
    return settings


def in_store(url, story):
    async def told():
        opened = await Store.open(url)
        try:
            return await story(opened)
        finally:
            await opened.close()

    return asyncio.run(told())


@pytest.mark.parametrize("parts", [1, 100])
def test_lists_are_the_last_changed_of_those_that_were_asked_for(url, monkeypatch, parts):
    monkeypatch.setattr(store, "MOST_PARTS", parts)
    rng = random.Random(3)

    async def story(opened):
        async with opened.reading() as c:
            rows = [dict(row._mapping) for row in await c.execute(schema.tables.select())]
            holdings = {(row.table, row.session) for row in await c.execute(schema.holdings.select())}
        compared = 0
        for _ in range(60):
            terms = {"running": rng.choice([None, True, False]), "game": rng.choice(["", "susan", "hex", "susan-2"])}
            holders = [f"account:a{rng.randrange(PEOPLE)}" for _ in range(rng.choice([0, 0, 1, 2]))]
            results, count = rng.choice([[], [club_store.WON[1]]]), rng.choice([1, 5, 50])
            after, since = rng.choice([0, club_store.BEGAN + club_store.SPAN // 2]), rng.choice([0, club_store.BEGAN])
            expected = [
                row for row in rows
                if (terms["running"] in (None, not row["finished"])) and (not results or row["result"] in results)
                and (not terms["game"] or row["game"] == terms["game"] or row["title"] == terms["game"])
                and all((row["id"], holder) in holdings for holder in holders)
                and (not after or row["updated"] < after) and row["updated"] >= since
            ]  # fmt: skip
            expected.sort(key=lambda row: -row["updated"])
            page = await opened.listed(**terms, holders=holders, results=results, count=count, after=after, since=since)
            assert [row["id"] for row in page] == [row["id"] for row in expected][:count]
            compared += bool(expected)
        assert compared > 20

    in_store(url, story)


def test_tables_of_a_person_that_go_on_come_however_many_are_over(url):
    """Of those over a few; each table once, with all its seats."""

    async def story(opened):
        async with opened.reading() as c:
            rows = {row.id: row for row in await c.execute(schema.tables.select())}
            held = [tuple(row) for row in await c.execute(schema.holdings.select())]
        for number in range(PEOPLE):
            holders = [f"account:a{number}", f"account:a{(number + 1) % PEOPLE}"]
            seats = [(table, player) for holder, table, player in held if holder in holders]
            mine = sorted({table for table, _ in seats}, key=lambda table: -rows[table].updated)
            going = [table for table in mine if not rows[table].finished]
            over = [table for table in mine if rows[table].finished]
            got = await opened.tables_held(holders, finished=3)
            assert [row["id"] for row in got][: len(going)] == going
            assert over[:2] == [row["id"] for row in got][len(going) :][:2] and len(got) <= len(going) + 3
            assert all(row["you"] == sorted(p for t, p in seats if t == row["id"]) for row in got[: len(going)])
            assert [row["id"] for row in await opened.tables_held(holders, finished=0)] == going

    in_store(url, story)


def test_standings_that_take_long_are_shown_as_they_are_kept_and_renewed_behind(url, monkeypatch):
    async def story(opened):
        tasks = []

        def later(work):
            tasks.append(asyncio.ensure_future(work))
            return tasks[-1]

        service = StandingsService(opened, later)
        first = await service.of("susan")
        rated = [row for row in club_store.game_rows(random.Random(9), 3, [("susan-1", "susan")], PEOPLE)]
        async with opened.writing() as c:
            for table, rows in zip((schema.tables, schema.holdings), rated, strict=False):
                await c.execute(
                    table.insert(), [row | ({"id": "new"} if "id" in row else {"table": "new"}) for row in rows]
                )
            await c.execute(rated_games.insert(), [row | {"table": "new"} for row in rated[2]])
        monkeypatch.setattr("lusory.server.tables_of_standings.FEW", 0)
        monkeypatch.setattr("lusory.server.tables_of_standings.REST", 0.0)
        assert await service.of("susan") == first and len(tasks) == 1
        await asyncio.gather(*tasks)
        renewed = await service.of("susan")
        assert renewed != first
        await asyncio.gather(*tasks)
        assert renewed == await StandingsService(opened, later).of("susan")
        monkeypatch.setattr("lusory.server.tables_of_standings.FEW", 1_000_000)
        assert renewed == await service.of("susan"), "what is kept is what is computed"
        await asyncio.gather(*tasks)

    in_store(url, story)


def test_ratings_of_a_player_are_read_from_the_part_they_are_kept_in(url, monkeypatch):
    """The same numbers whatever the parts; a game with very many results shows those that are kept."""
    monkeypatch.setattr(computed_ratings, "PLAYERS", 3)

    async def story(opened):
        service = StandingsService(opened, asyncio.ensure_future)
        ratings_by_game = {
            game: rate(await service.ratings.rated.of_game(game)) for game in await service.ratings.games()
        }
        for number in range(PEOPLE):
            name = f"account:a{number}"
            player_data = await service.of_player(name)
            assert sorted(player_data) == sorted(
                game for game, ratings in ratings_by_game.items() if name in ratings.players
            )
            for game, part in player_data.items():
                assert part.players[name] == ratings_by_game[game].players[name]
                assert part.curves[name] == ratings_by_game[game].curves[name]
                assert len(part.players) <= len(ratings_by_game[game].players)
        for game, ratings in ratings_by_game.items():
            assert await service.ratings.all_of(game, await service.ratings.results(game)) == ratings
            assert len(computed_ratings.divided(ratings)) == max(1, len(ratings.players) // 3)
        assert await service.ratings.of_player("account:nobody", ["susan", "hex"]) == {}

    in_store(url, story)


def test_very_many_results_are_counted_by_a_process_of_their_own(url, monkeypatch):
    async def story(opened):
        table_of_standings = await StandingsService(opened, asyncio.ensure_future).of("hex")
        async with opened.writing() as c:
            await c.execute(kept_ratings.delete())
        monkeypatch.setattr("lusory.server.tables_of_standings.FEW", 0)
        pool = WorkerPool(1, 4096)
        try:
            service = StandingsService(opened, asyncio.ensure_future, pool)
            results = await asyncio.gather(service.of("hex"), service.of("hex"))
        finally:
            pool.close()
        assert list(results) == [table_of_standings, table_of_standings] and table_of_standings["standings"]

    in_store(url, story)
