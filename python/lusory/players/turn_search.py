"""Finds the best whole turn: by the engine where it plays the game, else by the slow reference. The gain of a turn is
how the game ended, and by how much its player's lead in the numbers that the game counts grew. The end is compared
first: a player who can win does. See docs/howto-match.md.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..play.contract import Contract
from ..play.position import Position

Gain = tuple[int, int]
MOST = 3_000_000
"""The most plies that the engine tries for one turn: a second or less."""
MOST_HERE = 20_000
"""The most plies that the search in Python tries for one turn."""
DEEPEST = 200
"""The most plies of a turn that are searched."""
TRIES = "tries:20"
GREEDY, REPLY = "greedy", "reply"


def order(gain: Gain) -> Gain:
    """The order of preference of turns, as a sort key."""
    return gain[1], gain[0]


class BestTurn(NamedTuple):
    """plies: ids of a whole turn. value: its gain, less that of the best reply if requested. complete: whether every
    turn was searched."""

    plies: tuple[int, ...]
    value: Gain
    complete: bool


def best_turn(position: Position, method: str, rng: random.Random) -> BestTurn:
    """The best turn of the player to move; a random one of those equally good. method: `tries:N`, `greedy` or
    `reply`."""
    contract: Any = position.contract
    search = getattr(contract, "best_turn", None)
    if search is not None:
        return BestTurn(*search(position.state, method, rng, MOST))
    return TurnSearch(contract, rng, MOST_HERE).best(position.state, method)


class TurnSearch:
    """Searches turns of a game of any contract, on the reference."""

    def __init__(self, contract: Contract, rng: random.Random, most: int) -> None:
        self.contract, self.rng, self.positions_left = contract, rng, most
        self.complete = True

    def best(self, state: Any, method: str) -> BestTurn:
        """See best_turn."""
        kind, _, tries = method.partition(":")
        if kind == "tries":
            turns = [self.random_turn(state) for _ in range(int(tries))]
        else:
            turns = list(self.outcomes(state))
            self.rng.shuffle(turns)
        values = [(self.value(state, end_state, method == REPLY), plies) for plies, end_state in turns]
        if not values:
            return BestTurn((), (0, 0), self.complete)
        value, plies = max(values, key=lambda candidate: order(candidate[0]))
        return BestTurn(plies, value, self.complete)

    def value(self, before: Any, after: Any, reply: bool) -> Gain:
        """The gain of a turn, less that of the best reply if requested."""
        mover = self.contract.to_move(before)
        gain = self.gain(before, after, mover)
        replier = self.contract.to_move(after)
        if not reply or self.contract.result(after) is not None or replier in (mover, -1):
            return gain
        best = max((self.gain(after, end, replier) for _, end in self.outcomes(after)), key=order, default=(0, 0))
        return gain[0] - best[0], gain[1] - best[1]

    def gain(self, before: Any, after: Any, player: int) -> Gain:
        """The gain of a player."""
        result = self.contract.result(after)
        value = result.values[player] if result else 0.5
        return self.lead(after, player) - self.lead(before, player), (value >= 1) - (value <= 0)

    def lead(self, state: Any, player: int) -> int:
        """By how much a player is ahead."""
        scores = self.contract.scores(state)
        return 2 * scores[player] - sum(scores)

    def over(self, state: Any, mover: int) -> bool:
        """Whether the mover's turn is over."""
        contract = self.contract
        return contract.result(state) is not None or contract.turn_over(state) or contract.to_move(state) != mover

    def outcomes(self, state: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Every different end of a turn, with plies that lead to it."""
        mover, visited = self.contract.to_move(state), {state}
        waiting: list[tuple[tuple[int, ...], Any]] = [((), state)]
        while waiting:
            plies, reached = waiting.pop()
            for action in self.contract.legal(reached):
                if self.positions_left == 0 or len(plies) == DEEPEST:
                    self.complete = False
                    return
                self.positions_left -= 1
                after = self.contract.play(reached, action)[0]
                if after in visited:
                    continue
                visited.add(after)
                if self.over(after, mover):
                    yield (*plies, action), after
                else:
                    waiting.append(((*plies, action), after))

    def random_turn(self, state: Any) -> tuple[tuple[int, ...], Any]:
        """A random turn, which ends only when it must."""
        mover = self.contract.to_move(state)
        plies: list[int] = []
        while len(plies) < DEEPEST:
            legal = self.contract.legal(state)
            going = [action for action in legal if self.contract.text(action) != "end"]
            plies.append(self.rng.choice(going or legal))
            state = self.contract.play(state, plies[-1])[0]
            if self.over(state, mover):
                break
        return tuple(plies), state
