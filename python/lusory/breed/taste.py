"""Taste: what people liked, as a model of preference on the measures of games.

Votes are comparisons of two games. Each game counts with its figures; the chance that one is preferred is a logistic
function of the differences. Cross-validation leaves out whole games, and says whether the model foretells votes on
games that it has not seen better than a coin does; with few votes it says that it knows nothing.
"""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from .._files import read_text
from ..errors import LusoryError
from .logistic import Logistic, fit
from .opinions import Vote, read_votes

MEASURES = (
    "skill",
    "score off",
    "draws played",
    "plies played",
    "branching",
    "captures",
    "uncertainty",
    "drama",
    "decided after",
    "words",
    "needed",
)
"""What a model sees of a game; `score off` is how far the first player's score is from a half. Names are no measure."""
LOGARITHMS = frozenset({"plies played", "branching", "captures", "words"})
RIDGE, FOLDS, LEAST = 4.0, 5, 20
"""The penalty; parts of a cross-validation; the fewest votes that say anything."""
WIDTH = 1.96


class Taste(msgspec.Struct, frozen=True):
    """A fitted model. weights: by measure, of figures on their scales. votes, people, games: what it comes from. error:
    the share of votes on games it had not seen that it foretold wrongly; low, high: with 95 %; None for too few votes.
    """

    weights: dict[str, float] = {}
    votes: int = 0
    people: int = 0
    games: int = 0
    error: float | None = None
    low: float = 0.0
    high: float = 1.0

    @property
    def knows(self) -> bool:
        """Whether the model foretells votes better than a coin."""
        return self.error is not None and self.high < 0.5

    def liking(self, figures: Mapping[str, float]) -> float:
        """How much a game is liked, from 0 to 1: the chance that it is preferred to one whose figures are all middling
        (see MIDDLE); 0.5 of a model that knows nothing."""
        if not self.knows:
            return 0.5
        row = scale_figures(figures)
        total = math.fsum(self.weights[name] * (row[name] - MIDDLE[name]) for name in self.weights)
        return Logistic((1.0,)).chance((total,))

    def __str__(self) -> str:
        votes_text = f"{self.votes} votes of {self.people} people on {self.games} games"
        if self.error is None:
            return f"taste: {votes_text} are too few: it knows nothing; expected {LEAST} votes or more"
        error_text = (
            f"wrong on {100 * self.error:.0f} % ({100 * self.low:.0f} to {100 * self.high:.0f}) of unseen votes"
        )
        return f"taste: {votes_text}; {error_text}" + ("" if self.knows else ", as a coin may be: it knows nothing")


MIDDLE = {
    "skill": 0.85,
    "score off": 0.15,
    "draws played": 0.05,
    "plies played": math.log(30),
    "branching": math.log(25),
    "captures": math.log(1.5),
    "uncertainty": 0.6,
    "drama": 0.25,
    "decided after": 0.6,
    "words": math.log(15),
    "needed": 0.9,
}
"""Figures of a middling game, on their scales."""


def scale_figures(figures: Mapping[str, float]) -> dict[str, float]:
    """The measures of a game on the scales of the model; what was not measured is middling."""
    measures = {name: figures.get(name) for name in MEASURES} | {"score off": abs(figures.get("score", 0.5) - 0.5)}
    return {name: MIDDLE[name] if value is None else on_scale(name, value) for name, value in measures.items()}


def on_scale(name: str, value: float) -> float:
    """A figure: counts by their logarithms."""
    return math.log(max(value, 0.0) + (1.0 if name == "captures" else 1e-6)) if name in LOGARITHMS else value


