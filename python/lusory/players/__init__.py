"""Players that choose by themselves, each known by a spec. No console here: a person at the keyboard is the CLI's.

>>> import random
>>> from lusory import load
>>> view = load("susan").start().view(0)
>>> player("random").choose(view, random.Random(1)) in view.moves
True
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import UnknownPlayer
from .player import Player
from .random_player import RandomPlayer

__all__ = ["SPECS", "Player", "player"]

SPECS: dict[str, tuple[Callable[[], Player], str]] = {"random": (RandomPlayer, "any legal ply, all equally likely")}
"""Who answers to a spec, and what it does."""


def player(spec: str) -> Player:
    """The player of a spec; UnknownPlayer lists those there are."""
    if spec not in SPECS:
        raise UnknownPlayer(f"{spec}: no such player; expected one of {', '.join(SPECS)}")
    return SPECS[spec][0]()
