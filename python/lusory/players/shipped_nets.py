"""Nets that come with lusory: one file for each game that has one, `nets/GAME.net`."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from ..learn.net import GameNet, read
from ..rules.game import Game

CACHED_NETS = 8
"""The number of nets kept in memory."""


def shipped_net(game: object) -> GameNet | None:
    """The net for exactly these rules; None where there is none."""
    if not isinstance(game, Game) or not game.name.replace("-", "").isalnum():
        return None
    net = _net_by_name(game.name)
    return net if net is not None and net.game.hash == game.hash else None


@lru_cache(maxsize=CACHED_NETS)
def _net_by_name(name: str) -> GameNet | None:
    """The net of the game of this name."""
    file = files(__package__) / "nets" / f"{name}.net"
    return read(file.read_bytes()) if file.is_file() else None
