"""Random games counted by the engine: a hundred thousand in about a second. What it does not count is found by watching
a few of the games."""

from __future__ import annotations

from typing import Any

from ...play.position import Position
from ...reference.course import NOTHING_LEGAL
from ...rules.spelling import spell
from .gathered import Gathered
from .tallies import ONE, Counts, Moments, Pairs, Results

WATCHED = 100
"""So many games are watched besides, for what the engine does not count."""


def counts(position: Position) -> bool:
    """Can the engine count games of this?"""
    return hasattr(position.state, "playouts")


def counted(position: Position, first: int, games: int, *, seed: int, threads: int, limit: int) -> Gathered:
    """Random games number `first` and so on of a seed."""
    told = position.state.playouts(games, seed=seed, first=first, threads=threads, limit=limit)
    return gathered(position, told)


def gathered(position: Position, told: dict[str, Any]) -> Gathered:
    """What the engine told."""
    contract: Any = position.contract
    found = Gathered(players=contract.players)
    found.results, found.cut = results(told["results"]), told["cut_off"]
    found.plies = Counts(list(told["lengths"]))
    clauses = [spell(end) for end in contract.game.ends]
    for by, many in zip(clauses, told["ended_by"], strict=False):
        if many:
            found.ends.setdefault(by, Results()).merge(Results(many))
    if told["nothing_legal"]:
        found.ends[NOTHING_LEGAL] = Results(told["nothing_legal"])
    return found


def results(told: tuple[int, Any, Any, int]) -> Results:
    """Results as the engine has them."""
    games, points, wins, draws = told
    return Results(games, list(points), list(wins), draws)


_ = ONE, Moments, Pairs
