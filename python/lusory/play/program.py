"""What plays a game: a rule value's own player, or a class a person wrote."""

from __future__ import annotations

from functools import lru_cache

from ..reference import Reference
from ..rules.game import Game
from .contract import Contract
from .position import Position, begin


class Program:
    """A game written as a Python class with the contract. It runs on the slow path of every tool."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.name = contract.name
        self.players = contract.players
        self.num_actions = contract.num_actions

    def start(self, seed: int | None = None) -> Position:
        """The position before the first ply; with a seed, after nature's first plies."""
        return begin(self, self.contract, seed)

    def __repr__(self) -> str:
        return f"<{self.name}, a Python class>"


@lru_cache(maxsize=64)
def contract_of(game: Game | Program) -> Contract:
    """What carries the rules out."""
    return game.contract if isinstance(game, Program) else Reference(game)


def start(game: Game, seed: int | None) -> Position:
    """See Game.start."""
    return begin(game, contract_of(game), seed)
