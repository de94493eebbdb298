"""The class GameInfo: what the server knows of a game. The rules of guests travel as JSON: they are read in worker
processes alone."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import Any

import msgspec

from ..games import catalogue
from ..play.program import unpack
from ..rules import codec
from ..rules.game import BESIDE_THE_RULES, LONGEST_NAME, Game


class GameInfo(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A game, without its rules being read.

    value: the rules and the texts about them, as JSON. hash: of the rules. name: in the catalogue; a guest's is what he
    calls it. title: for people. guest: whether a guest brought it.
    """

    value: str
    hash: str
    name: str
    title: str
    players: int
    hidden: bool
    cells: int
    guest: bool

    @cached_property
    def key(self) -> str:
        """Rules and texts: what two games have in common that are told with the same words."""
        return hashlib.sha256(self.value.encode()).hexdigest()

    @cached_property
    def texts(self) -> str | None:
        """What is beside the rules of a game, as JSON, to be stored with its table: its terms and colours, and what a
        guest tells about his. The catalogue tells about its own. None where there is nothing."""
        data = json.loads(self.value)
        names = ("name", *BESIDE_THE_RULES) if self.guest else set(BESIDE_THE_RULES) - {"about"}
        texts = {name: data[name] for name in names if name in data}
        return json.dumps(texts) if texts or self.guest else None

    def game(self) -> Game:
        """The rules. Never to be called in the server for a guest's."""
        assert not self.guest
        game = unpack(self.value)
        assert isinstance(game, Game)
        return game


def info(game: Game, guest: bool = False) -> GameInfo:
    """What there is to know of a game."""
    return GameInfo(
        value=compact(game),
        hash=game.hash,
        name=game.name,
        title=(game.about.title if game.about else "") or game.name,
        players=game.players,
        hidden=bool(game.start().hidden),
        cells=len(game.geometry.names),
        guest=guest,
    )


def compact(game: Game) -> str:
    """The stored form on one line."""
    return json.dumps(codec.document(game))


def bare(value: str) -> str:
    """The rules alone, without the texts: what may be stored once for all tables."""
    data = json.loads(value)
    return json.dumps(data.get("rules", data))


def as_name(title: str) -> str:
    """A title as the name of a game, which is short and holds no joiners of emoji: else the rules could not be read."""
    return "".join(sign for sign in title if sign.isprintable())[:LONGEST_NAME]


def with_texts(stored: str, name: str, texts: str | None, title: str) -> str:
    """The stored rules with the texts that belong to a table: its own, and what the catalogue tells about the game of
    this name; or none but its title."""
    data: dict[str, Any] = {"format": codec.FORMAT, "version": codec.VERSION, "kind": codec.KIND}
    data["name"] = name or as_name(title)
    data["rules"] = json.loads(bare(stored))
    data |= json.loads(texts) if texts else {}
    definition = catalogue().get(name)
    if definition is not None:
        data |= {"name": name, "about": msgspec.to_builtins(definition.about)}
    return json.dumps(data)
