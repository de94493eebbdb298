"""Keeps computed ratings as long as the results from which they follow are the same, and checks them on request."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from ...club.glicko import Ratings
from ..computed_ratings import ComputedRatings, computed, joined, part_of
from . import schema
from .engine import insert_into
from .rated_games import RatedGames
from .rating_schema import kept_rating_parts, kept_ratings, rated_games
from .store import Store


class KeptStandings(NamedTuple):
    """Standings as they are kept. results: from which they follow. tables: JSON. took: seconds of computing them."""

    results: str
    tables: str
    took: float


class KeptHead(NamedTuple):
    """What is kept of a game, without the numbers themselves. parts: how many. took: see KeptStandings."""

    results: str
    parts: int
    took: float


class KeptRatings:
    """The ratings of each game, computed once for the same results."""

    def __init__(self, store: Store) -> None:
        self.store, self.rated = store, RatedGames(store)

    async def heads(self, games: Sequence[str]) -> dict[str, KeptHead]:
        """Of which results ratings are kept, for each of these games of which some are."""
        k = kept_ratings.c
        query = sa.select(k.game, k.results, k.parts, k.took).where(k.game.in_(games))
        async with self.store.reading() as c:
            return {row[0]: KeptHead(*row[1:]) for row in await c.execute(query)}

    async def of_player(self, name: str, games: Sequence[str]) -> dict[str, Ratings]:
        """The kept ratings of some players of these games, this one among them; a game is left out where nothing is
        kept of the player."""
        p, parts = kept_rating_parts.c, {game: head.parts for game, head in (await self.heads(games)).items()}
        mine = [(game, part_of(name, count)) for game, count in parts.items()]
        query = sa.select(p.game, p.ratings)
        async with self.store.reading() as c:
            rows = (await c.execute(query.where(sa.tuple_(p.game, p.part).in_(mine)).order_by(p.game))).all()
        by_game = {game: msgspec.json.decode(text, type=Ratings) for game, text in rows}
        return {game: ratings for game, ratings in by_game.items() if name in ratings.players}

    async def recomputed(self, game: str) -> dict[str, Any]:
        """The ratings of a game computed anew, which replace the kept ones. players, games: how many. difference: the
        largest between a kept number and a new one, None where none were kept. unlike: tables whose stored result
        is not the one that was counted."""
        results, games = await self.results(game), await self.rated.of_game(game)
        ratings, started = await self.all_of(game, results), time.monotonic()
        computed_ratings = await asyncio.to_thread(computed, games)
        await self.keep(game, results, computed_ratings, time.monotonic() - started)
        new = joined(computed_ratings.parts)
        difference = None if ratings is None else largest_difference(ratings, new)
        return {
            "game": game, "players": len(new.players), "games": len(games), "difference": difference,
            "unlike": await self._unlike(game),
        }  # fmt: skip

    async def games(self) -> list[str]:
        """The games of the catalogue with rated games."""
        async with self.store.reading() as c:
            return list(await c.scalars(sa.select(rated_games.c.game).distinct().order_by(rated_games.c.game)))

    async def standings(self, game: str) -> KeptStandings | None:
        """The standings that are kept, whatever results there are now."""
        k = kept_ratings.c
        query = sa.select(k.results, k.standings, k.took).where(k.game == game)
        async with self.store.reading() as c:
            row = (await c.execute(query)).first()
        return None if row is None else KeptStandings(*row)

    async def results(self, game: str) -> str:
        """What stands for the results of a game: other results have another sum."""
        g = rated_games.c
        sums = sa.select(
            sa.func.count(), sa.func.sum(g.ended), sa.func.max(g.ended), sa.func.sum(g.score * (g.player + 1))
        )
        async with self.store.reading() as c:
            count, total, last, scores = (await c.execute(sums.where(g.game == game))).one()
        return f"{count} {int(total or 0)} {last or 0} {float(scores or 0):.6f}"

    async def all_of(self, game: str, results: str) -> Ratings | None:
        """The kept ratings of a game, if they follow from these results."""
        k, p = kept_ratings.c, kept_rating_parts.c
        query = sa.select(p.ratings).join(kept_ratings, k.game == p.game).order_by(p.part)
        async with self.store.reading() as c:
            texts = list(await c.scalars(query.where(k.game == game, k.results == results)))
        return await asyncio.to_thread(joined, texts) if texts else None

    async def keep(self, game: str, results: str, new: ComputedRatings, took: float) -> None:
        """Keep what was computed from these results."""
        values = {"results": results, "parts": len(new.parts), "standings": new.tables, "took": took}
        rows = [{"game": game, "part": part, "ratings": text} for part, text in enumerate(new.parts)]
        async with self.store.writing() as c:
            insert = insert_into(c, kept_ratings).values(game=game, **values)
            await c.execute(insert.on_conflict_do_update(index_elements=["game"], set_=values))
            await c.execute(kept_rating_parts.delete().where(kept_rating_parts.c.game == game))
            await c.execute(kept_rating_parts.insert(), rows)

    async def _unlike(self, game: str) -> list[str]:
        """The tables of rated games whose result is not the one that was counted."""
        t, g = schema.tables.c, rated_games.c
        query = sa.select(t.id, t.result, g.player, g.score).join(rated_games, g.table == t.id).where(g.game == game)
        async with self.store.reading() as c:
            rows = (await c.execute(query)).all()
        differing = {row.id for row in rows if row.result is None or json.loads(row.result)[row.player] != row.score}
        return sorted(differing)


def result_count(results: str) -> int:
    """How many results there were, one a seat."""
    return int(results.split()[0])


def largest_difference(a: Ratings, b: Ratings) -> float:
    """Between the numbers of two computations; infinite where the players differ."""
    if a.players.keys() != b.players.keys():
        return float("inf")
    pairs = [(a.players[name], b.players[name]) for name in a.players]
    gaps = [abs(a.rating - b.rating) + abs(a.deviation - b.deviation) + abs(a.volatility - b.volatility)
            for a, b in pairs]  # fmt: skip
    return max(gaps, default=0.0)
