"""`net:FILE`, `net:FILE,1s`, `net:FILE,4`: a search with a net that `lusory learn` trained: one ply ahead, for a time,
or to a depth. `net:shipped` is the net that comes with lusory for the game. `pupil:FILE` is the same with the net of a
pupil.

Open games of two are searched by alpha-beta. Games of more players and games with hidden information are searched by
simulations: the net evaluates their positions, for each player from what that player sees. The number in the spec is
then the number of simulations."""

from __future__ import annotations

from typing import Any

from ..engine.machine import Machine
from ..errors import UnknownPlayer
from ..learn import pupil
from ..learn.net import GameNet, load
from ..play.program import contract_of
from . import alphabeta
from .alphabeta import DEEPEST, AlphaBetaPlayer
from .file_argument import read_for
from .limits import Limit, limit
from .mcts import Mcts
from .player import Player
from .shipped_nets import shipped_net
from .spec import PlayerKind

AHEAD = Limit(1, None)
"""The limit without a number in the spec: one ply ahead."""
MOST_PLAYERS = 4
SIMULATIONS = 16
"""The simulations of a search without a limit in the spec, for games that are not searched by depth. In games with
hidden information each begins from a newly sampled position."""
MOST_SIMULATIONS = 10**9
SHIPPED = "shipped"
"""In place of a file: the net that comes with lusory."""


def make(argument: str, game: Any) -> Player:
    """The player of a file, for the game that it was made for."""
    path, limit = file_and_limit(argument)
    return with_net(net_of(path, game), game, limit)


def make_pupil(argument: str, game: Any) -> Player:
    """The player of a pupil's file."""
    path, limit = file_and_limit(argument)
    return with_net(read_for(game, path, pupil.load).net, game, limit)


def with_net(net: GameNet, game: Any, limit: Limit = AHEAD) -> Player:
    """The player of a net that was made for this game. limit: of the search."""
    if not alphabeta.unfit(game):
        if (limit.number or 1) > DEEPEST:
            raise UnknownPlayer(f"{limit.number}: expected 1 to {DEEPEST} plies, or seconds as in 0.5s")
        return AlphaBetaPlayer(limit, game, {"net": net.net})
    return Mcts(Limit(SIMULATIONS, None) if limit is AHEAD else limit, game, {"net": net.net})


def unfit(game: Any) -> str:
    """Why no net can play a game; empty where one can."""
    contract: Any = contract_of(game)
    if not 2 <= contract.players <= MOST_PLAYERS:
        return f"it is for {contract.players}, and nets learn games for 2 to {MOST_PLAYERS}"
    return "" if isinstance(contract, Machine) else "the engine does not play it, and nets need the engine"


def file_and_limit(argument: str) -> tuple[str, Limit]:
    """The file, and the limit of the search."""
    name, comma, rest = argument.rpartition(",")
    return (name, limit(rest, "plies or simulations", MOST_SIMULATIONS)) if comma else (argument, AHEAD)


def with_last(argument: str, limit: str) -> str:
    """The argument with its limit replaced by this one."""
    return f"{file_and_limit(argument)[0]},{limit}"


def is_timed(argument: str) -> bool:
    """Whether the argument ends with a limit of seconds."""
    _, comma, rest = argument.rpartition(",")
    return bool(comma) and rest.endswith("s")


def net_of(path: str, game: Any) -> GameNet:
    """The net of a file, or the one that comes with lusory. Raises UnknownPlayer."""
    if path != SHIPPED:
        return read_for(game, path, load)
    net = shipped_net(game)
    if net is None:
        raise UnknownPlayer(f"no net comes with lusory for {game.name or 'this game'} with these rules and options")
    return net


NET = PlayerKind(
    "net",
    ("net:FILE", "net:FILE,1s", "net:shipped,1s"),
    "searches with a net that `lusory learn` trained",
    make,
    unfit,
    timed=is_timed,
    limits=("seconds", "depth"),
    with_limit=with_last,
)
"""See PlayerKind."""
PUPIL = PlayerKind(
    "pupil",
    ("pupil:FILE", "pupil:FILE,1s"),
    "a pupil that `lusory pupil` brought up; it learns nothing from these games",
    make_pupil,
    unfit,
    timed=is_timed,
    limits=("seconds", "depth"),
    with_limit=with_last,
)
