"""The standings of a game, for pages, programs and mails.

They follow from all rated games of a game, and are kept. Where computing them is quick, they are always those of the
results there are; where a game has very many, the kept ones are shown and new ones are computed meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import msgspec

from ..club.glicko import Rating, Ratings
from ..club.standings import CrossTableScore
from ..errors import LusoryError
from .computed_ratings import ComputedRatings, KeptTables, computed
from .store import Store, now
from .store.kept_ratings import KeptHead, KeptRatings, KeptStandings, result_count
from .store.rated_games import RatedAccount
from .store.seats import ACCOUNT
from .workers import WorkerPool

log = logging.getLogger("lusory.server")
NAMELESS = "deleted account"
FEW = 6_000
"""Results, one a seat, whose standings are computed while whoever asks waits; that takes some tenths of a second."""
SECONDS = 600.0
"""For computing the standings of one game."""
REST = 20.0
"""Those of more results are computed again after so many times as long, at the soonest."""


class StandingsService:
    """The standings of all games. later: starts a task that goes on behind. pool: computes what takes long."""

    def __init__(
        self, store: Store, start_task: Callable[[Any], asyncio.Task[Any]], pool: WorkerPool | None = None
    ) -> None:
        self.store, self.later, self.ratings = store, start_task, KeptRatings(store)
        self.pool = pool
        self._computing: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._renewing: dict[str, asyncio.Task[Any]] = {}
        self._renewed: dict[str, float] = {}

    async def of(self, game: str) -> dict[str, Any]:
        """Standings and cross table of a game."""
        stored = await self._current(game)
        tables = msgspec.json.decode(stored.tables, type=KeptTables)
        names = await self.ratings.rated.accounts_of([row.player for row in tables.rows])
        return {"game": game, **encode_standings(tables, names, now())}

    async def of_player(self, name: str) -> dict[str, Ratings]:
        """The ratings of a player, for each game with rated results; others are in there, too. A game that is missing
        is too new among very many."""
        games = await self.ratings.rated.games(name)
        heads = await self.ratings.heads(games)
        for game in games:
            await self._check(game, heads.get(game))
        return await self.ratings.of_player(name, games)

    async def _check(self, game: str, head: KeptHead | None) -> None:
        """Bring what is kept of a game up to the results there are, or begin to, where that takes long."""
        if head is not None and result_count(head.results) > FEW:
            self._renew(game, head)
        elif head is None or head.results != await self.ratings.results(game):
            await self._computed(game)

    async def _current(self, game: str) -> KeptStandings:
        """Standings of the results there are, or the kept ones where computing them takes long."""
        stored = await self.ratings.standings(game)
        if stored is not None and result_count(stored.results) > FEW:
            self._renew(game, stored)
        elif stored is None or stored.results != await self.ratings.results(game):
            stored = await self._computed(game)
        return stored

    async def _computed(self, game: str) -> KeptStandings:
        """Computed anew, once for all who ask meanwhile. Very many results go to a process of their own."""
        async with self._computing[game]:
            results = await self.ratings.results(game)
            stored = await self.ratings.standings(game)
            if stored is not None and stored.results == results:
                return stored
            games, started = await self.ratings.rated.of_game(game), time.monotonic()
            if self.pool is None or result_count(results) <= FEW:
                new = await asyncio.to_thread(computed, games)
            else:
                request = {"do": "ratings", "games": msgspec.to_builtins(games)}
                new = msgspec.convert(await self.pool.ask(request, SECONDS, patient=True), ComputedRatings)
            seconds = time.monotonic() - started
            await self.ratings.keep(game, results, new, seconds)
            return KeptStandings(results, new.tables, seconds)

    def _renew(self, game: str, stored: KeptStandings | KeptHead) -> None:
        """Compute standings anew behind, unless that goes on or was done a moment ago."""
        rested = time.monotonic() - self._renewed.get(game, 0.0) > REST * stored.took
        if rested and (game not in self._renewing or self._renewing[game].done()):
            self._renewing[game] = self.later(self._renewal(game, stored))

    async def _renewal(self, game: str, stored: KeptStandings | KeptHead) -> None:
        try:
            if stored.results != await self.ratings.results(game):
                await self._computed(game)
        except LusoryError as fault:  # the disk may be full; tried again later
            log.warning("standings of %s: %s", game, fault)
        self._renewed[game] = time.monotonic()


def encode_standings(tables: KeptTables, names: dict[str, RatedAccount], moment: int) -> dict[str, Any]:
    """Standings and cross table for readers, at a moment. names: accounts by their keys."""
    ratings = Ratings({row.player: row.rating for row in tables.rows}, {}, tables.period, tables.last)
    return {
        "standings": [
            {
                "player": shown_name(row.player, names), "account": row.player in names,
                "bot": row.player in names and names[row.player].bot, **shown_rating(ratings.at(row.player, moment)),
                **counts(row.score), "seats": [counts(seat) for seat in row.seats], "last": row.last,
            }
            for row in tables.rows
        ],
        "cross": [[counts(cell) for cell in cells] for cells in tables.cross.cells],
    }  # fmt: skip


def shown_name(player: str, names: dict[str, RatedAccount]) -> str:
    """A player's name for readers: never the key of an account."""
    if player in names:
        return names[player].id
    return NAMELESS if player.startswith(ACCOUNT) else player


def shown_rating(rating: Rating) -> dict[str, Any]:
    """A rating for readers; `text` marks a provisional one, as in `1512?`."""
    text = f"{round(rating.rating)}{'?' if rating.provisional else ''}"
    return {
        "rating": round(rating.rating), "deviation": round(rating.deviation), "provisional": rating.provisional,
        "text": text,
    }  # fmt: skip


def counts(score: CrossTableScore) -> dict[str, int]:
    """Results counted."""
    return {"won": score.wins, "drawn": score.draws, "lost": score.losses}
