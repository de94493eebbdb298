"""The standings of a game, for pages, programs and mails."""

from __future__ import annotations

import asyncio
from typing import Any

from ..club.glicko import RatedGame, Rating, Ratings
from ..club.standings import CrossTableScore, cross_table, standings
from .store import Store, now
from .store.kept_ratings import KeptRatings
from .store.rated_games import ACCOUNT, RatedAccount, RatedGames

MOST_ROWS, MOST_CROSS = 100, 20
"""Players in the standings, and in the cross table."""
NAMELESS = "deleted account"


async def standings_of(store: Store, game: str) -> dict[str, Any]:
    """Standings and cross table of a game."""
    rated = RatedGames(store)
    games, names = await rated.of_game(game), await rated.accounts_of(game)
    ratings = await KeptRatings(store).of_game(game, games)
    return {"game": game} | await asyncio.to_thread(tables_of, games, names, now(), ratings)


def tables_of(games: list[RatedGame], names: dict[str, RatedAccount], moment: int, ratings: Ratings) -> dict[str, Any]:
    """Standings and cross table for readers. names: accounts by their keys."""
    rows = standings(games, ratings)[:MOST_ROWS]
    first = [row.player for row in rows[:MOST_CROSS]]
    return {
        "standings": [
            {
                "player": shown_name(row.player, names), "account": row.player in names,
                "bot": row.player in names and names[row.player].bot, **shown_rating(ratings.at(row.player, moment)),
                **counts(row.score), "seats": [counts(seat) for seat in row.seats], "last": row.last,
            }
            for row in rows
        ],
        "cross": [[counts(cell) for cell in cells] for cells in cross_table(games, first).cells],
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
