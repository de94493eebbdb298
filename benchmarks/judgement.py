"""Does the quality of breeding set known games above random mutants of them?

    python -m benchmarks.judgement [--mutants 1000] [--seed 1]

Mutants have three changes and pass the first screens (they end, both win, there is something to choose). Printed is
the area under the curve: how often a known game has the higher quality than a mutant, a half for equal ones. Novelty is
left out: it would know the known ones by name.
"""

from __future__ import annotations

import argparse
import random

from lusory.breed import course
from lusory.breed.founders import founders
from lusory.breed.ladder import Climb, Ladder
from lusory.breed.mutation import mutated
from lusory.breed.parts import rules_of
from lusory.breed.playing import Monster, clock
from lusory.breed.screens import BUDGETS, missed
from lusory.breed.variation import bred, sensible
from lusory.errors import LusoryError, RuleError
from lusory.rules.game import Game

CHANGES = 3
FIRST = ("size", "plays", "random games")


def quality(game: Game) -> float | None:
    """The quality of a game that passes the first screens; of one that misses a later one, too."""
    climb = Climb(Ladder(), game)
    try:
        with clock(4 * BUDGETS["seconds of a screen"]):
            for screen, measure in zip(FIRST, (climb.size, climb.plays, climb.random_games), strict=True):
                measure()
                if missed(screen, climb.figures):
                    return None
            climb.skill()
            climb.balance()
    except (Monster, LusoryError):
        return None
    return course.quality(climb.figures | {"novelty": 3.0}, climb.scores, climb.played).value


def mutant(game: Game, rng: random.Random, pool: list[Game]) -> Game | None:
    """The game after three mutations; None where that makes no sense."""
    fields = rules_of(game)
    try:
        for _ in range(CHANGES):
            fields, _ = mutated(fields, rng, pool)
    except RuleError:
        return None
    found = sensible(fields)
    return found if found is not None and bred(found) and found != game else None


def area(better: list[float], worse: list[float]) -> float:
    """How often one of the first is above one of the others."""
    won = sum((a > b) + (a == b) / 2 for a in better for b in worse)
    return won / (len(better) * len(worse))


def main() -> None:
    """Reads the command line, and prints what was found."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--mutants", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    known = founders()
    classics = {game.name: value for game in known if (value := quality(game)) is not None}
    found: list[float] = []
    tried = 0
    while len(found) < given.mutants:
        rng = random.Random(f"{given.seed}:{tried}:mutant")
        tried += 1
        game = mutant(rng.choice(known), rng, known)
        value = quality(game) if game is not None else None
        if value is not None:
            found.append(value)
    print(", ".join(f"{name} {value:.2f}" for name, value in sorted(classics.items(), key=lambda one: -one[1])))
    print(f"{len(classics)} known games against {len(found)} mutants (of {tried}), seed {given.seed}")
    quarters = sorted(found)[:: max(1, len(found) // 4)]
    print("quality of mutants by quarters: " + " ".join(f"{value:.2f}" for value in quarters))
    print(f"area under the curve {area(list(classics.values()), found):.3f}")


if __name__ == "__main__":
    main()
