"""Players that search whole turns without a tree: `tries`, `greedy`, `greedy-reply`."""

from __future__ import annotations

import random
from typing import Any

from ..play.position import Position
from .player import Player, Seen, blind, imagine
from .spec import PlayerKind
from .turn_search import GREEDY, REPLY, TRIES, best_turn


class TurnPlayer(Player):
    """Finds the turn with the largest gain and plays it, ply by ply. With secrets it searches one position sampled from
    its knowledge, again for each ply, and assumes that answers reveal nothing."""

    def __init__(self, method: str) -> None:
        self.way = method
        self.complete = True
        """Whether the search looked at everything for the last turn. Not where that was too much."""
        self._plan: tuple[int, ...] = ()
        self._expected: Any = None

    def begin(self) -> None:
        self._plan, self._expected = (), None

    def choose(self, seen: Seen, rng: random.Random) -> str | int:
        position = imagine(seen, rng)
        if not (self._plan and position.state == self._expected):
            self._plan, _, self.complete = best_turn(position, self.way, rng)
        ply, *rest = self._plan
        self._plan = tuple(rest) if isinstance(seen, Position) else ()
        self._expected = position.contract.play(position.state, ply)[0] if self._plan else None
        return ply


def _kind(name: str, method: str, about: str) -> PlayerKind:
    return PlayerKind(name, (name,), about, lambda argument, game: TurnPlayer(method), blind)


DESIGNERS = (
    _kind("tries", TRIES, "the best of 20 random turns, which end only when they must"),
    _kind("greedy", GREEDY, "the turn that takes the most, blind to the reply"),
    _kind("greedy-reply", REPLY, "the turn that takes the most, less the best reply"),
)
