"""Judges positions of observed games by a search of its own, deeper than that of the players.

The value that a search gives a position depends on its number of simulations: with few, the lead seems to change at
every other ply. So positions are judged twice, by N simulations and by half as many, and only results on which both
agree are reported.
"""

from __future__ import annotations

import random
import re
from typing import Any, NamedTuple

from ...errors import LusoryError
from ...play.position import Position
from ...players import Player, read_spec, seen_by

LEAST = 20
"""The fewest simulations of a judge."""
_JUDGE = re.compile(r"mcts:([0-9]{1,9})")


class PositionWorth(NamedTuple):
    """The value of a position to the player to move, 0 to 1: by the judge, and by one of half its simulations; None
    where a search gave none."""

    value: float | None
    half: float | None


def strengths(judge: str) -> tuple[str, str]:
    """The specs of the judge and of the judge of half its simulations. Raises LusoryError for another kind of
    player."""
    match = _JUDGE.fullmatch(judge)
    if match is None or int(match[1]) < LEAST:
        raise LusoryError(f"judge {judge}: expected mcts:N with N of {LEAST} or more")
    return judge, f"mcts:{int(match[1]) // 2}"


class Judge:
    """Both searches, for one game after the other."""

    def __init__(self, judge: str, game: Any) -> None:
        self.players: list[Player] = [read_spec(spec).player(game) for spec in strengths(judge)]

    def worth(self, position: Position, rng: random.Random) -> PositionWorth:
        """The value of a position to the player to move, judged from that player's view."""
        mover = position.to_move
        assert mover is not None
        values: list[float | None] = []
        for player in self.players:
            player.begin()
            player.choose(seen_by(position, mover), rng)
            values.append(player.thought.value if player.thought is not None else None)
        return PositionWorth(*values)

    def close(self) -> None:
        """Releases both searches."""
        for player in self.players:
            player.close()
