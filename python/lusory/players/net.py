"""`net:FILE`, `net:FILE,1s`, `net:FILE,4`: alpha-beta search with a net that `lusory learn` trained, one ply ahead, for
so long or so many plies deep."""

from __future__ import annotations

from typing import Any

from ..learn.net import load
from . import alphabeta
from .alphabeta import DEEPEST, AlphaBetaPlayer
from .file_argument import read_for
from .limits import Limit, limit
from .player import Player
from .spec import PlayerKind

AHEAD = Limit(1, None)


def make(argument: str, game: Any) -> Player:
    """The player of a file, for the game that it was made for."""
    name, comma, rest = argument.rpartition(",")
    path, how = (name, limit(rest, "plies", DEEPEST)) if comma else (argument, AHEAD)
    return AlphaBetaPlayer(how, game, {"net": read_for(game, path, load).net})


NET = PlayerKind(
    "net",
    ("net:FILE", "net:FILE,1s"),
    "searches with a net that `lusory learn` trained",
    make,
    alphabeta.unfit,
    limits=("seconds", "depth"),
)
"""See PlayerKind."""
