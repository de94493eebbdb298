"""The aim of a breeding run, besides quality: a goal for the figures, as of a repair (`draws<=10% 20<=plies<=40`), and
what people like."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from ..errors import GoalError
from ..lab.figures import Figure
from ..lab.repair.goal import UNITS, Goal, read_goal
from .screens import BUDGETS
from .taste import Taste

FIGURES = {
    "first": "first",
    "score": "score",
    "draws": "draws played",
    "plies": "plies played",
    "branching": "branching",
    "captures": "captures",
    "forced": "forced",
    "completion": "completion",
    "drama": "drama",
    "uncertainty": "uncertainty",
    "lead change": "lead change",
    "killer moves": "killer moves",
    "permanence": "permanence",
    "decided after": "decided after",
}
"""Figures that a goal may name, and which figure of the screens has the value of each."""
OF_RANDOM_GAMES = frozenset(("first", "branching", "captures", "forced", "completion"))
"""Those that random games tell; games between searches, of which there are fewer, tell the others."""
STEEPNESS = 3.0
"""How fast a game loses worth with its distance from the goal."""
FAR = 10.0
"""The largest distance from a goal that is told; a figure that could not be measured counts as that."""


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is bred for. goal: its text, empty for none. taste: a model of what people like, None for none."""

    goal: str = ""
    taste: Taste | None = None

    def miss(self, figures: Mapping[str, float]) -> float:
        """How far a game with these figures of the screens is from the goal; 0 where it meets it."""
        return min(goal_miss(goal_of(self.goal), figures), FAR)

    def worth(self, quality: float, figures: Mapping[str, float]) -> float:
        """What a game is worth to the run, from 0 to 1: its quality and how people would like it, in equal parts; less
        the farther it is from the goal. A taste that knows nothing does not count."""
        if self.taste is not None and self.taste.knows:
            quality = (quality + self.taste.liking(figures)) / 2
        return quality * math.exp(-STEEPNESS * self.miss(figures))


def goal_of(text: str | Goal) -> Goal | None:
    """A goal for figures that the screens measure; None for an empty text. Raises GoalError."""
    goal = read_goal(text, tuple(FIGURES)) if isinstance(text, str) and text else text or None
    if not isinstance(goal, Goal):
        return None
    if unknown := [name for name in goal.figures if name not in FIGURES]:
        raise GoalError(f"goal: {unknown[0]} is not measured by the screens; expected {', '.join(FIGURES)}")
    return goal


def games_behind(goal: Goal) -> int:
    """The fewest games that a figure of this goal comes from. They are the games by which a game was chosen, too, so
    that it meets the goal in them proves nothing."""
    screens = ("random games" if name in OF_RANDOM_GAMES else "niche" for name in goal.figures)
    return min(int(BUDGETS[f"games at {screen}"]) for screen in screens)


def goal_note(miss: float, text: str) -> str:
    """Whether a game looks as if it met a goal, as a line says it; empty without a goal."""
    goal = goal_of(text)
    if goal is None:
        return ""
    return f"looks as if it {'misses' if miss else 'meets'} the goal ({games_behind(goal)} games)"


def goal_figures(figures: Mapping[str, float]) -> dict[str, float]:
    """Figures of the screens by the names that a goal has for them."""
    return {name: figures[source] for name, source in FIGURES.items() if source in figures}


def goal_miss(goal: Goal | None, figures: Mapping[str, float]) -> float:
    """How far figures of the screens are from a goal; infinite where one that it names has not been measured."""
    if goal is None:
        return 0.0
    wanted_figures = goal_figures(figures).items()
    return goal.miss([Figure(name, value, unit=UNITS.get(name, "")) for name, value in wanted_figures])
