"""Chooses what plays a game: the engine or the reference for a rule value, or a hand-written class."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from functools import lru_cache

from ..engine import Machine
from ..errors import EngineError, EngineWarning
from ..reference import Reference
from ..rules import codec
from ..rules.game import Game
from .contract import Contract
from .position import Position, begin

PLAIN = (bool, int, float, str)
SAME = ("name", "players", "num_actions")
LONGEST = 200
"""The most characters of an attribute that are shown."""


class Program:
    """A game written as a Python class with the contract. It runs on the slow path of every tool."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.name = contract.name
        self.players = contract.players
        self.num_actions = contract.num_actions

    def start(self, seed: int | None = None) -> Position:
        """The position before the first ply; with a seed, after chance plies of the opening."""
        return begin(self, self.contract, seed)

    @property
    def signature(self) -> str:
        """The name, the number of plies and the plain attributes of the class: the identifier of the game in a log."""
        own_attributes = {name: value for name, value in attributes(self.contract) if isinstance(value, PLAIN)}
        fields = [
            f"{name}={str(own_attributes[name])[:LONGEST]!r}"
            for name in sorted(own_attributes)
            if name[:1] != "_" and name not in SAME
        ]
        return f"{self.name}({', '.join([f'{self.num_actions} plies', *fields])})"

    def __repr__(self) -> str:
        return f"<{self.name}, a Python class>"


def attributes(value: object) -> list[tuple[str, object]]:
    """The attributes of an object, from its dictionary or its slots."""
    slots = [name for base in type(value).__mro__ for name in names(getattr(base, "__slots__", ()))]
    return [*vars(value).items()] if hasattr(value, "__dict__") else [(n, getattr(value, n, None)) for n in slots]


def names(slots: str | Iterable[str]) -> Iterable[str]:
    """The names of slots; a single one may be given as a text."""
    return (slots,) if isinstance(slots, str) else slots


@lru_cache(maxsize=64)
def contract_of(game: Game | Program) -> Contract:
    """The contract that plays a game: for a rule value the engine. With the environment variable
    LUSORY_ENGINE=reference it is the slow reference; so it is for a value that the engine cannot play, with an
    EngineWarning."""
    if isinstance(game, Program):
        return game.contract
    choice = os.environ.get("LUSORY_ENGINE", "")
    if choice not in ("", "reference"):
        raise EngineError(f"LUSORY_ENGINE: {choice!r}, expected reference or nothing")
    return Reference(game) if choice else _machine_or_reference(game)


def _machine_or_reference(game: Game) -> Contract:
    try:
        return Machine(game)
    except (ValueError, RuntimeError) as fault:
        text = f"{game.name or 'this game'} is played slowly, by the reference: the engine cannot ({fault})"
        warnings.warn(text, EngineWarning, stacklevel=3)
        return Reference(game)


def pack(game: Game | Program) -> str | Program:
    """A game in the form sent to other processes: a rule value as its JSON."""
    return codec.write(game) if isinstance(game, Game) else game


def log_identity(game: Game | Program) -> str:
    """What a log knows a game by: a rule value by its JSON, a class by its signature."""
    return codec.write(game) if isinstance(game, Game) else game.signature


def unpack(stored: str | Program) -> Game | Program:
    """The game that travelled."""
    return _decode(stored) if isinstance(stored, str) else stored


@lru_cache(maxsize=64)
def _decode(stored: str) -> Game:
    """One value for one text: a thousand positions of a game share it."""
    return codec.read(stored)


def start(game: Game, seed: int | None) -> Position:
    """See Game.start."""
    return begin(game, contract_of(game), seed)
