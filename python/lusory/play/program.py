"""What plays a game: a rule value's own player, or a class a person wrote."""

from __future__ import annotations

import os
import warnings
from functools import lru_cache

from ..engine import Machine
from ..errors import EngineError, EngineWarning
from ..reference import Reference
from ..rules import codec
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
    """What carries the rules out: for a rule value the engine. The environment variable LUSORY_ENGINE=reference has the
    reference do it instead, slowly; so does a value that the engine cannot play, and an EngineWarning says so."""
    if isinstance(game, Program):
        return game.contract
    asked = os.environ.get("LUSORY_ENGINE", "")
    if asked not in ("", "reference"):
        raise EngineError(f"LUSORY_ENGINE: {asked!r}, expected reference or nothing")
    return Reference(game) if asked else _compiled(game)


def _compiled(game: Game) -> Contract:
    try:
        return Machine(game)
    except (ValueError, RuntimeError) as fault:
        told = f"{game.name or 'this game'} is played slowly, by the reference: the engine cannot ({fault})"
        warnings.warn(told, EngineWarning, stacklevel=3)
        return Reference(game)


def packed(game: Game | Program) -> str | Program:
    """A game as it travels between processes: a rule value as its JSON."""
    return codec.write(game) if isinstance(game, Game) else game


def unpacked(stored: str | Program) -> Game | Program:
    """The game that travelled."""
    return _read(stored) if isinstance(stored, str) else stored


@lru_cache(maxsize=64)
def _read(stored: str) -> Game:
    """One value for one text: a thousand positions of a game share it."""
    return codec.read(stored)


def start(game: Game, seed: int | None) -> Position:
    """See Game.start."""
    return begin(game, contract_of(game), seed)
