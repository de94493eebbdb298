"""The behaviour of a game as a vector: numbers of its random games and of a few between searches, each on a scale on
which ten or a hundred plies are as far apart as a hundred and a thousand."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from ..rules.game import Game
from . import playing, search_figures
from .playing import Duel
from .screening import random_figures

GAMES, DUELS = 400, 6
NAMES: dict[str, str] = {
    "plies": "plies of random games",
    "branching": "legal moves",
    "captures": "captures a game",
    "forced": "forced moves",
    "draws": "draws of random games",
    "first": "the first player's score",
    "coverage": "the part of the board that is used",
    "plies played": "plies between searches",
    "draws played": "draws between searches",
    "uncertainty": "how open games stay",
    "decided after": "when games are decided",
}
"""The numbers, and what they are called."""
LOGARITHMS = ("plies", "branching", "captures", "plies played")


@lru_cache(maxsize=256)
def behaviour(game: Game) -> dict[str, float]:
    """The figures of a game: those that come with the package, or measured now. Raises Monster where it cannot be
    played."""
    return known_behaviours().get(game.hash) or measured(game)


@cache
def known_behaviours() -> dict[str, dict[str, float]]:
    """The figures of the games of the catalogue, by the hash of their rules; `make docs` measures new ones."""
    text = files("lusory.breed").joinpath("data/behaviours.json").read_bytes()
    return {
        behaviour["hash"]: behaviour["figures"]
        for behaviour in msgspec.json.decode(text).values()
        if behaviour["figures"]
    }


def measured(game: Game) -> dict[str, float]:
    """The figures of a game, played now."""
    figures = random_figures(playing.counts(game, GAMES), game)
    setting = Duel((playing.strength(figures["plies"]),) * 2, 200)
    duels = [playing.duel(game, setting, number) for number in range(DUELS)]
    figures |= search_figures.results(duels) | search_figures.leads(duels)
    return {name: figures.get(name, 0.0) for name in NAMES}


def vector(figures: dict[str, float]) -> tuple[float, ...]:
    """The figures on scales on which a difference of one is much."""
    return tuple(math.log2(1 + max(figures[name], 0.0)) if name in LOGARITHMS else 2 * figures[name] for name in NAMES)


def behaviour_distance(a: dict[str, float], b: dict[str, float]) -> float:
    """How differently two games play: 0 for equal figures."""
    return math.dist(vector(a), vector(b))


def differs(a: dict[str, float], b: dict[str, float], most: int = 3) -> tuple[str, ...]:
    """The numbers in which they differ most, in words: of the first, then of the other."""
    gaps = {name: abs(a - b) for name, a, b in zip(NAMES, vector(a), vector(b), strict=True)}
    names = sorted((name for name in gaps if gaps[name] > 0.25), key=lambda name: (-gaps[name], name))[:most]
    return tuple(f"{NAMES[name]} {a[name]:.3g}, there {b[name]:.3g}" for name in names)
