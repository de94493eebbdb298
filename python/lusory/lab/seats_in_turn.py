"""What a player scores against others that are all the same, in each seat in turn: for games of any number of players,
where a match is between two."""

from __future__ import annotations

import random
from typing import Any

from ..play.position import Position
from ..players import read_spec, seen_by
from ..rules.events import CHANCE
from .matches.game import Players, position_after
from .matches.setting import ATTEMPTS, LIMIT, random_start


def share_of_points(game: Any, spec: str, others: str, *, games: int, opening: int = 2, seed: int = 0) -> float:
    """The mean score of a player, 0 to 1; equal players score 1 / players. From game to game it moves on by a seat;
    once it sat in all of them, the next games begin with other random plies."""
    players = Players((read_spec(spec), *[read_spec(others)] * (game.players - 1)), game)
    try:
        return sum(score_in_game(game, players, number, opening, seed) for number in range(games)) / games
    finally:
        players.close()


def score_in_game(game: Any, players: Players, number: int, opening: int, seed: int) -> float:
    """What the player of the first slot scores in a game; an even share where it was cut for its length."""
    table, seat = divmod(number, game.players)
    position = opened(game, opening, random.Random(f"{seed}:{table}:opening"))
    rng = random.Random(f"{seed}:{number}")
    seated = [players.ready((each - seat) % game.players) for each in range(game.players)]
    while position.result is None:
        mover = position.to_move
        assert mover is not None
        if position.ply >= LIMIT:
            return 1.0 / int(game.players)
        if mover == CHANCE:
            position = position.chance(rng)
        else:
            position = position_after(position, seated[mover].choose(seen_by(position, mover), rng))
    value: float = position.result.values[seat]
    return value


def opened(game: Any, plies: int, rng: random.Random) -> Position:
    """A position after random plies; the start where they end every game."""
    start: Position = game.start()
    drawn = (random_start(start, plies, rng) for _ in range(ATTEMPTS if plies else 0))
    return next((position for position in drawn if position is not None), start)
