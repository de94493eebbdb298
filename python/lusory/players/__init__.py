"""Computer players, each named by a spec (`mcts:1000`). Human players at a terminal are in `lusory.cli`.

>>> import random
>>> from lusory import load
>>> position = load("susan").start()
>>> player("random", position.game).choose(position, random.Random(1)) in position.moves()
True
"""

from __future__ import annotations

from typing import Any

from .._renamed import renamed
from . import spec as _spec
from .alphabeta import ALPHABETA
from .analyse import Analysis, Judged, analyse
from .greedy import DESIGNERS
from .levels import BEST, LEVEL
from .mcts import MCTS
from .mirror import MIRROR
from .net import NET, PUPIL
from .perfect import PERFECT
from .player import Player, Seen, imagine, legal, seen_by
from .random_player import RANDOM
from .spec import HUMAN, PlayerKind, Spec
from .ugi import UGI

__all__ = [
    "HUMAN",
    "KINDS",
    "Analysis",
    "Judged",
    "PlayerKind",
    "Player",
    "Seen",
    "Spec",
    "analyse",
    "imagine",
    "legal",
    "player",
    "read_spec",
    "seen_by",
]

KINDS: tuple[PlayerKind, ...] = (
    HUMAN,
    RANDOM,
    MIRROR,
    *DESIGNERS,
    ALPHABETA,
    MCTS,
    BEST,
    LEVEL,
    NET,
    PUPIL,
    PERFECT,
    UGI,
)
"""Every kind of player."""


def read_spec(text: str) -> Spec:
    """Parses a spec. Raises UnknownPlayer, which lists the known kinds."""
    return _spec.read(text, KINDS)


def player(spec: str, game: Any) -> Player:
    """Makes the player of a spec for a game. Raises UnknownPlayer, or UnfitPlayer where it cannot play the game."""
    return read_spec(spec).player(game)


RENAMED = {"Kind": "PlayerKind"}
"""Old names to new, kept for one release."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)
