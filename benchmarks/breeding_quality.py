"""Benchmark of breeding's quality measure: whether it ranks known games above random mutants of them.

    python -m benchmarks.breeding_quality [--mutants 1000] [--seed 1] [--keep FILE]

Known games are those of the catalogue whose rules are short enough to be bred from. Mutants have three changes and pass
the first screens (games end, both players win some, and there are choices). Prints the area under the ROC curve, which
is the probability that a known game scores above a mutant (ties count as a half): of each criterion alone, of the
quality, and of a logistic regression of the criteria. The regression is cross-validated: games of a
family and their mutants are scored by a model fitted without them.
Novelty is left out, since it measures the distance from the known games. A mutant that the screen of novelty finds to
be nearly a known game (another number of quiet plies, say) is a mutant all the same; the area is printed without those,
too.
--keep writes the criteria of each game to a file, as JSON lines.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import NamedTuple

from lusory.breed import search_figures
from lusory.breed.canonical import key
from lusory.breed.children import can_be_bred, sensible
from lusory.breed.distance import near
from lusory.breed.founders import founders
from lusory.breed.logistic import area, fit
from lusory.breed.mutation import mutate
from lusory.breed.parts import rules_of
from lusory.breed.playing import Monster, clock
from lusory.breed.screening import Climb, Ladder
from lusory.breed.screens import BUDGETS, bounds, missed_threshold
from lusory.errors import LusoryError, RuleError
from lusory.rules import codec
from lusory.rules.game import Game

CHANGES = 3
FIRST = ("size", "plays", "random games")
FAMILIES = (
    ("gomoku", "pente", "tic-tac-toe", "connect-four", "connect6", "yavalath", "squava", "order-and-chaos", "notakto"),
    ("three-mens-morris", "nine-mens-morris", "teeko"),
    ("hex", "y", "havannah", "rex"),
    ("go", "atari-go", "ndengrod", "gonnect"),
    ("draughts", "giveaway-draughts", "alquerque", "yote", "fox-and-geese", "bagh-chal"),
    ("domineering", "cram", "clobber", "konane", "geography", "queens", "amazons", "isola", "snort", "col", "chomp"),
    ("breakthrough", "hexapawn", "race", "halma", "dodgem"),
    ("brandubh", "tablut", "hasami-shogi"),
    ("reversi", "ataxx"),
    ("mu-torere", "pong-hau-ki"),
)
"""Games that have much in common; every other game is a family of its own."""
SAMPLES = 400
"""Bootstrap samples for the confidence interval of the area."""


class KnownGames(NamedTuple):
    """The known games, and the keys of their canonical forms."""

    games: list[Game]
    keys: set[str]


class ScoredGame(NamedTuple):
    """A scored game. name: of the known game that it is or descends from. family: of that known game. classic: whether
    it is a known game, not a mutant. rules: as JSON. value: its quality. known: whether its rules equal those of a
    known game up to order and symmetry, which can be true of a mutant. distance: of its rules from the nearest known
    game."""

    name: str
    family: str
    classic: bool
    rules: str
    criteria: dict[str, float]
    value: float
    known: bool
    distance: float = 99.0


def criteria(game: Game) -> dict[str, float] | None:
    """The criteria of a game that passes the first screens (later ones it may fail); otherwise None."""
    climb = Climb(Ladder(), game)
    try:
        with clock(4 * BUDGETS["seconds of a screen"]):
            for screen, measure in zip(FIRST, (climb.size, climb.plays, climb.random_games), strict=True):
                measure()
                if missed_threshold(screen, climb.figures):
                    return None
            climb.skill()
            climb.balance()
            climb.measure_necessity()
            climb.play_fresh_games()
    except (Monster, LusoryError):
        return None
    return search_figures.criteria(climb.figures | {"novelty": 3.0})


def mutant(game: Game, rng: random.Random, pool: list[Game]) -> Game | None:
    """The game after three mutations; None where that makes no sense."""
    fields = rules_of(game)
    try:
        for _ in range(CHANGES):
            fields, _ = mutate(fields, rng, pool)
    except RuleError:
        return None
    mutant = sensible(fields)
    return mutant if mutant is not None and can_be_bred(mutant) and mutant != game else None


def family(name: str) -> str:
    """The family of a game, named after its first member."""
    return next((names[0] for names in FAMILIES if name in names), name)


def score_game(game: Game, name: str, classic: bool, known_games: KnownGames) -> ScoredGame | None:
    """A game with its criteria; None if it fails a first screen."""
    criteria_values = criteria(game)
    if criteria_values is None:
        return None
    rules = codec.canonical(game).decode()
    return ScoredGame(
        name,
        family(name),
        classic,
        rules,
        criteria_values,
        search_figures.weighted_mean(criteria_values),
        key(game) in known_games.keys,
        near(game, known_games.games)[0][0],
    )


def collect(mutants: int, seed: int) -> tuple[list[ScoredGame], int]:
    """The known games that pass the first screens, with mutants of all known games in turn; and the number of tries."""
    known_games = founders()
    known = KnownGames(known_games, {key(game) for game in known_games})
    scores = [score for game in known_games if (score := score_game(game, game.name, True, known)) is not None]
    attempts = remaining = 0
    while remaining < mutants:
        rng = random.Random(f"{seed}:{attempts}:mutant")
        parent = known_games[attempts % len(known_games)]
        attempts += 1
        game = mutant(parent, rng, known_games)
        score = score_game(game, parent.name, False, known) if game is not None else None
        if score is not None:
            scores.append(score)
            remaining += 1
    return scores, attempts


def area_above_mutants(games: list[ScoredGame], values: list[float]) -> float:
    """The area under the ROC curve of a list of values, one for each game."""
    better = [value for game, value in zip(games, values, strict=True) if game.classic]
    worse = [value for game, value in zip(games, values, strict=True) if not game.classic]
    return area(better, worse)


def interval(games: list[ScoredGame], values: list[float]) -> tuple[float, float]:
    """The 95 % confidence interval of the area, by bootstrap over known games and mutants."""
    rng = random.Random(1)
    better = [value for game, value in zip(games, values, strict=True) if game.classic]
    worse = [value for game, value in zip(games, values, strict=True) if not game.classic]
    areas = sorted(
        area(rng.choices(better, k=len(better)), rng.choices(worse, k=min(200, len(worse)))) for _ in range(SAMPLES)
    )
    return areas[SAMPLES // 40], areas[-SAMPLES // 40]


def validated_scores(games: list[ScoredGame], names: list[str], ridge: float = 3.0) -> list[float]:
    """The score of each game by a regression that was fitted without its family."""
    rows = [[game.criteria[name] for name in names] for game in games]
    scores = dict[str, list[float]]()
    for left_out in {game.family for game in games}:
        inside = [i for i, game in enumerate(games) if game.family != left_out]
        model = fit([rows[i] for i in inside], [games[i].classic for i in inside], ridge, balanced=True)
        scores[left_out] = [model.score(row) for row in rows]
    return [scores[game.family][i] for i, game in enumerate(games)]


def main() -> None:
    """Reads the command line, and prints what was found."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--mutants", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--keep", type=Path)
    arguments = reader.parse_args()
    games, attempts = collect(arguments.mutants, arguments.seed)
    if arguments.keep:
        arguments.keep.write_text("".join(json.dumps(game._asdict()) + "\n" for game in games), encoding="utf-8")
    report(games, attempts, arguments.seed)


