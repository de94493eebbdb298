"""`net:FILE`, `net:FILE,1s`, `net:FILE,4`: alpha-beta search with a net that `lusory learn` trained: one ply ahead,
for a time, or to a depth. `net:shipped` is the net that comes with lusory for the game."""

from __future__ import annotations

from typing import Any

from ..errors import UnknownPlayer
from ..learn.net import GameNet, load
from . import alphabeta
from .alphabeta import DEEPEST, AlphaBetaPlayer
from .file_argument import read_for
from .limits import Limit, limit
from .player import Player
from .shipped_nets import shipped_net
from .spec import PlayerKind

AHEAD = Limit(1, None)
SHIPPED = "shipped"
"""In place of a file: the net that comes with lusory."""


def make(argument: str, game: Any) -> Player:
    """The player of a file, for the game that it was made for."""
    name, comma, rest = argument.rpartition(",")
    path, how = (name, limit(rest, "plies", DEEPEST)) if comma else (argument, AHEAD)
    return AlphaBetaPlayer(how, game, {"net": net_of(path, game).net})


def net_of(path: str, game: Any) -> GameNet:
    """The net of a file, or the one that comes with lusory. Raises UnknownPlayer."""
    if path != SHIPPED:
        return read_for(game, path, load)
    found = shipped_net(game)
    if found is None:
        raise UnknownPlayer(f"no net comes with lusory for {game.name or 'this game'} with these rules and options")
    return found


NET = PlayerKind(
    "net",
    ("net:FILE", "net:FILE,1s", "net:shipped,1s"),
    "searches with a net that `lusory learn` trained",
    make,
    alphabeta.unfit,
    limits=("seconds", "depth"),
)
"""See PlayerKind."""
