"""Test support: synthetic figures, games and measurements for tests of reports."""

from __future__ import annotations

import random
from collections import Counter

from lusory.games import load
from lusory.lab.figures import CellMap, Curve, Figure, FigureTable, Histogram, Measurement, Point, Sample, TableRow
from lusory.play.position import Position
from lusory.rules import codec
from lusory.rules.events import CHANCE

HOSTILE = "</script><img src=x onerror=alert(1)>`|*\"'&\n# x"


def near(name: str, value: float, wide: float = 0.05, games: int = 100, unit: str = "share") -> Figure:
    """A figure in the middle of its interval."""
    return Figure(name, value, value - wide, value + wide, games, unit, "mean")


def random_game(name: str, seed: int, **options: object) -> Position:
    """A random game."""
    rng = random.Random(seed)
    position = load(name, **options).start()
    while not position.result:
        legal = position.contract.legal(position.state)
        weights = position.contract.weights(position.state) if position.to_move == CHANCE else None
        position = position.follow(rng.choices(legal, weights)[0])
    return position


def full_measurement(name: str = "tic-tac-toe", games: int = 12, **options: object) -> Measurement:
    """As much of everything as a report can show."""
    ends = [random_game(name, seed, **options) for seed in range(games)]
    game = load(name, **options)
    lengths = Counter(end.ply for end in ends)
    reasons = Counter(end.result.by for end in ends if end.result)
    cells = game.geometry.names
    last = max(lengths)
    bars = tuple(range(last + 1))
    return Measurement(
        game=codec.canonical(game).decode(),
        name=name,
        options={key: str(value) for key, value in options.items()},
        player="random",
        seed=7,
        games=games,
        cut=1,
        command=f"lusory measure {name} --games {games} --seed 7",
        lusory="0.1.0",
        figures=(
            near("first", 0.6, games=games), near("second", 0.3, games=games), near("draws", 0.1, games=games),
            near("score", 0.65, games=games, unit="points"), near("plies", 7.6, games=games, unit="plies"),
            near("branching", 5.2, games=games, unit="plies"), Figure("drama", why="the players tell no values"),
            Figure("ladder rungs", 2.0, games=games),
        ),
        tables=(
            FigureTable("ends", ("share",), tuple(TableRow(by, (near("share", n / games),))
                                                  for by, n in sorted(reasons.items()))),
            FigureTable("openings", ("share", "score"),
                        tuple(TableRow(c, (near("share", 0.1), near("score", 0.45 + 0.01 * i)))
                              for i, c in enumerate(cells))),
            FigureTable("ladder", ("score", "elo"),
                        (TableRow("mcts:2 against mcts:1", (near("score", 0.7), near("elo", 150))),)),
        ),
        curves=(
            Curve("branching", tuple(Point(x, 9 - x, 8.5 - x, 9.5 - x, games) for x in range(last)), "plies"),
            Curve("value", why="the players tell no values"),
        ),
        histograms=(Histogram("plies", bars, tuple(lengths[n] for n in bars), 1.0, "plies"),),
        maps=(
            CellMap("openings", {c: near("openings", 0.4 + 0.01 * i, unit="points") for i, c in enumerate(cells)}),
            CellMap("occupied", {c: near("occupied", 0.5) for c in cells}, "share"),
        ),
        samples=tuple(sample(end, reason) for reason, end in (("typical", ends[0]), ("the longest", ends[1]))),
        notes=("One game was cut.",),
    )  # fmt: skip


def sample(end: Position, reason: str) -> Sample:
    """A game with made-up values."""
    texts = tuple(end.contract.text(ply.action) for ply in end.past)
    assert end.result
    return Sample(reason, texts, end.result.values, end.result.by, tuple(0.5 + 0.01 * i for i in range(len(texts))))
