"""`net:FILE`, `net:FILE,1s`, `net:FILE,4`: alpha-beta search with a net that `lusory learn` trained, one ply ahead, for
so long or so many plies deep."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import LusoryError, UnknownPlayer
from ..learn.net import GameNet, load
from ..rules.game import Game
from . import alphabeta
from .alphabeta import DEEPEST, AlphaBetaPlayer
from .limits import Limit, limit
from .player import Player
from .spec import PlayerKind

AHEAD = Limit(1, None)


def make(text: str, game: Any) -> Player:
    """The player of a file, for the game that it was made for."""
    name, comma, rest = text.rpartition(",")
    path, how = (name, limit(rest, "plies", DEEPEST)) if comma else (text, AHEAD)
    try:
        found = load(Path(path).expanduser())
    except OSError as fault:
        raise UnknownPlayer(f"{path or 'no file'}: {fault.strerror or fault}") from None
    except LusoryError as fault:
        raise UnknownPlayer(f"{path}: {fault}") from None
    return of_net(found, how, game, path)


def of_net(net: GameNet, how: Limit, game: Any, named: str) -> Player:
    """The player of a net. Raises UnknownPlayer where it was made for another game."""
    if not isinstance(game, Game) or net.game.hash != game.hash:
        made = net.game.name or "a game without a name"
        raise UnknownPlayer(f"{named}: made for {made} with other rules or options ({net.game.hash[:12]})")
    return AlphaBetaPlayer(how, game, {"net": net.net})


NET = PlayerKind(
    "net",
    ("net:FILE", "net:FILE,1s"),
    "searches with a net that `lusory learn` trained",
    make,
    alphabeta.unfit,
    limits=("seconds", "depth"),
)
"""See PlayerKind."""
