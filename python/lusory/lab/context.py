"""Builds the game context: what measures read of a game besides its games."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..rules.game import Game
from .collect.equivalent_plies import labels, symmetries
from .collect.observe import target
from .measures import GameContext

MOST = 5000
"""With more first plies than this, equivalent ones are not joined."""


def game_context(game: Any) -> GameContext:
    """The game context of a game."""
    start = game.start()
    contract = start.contract
    legal = () if start.result is not None else contract.legal(start.state)
    geometry = contract.picture(start.state, None).geometry
    joined = ""
    label: dict[str, str] = {}
    cells: dict[str, str] = {}
    if isinstance(game, Game) and 0 < len(legal) <= MOST:
        label = labels(game)
        for action in legal:
            cell = target(game, action)
            if cell >= 0:
                cells[contract.text(action)] = geometry.names[cell]
        joined = joined_plies(game, label)
    positions = positions_by_depth(game) if isinstance(game, Game) and not start.hidden else ()
    return GameContext(contract.players, geometry, label, joined, cells, start.hidden, positions)


PLIES = 10_000
"""The most plies made to count positions."""


@lru_cache(maxsize=32)
def positions_by_depth(game: Game) -> tuple[int, ...]:
    """How many different positions there are after 0, 1, 2, ... plies, within PLIES plies made in all."""
    start = game.start()
    contract: Any = start.contract
    layer, remaining = {start.state}, PLIES
    counts = [1]
    while layer:
        going, over = set[Any](), set[Any]()
        for state in layer:
            legal = contract.legal(state)
            remaining -= len(legal)
            if remaining < 0:
                return tuple(counts)
            for after in (contract.play(state, action)[0] for action in legal):
                if contract.result(after) is None:
                    going.add(after)
                else:  # it remembers how it ended, too
                    over.add(tuple(contract.picture(after, None).stones))
        if going or over:
            counts.append(len(going) + len(over))
        layer = going
    return tuple(counts)


def joined_plies(game: Game, label: dict[str, str]) -> str:
    """A sentence about the first plies that are joined."""
    fitting, all_of = len(symmetries(game)), len(game.geometry.symmetries)
    if len(set(label.values())) < len(label):
        return f"first plies that are alike by {fitting} symmetries of the board count as one: random games went alike"
    return (
        "no symmetry of the board is sure to hold in the rules and at the start: no first plies count as one"
        if all_of > 1
        else ""
    )
