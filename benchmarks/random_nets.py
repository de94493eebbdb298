"""How often a net that learnt random rules for some minutes beats the search that is best for them:

    python -m benchmarks.random_nets --values 30 --minutes 10 --games 20 --log FILE

Random rule values for two, without secrets, are drawn as the tests of the engine draw them; those that breeding would
not sift out by its first screens count as playable: random games end, there is something to choose, both sides win
some, not all is drawn. Of each a net learns for so many minutes of the processor. Then it plays `best`, which is a
search without a net, at equal time (--limit), from random openings, each with seats exchanged. Games are drawn after
140 plies. Then the same rival plays itself at a tenth of the time: where ten times the time gains it nothing, the seat
decides, or both play without a fault, and there is little that a net could win. Each value is a line of the log when it
is done; called again, the program goes on after the last. With the same seed the rules are the same.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from lusory.breed.playing import Monster, clock
from lusory.breed.screening import Climb, Ladder
from lusory.breed.screens import BUDGETS, missed_threshold
from lusory.errors import LusoryError
from lusory.lab.intervals import wilson
from lusory.lab.matches import MatchResult, MatchSetting, match
from lusory.learn.net import GameNet, machine
from lusory.learn.training import Training
from lusory.players.levels import best_spec
from lusory.rules import codec
from lusory.rules.game import Game
from lusory.testing.games import draw_game

OPENING = 2
CELLS = 100
LONGEST = int(BUDGETS["plies of a searched game"])
"""Plies of a game, as in breeding; longer ones are drawn. The random games of playable values last 110 on average at
most."""
WEAKER = 10
"""How many times longer the rival thinks than the weaker one in the control."""
GAINS = 0.6
"""What the rival scores at least in the control where there is something to win by thinking."""


class ValueResult(msgspec.Struct, frozen=True):
    """What the net of a rule value came to. number: of the draw. rival: whom it played, with the limit. score: with the
    bounds of 95 %. cut: games that were too long. pairs: how many pairs of games scored 0, a half, 1, 1.5 and 2.
    untrained: what a net scored that had learnt nothing. first: the share of the points that whoever moved first got;
    near 0 or 1 little is left to win, for any player. thinking: what the rival scored against itself at a tenth of the
    time; None in lines that older versions wrote. fault: why there is none of this."""

    number: int
    rules: str
    rounds: int = 0
    positions: int = 0
    rival: str = ""
    games: int = 0
    plies: float = 0.0
    score: tuple[float, float, float] = (0.0, 0.0, 0.0)
    draws: int = 0
    untrained: float = 0.0
    first: float | None = None
    cut: int = 0
    pairs: tuple[int, ...] = ()
    thinking: float | None = None
    fault: str = ""


class Effort(NamedTuple):
    """minutes: of training. games: of a match. limit: of a ply."""

    minutes: float
    games: int
    limit: str


def drawn(seed: int, number: int) -> Game | None:
    """The rule value of a draw; none where it is not playable."""
    game = draw_game(random.Random(f"{seed}:{number}").randrange, CELLS)
    try:
        return game if game.players == 2 and not machine(game).hidden and is_playable(game) else None
    except (LusoryError, Monster):
        return None


def is_playable(game: Game) -> bool:
    """Whether it passes breeding's first screens."""
    climb = Climb(Ladder(), game)
    with clock(4 * BUDGETS["seconds of a screen"]):
        for screen, measure in (("size", climb.size), ("plays", climb.plays), ("random games", climb.random_games)):
            measure()
            if missed_threshold(screen, climb.figures):
                return False
    return True


def playable(seed: int, first: int) -> Iterator[tuple[int, Game]]:
    """The playable rule values with the numbers of their draws, from a draw on."""
    number = first
    while True:
        if (game := drawn(seed, number)) is not None:
            yield number, game
        number += 1


