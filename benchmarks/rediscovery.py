"""Tests whether breeding rediscovers a known game from games older than it.

    python -m benchmarks.rediscovery --target yavalath --before 2007 [--seeds 5] [--children 20000]

Parents are the games of the catalogue from before that year, without the targets; so is what counts as known. Of all
that a run keeps, the nearest to each target is printed, its distance, and after how many children it came. `equal`
means equal rules up to what never matters, order and symmetry, on a board of the same kind, of whatever size.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

from lusory.breed import batches
from lusory.breed.archive import read
from lusory.breed.canonical import key
from lusory.breed.distance import distance
from lusory.breed.founders import founders
from lusory.breed.parts import built, rules_of
from lusory.breed.playing import tests
from lusory.breed.pruning import prune
from lusory.breed.run import Breeding, BreedSetting
from lusory.games import catalogue, find
from lusory.rules import codec
from lusory.rules.game import Game


class Found(NamedTuple):
    """The nearest so far. after: so many children."""

    distance: float
    equal: bool
    after: int
    rules: str


def parents(targets: list[str], before: int) -> list[Game]:
    """The games that a run begins with."""
    years = {name: definition.about.year for name, definition in catalogue().items()}
    return [game for game in founders() if game.name not in targets and (years.get(game.name) or 0) < before]


def distance_to_target(game: Game, target: Game) -> tuple[float, bool]:
    """The distance of a game from a target on its own board, if that is of the same kind, and are they equal."""
    if type(game.board) is not type(target.board):
        return distance(game, target), False
    there = built(rules_of(target) | {"board": game.board})
    if there is None:
        return distance(game, target), False
    short = prune(there, tests(there))
    return min(distance(game, there), distance(game, short)), key(game) in (key(there), key(short))


def run(targets: list[str], before: int, seed: int, children: int) -> dict[str, Found]:
    """One run; the nearest to each target."""
    told = tuple((game.name, codec.canonical(game).decode()) for game in parents(targets, before))
    breeding = Breeding(BreedSetting(told, seed))
    worker = batches.BatchTask(told).worker()
    wanted = {name: find(name).build() for name in targets}
    found: dict[str, Found] = {}
    for number in range(-(-children // batches.SIZE)):
        answer = worker.do(breeding.batch(number))
        breeding.take(answer)
        for one in answer.kept:
            for name, target in wanted.items():
                apart, equal = distance_to_target(read(one.verdict.rules), target)
                if name not in found or (not equal, apart) < (not found[name].equal, found[name].distance):
                    found[name] = Found(apart, equal, one.number, repr(read(one.verdict.rules)))
    return found


def main() -> None:
    """Reads the command line, and prints what was found."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--target", action="append", default=None)
    reader.add_argument("--before", type=int, default=2007)
    reader.add_argument("--seeds", type=int, default=5)
    reader.add_argument("--first", type=int, default=1)
    reader.add_argument("--children", type=int, default=20_000)
    given = reader.parse_args()
    targets = given.target or ["yavalath", "ndengrod"]
    print("parents:", ", ".join(game.name for game in parents(targets, given.before)))
    for seed in range(given.first, given.first + given.seeds):
        begun = time.process_time()
        for name, one in run(targets, given.before, seed, given.children).items():
            equal = "equal" if one.equal else f"distance {one.distance:.2f}"
            seconds = time.process_time() - begun
            print(f"seed {seed}: {name}: {equal}, child {one.after:,} ({seconds:.0f} s): {one.rules}", flush=True)


if __name__ == "__main__":
    main()
