"""Tests whether breeding rediscovers a known game from games older than it.

    python -m benchmarks.rediscovery --target yavalath --before 2007 [--seeds 5] [--children 20000] [--also squava]

Parents are the games of the catalogue from before that year, without the targets; so is what counts as known. Of all
that a run keeps, the nearest to each target is printed, its distance, and after how many children it came. `equal`
means equal rules up to what never matters, order and symmetry, on a board of the same kind, of whatever size. --also
names games that are reported, too; they are taken out of the parents as well. What is nearer than before is printed as
it comes.
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
    on_board = built(rules_of(target) | {"board": game.board})
    if on_board is None:
        return distance(game, target), False
    short = prune(on_board, tests(on_board))
    return min(distance(game, on_board), distance(game, short)), key(game) in (key(on_board), key(short))


def run(targets: list[str], before: int, seed: int, children: int) -> dict[str, Found]:
    """One run; the nearest to each target."""
    named_rules = tuple((game.name, codec.canonical(game).decode()) for game in parents(targets, before))
    breeding = Breeding(BreedSetting(named_rules, seed))
    worker = batches.BatchTask(named_rules).worker()
    targets_by_name = {name: find(name).build() for name in targets}
    found_by_target: dict[str, Found] = {}
    started = time.process_time()
    for number in range(-(-children // batches.SIZE)):
        result = worker.do(breeding.batch(number))
        breeding.take(result)
        for elite in result.kept:
            for name, target in targets_by_name.items():
                apart, equal = distance_to_target(read(elite.verdict.rules), target)
                if name not in found_by_target or (not equal, apart) < (
                    not found_by_target[name].equal,
                    found_by_target[name].distance,
                ):
                    found_by_target[name] = Found(apart, equal, elite.number, repr(read(elite.verdict.rules)))
                    report(seed, name, found_by_target[name], time.process_time() - started)
    return found_by_target


def report(seed: int, name: str, found: Found, seconds: float) -> None:
    """Prints the nearest to a target so far."""
    nearness = "equal" if found.equal else f"distance {found.distance:.2f}"
    print(f"seed {seed}: {name}: {nearness}, child {found.after:,} ({seconds:.0f} s): {found.rules}", flush=True)


def main() -> None:
    """Reads the command line, and prints what was found."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--target", action="append", default=None)
    reader.add_argument("--also", action="append", default=None)
    reader.add_argument("--before", type=int, default=2007)
    reader.add_argument("--seeds", type=int, default=5)
    reader.add_argument("--first", type=int, default=1)
    reader.add_argument("--children", type=int, default=20_000)
    parsed = reader.parse_args()
    targets = [*(parsed.target or ["yavalath", "ndengrod"]), *(parsed.also or ())]
    print("parents:", ", ".join(game.name for game in parents(targets, parsed.before)))
    for seed in range(parsed.first, parsed.first + parsed.seeds):
        started = time.process_time()
        found_by_target = run(targets, parsed.before, seed, parsed.children)
        print(f"seed {seed}: {parsed.children:,} children, {time.process_time() - started:.0f} s; the nearest:")
        for name, found in found_by_target.items():
            report(seed, name, found, time.process_time() - started)


if __name__ == "__main__":
    main()
