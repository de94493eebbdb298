"""Bounded questions to the solver about the plies of one position, with a limit of positions for each and of time for
all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf

from ..play.position import Position
from .solver import Solver

MEMORY = 1 << 26


class BoundedQuestions:
    """Asks whether a player gets a win, or at least a draw, after plies from a root position. root: the position where
    the line of play begins. positions: the limit for one question and method; a question that takes more has no answer.
    seconds: the limit for all questions, from now on. methods: of the engine; the one that answered last comes first.

    Raises Unsolvable where the rules cannot be solved.
    """

    def __init__(
        self, root: Position, positions: int, seconds: float = inf, methods: Sequence[str] = ("descent",)
    ) -> None:
        self.positions, self.deadline, self.methods = positions, time.monotonic() + seconds, list(methods)
        self.solver = Solver(root, memory=MEMORY, asks_plies=True)
        self.engine = self.solver.engine

    def in_time(self, positions: int = 0) -> bool:
        """The progress callback of the engine; False stops the search. positions: searched so far."""
        return time.monotonic() < self.deadline

    def gets(self, player: int, halves: int, *after: int) -> bool | None:
        """Whether the player gets so many half points after these plies from the root. None: unknown."""
        for method in tuple(self.methods):
            if not self.in_time():
                return None
            before = self.engine.nodes
            answer = self.engine.answer(
                player, halves, after=list(after), method=method, positions=self.positions, progress=self.in_time
            )
            if isinstance(answer, bool):
                if self.engine.nodes > before:
                    self.methods.sort(key=method.__ne__)
                return answer
        return None

    def wins_within(self, player: int, plies: int, *after: int) -> bool | None:
        """Whether the player wins at most so many plies after these plies from the root. None: unknown."""
        if not self.in_time():
            return None
        answer = self.engine.answer(
            player, 2, after=list(after), within=plies, positions=self.positions, progress=self.in_time
        )
        return answer if isinstance(answer, bool) else None

    def keeping_ply(self, position: Position, player: int, halves: int, *line: int) -> int | None:
        """A ply after which the player gets at least so many half points: one that ends the game if there is one, else
        the first. line: the plies from the root to the position."""
        legal = position.moves().ids
        for action in legal:
            result = position.follow(action).result
            if result and 2 * result.values[player] >= halves:
                return action
        return next((action for action in legal if self.gets(player, halves, *line, action)), None)
