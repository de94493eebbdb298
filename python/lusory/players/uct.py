"""UCT in plain Python, for games that the engine does not play: classes with the contract, and rule values on the
reference. It is about a thousand times slower than the engine's search."""

from __future__ import annotations

import contextlib
import itertools
import math
import random
import threading
import time
from collections.abc import Callable
from typing import Any

from ..errors import LongTurn
from ..play.contract import CHANCE
from ..play.position import Position
from .limits import Limit
from .player import Thought, effective_choices, spread

EXPLORATION = 0.7
CUT = 1000
"""The number of plies after which a random game counts as drawn."""


class SearchNode:
    """A state: the plies not tried yet, and those tried with their node."""

    def __init__(self, contract: Any, state: Any) -> None:
        self.state = state
        self.result = contract.result(state)
        self.player = contract.to_move(state)
        self.untried = [] if self.result else list(contract.legal(state))
        self.weights = contract.weights(state) if self.untried and self.player == CHANCE else None
        self.children: dict[int, SearchNode] = {}
        self.visits = 0
        self.sums = [0.0] * contract.players


class Halt(Exception):
    """Raised in a simulation when the time is over or the search is stopped; the simulation is discarded."""


def choose(
    position: Position, limit: Limit, rng: random.Random, is_stopped: threading.Event | None = None
) -> tuple[int, Thought | None]:
    """The ply with the most visits and its evaluation; a random ply where there was no time for a simulation."""
    contract: Any = position.contract
    deadline = math.inf if limit.seconds is None else time.monotonic() + limit.seconds
    root = SearchNode(contract, position.state)

    def check() -> None:
        if time.monotonic() >= deadline or (is_stopped is not None and is_stopped.is_set()):
            raise Halt

    with contextlib.suppress(Halt):
        for _ in range(limit.number) if limit.number is not None else itertools.count():
            _simulate(contract, root, rng, check)
    visited = [action for action, child in root.children.items() if child.visits]
    if not visited:
        return rng.choice(position.moves().ids), None
    best = max(visited, key=lambda action: root.children[action].visits)
    node = root.children[best]
    visits = [child.visits for child in root.children.values()]
    values = [
        (child.visits, child.sums[root.player] / child.visits) for child in root.children.values() if child.visits
    ]
    return best, Thought(node.sums[root.player] / node.visits, effective_choices(visits), spread(values))


def _simulate(contract: Any, root: SearchNode, rng: random.Random, check: Callable[[], None]) -> None:
    path = [root]
    while not path[-1].result and path[-1].visits:
        path.append(_select(contract, path[-1], rng))
        if len(path) > CUT:
            raise LongTurn(f"a path of more than {CUT} plies down the tree")
    values = _playout(contract, path[-1].state, rng, check)
    for node in path:
        node.visits += 1
        node.sums = [total + value for total, value in zip(node.sums, values, strict=True)]


def _select(contract: Any, node: SearchNode, rng: random.Random) -> SearchNode:
    """A ply not tried yet, else the one with the highest bound; at a chance node one drawn at random."""
    if node.weights is not None:
        action = rng.choices(contract.legal(node.state), node.weights)[0]
    elif node.untried:
        action = node.untried.pop(rng.randrange(len(node.untried)))
    else:
        action = max(node.children, key=lambda action: _upper_bound(node, node.children[action]))
    if action not in node.children:
        node.children[action] = SearchNode(contract, contract.play(node.state, action)[0])
    return node.children[action]


def _upper_bound(node: SearchNode, child: SearchNode) -> float:
    mean: float = child.sums[node.player] / child.visits
    return mean + EXPLORATION * math.sqrt(math.log(node.visits) / child.visits)


def _playout(contract: Any, state: Any, rng: random.Random, check: Callable[[], None]) -> tuple[float, ...]:
    for _ in range(CUT):
        check()
        if result := contract.result(state):
            values: tuple[float, ...] = result.values
            return values
        legal = contract.legal(state)
        weights = contract.weights(state) if contract.to_move(state) == CHANCE else None
        state = contract.play(state, rng.choices(legal, weights)[0])[0]
    players: int = contract.players
    return (1 / max(players, 2),) * players