def measure_value(game: Game, number: int, seed: int, effort: Effort) -> ValueResult:
    """Trains and measures a net."""
    rules = codec.canonical(game).decode()
    try:
        net = trained(game, 60 * effort.minutes, seed)
        rival = best_spec(effort.limit, game)
        result = play_net(net, rival, effort.games, effort.limit, seed)
        untrained = play_net(GameNet.untrained(game, seed), rival, effort.games // 4 * 2 or 2, effort.limit, seed)
        thinking = play_match(game, (rival, best_spec(shorter(effort.limit), game)), effort.games, seed)
    except LusoryError as fault:
        return ValueResult(number, rules, fault=str(fault))
    log = net.training
    return ValueResult(
        number,
        rules,
        log.rounds,
        log.positions,
        rival,
        result.games,
        round(result.length, 1),
        result.score,
        result.draws,
        untrained.score[0],
        round(result.first_seat, 3),
        result.cut,
        result.pairs,
        thinking.score[0],
    )


def trained(game: Game, seconds: float, seed: int) -> GameNet:
    """A net that learnt for so many seconds of the processor, whatever else the machine does."""
    training, started = Training(GameNet.untrained(game, seed)), time.process_time()
    while (progress := (time.process_time() - started) / seconds) < 1:
        training.round(progress)
    return training.net


def play_net(net: GameNet, rival: str, games: int, limit: str, seed: int) -> MatchResult:
    """A match of a net."""
    with TemporaryDirectory() as folder:
        net.save(file := Path(folder) / "random.net")
        return play_match(net.game, (f"net:{file},{limit}", rival), games, seed)


def play_match(game: Game, specs: tuple[str, str], games: int, seed: int) -> MatchResult:
    """A match of two players."""
    setting = MatchSetting.of(game, *specs, seed=seed, opening=OPENING, limit=LONGEST)
    return match(setting, game, games=games, workers=1)


def shorter(limit: str) -> str:
    """A tenth of a time a ply. Raises LusoryError for other limits."""
    if not limit.endswith("s"):
        raise LusoryError(f"{limit}: expected a time a ply, such as 0.1s")
    return f"{float(limit[:-1]) / WEAKER:g}s"


def text(result: ValueResult) -> str:
    """A line about a rule value."""
    if result.fault:
        return f"{result.number:>5}  no net: {result.fault}"
    value, low, high = (f"{100 * share:.0f}" for share in result.score)
    return (
        f"{result.number:>5}  {value} % ({low} to {high}) against {result.rival}, {result.games} games of "
        f"{result.plies:.0f} plies, {result.draws} drawn, moving first {mover(result)}; "
        f"ten times the time {share_text(result.thinking)}; "
        f"untrained {100 * result.untrained:.0f} %; {result.rounds} rounds, {result.positions:,} positions"
    )


def mover(result: ValueResult) -> str:
    """What whoever moved first scored."""
    return share_text(result.first)


def share_text(share: float | None) -> str:
    """A share; older lines of a log do not tell all."""
    return "?" if share is None else f"{share:.0%}".replace("%", " %")


def summary(results: list[ValueResult]) -> str:
    """How many nets are better; of those too where there is something to win by thinking."""
    better = sum(result.score[0] > 0.5 for result in results)
    surely = sum(result.score[1] > 0.5 for result in results)
    worse = sum(result.score[2] < 0.5 and not result.fault for result in results)
    share = wilson(better, len(results))
    skilled = [result for result in results if (result.thinking or 0) >= GAINS]
    return (
        f"{better} of {len(results)} nets score above a half ({share.low or 0:.0%} to {share.high or 1:.0%}), {surely} "
        f"with their whole interval; {worse} lie below with their whole interval. In {len(skilled)} ten times the time "
        f"scores {GAINS:.0%} or more: there {sum(result.score[0] > 0.5 for result in skilled)} nets score above a half"
    )


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=20, help="an even number")
    parser.add_argument("--limit", default="0.1s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, default=Path(".bench/random-nets.jsonl"))
    arguments = parser.parse_args()
    effort = Effort(arguments.minutes, arguments.games, arguments.limit)
    arguments.log.parent.mkdir(parents=True, exist_ok=True)
    try:
        results = resume(arguments.log)
        check_seed(results, arguments.seed)
    except LusoryError as fault:
        parser.error(str(fault))
    values = playable(arguments.seed, results[-1].number + 1 if results else 0)
    for result in results:
        print(text(result))
    while len(results) < arguments.values:
        number, game = next(values)
        results.append(measure_value(game, number, arguments.seed, effort))
        with arguments.log.open("ab") as log:
            log.write(msgspec.json.encode(results[-1]) + b"\n")
        print(text(results[-1]), flush=True)
    print(summary(results))


def resume(log: Path) -> list[ValueResult]:
    """What a log holds."""
    lines = log.read_bytes().splitlines() if log.exists() else []
    return [msgspec.json.decode(line, type=ValueResult) for line in lines]


def check_seed(results: list[ValueResult], seed: int) -> None:
    """Raises LusoryError for results of another seed."""
    for result in results[-1:]:
        game = drawn(seed, result.number)
        if game is None or codec.canonical(game).decode() != result.rules:
            raise LusoryError("the log was made with another seed or version; give another --log")


if __name__ == "__main__":
    main()
