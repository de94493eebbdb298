"""A census by the contract alone: counts action sequences of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from lusory.play.contract import Contract, Event

Row = list[int]
"""[nodes, finished, first wins, second wins, draws]"""


def census(game: Contract, depth: int, start: Sequence[str] = ()) -> list[Row]:
    """The rows of plies 1 to `depth`, after the plies of `start`; equal states are counted together."""
    state = game.start()
    for text in start:
        state, _ = play_text(game, state, text)
    level: Counter[Any] = Counter({state: 1})
    rows: list[Row] = []
    for ply in range(depth):
        row, level = next_level(game, level, keep=ply + 1 < depth)
        rows.append(row)
    return rows


def next_level(game: Contract, level: Counter[Any], keep: bool) -> tuple[Row, Counter[Any]]:
    """One row, and the states after it that go on (only if they are to be kept)."""
    row = [0, 0, 0, 0, 0]
    following: Counter[Any] = Counter()
    for state, ways in level.items():
        for action in game.legal(state):
            after, _ = game.play(state, action)
            row[0] += ways
            result = game.result(after)
            if result is not None:
                row[1] += ways
                row[4 if result.winner is None else 2 + result.winner] += ways
            elif keep:
                following[after] += ways
    return row, following


def play_text(game: Contract, state: Any, text: str) -> tuple[Any, tuple[Event, ...]]:
    """Play the legal ply with this canonical text."""
    for action in game.legal(state):
        if game.text(action) == text:
            return game.play(state, action)
    raise ValueError(f"{text} is not legal")
