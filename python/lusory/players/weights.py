"""Feature weights as JSON files, one per game. `lusory tune` makes them; some come with the package.

    {"format": "lusory", "version": 1, "kind": "weights", "game": "susan", "hash": "...", "games": 2000, "seed": 0,
     "weights": {"liberties.1": -1.2, ...}, "command": "lusory tune susan --games 2000"}

Weights are found by the hash of the rules. Features are named by the words they are derived from, so the weights of a
game serve all its options: where no file is for the rules themselves, one for a game of the same name is taken. A
feature without a weight has its prior.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from ..errors import LusoryError
from ..rules.game import Game

FORMAT, VERSION, KIND = "lusory", 1, "weights"
LARGEST = 1 << 20
PRIOR, UNIT = "prior", "unit"
"""Names of weights that need no file: the priors, and 1 for each feature."""


class Weights(msgspec.Struct, frozen=True):
    """game, hash: the rules they were learnt for. games, seed: the self-play they were learnt by. command: reproduces
    them."""

    format: str
    version: int
    kind: str
    game: str
    hash: str
    games: int
    seed: int
    weights: dict[str, float]
    command: str = ""

    def text(self) -> str:
        """The weights as JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode() + "\n"


def make_weights(game: Any, games: int, seed: int, weights: dict[str, float], command: str = "") -> Weights:
    """The weights learnt for a game."""
    rounded = {name: float(f"{weight:.4g}") for name, weight in sorted(weights.items())}
    return Weights(FORMAT, VERSION, KIND, game.name, game.hash, games, seed, rounded, command)


def read(text: bytes, source: str) -> Weights:
    """Weights from their JSON. Raises LusoryError, which says what is wrong and where."""
    try:
        weights = msgspec.json.decode(text, type=Weights)
    except msgspec.DecodeError as fault:
        raise LusoryError(f"{source}: no weights: {fault}") from None
    header = weights.format, weights.version, weights.kind
    if header != (FORMAT, VERSION, KIND):
        raise LusoryError(f"{source}: {header}, expected {(FORMAT, VERSION, KIND)}")
    wrong_name = next((name for name, weight in weights.weights.items() if not math.isfinite(weight)), None)
    if wrong_name is not None:
        raise LusoryError(f"{source}: weights.{wrong_name}: expected a number")
    return weights


def load(path: str) -> Weights:
    """Weights from a file. Raises LusoryError."""
    try:
        with Path(path).open("rb") as file:
            return read(file.read(LARGEST), path)
    except OSError as fault:
        raise LusoryError(f"{path}: no weights: {fault.strerror}") from None


def shipped_weights(game: Any) -> Weights | None:
    """The weights that the package ships for these rules, whatever they are called; else those for a game of this name
    with other options."""
    shipped = all_shipped()
    same_rules = (weights for weights in shipped.values() if isinstance(game, Game) and weights.hash == game.hash)
    return next(same_rules, None) or shipped.get(game.name)


@cache
def all_shipped() -> dict[str, Weights]:
    """All weights that the package ships, by the name of the game that they were learnt for."""
    sources = [file for file in (files(__package__) / "weights").iterdir() if file.name.endswith(".json")]
    return {weights.game: weights for weights in (read(file.read_bytes(), file.name) for file in sources)}


def options(game: Any, source: str) -> dict[str, Any]:
    """The search options for these weights: `prior`, `unit`, the path of a file, or nothing for the shipped ones.
    Raises LusoryError."""
    if source == UNIT:
        return {"unit": True}
    if source == PRIOR:
        return {}
    weights = load(source) if source else shipped_weights(game)
    return {"weights": weights.weights} if weights else {}
