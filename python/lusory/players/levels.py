"""The players `best` and `level:N`: reads the strongest measured player of each game and the calibrated levels from
data/.

A file begins with format, version and kind. Games are found by the hash of their rules. `measured` names the match on
which a number rests; it is empty where nothing was measured.
"""

from __future__ import annotations

import random
import re
from functools import cache
from importlib.resources import files
from typing import Any, TypeGuard

import msgspec

from ..errors import LusoryError, UnfitPlayer, UnknownPlayer
from ..rules.game import Game
from . import tactics
from .limits import argument, count, limit
from .player import Player, Seen, legal
from .search_choice import SearchChoice, choose_search
from .spec import PlayerKind

LEVELS = 10
CAREFUL = 3
"""From this level on random plies overlook neither a win within one turn nor a loss to the next."""
OPPONENTS = ("level:4", "random")
"""The default opponent: the first of these that the game can have."""


class BestSpec(msgspec.Struct, frozen=True, omit_defaults=True):
    """A spec with `{}` in the place of its limit. measured: the match that found it best. counted: the spec for limits
    that `spec` does not take; nets take no number of simulations."""

    spec: str
    measured: str = ""
    counted: str = ""

    @property
    def specs(self) -> tuple[str, ...]:
        """All specs, the best first."""
        return (self.spec, self.counted) if self.counted else (self.spec,)


class BestPlayers(msgspec.Struct, frozen=True):
    """default: tried in this order until one fits. games: by hash."""

    format: str
    version: int
    kind: str
    default: tuple[str, ...]
    games: dict[str, BestSpec] = {}


class Level(msgspec.Struct, frozen=True, omit_defaults=True):
    """The strength of a level. It is never a time, so that it plays the same on every machine.

    random: the share of plies made at random. careful: whether random plies overlook neither a win within one turn nor,
    among few choices, a loss to the next turn. beats: the score against the level below (of the first level against
    random) with its bounds of 95 %, from `games` games. net: instead of simulations, the depth in plies (whole turns)
    of a search with the net that comes with lusory."""

    simulations: int
    random: float
    beats: tuple[float, float, float] | None = None
    games: int = 0
    careful: bool = False
    net: int = 0

    @property
    def spec(self) -> str:
        """The spec of a player of this strength: for any game, but those with a net for its game alone."""
        if self.net:
            return f"net:shipped,{self.net}"
        return f"level:{self.simulations},random={self.random:g}{',careful=yes' if self.careful else ''}"


class LevelTable(msgspec.Struct, frozen=True):
    """The levels of a game, from 1."""

    levels: tuple[Level, ...]
    measured: str = ""
    game: str = ""


class Levels(msgspec.Struct, frozen=True):
    """default: of games that have no table of their own. spec: tried in this order until one fits. nets: the highest
    level of games with a shipped net."""

    format: str
    version: int
    kind: str
    spec: tuple[str, ...]
    default: LevelTable
    games: dict[str, LevelTable] = {}
    nets: dict[str, Level] = {}


@cache
def load_best() -> BestPlayers:
    """The strongest measured players, from data/."""
    table: BestPlayers = _parse_table("best", BestPlayers)
    return table


@cache
def load_levels() -> Levels:
    """The levels."""
    levels: Levels = _parse_table("levels", Levels)
    return levels


def _parse_table(kind: str, shape: Any) -> Any:
    document = msgspec.json.decode((files(__package__) / "data" / f"{kind}.json").read_bytes(), type=shape)
    if (document.format, document.version, document.kind) != ("lusory", 1, kind):
        raise LusoryError(f"data/{kind}.json: expected format lusory, version 1, kind {kind}")
    return document


def hash_of(game: Any) -> str:
    """The hash by which a game is looked up; empty for a Python class."""
    return game.hash if isinstance(game, Game) else ""


def first_fitting_spec(specs: tuple[str, ...], game: Any) -> str:
    """The first of several specs whose player can play the game."""
    from . import read_spec

    for spec in specs:
        if not (parsed := read_spec(spec)).kind.unfit(game):
            return parsed.text
    raise UnfitPlayer(f"{game.name or 'this game'} can have none of {', '.join(specs)}; use random")


def best_spec(argument: str, game: Any) -> str:
    """The spec that `best:T` is resolved to."""
    if argument.partition(",")[0] != argument:
        raise UnknownPlayer(f"{argument}: expected a limit alone, as in best:1s")
    limit_kind = "count" if limit(argument, "simulations").seconds is None else "seconds"
    measured = load_best().games.get(hash_of(game))
    choice = choice_by_match(game) if measured is None else None
    first = measured.specs if measured else (f"{choice.best}:{{}}",) if choice else ()
    specs = (*first, *load_best().default)
    return first_fitting_spec(tuple(spec.format(argument) for spec in specs if _takes(spec, limit_kind)), game)


