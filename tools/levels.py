"""Calibrates the levels of games by matches: `python -m tools.levels susan doppel ...` writes data/levels.json, level
by level.

Strength has one dimension here, t: 4·2^t simulations, and a share of random plies that falls as t grows. For each level
a t is looked for at which it scores between 60 and 75 % against the level below (level 1: 55 to 70 % against random).
A try ends as soon as the interval of its score lies within the band, or outside it; a try that stays open is kept if
its score is well inside. What is done already is not done again: begin anew by deleting the game's entry.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from math import inf, log2
from pathlib import Path
from typing import NamedTuple

import msgspec

from lusory import load
from lusory.lab.matches.run import MatchRun
from lusory.lab.matches.score import ScoreInterval, elo_of
from lusory.lab.matches.setting import MatchSetting
from lusory.lab.matches.workers import spread
from lusory.players.levels import CAREFUL, LEVELS, Level, Levels, LevelTable
from lusory.rules.game import Game

FILE = Path(__file__).parent.parent / "python/lusory/players/data/levels.json"
BANDS = ((0.55, 0.70), (0.60, 0.75))
"""Of the first level, and of all others."""
EASY = 0.7
"""The share of random plies at t = 0."""
PLAIN = 9.0
"""From this t on no ply is random."""
FIRST = 4
"""Simulations at t = 0."""
NET_DEPTHS = (1, 2, 3, 4)
"""Plies (whole turns) that a net may search as the highest level."""
SHORTEST = 1.0
"""The first step that is tried from a level to the next."""
WEAKEST = -4.0
"""The first level is looked for above this t: there all but a few plies are random."""


def level_at(t: float) -> Level:
    """The level of a strength; weaker than t = 0 are those with more random plies."""
    if t < 0:
        return Level(FIRST, round(1 - (1 - EASY) * 2**t, 3))
    return Level(round(FIRST * 2**t), round(EASY * max(0.0, 1 - t / PLAIN) ** 1.5, 3))


class Effort(NamedTuple):
    """least, most: games of one try. tries: a level. deepest: t goes no further. workers: processes."""

    least: int
    most: int
    tries: int
    deepest: float
    workers: int


def band_verdict(score: ScoreInterval, band: tuple[float, float]) -> str:
    """Whether a score is within its band (`in`), outside (`out`), or open (``)."""
    low, high = band
    if low <= score.low and score.high <= high:
        return "in"
    return "out" if score.high < low or score.low > high else ""


def score_against(
    game: Game, spec: str, below: str, band: tuple[float, float], effort: Effort, seed: int
) -> tuple[ScoreInterval, int]:
    """The score of a spec against another, and of how many games; it stops as soon as that is settled."""
    run = MatchRun(MatchSetting.of(game, spec, below, seed=seed), game, effort.most)
    with closing(spread(run.setting, None, run.places(), effort.workers)) as games:
        for game_played in games:
            run.add(game_played)
            if run.whole * 2 >= effort.least and band_verdict(score_of(run), band):
                break
    return score_of(run), run.whole * 2


def score_of(run: MatchRun) -> ScoreInterval:
    """Of the whole pairs so far."""
    return ScoreInterval(*run.report().score)


def steps(game: Game, finished_levels: tuple[Level, ...], effort: Effort) -> Iterator[Level]:
    """The levels that are still missing."""
    t = strength(finished_levels[-1]) if finished_levels else WEAKEST
    step = 1.0 if finished_levels else -WEAKEST
    for number in range(len(finished_levels), LEVELS):
        below = finished_levels[-1].spec if finished_levels else "random"
        level_found, step, t = next_level(game, number, below, t, max(step, SHORTEST), effort)
        finished_levels = (*finished_levels, level_found)
        yield level_found
        if t >= effort.deepest:
            return


def next_level(
    game: Game, number: int, below: str, t: float, step: float, effort: Effort
) -> tuple[Level, float, float]:
    """The next level, how far it is from the one below, and its strength."""
    band = BANDS[min(number, 1)]
    wanted_elo = elo_of(sum(band) / 2)
    best: tuple[float, Level, float, float] | None = None
    # The first careful level may have more random plies than the one below: those below overlook more.
    low, high = (WEAKEST - t if number + 1 == CAREFUL else 0.0), inf
    for attempt in range(effort.tries):
        at = min(t + step, effort.deepest)
        level = msgspec.structs.replace(level_at(at), careful=number + 1 >= CAREFUL)
        score, games = score_against(game, level.spec, below, band, effort, 1000 * number + attempt)
        print(
            f"  level {number + 1}: {level.spec} against {below}: {score.value:.3f} "
            f"({score.low:.3f} to {score.high:.3f}), {games} games",
            flush=True,
        )
        level = msgspec.structs.replace(level, beats=tuple(round(part, 3) for part in score), games=games)
        off = abs(score.value - sum(band) / 2)
        # Of those that are too strong beyond doubt the weakest is best: their scores are much alike.
        rank = 2 + at if score.low > band[1] else off
        if best is None or rank < best[0]:
            best = rank, level, step, at
        if off < 0.04 or band_verdict(score, band) == "in":
            break
        gained = max(10.0, elo_of(min(max(score.value, 0.02), 0.98)))
        low, high = (step, high) if gained < wanted_elo else (low, step)
        wider = step * min(2.0, max(0.4, wanted_elo / gained))
        step = between(low, high, wider) if low >= 0 or high == inf else (low + high) / 2
        if t + step >= effort.deepest and at >= effort.deepest:
            break
    assert best is not None
    return best[1], best[2], best[3]


def again(game: Game, levels: tuple[Level, ...], effort: Effort) -> Iterator[Level]:
    """The same levels, those that `effort.deepest` reaches scored again."""
    below = "random"
    for number, old_level in enumerate(levels):
        level = msgspec.structs.replace(old_level, careful=number + 1 >= CAREFUL)
        if strength(level) <= effort.deepest:
            score, games = score_against(game, level.spec, below, BANDS[min(number, 1)], effort, 1000 * number)
            print(f"  level {number + 1}: {level.spec} against {below}: {score.value:.3f}, {games} games", flush=True)
            level = msgspec.structs.replace(level, beats=tuple(round(part, 3) for part in score), games=games)
        yield level
        below = level.spec


def between(low: float, high: float, step: float) -> float:
    """A step between one that is too short and one that is too long."""
    return step if low < step < high else (low + high) / 2


def strength(level: Level) -> float:
    """The t of a level."""
    if level.random > EASY:
        return log2((1 - level.random) / (1 - EASY))
    return log2(level.simulations / FIRST)


def with_result(stored_levels: Levels, game: Game, levels: tuple[Level, ...], note: str = "") -> Levels:
    """With what was found of a game."""
    total = f"{sum(level.games for level in levels):,} games{note} (tools/levels.py)"
    measured = total if len(levels) == LEVELS else ""
    table = LevelTable(levels, measured, game.name)
    return msgspec.structs.replace(stored_levels, games={**stored_levels.games, game.hash: table})


def read_levels() -> Levels:
    """The file as it stands."""
    return msgspec.json.decode(FILE.read_bytes(), type=Levels)


def net_level(game: Game, effort: Effort) -> Level | None:
    """The highest level with the net that comes with lusory: the shallowest search of NET_DEPTHS that scores as a level
    should against the highest level by simulations; None where none does. It is scored against the level below."""
    stored_levels = read_levels()
    table = stored_levels.games.get(game.hash, stored_levels.default)
    below, highest = (msgspec.structs.replace(level, careful=True).spec for level in table.levels[-2:])
    for depth in NET_DEPTHS:
        level = Level(0, 0.0, careful=True, net=depth)
        score, games = score_against(game, level.spec, highest, BANDS[1], effort, 2000 + depth)
        print(f"  {level.spec} against {highest}: {score.value:.3f}, {games} games", flush=True)
        if score.value >= BANDS[1][0]:
            break
    else:
        return None
    score, games = score_against(game, level.spec, below, BANDS[1], effort, 3000 + level.net)
    print(f"  {level.spec} against {below}: {score.value:.3f}, {games} games", flush=True)
    return msgspec.structs.replace(level, beats=tuple(round(part, 3) for part in score), games=games)


def write(stored_levels: Levels) -> None:
    """The file, a level a line."""
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(stored_levels), indent=2) + b"\n")


def main() -> None:
    """Calibrate the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", help="a game, options after a colon: hex:size=7")
    parser.add_argument("--least", type=int, default=100, help="games of a try, at least")
    parser.add_argument("--most", type=int, default=400, help="and at most")
    parser.add_argument("--tries", type=int, default=5, help="a level")
    parser.add_argument("--deepest", type=float, default=12.0, help="the largest t: 4*2^t simulations")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="score the levels that there are again; change none")
    parser.add_argument("--net", action="store_true", help="the highest level alone, with the net that is shipped")
    parsed = parser.parse_args()
    effort = Effort(parsed.least, parsed.most, parsed.tries, parsed.deepest, parsed.workers)
    for text in parsed.games:
        name, _, options = text.partition(":")
        game = load(name, **dict(part.split("=") for part in options.split(",") if part))
        assert isinstance(game, Game)
        finished_levels = stored.levels if (stored := read_levels().games.get(game.hash)) else ()
        print(game.name, flush=True)
        if parsed.net:
            if top := net_level(game, effort):
                write(msgspec.structs.replace(read_levels(), nets={**read_levels().nets, game.hash: top}))
            continue
        if parsed.again:
            reached = sum(strength(level) <= effort.deepest for level in finished_levels)
            levels = tuple(again(game, finished_levels, effort))
            write(with_result(read_levels(), game, levels, f"; levels 1 to {reached} scored again"))
            continue
        for level in steps(game, finished_levels, effort):
            finished_levels = (*finished_levels, level)
            write(with_result(read_levels(), game, finished_levels))


if __name__ == "__main__":
    main()
