"""Strength of the hidden-gomoku player: matches against random, a player without memory, and one who sees everything.

    python -m benchmarks.hidden_match best:1s --games 200

The forgetful player looks through its own stones for the point where most of its lines grow. Of the other's stones it
knows those that lie open; announcements it does not remember, and what it reveals is left to chance. The one who sees
everything gets the referee's position and searches that as if nothing were hidden: no honest player gets as far.
Games are played in pairs from the same random opening, seats swapped; they are kept in --log and gone on with.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import msgspec

from lusory import load
from lusory.lab.matches.game import GameOutcome, MatchGame, Players
from lusory.lab.matches.result import count_pairs
from lusory.lab.matches.score import score
from lusory.lab.matches.setting import MatchSetting
from lusory.lab.studies.probes.matchups import FullInformationRound
from lusory.play.view import View
from lusory.players import read_spec
from lusory.players.player import Player, Seen
from lusory.players.spec import PlayerKind, Spec
from lusory.rules import codec
from lusory.rules.geometry import Geometry

NAME = "hidden-gomoku"
LENGTH = 5
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def windows(geometry: Geometry) -> list[tuple[str, ...]]:
    """All stretches of LENGTH points in a row."""
    columns = sorted({name[0] for name in geometry.names})
    size = len(columns)
    windows = []
    for x in range(size):
        for y in range(size):
            for dx, dy in WAYS:
                ends = x + dx * (LENGTH - 1), y + dy * (LENGTH - 1)
                if all(0 <= end < size for end in ends):
                    windows.append(tuple(f"{columns[x + dx * i]}{y + dy * i + 1}" for i in range(LENGTH)))
    return windows


class Forgetful(Player):
    """See above."""

    def choose(self, view: Seen, rng: random.Random) -> str:
        assert isinstance(view, View)
        if ":" not in view.moves[0] or view.moves[0].startswith("reveal"):
            return rng.choice(view.moves)
        exchanged = any(event.kind == "swap" for events in view.observed for event in events)
        mine = 1 + (view.player ^ int(exchanged))
        names = view.picture.geometry.names
        own_cells = {names[stone.cell] for stone in view.picture.stones if stone.side == mine}
        other_cells = {names[stone.cell] for stone in view.picture.stones if stone.side != mine}
        worth = dict.fromkeys((move.partition(":")[0] for move in view.moves), 0)
        for window in windows(view.picture.geometry):
            if other_cells.isdisjoint(window):
                for name in window:
                    if name in worth:
                        worth[name] += 8 ** len(own_cells.intersection(window))
        most = max(worth.values())
        return rng.choice([move for move in view.moves if worth[move.partition(":")[0]] == most])


FORGETFUL = PlayerKind("forgetful", ("forgetful",), "remembers nothing", lambda argument, game: Forgetful())
AGAINST = ("random", "forgetful", "knowing")


def spec_of(text: str) -> Spec:
    """A spec, also of the player that is known here alone."""
    return Spec(text, FORGETFUL, "") if text == FORGETFUL.name else read_spec(text)


def play_game(setting: MatchSetting, against: str, pair: int, swapped: bool) -> GameOutcome:
    """One game, in a process of its own."""
    game = setting.rules()
    players = Players((spec_of(setting.first), spec_of(setting.second)), game)
    table = (FullInformationRound if against == "knowing" else MatchGame)(setting, game.start(), players, pair, swapped)
    return table.play()


def games(setting: MatchSetting, against: str, number: int, workers: int, log: Path | None) -> Iterator[GameOutcome]:
    """All games, those of the log first."""
    outcomes: list[GameOutcome] = []
    if log is not None and log.exists():
        outcomes = [msgspec.json.decode(line, type=GameOutcome) for line in log.read_bytes().splitlines()]
    yield from outcomes
    missing = [(p, s) for p in range(number // 2) for s in (False, True) if (p, s) not in {g.key for g in outcomes}]
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        waiting = [pool.submit(play_game, setting, against, *place) for place in missing]
        try:
            for future in as_completed(waiting):
                if log is not None:
                    with log.open("ab") as file:
                        file.write(msgspec.json.encode(future.result()) + b"\n")
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def summary(outcomes: list[GameOutcome]) -> str:
    """What the games came to, for the first spec, with the bounds of 95 %."""
    total = score(count_pairs(outcomes))
    kinds = [sum(game.score == value for game in outcomes) for value in (1.0, 0.5, 0.0)]
    length = sum(len(game.plies) for game in outcomes) / len(outcomes)
    faults = sum(game.fault is not None for game in outcomes)
    return (
        f"{kinds[0]} won, {kinds[1]} drawn, {kinds[2]} lost; score {total.value:.3f} ({total.low:.3f} to "
        f"{total.high:.3f}); {length:.0f} plies a game, {faults} forfeits"
    )


def main() -> None:
    """Play, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec")
    parser.add_argument("--against", choices=(*AGAINST, "all"), default="all")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--log", type=Path, help="a folder, made where there is none")
    parsed = parser.parse_args()
    if parsed.log:
        parsed.log.mkdir(parents=True, exist_ok=True)
    game: Any = load(NAME)
    for against in AGAINST if parsed.against == "all" else (parsed.against,):
        other_spec = parsed.spec if against == "knowing" else against
        setting = MatchSetting(game=codec.canonical(game).decode(), first=parsed.spec, second=other_spec)
        log = parsed.log and parsed.log / f"{parsed.spec.replace(':', '-')}-{against}.jsonl"
        outcomes = list(games(setting, against, parsed.games, parsed.workers, log))
        print(f"{parsed.spec} against {against}: {summary(outcomes)}")


if __name__ == "__main__":
    main()