def _takes(spec: str, limit_kind: str) -> bool:
    """Whether a spec can have such a limit, or needs none."""
    from . import read_spec

    return "{}" not in spec or read_spec(spec).kind.takes(limit_kind)


def choice_by_match(game: Any) -> SearchChoice | None:
    """The match of both searches in a game without measurements; None where one of them cannot play it."""
    return choose_search(game) if both_searches_play(game) else None


def both_searches_play(game: Any) -> TypeGuard[Game]:
    """Whether a match can choose between them."""
    from . import read_spec

    is_playable = all(not read_spec(spec).kind.unfit(game) for spec in ("alphabeta:1", "mcts:1"))
    return isinstance(game, Game) and is_playable


def best_remark(argument: str, game: Any) -> str:
    """A remark for the user about the choice."""
    measured = load_best().games.get(hash_of(game))
    choice = choice_by_match(game) if measured is None else None
    source = "not measured yet for this game"
    if choice is not None:
        source = choice.text
    elif measured and measured.measured:
        source = f"measured: {measured.measured}"
    return f"best:{argument} is {best_spec(argument, game)}; {source}"


def _best_player(argument: str, game: Any) -> Player:
    from . import player

    return player(best_spec(argument, game), game)


class LevelPlayer(Player):
    """Plays a share of its plies at random, the others as the inner player does. careful: see Level."""

    def __init__(self, inner: Player, share: float, careful: bool = False) -> None:
        self.inner, self.share, self.careful = inner, share, careful

    def choose(self, seen: Seen, rng: random.Random) -> str | int:
        if rng.random() < self.share:
            self.thought = None
            return self._random_ply(seen, rng)
        ply, self.thought = self.inner.choose(seen, rng), self.inner.thought
        return ply

    def _random_ply(self, seen: Seen, rng: random.Random) -> str | int:
        plies = legal(seen)
        if not self.careful:
            return rng.choice(plies)
        first, *other_plies = rng.sample(plies, len(plies))
        return tactics.avoid_blunder(seen, first, other_plies)

    def begin(self) -> None:
        self.inner.begin()

    def stop(self) -> None:
        self.inner.stop()

    def close(self) -> None:
        self.inner.close()


def table_of(game: Any) -> LevelTable:
    """The levels of a game."""
    levels = load_levels()
    table = levels.games.get(hash_of(game))
    if table is None or len(table.levels) != LEVELS:
        table = levels.default
    top = levels.nets.get(hash_of(game))
    return table if top is None else msgspec.structs.replace(table, levels=(*table.levels[:-1], top))


def level_of(text: str, game: Any) -> Level:
    """A level by its number in the game's table, or as described: `250,random=0.1`. Raises UnknownPlayer."""
    parsed = argument(text, ("random", "careful"))
    if "random" not in parsed.options:
        number = count(parsed.head, "as a level", LEVELS)
        return msgspec.structs.replace(table_of(game).levels[number - 1], careful=number >= CAREFUL)
    careful = parsed.options.get("careful", "no")
    if careful not in ("yes", "no"):
        raise UnknownPlayer(f"careful={careful}: expected yes or no")
    share = parsed.options["random"]
    if not re.fullmatch(r"0(\.\d+)?|1(\.0+)?", share):
        raise UnknownPlayer(f"random={share}: expected the share of plies made at random, 0 to 1")
    return Level(count(parsed.head, "simulations"), float(share), careful=careful == "yes")


def _level_player(argument: str, game: Any) -> Player:
    from . import player

    level = level_of(argument, game)
    inner = level.spec if level.net else _inner_spec(level.simulations, game)
    return LevelPlayer(player(inner, game), level.random, level.careful)


def _inner_spec(simulations: int, game: Any) -> str:
    return first_fitting_spec(tuple(spec.format(simulations) for spec in load_levels().spec), game)


def _why_no_level(game: Any) -> str:
    """Why a game can have no levels."""
    try:
        _inner_spec(1, game)
    except UnfitPlayer as fault:
        return str(fault)
    return ""


def opponent(game: Any) -> str:
    """The spec of the default opponent."""
    return first_fitting_spec(OPPONENTS, game)


def level_remark(argument: str, game: Any) -> str:
    """A remark for the user about the choice."""
    table = table_of(game)
    if "," in argument:
        return ""
    return "" if table.measured else f"level:{argument}: the levels of this game are not measured yet"


BEST = PlayerKind(
    "best",
    ("best:1s",),
    "what measured best for the game",
    _best_player,
    remark=best_remark,
    limits=("seconds", "count"),
)
LEVEL = PlayerKind(
    "level",
    tuple(f"level:{number}" for number in (1, LEVELS)),
    "for people, from 1 to 10: so many simulations, and some plies at random",
    _level_player,
    unfit=_why_no_level,
    timed=lambda argument: False,
    remark=level_remark,
)
