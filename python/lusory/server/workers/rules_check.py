"""Checks a guest's rule value in a worker: valid, small enough, quick enough a ply."""

from __future__ import annotations

import json
import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import msgspec

from ...draw import svg
from ...errors import EngineWarning, RuleError
from ...games import find
from ...play.entry import entry
from ...play.position import Position
from ...play.program import contract_of
from ...rules import codec
from ...rules.events import CHANCE
from ...rules.game import Game
from ..game_info import info

GAMES, LONGEST = 3, 120
"""Games of each kind of play that are tried, and plies of each."""
LOOKED = 6
"""The widest play chooses among so many plies the one after which most are legal."""
TEXTS = {"title": 80, "inventor": 120, "rights": 300, "source": 300, "like": 300, "naming": 2000, "story": 4000,
         "sample": 4000}  # fmt: skip
"""Characters of the texts that a guest may tell about a game."""
LISTS = {"other_names": 400, "versions": 4000}
"""Characters of these lists, as JSON."""
NAME = 60


def build_named_game(name: str, options: dict[str, str]) -> dict[str, Any]:
    """A game of the catalogue, whose options say themselves what they take."""
    game = find(name).build(**options)
    compile_game(game)
    return msgspec.to_builtins(info(game))  # type: ignore[no-any-return]


def check_rules(value: str, budget: dict[str, Any]) -> dict[str, Any]:
    """What is known of a value that may be played here. Raises RuleError, which says what is wrong and where."""
    game = read(value, budget)
    steady_games(game, budget)
    return msgspec.to_builtins(info(game, guest=True))  # type: ignore[no-any-return]


def steady_games(game: Game, budget: dict[str, Any]) -> None:
    """Plays some games. Raises RuleError where a ply takes too long for this server."""
    started = time.monotonic()
    for seed in range(GAMES):
        for play in (any_ply, widest):
            slowest = wander(game, play, random.Random(seed), budget, started)
            if slowest > budget["ply"]:
                expectation = f"expected at most {budget['ply']} s on this server"
                raise RuleError("", f"a ply takes {slowest:.2f} s", expectation)


def read(value: str, budget: dict[str, Any]) -> Game:
    """The value, if it is small enough for this server; indentation and line breaks do not count."""
    if not value.lstrip().startswith("{"):
        raise RuleError("", "text that is not JSON", "expected a rule value as JSON (`lusory rules GAME --json`)")
    try:
        data = json.loads(value)
        size = len(msgspec.json.encode(data))
    except (ValueError, OverflowError, RecursionError) as fault:
        raise RuleError("", "text that is not JSON", f"expected a rule value: {fault}") from None
    if size > budget["bytes"]:
        raise RuleError("", f"{size} bytes", f"expected at most {budget['bytes']} on this server")
    nodes = count(data)
    if nodes > budget["nodes"]:
        raise RuleError("", f"{nodes} parts", f"expected at most {budget['nodes']} on this server")
    game = codec.read(value)
    check_size(game, budget)
    return game


def check_size(game: Game, budget: dict[str, Any]) -> None:
    """Raises RuleError where the game is too large for this server, or its texts too long."""
    short(game)
    cells = len(game.geometry.names)
    if cells > budget["cells"]:
        raise RuleError("board", f"{cells} cells", f"expected at most {budget['cells']} on this server")
    if game.num_actions > budget["plies"]:
        raise RuleError("turn", f"{game.num_actions} plies", f"expected at most {budget['plies']} on this server")
    compile_game(game)


def short(game: Game) -> None:
    """Raises RuleError where the texts about the game are too long for a page."""
    if len(game.name) > NAME:
        raise RuleError("name", f"{len(game.name)} characters", f"expected at most {NAME} on this server")
    for field, most in TEXTS.items():
        length = len(str(getattr(game.about, field, "")))
        if length > most:
            raise RuleError(f"about.{field}", f"{length} characters", f"expected at most {most} on this server")
    for field, most in LISTS.items():
        length = len(msgspec.json.encode(getattr(game.about, field, ())))
        if length > most:
            raise RuleError(f"about.{field}", f"{length} characters", f"expected at most {most} on this server")
    if game.about and len(game.about.notes) + len(game.about.sample_options) > 200:
        raise RuleError("about.notes", f"{len(game.about.notes)} notes", "expected at most 200 on this server")


def compile_game(game: Game) -> None:
    """Only what the engine plays is played here: the reference would take too long."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", EngineWarning)
        try:
            contract_of(game)
        except EngineWarning as fault:
            raise RuleError("", str(fault), "expected rules that the engine plays") from None


def count(data: Any) -> int:
    """Parts of a document, without recursion."""
    parts, waiting = 0, [data]
    while waiting:
        part = waiting.pop()
        parts += 1
        waiting += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return parts


Choose = Callable[[Position, random.Random], int]


def any_ply(position: Position, rng: random.Random) -> int:
    """Random play."""
    return rng.choice(position.moves().ids)


def widest(position: Position, rng: random.Random) -> int:
    """Of a few plies the one after which most plies are legal: this finds the positions that cost."""
    ids = position.moves().ids
    sampled = {ids[0], ids[-1], *(rng.choice(ids) for _ in range(LOOKED))}
    return max(sorted(sampled), key=lambda ply: len(position.follow(ply).moves()))


def wander(game: Game, choose: Choose, rng: random.Random, budget: dict[str, Any], started: float) -> float:
    """A game; the CPU seconds that the slowest ply took with all that the table does for it. It ends with a ply that is
    too slow. Raises RuleError where a position has more legal plies than this server handles."""
    contract = contract_of(game)
    position, slowest = Position(game, contract, contract.start()), 0.0
    for _ in range(LONGEST):
        if position.result or slowest > budget["ply"] or time.monotonic() - started > budget["seconds"] / 2:
            break
        position = position.chance(rng) if position.to_move == CHANCE else position.follow(choose(position, rng))
        slowest = max(slowest, steady(position, budget))
    return slowest


def steady(position: Position, budget: dict[str, Any]) -> float:
    """The cost of a position; where it is too much it is taken again, for the machine may have been at fault."""
    seconds = cost(position, budget["choices"])
    return seconds if seconds <= budget["ply"] else min(seconds, cost(position, budget["choices"]))


def cost(position: Position, choices: int) -> float:
    """The CPU seconds that the table takes for a position. Raises RuleError where it has too many legal plies."""
    started = time.process_time()
    if len(position.moves()) > choices and not position.result:
        expectation = f"expected at most {choices} on this server"
        raise RuleError("turn", f"{len(position.moves())} legal plies in one position", expectation)
    mover = position.to_move
    if mover is not None and mover != CHANCE:
        entry(position.view(mover))
    svg.board(position.picture())
    return time.process_time() - started
