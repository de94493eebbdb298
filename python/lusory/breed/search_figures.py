"""Figures of games between searches (who wins, how open they stay), and the quality computed from them.

How the lead goes is measured by `lusory.lab.measures.lead`. The quality is the mean of a few criteria, each from 0 to
1; its interval is that of the mean over games, as if they were independent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..errors import LusoryError
from ..lab.collect.observe import Observed
from ..lab.measures import lead
from ..rules.game import Game
from . import playing

if TYPE_CHECKING:
    from .screening import QualityInterval

WIDTH = 1.96
LEADS: dict[str, Callable[[Observed], object]] = {
    "drama": lead.drama,
    "uncertainty": lead.uncertainty,
    "lead change": lead.lead_change,
    "killer moves": lead.killer_moves,
    "decided after": lead.decided_after,
}
"""Measures of one game that are read."""
LENGTH = 40
"""Plies of a game that is neither too short nor too long."""
WEIGHTS = {
    "needed": 12.0,
    "short goal": 2.0,
    "reached ends": 2.0,
    "depth": 1.0,
    "balance": 0.5,
    "decisive": 1.0,
    "open": 0.5,
    "drama": 1.0,
    "length": 1.0,
    "novelty": 0.5,
}
"""What each criterion counts: that all parts of the rules are needed tells known games from mutants best by far (see
benchmarks/breeding_quality.py); the others order games whose rules are as good as all needed."""
GOAL_WORDS = 10
"""Words of ends that are many: each so many more divide the criterion by e."""


def results(games: Sequence[Observed]) -> dict[str, float]:
    """Who wins, draws, how long games are. What was cut is a draw."""
    points = [game.values[0] if game.finished else 0.5 for game in games]
    draws = [1.0 not in game.values for game in games]
    return {
        "score": mean(points),
        "draws played": mean([float(is_draw) for is_draw in draws]),
        "plies played": mean([float(len(game.plies)) for game in games]),
    }


def leads(games: Sequence[Observed]) -> dict[str, float]:
    """How the lead went, the mean over the games that tell it."""
    figures: dict[str, float] = {}
    for name, measure in LEADS.items():
        values = [value for game in games if isinstance(value := measure(game), (int, float))]
        if values:
            figures[name] = mean([float(value) for value in values])
    return figures | permanence(games)


def permanence(games: Sequence[Observed]) -> dict[str, float]:
    """How much of what plies bring is still there after the reply: a ratio of sums over the games."""
    parts = [value for game in games if isinstance(value := lead.permanence(game), tuple)]
    kept, whole = (math.fsum(part[i] for part in parts) for i in (0, 1))
    return {"permanence": kept / whole} if whole else {}


def mean(values: Sequence[float]) -> float:
    """Of at least one number."""
    return math.fsum(values) / len(values)


def criteria(figures: Mapping[str, float]) -> dict[str, float]:
    """What the quality is made of, each from 0 to 1. Rules whose need has not been measured count as needed."""
    late = figures.get("decided after", 0.0)
    return {
        "needed": figures.get("needed", 1.0),
        "short goal": math.exp(-figures["goal words"] / GOAL_WORDS),
        "reached ends": 1 - clip(figures.get("unused ends", 0.0)),
        "depth": clip(2 * figures["skill"] - 1),
        "balance": 1 - abs(2 * figures["score"] - 1),
        "decisive": 1 - figures["draws played"],
        "open": (clip(2 * figures.get("uncertainty", 0.0)) + late) / 2,
        "drama": clip(2 * figures.get("drama", 0.0)),
        "length": math.exp(-(math.log(figures["plies played"] / LENGTH) ** 2)),
        "novelty": clip(figures.get("novelty", 0.0) / 6),
    }


BEST = {"score": 0.5, "draws played": 0.0, "uncertainty": 0.5, "decided after": 1.0, "drama": 0.5}
"""Figures of games between equals that no game surpasses as far as the criteria go."""


def most(figures: Mapping[str, float]) -> float:
    """The quality of a game of which it is not yet known how it goes between searches, if that is as good as can be."""
    best_criteria = criteria({"skill": 1.0, **figures, **BEST, "plies played": LENGTH})
    return weighted_mean(best_criteria)


def weighted_mean(values: Mapping[str, float]) -> float:
    """The mean of criteria by their weights."""
    return math.fsum(WEIGHTS[name] * value for name, value in values.items()) / math.fsum(WEIGHTS.values())


def clip(value: float) -> float:
    """Between 0 and 1."""
    return min(1.0, max(0.0, value))


def quality(figures: Mapping[str, float], scores: Sequence[float], games: Sequence[Observed]) -> QualityInterval:
    """The weighted mean of the criteria. scores: of the stronger search, by game."""
    from .screening import QualityInterval

    values, total = criteria(figures), math.fsum(WEIGHTS.values())
    value = weighted_mean(values)
    points = [game.values[0] if game.finished else 0.5 for game in games]
    spread = (2 * WEIGHTS["depth"]) ** 2 * variance(scores) + (2 * WEIGHTS["balance"]) ** 2 * variance(points)
    spread += WEIGHTS["open"] ** 2 * variance([v for g in games if isinstance(v := lead.uncertainty(g), float)])
    half = WIDTH * math.sqrt(spread) / total
    return QualityInterval(*(round(x, 6) for x in (value, clip(value - half), clip(value + half))))


def variance(values: Sequence[float]) -> float:
    """Of the mean of some numbers; as if two more, 0 and 1, had come, so that few equal ones are not certain."""
    padded = [*values, 0.0, 1.0]
    middle = mean(padded)
    return math.fsum((x - middle) ** 2 for x in padded) / len(padded) ** 2


def sample(game: Game, games: Sequence[Observed]) -> tuple[str, ...]:
    """The most dramatic finished game, as texts of plies."""
    finished = [game for game in games if game.finished]
    if not finished:
        return ()
    best = max(finished, key=lambda game: (lead.excitement(game) or 0.0, -game.number))
    text = playing.machine(game).text
    try:
        return tuple(text(int(ply)) for ply in best.plies)
    except LusoryError:
        return ()
