"""Differential test of the reference against independent implementations of the five games, in random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from lusory.games import load
from lusory.play.contract import CHANCE, Contract, Event
from lusory.reference import Reference

from .test_readings import READINGS

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("serendipity", {}, 2),
    ("serendipity", {"target": 13}, 2),
    ("serendipity", {"size": 4}, 15),
    ("serendipity", {"size": 4, "rows": 1, "target": 3, "repeat": 2}, 40),
    ("serendipity", {"size": 6, "rows": 1, "repeat": 0, "quiet": 5}, 8),
    ("serendipity", {"size": 6, "rows": 2, "target": 9, "quiet": 0}, 5),
    ("doppel", {}, 3),
    ("doppel", {"size": 2}, 8),
    ("doppel", {"size": 5}, 10),
    ("doppel", {"size": 5, "growth": True}, 10),
    ("susan", {}, 3),
    ("susan", {"size": 2}, 40),
    ("susan", {"size": 3, "draw": "slides:2"}, 30),
    ("susan", {"size": 2, "draw": "repeat:2"}, 40),
    ("susan", {"size": 4, "draw": "none"}, 3),
    ("ndengrod", {}, 3),
    ("ndengrod", {"board": "trapezium", "swap": True}, 3),
    ("ndengrod", {"board": "trapezium", "size": 3, "suicide": "forbidden", "length": 4}, 20),
    ("ndengrod", {"size": 3, "swap": True, "repeat": 2}, 20),
    ("ndengrod", {"size": 3, "suicide": "forbidden", "repeat": 0}, 20),
    ("ndengrod", {"size": 2, "length": 3, "repeat": 2}, 40),
    ("ndengrod", {"size": 3, "length": 3, "swap": True, "suicide": "forbidden", "repeat": 2}, 10),
    ("ndengrod", {"size": 2, "length": 2, "suicide": "forbidden"}, 20),
    ("hidden-gomoku", {}, 2),
    ("hidden-gomoku", {"size": 4, "lines": 1}, 10),
    ("hidden-gomoku", {"size": 5}, 8),
    ("hidden-gomoku", {"size": 4, "length": 3}, 15),
    ("hidden-gomoku", {"size": 5, "lines": 1, "length": 4}, 10),
    ("hidden-gomoku", {"size": 3}, 15),
]
GAMES_EACH = 3
PLIES = 400
"""The limit of plies, since some settings allow endless games."""


def title(row: object) -> str:
    return " ".join(f"{k}={v}" for k, v in row.items()) or "defaults" if isinstance(row, dict) else str(row)


@pytest.mark.parametrize(("name", "options", "games"), GAMES, ids=title)
def test_whole_games_agree(name: str, options: dict[str, Any], games: int) -> None:
    reference: Contract = Reference(load(name, **options))
    reading = READINGS[name](**options)
    for seed in range(GAMES_EACH * games):
        agree(reference, reading, random.Random(f"{name} {seed}"))


def agree(reference: Contract, reading: Contract, rng: random.Random) -> None:
    """Play one random game on both, and compare every ply."""
    reference_state, reading_state = reference.start(), reading.start()
    texts: list[str] = []
    for _ in range(PLIES):
        plies = {reference.text(action): action for action in reference.legal(reference_state)}
        plies_of_reading = {reading.text(action): action for action in reading.legal(reading_state)}
        assert plies.keys() == plies_of_reading.keys(), texts
        for function in (about, outcome):
            assert function(reference, reference_state) == function(reading, reading_state), texts
        if not plies:
            return
        if reference.to_move(reference_state) == CHANCE:
            assert set(reference.weights(reference_state)) == set(reading.weights(reading_state)) == {1}
        text = choose(sorted(plies), rng)
        texts.append(text)
        reference_state, events = reference.play(reference_state, plies[text])
        reading_state, other_events = reading.play(reading_state, plies_of_reading[text])
        assert list(map(facts, events)) == list(map(facts, other_events)), texts


def choose(plies: list[str], rng: random.Random) -> str:
    """A random ply that seldom ends a turn early, so that long turns and their ends occur."""
    on = [text for text in plies if text != "end"]
    return rng.choice(on if on and rng.random() < 0.9 else plies)


def about(game: Contract, state: Any) -> tuple[Any, ...]:
    """The player to move (while the game goes on), the scores, and whether a turn begins."""
    over = game.result(state) is not None
    return game.scores(state), over or game.to_move(state), over or game.turn_over(state)


def outcome(game: Contract, state: Any) -> tuple[Any, ...] | None:
    result = game.result(state)
    return None if result is None else (result.values, result.witness)


def facts(event: Event) -> tuple[Any, ...]:
    """The compared fields of an event. Reasons are compared by cells where the rules name one (doppel)."""
    reason = sorted({*event.cells, *(cell for _, cells in event.why for cell in cells)}) if event.kind == "earn" else []
    return event.kind, event.cells, event.player, event.amount, event.seen_by, reason
