"""Trying a rule value of a stranger: is it one, is it small enough, is a ply of it quick? In a process of its own."""

from __future__ import annotations

import json
import random
import time
import warnings
from typing import Any

from ...draw import svg
from ...errors import EngineWarning, RuleError
from ...games import find
from ...play.entry import entry
from ...play.position import Position
from ...play.program import contract_of
from ...rules import codec
from ...rules.events import CHANCE
from ...rules.game import Game

GAMES, LONGEST = 3, 120


def named(name: str, options: dict[str, str]) -> dict[str, Any]:
    """A game of the catalogue, whose options say themselves what they take."""
    game = find(name).build(**options)
    compiled(game)
    return known(game)


def known(game: Game) -> dict[str, Any]:
    """What is known of a game that may be played."""
    return {"value": codec.write(game), "hash": game.hash, "name": game.name, "players": game.players}


def tried(value: str, budget: dict[str, Any]) -> dict[str, Any]:
    """What is known of a value that may be played here. Raises RuleError, which says what is wrong and where."""
    begun = time.monotonic()
    game = read(value, budget)
    for _ in range(GAMES):
        slowest = wander(game, random.Random(1), budget, begun)
        if slowest > budget["ply"]:
            raise RuleError("", f"a ply takes {slowest:.2f} s", f"expected at most {budget['ply']} s on this server")
    return known(game)


def read(value: str, budget: dict[str, Any]) -> Game:
    """The value, if it is small enough for this server."""
    if len(value.encode()) > budget["bytes"]:
        raise RuleError("", f"{len(value.encode())} bytes", f"expected at most {budget['bytes']} on this server")
    if not value.lstrip().startswith("{"):
        raise RuleError("", "text that is not JSON", "expected a rule value as JSON (`lusory rules GAME --json`)")
    try:
        data = json.loads(value)
    except (ValueError, RecursionError) as fault:
        raise RuleError("", "text that is not JSON", f"expected a rule value: {fault}") from None
    nodes = count(data)
    if nodes > budget["nodes"]:
        raise RuleError("", f"{nodes} parts", f"expected at most {budget['nodes']} on this server")
    game = codec.read(value)
    cells = len(game.geometry.names)
    if cells > budget["cells"]:
        raise RuleError("board", f"{cells} cells", f"expected at most {budget['cells']} on this server")
    if game.num_actions > budget["plies"]:
        raise RuleError("turn", f"{game.num_actions} plies", f"expected at most {budget['plies']} on this server")
    compiled(game)
    return game


def compiled(game: Game) -> None:
    """Only what the engine plays is played here: the reference would take too long."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", EngineWarning)
        try:
            contract_of(game)
        except EngineWarning as fault:
            raise RuleError("", str(fault), "expected rules that the engine plays") from None


def count(data: Any) -> int:
    """Parts of a document, without recursion."""
    found, waiting = 0, [data]
    while waiting:
        part = waiting.pop()
        found += 1
        waiting += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return found


def wander(game: Game, rng: random.Random, budget: dict[str, Any], begun: float) -> float:
    """A random game; the seconds that the slowest ply took with all that the table does for it."""
    contract = contract_of(game)
    position, slowest = Position(game, contract, contract.start()), 0.0
    for _ in range(LONGEST):
        if position.result or time.monotonic() - begun > budget["seconds"] / 2:
            break
        started = time.monotonic()
        mover = position.to_move
        legal = position.moves()
        position = position.chance(rng) if mover == CHANCE else position.play(legal[rng.randrange(len(legal))])
        if position.to_move not in (None, CHANCE):
            entry(position.view(position.to_move or 0))
        svg.board(position.picture())
        slowest = max(slowest, time.monotonic() - started)
    return slowest