def learn(votes: Sequence[Vote], figures: Mapping[str, Mapping[str, float]]) -> Taste:
    """The model of votes on games of which the figures are known by name. Raises LusoryError for other games."""
    if unknown := sorted({name for vote in votes for name in (vote.better, vote.worse)} - set(figures)):
        raise LusoryError(f"votes: nothing is measured of {unknown[0]}; expected games of the litter or the catalogue")
    rows = {name: scale_figures(figures[name]) for vote in votes for name in (vote.better, vote.worse)}
    people = len({vote.voter for vote in votes})
    if len(votes) < LEAST:
        return Taste({}, len(votes), people, len(rows))
    weights = dict(zip(MEASURES, fit_votes(votes, rows).weights, strict=True))
    mistakes, tried = cross_validate(votes, rows)
    if not tried:
        return Taste(weights, len(votes), people, len(rows))
    low, high = wilson(mistakes / tried, min(tried, len(votes)))
    return Taste(weights, len(votes), people, len(rows), mistakes / tried, low, high)


def fit_votes(votes: Sequence[Vote], rows: Mapping[str, Mapping[str, float]]) -> Logistic:
    """The regression. Each vote counts both ways, so that the order of two games says nothing."""
    gaps = [[rows[v.better][name] - rows[v.worse][name] for name in MEASURES] for v in votes]
    mirrored = [*gaps, *([-x for x in gap] for gap in gaps)]
    return fit(mirrored, [True] * len(gaps) + [False] * len(gaps), RIDGE, intercept=False)


def cross_validate(votes: Sequence[Vote], rows: Mapping[str, Mapping[str, float]]) -> tuple[float, int]:
    """How many votes were foretold wrongly, and how many tried: of each part of the games, those votes with a game of
    it, by a model of the votes without. A vote that the model is even about is half wrong."""
    mistakes, tried = 0.0, 0
    for unseen in folds(rows, FOLDS):
        learned_from = [vote for vote in votes if not unseen & {vote.better, vote.worse}]
        if not learned_from:
            continue
        model = fit_votes(learned_from, rows)
        for vote in votes:
            if unseen & {vote.better, vote.worse}:
                score = model.score([rows[vote.better][name] - rows[vote.worse][name] for name in MEASURES])
                mistakes += 0.5 if abs(score) < 1e-9 else float(score < 0)
                tried += 1
    return mistakes, tried


def folds(games: Iterable[str], number: int) -> list[set[str]]:
    """The games in so many parts, the same ones each time."""
    names = sorted(games)
    random.Random("taste").shuffle(names)
    return [set(names[fold::number]) for fold in range(number)]


def wilson(share: float, number: int) -> tuple[float, float]:
    """The interval of a share of so many (Wilson 1927)."""
    z = WIDTH**2 / number
    half = WIDTH * math.sqrt(share * (1 - share) / number + z / (4 * number))
    return max(0.0, (share + z / 2 - half) / (1 + z)), min(1.0, (share + z / 2 + half) / (1 + z))


def taste_of(path: Path, litter: Path | None = None) -> Taste:
    """The model of a file of votes, as `votes_and_figures` reads it."""
    return learn(*votes_and_figures(path, litter))


def votes_and_figures(path: Path, litter: Path | None = None) -> tuple[list[Vote], dict[str, dict[str, float]]]:
    """The votes of a file, and the figures of the games that they name. litter: a `litter.json` with figures; games of
    the catalogue are measured. Raises LusoryError."""
    text = read_text(path)
    try:
        votes = read_votes(text)
        entries = msgspec.json.decode(litter.read_bytes()) if litter is not None and litter.exists() else []
        figures = {entry["name"]: entry["figures"] for entry in entries}
    except LusoryError as fault:
        raise LusoryError(f"{path}: {fault}") from fault
    except OSError as fault:
        raise LusoryError(f"{path}: {fault.strerror or fault}") from fault
    except (UnicodeDecodeError, msgspec.DecodeError, csv.Error, KeyError, TypeError) as fault:
        raise LusoryError(f"{path}: the votes cannot be read: {fault}") from None
    names = {name for vote in votes for name in (vote.better, vote.worse)} - set(figures)
    return votes, figures | {name: figures_of(name) for name in sorted(names)}


def figures_of(name: str) -> dict[str, float]:
    """The figures of a game by its name or file."""
    from .founders import founders
    from .screening import Climb, Ladder

    climb = Climb(Ladder(), founders([name])[0])
    for measure in (climb.size, climb.random_games, climb.skill, climb.balance, climb.measure_necessity):
        measure()
    return climb.figures
