"""Nets that come with lusory: one file for each game that has one, `nets/GAME.net`."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from ..learn.net import NET_FILE, GameNet, read
from ..rules.game import Game

CACHED_NETS = 8
"""The number of nets kept in memory."""


def shipped_net(game: object) -> GameNet | None:
    """The net for exactly these rules, whatever they are called; None where there is none."""
    name = names_by_hash().get(game.hash) if isinstance(game, Game) else None
    return _net_of_file(name) if name else None


@cache
def names_by_hash() -> dict[str, str]:
    """The names of the files by the hashes of the rules that they were made for."""
    nets = files(__package__) / "nets"
    return {hash_in(file): file.name for file in nets.iterdir() if file.name.endswith(".net")}


def hash_in(file: Traversable) -> str:
    """The hash of the rules that a net was made for. Of its file the two lines before the weights are read."""
    with file.open("rb") as opened:
        return NET_FILE.split(opened.readline() + opened.readline())[0].hash


@lru_cache(maxsize=CACHED_NETS)
def _net_of_file(name: str) -> GameNet:
    return read((files(__package__) / "nets" / name).read_bytes())
