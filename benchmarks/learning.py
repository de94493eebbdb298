"""Benchmark of training: trains a net for each setting for the same time, then plays matches.

    python -m benchmarks.learning susan --seconds 30 --decays 0.8 0 --noises 0.025
    python -m benchmarks.learning susan --seconds 600 --threads 2 --against best:0.1s --games 200

Each combination of decay (the weight of the next position's target) and noise is trained with the same seed. Then every
net plays every other, one ply ahead, and, with --against, every player named there, as does a net that has learnt
nothing. Printed are positions learnt from and evaluated a second, those learnt from in a second of the
processor, the share of the points that the first of each pair gets, with its 95 % interval, and the peak of this
process's memory.
"""

from __future__ import annotations

import argparse
import resource
import time
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from lusory.games import load
from lusory.lab.matches import MatchSetting, match
from lusory.learn.net import GameNet
from lusory.learn.training import Training, TrainingRound, train
from lusory.rules.game import Game

OPENING = 4


class Speed:
    """Counts what a training does. Seconds are those of the rounds alone; where other programs keep the machine busy,
    those of the processor say more: all threads of this process, from the beginning."""

    def __init__(self) -> None:
        self.seconds, self.positions, self.evaluations = 0.0, 0, 0
        self.began = time.process_time()

    def add(self, training: Training, last: TrainingRound) -> None:
        """One round more."""
        self.seconds += last.seconds
        self.positions += last.positions
        self.evaluations += last.evaluations

    def __str__(self) -> str:
        seconds, processor = max(self.seconds, 1e-9), max(time.process_time() - self.began, 1e-9)
        return (
            f"{self.positions:,} positions in {seconds:.0f} s: {self.positions / seconds:,.0f} a second learnt from, "
            f"{self.evaluations / seconds:,.0f} evaluated; "
            f"{self.positions / processor:,.0f} a second of the processor"
        )


def train_net(game: Game, decay: float, noise: float, arguments: argparse.Namespace, folder: Path) -> str:
    """The spec of a net of one setting, without its limit; prints how fast it learnt."""
    speed, path = Speed(), folder / f"decay{decay:g}-noise{noise:g}.net"
    net = train(
        game,
        seconds=arguments.seconds,
        threads=arguments.threads,
        seed=arguments.seed,
        decay=decay,
        noise=noise,
        on_progress=speed.add,
    )
    net.save(path)
    print(f"decay {decay:g}, noise {noise:g}: {speed}; {path.stat().st_size:,} bytes", flush=True)
    return f"net:{path}"


def play_match(game: Game, first: str, second: str, arguments: argparse.Namespace) -> None:
    """Plays and prints one match."""
    setting = MatchSetting.of(game, first, second, seed=arguments.seed, opening=OPENING)
    result = match(setting, game, games=arguments.games, workers=arguments.threads)
    share, low, high = result.score
    names = " against ".join(spec.rpartition("/")[2] for spec in (first, second))
    print(f"  {names}: {100 * share:.1f} % ({100 * low:.0f} to {100 * high:.0f})", flush=True)


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--decays", type=float, nargs="+", default=[0.5])
    parser.add_argument("--noises", type=float, nargs="+", default=[0.025])
    parser.add_argument("--against", nargs="*", default=[])
    parser.add_argument("--limit", default="", help="of the nets in these matches: 0.1s, or plies")
    arguments = parser.parse_args()
    game, limit = load(arguments.game), f",{arguments.limit}" if arguments.limit else ""
    with TemporaryDirectory() as name:
        folder = Path(name)
        nets = [
            train_net(game, decay, noise, arguments, folder) for decay in arguments.decays for noise in arguments.noises
        ]
        for first, second in combinations(nets, 2):
            play_match(game, first, second, arguments)
        untrained = folder / "untrained.net"
        GameNet.untrained(game, arguments.seed).save(untrained)
        for player in arguments.against:
            for net in (*nets, f"net:{untrained}"):
                play_match(game, net + limit, player, arguments)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