def report(games: list[ScoredGame], attempts: int, seed: int) -> None:
    """Prints the areas."""
    classics = [game for game in games if game.classic]
    names = [name for name in search_figures.WEIGHTS if name != "novelty"]
    print(f"{len(classics)} known games, {len(games) - len(classics)} mutants (of {attempts}), seed {seed}")
    for classic in sorted(classics, key=lambda game: -game.value):
        print(f"  {classic.value:.2f} {classic.name}")
    for name in names:
        print(f"{name:>24}  {area_above_mutants(games, [game.criteria[name] for game in games]):.3f}")
    values = [game.value for game in games]
    low, high = interval(games, values)
    print(f"{'quality':>24}  {area_above_mutants(games, values):.3f} ({low:.3f} to {high:.3f})")
    report_new(games)
    print(f"{'regression, validated':>24}  {area_above_mutants(games, validated_scores(games, names)):.3f}")
    short = validated_scores(games, ["needed", "short goal"])
    print(f"{'needed and short goal':>24}  {area_above_mutants(games, short):.3f}")


def report_new(games: list[ScoredGame]) -> None:
    """Prints the area without mutants that are known games, and without those that are nearly so."""
    least = next(bound.low or 0.0 for bound in bounds("novelty"))
    others = [game for game in games if game.classic or not game.known]
    print(f"{'no mutant a known game':>24}  {area_above_mutants(others, [game.value for game in others]):.3f}")
    new = [game for game in games if game.classic or game.distance >= least]
    values = [game.value for game in new]
    low, high = interval(new, values)
    print(f"{'only new mutants':>24}  {area_above_mutants(new, values):.3f} ({low:.3f} to {high:.3f}), "
          f"{len(games) - len(new)} fewer")  # fmt: skip


if __name__ == "__main__":
    main()
