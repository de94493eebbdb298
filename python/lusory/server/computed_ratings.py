"""Computes ratings and standings from all results of a game, as JSON to store: pure functions, for any process."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import msgspec

from ..club.glicko import RatedGame, Ratings, rate
from ..club.standings import CrossTable, Standing, cross_table, standings

PLAYERS = 100
"""About so many players are stored in one part, which is decoded in less than a millisecond."""
MOST_ROWS, MOST_CROSS = 100, 20
"""The most players in the standings, and in the cross table."""


class KeptTables(msgspec.Struct, frozen=True):
    """The stored standings. period, last: see Ratings."""

    rows: tuple[Standing, ...]
    cross: CrossTable
    period: int
    last: int


class ComputedRatings(msgspec.Struct, frozen=True):
    """What is stored, as JSON. parts: Ratings, each of some of the players. tables: KeptTables."""

    parts: list[str]
    tables: str


def computed(games: Sequence[RatedGame]) -> ComputedRatings:
    """The ratings and standings that these games give."""
    ratings = rate(games)
    return ComputedRatings(divided(ratings), msgspec.json.encode(tables_of(games, ratings)).decode())


def tables_of(games: Sequence[RatedGame], ratings: Ratings) -> KeptTables:
    """The top of the standings, and the cross table of the first few."""
    rows = tuple(standings(games, ratings)[:MOST_ROWS])
    return KeptTables(rows, cross_table(games, [row.player for row in rows[:MOST_CROSS]]), ratings.period, ratings.last)


def part_of(name: str, parts: int) -> int:
    """The number of the part that a player is stored in."""
    return crc32(name.encode()) % parts


def divided(ratings: Ratings) -> list[str]:
    """Splits ratings into parts, as JSON."""
    count = max(1, len(ratings.players) // PLAYERS)
    parts = [Ratings({}, {}, ratings.period, ratings.last) for _ in range(count)]
    for name, rating in ratings.players.items():
        part = parts[part_of(name, count)]
        part.players[name], part.curves[name] = rating, ratings.curves[name]
    return [msgspec.json.encode(part).decode() for part in parts]


def joined(texts: Sequence[str]) -> Ratings:
    """Joins the parts to ratings."""
    first, *other_parts = [msgspec.json.decode(text, type=Ratings) for text in texts]
    for part in other_parts:
        first.players.update(part.players)
        first.curves.update(part.curves)
    return first
