"""Ratings and standings computed from all results of a game, as they are kept: without the database, in any process."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import msgspec

from ..club.glicko import RatedGame, Ratings, rate
from ..club.standings import CrossTable, Standing, cross_table, standings

PLAYERS = 100
"""About so many players are kept in one part, which is decoded in less than a millisecond."""
MOST_ROWS, MOST_CROSS = 100, 20
"""Players in the standings, and in the cross table."""


class KeptTables(msgspec.Struct, frozen=True):
    """What is kept of standings. period, last: see Ratings."""

    rows: tuple[Standing, ...]
    cross: CrossTable
    period: int
    last: int


class ComputedRatings(msgspec.Struct, frozen=True):
    """All as JSON. parts: Ratings, each of some players. tables: KeptTables."""

    parts: list[str]
    tables: str


def computed(games: Sequence[RatedGame]) -> ComputedRatings:
    """What follows from these games."""
    ratings = rate(games)
    return ComputedRatings(divided(ratings), msgspec.json.encode(tables_of(games, ratings)).decode())


def tables_of(games: Sequence[RatedGame], ratings: Ratings) -> KeptTables:
    """The first of the standings, and the cross table of the very first."""
    rows = tuple(standings(games, ratings)[:MOST_ROWS])
    return KeptTables(rows, cross_table(games, [row.player for row in rows[:MOST_CROSS]]), ratings.period, ratings.last)


def part_of(name: str, parts: int) -> int:
    """The part that a player is kept in."""
    return crc32(name.encode()) % parts


def divided(ratings: Ratings) -> list[str]:
    """Ratings in parts, as JSON."""
    count = max(1, len(ratings.players) // PLAYERS)
    parts = [Ratings({}, {}, ratings.period, ratings.last) for _ in range(count)]
    for name, rating in ratings.players.items():
        part = parts[part_of(name, count)]
        part.players[name], part.curves[name] = rating, ratings.curves[name]
    return [msgspec.json.encode(part).decode() for part in parts]


def joined(texts: Sequence[str]) -> Ratings:
    """Ratings from all their parts."""
    first, *other_parts = [msgspec.json.decode(text, type=Ratings) for text in texts]
    for part in other_parts:
        first.players.update(part.players)
        first.curves.update(part.curves)
    return first
