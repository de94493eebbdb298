"""`lusory learn`: trains a net by games against itself."""

from __future__ import annotations

import shlex
from collections import deque
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .._files import check_places, file_for
from ..errors import LusoryError
from .arguments import (
    GAME_HELP,
    GameOptions,
    Json,
    RayAddress,
    complete_game,
    game_of,
    game_words,
    seed_option,
    worker_spec,
)
from .progress import Timer, progress

if TYPE_CHECKING:
    from ..lab.learning import StrengthPoint
    from ..learn import GameNet, Training, TrainingRound
    from ..play.program import Program
    from ..rules.game import Game

Name = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)]
Minutes = Annotated[float, typer.Option("--minutes", min=0.0, max=100_000, metavar="M", help="Train for so long.")]
Rounds = Annotated[
    int, typer.Option("--rounds", min=0, metavar="N", help="Train for so many rounds instead: the same net every time.")
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where the net goes; GAME.net if not given.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the net in that file.")]
From = Annotated[
    Path | None, typer.Option("--from", metavar="DIR", help="Begin with the records of finished games in a folder.")
]
Threads = Annotated[int, typer.Option("--threads", min=0, max=256, metavar="N", help="0: one a processor.")]
Seed = Annotated[int, seed_option("Of all games and weights.", "N")]
Noise = Annotated[
    float | None,
    typer.Option("--noise", min=0.0, max=1.0, metavar="X", help="How much its games differ; more against draws."),
]
Rating = Annotated[int, typer.Option("--rating", min=0, metavar="N", help="Games of each match at a mark; 0: none.")]
SAVED_EVERY = 30.0
"""Seconds between two savings of the net, at least."""


def learn(
    game: Name,
    option: GameOptions = None,
    minutes: Minutes = 10.0,
    rounds: Rounds = 0,
    out: Out = None,
    resume: Resume = False,
    records: From = None,
    threads: Threads = 0,
    seed: Seed = 0,
    rating: Rating = 40,
    noise: Noise = None,
    ray: RayAddress = "",
    json: Json = False,
) -> None:
    """Train a player by games against itself, from nothing.

    \b
    lusory learn susan --minutes 10                       writes susan.net
    lusory match susan --first net:susan.net --second best:0.1s --games 100
    lusory learn susan --minutes 50 --resume              goes on with susan.net

    For games for two to four. The net is saved every half minute; after Ctrl-C, too, and --resume goes on.
    --from begins with records of people or machines. With --rounds a seed gives the same net on any machine. The
    training is stopped now and then for matches of the net, one ply ahead, against the net before, `random` and
    `mcts:100`, where two play; their time does not count. With --ray the machines of a cluster play the games, and
    this one learns.
    """
    rules = rule_value(game_of(game, option))
    path = out or file_for(rules.name, ".net")
    check_places(path)
    games = games_of_folder(rules, records) if records else []
    typed = shlex.join(["lusory", "play", *game_words(game, option)])
    session = LearnSession(path, open_net(rules, path, resume, seed), typed, threads, rating, json)
    session.run(None if rounds else minutes * 60, rounds or None, games, noise, ray)


def games_of_folder(rules: Game, folder: Path) -> list[list[int]]:
    """The finished games of a folder, as plies; says how many there are. Raises LusoryError."""
    from ..learn.records import recorded_games

    records = recorded_games(rules, folder)
    left_out = f"; left out: {records.left_out}" if records.left_out else ""
    typer.echo(f"{len(records.games):,} games to begin with{left_out}", err=True)
    return records.games


def rule_value(game: Game | Program) -> Game:
    """The rule value of a game: nets need one. Raises LusoryError for a Python class."""
    from ..rules.game import Game

    if not isinstance(game, Game):
        raise LusoryError(f"{game.name or 'this game'} is a Python class: nets learn games that are rule values")
    return game


def open_net(rules: Game, path: Path, resume: bool, seed: int) -> GameNet:
    """The net to continue with, or an untrained one."""
    from ..learn import DamagedNet, GameNet, load
    from ..rules.game_file import check_made_for

    if not resume:
        if path.exists():
            raise LusoryError(f"{path} exists: give --resume to go on with it, or another file with --out")
        return GameNet.untrained(rules, seed)
    try:
        net = load(path)
    except OSError as fault:
        raise LusoryError(f"{path}: {fault.strerror or fault}") from fault
    except DamagedNet as fault:
        raise DamagedNet(f"{path}: {fault}") from fault
    check_made_for(net.game, rules, path)
    return net


class LearnSession:
    """One run of the command: saves the net, measures it at marks, reports. command: plays the game in a terminal."""

    def __init__(self, path: Path, net: GameNet, command: str, threads: int, rating: int, json: bool) -> None:
        from ..lab.learning import StrengthCurve
        from ..lab.pool import worker_count
        from ..learn.troubles import RECENT

        self.path, self.net, self.command, self.json, self.clock = path, net, command, json, Timer()
        self.threads = worker_count(threads)
        self.curve = StrengthCurve(net, rating, self.threads) if rating and net.game.players == 2 else None
        self.marks = 0
        self.saved = 0.0
        self.rounds: deque[TrainingRound] = deque(maxlen=RECENT)

    def run(
        self, seconds: float | None, rounds: int | None, games: list[list[int]], noise: float | None, ray: str = ""
    ) -> None:
        """Trains to the end. games: by others, to learn from first. ray: the cluster that plays the games."""
        from ..lab.self_play import games_elsewhere
        from ..learn.training import train, training_progress

        if self.net.without_patterns:
            typer.echo(self.net.without_patterns, err=True)
        before = self.net.training

        def after_round(training: Training, last: TrainingRound) -> None:
            self.rounds.append(last)
            completed = training_progress(before, training.log, seconds, rounds)
            self.report(training, last, completed)
            self.keep(training)
            self.measure(training, completed)

        net = self.net
        with games_elsewhere(net, worker_spec(0, ray), noise=noise) if ray else nullcontext() as player:
            net = train(
                net.game,
                seconds=seconds,
                rounds=rounds,
                threads=self.threads,
                net=net,
                noise=noise,
                games=games,
                player=player,
                on_progress=after_round,
            )
        net.save(self.path)
        progress.wipe()
        if training_progress(before, net.training, seconds, rounds) < 1:
            typer.echo("Stopped.", err=True)
        self.end(net)

    def report(self, training: Training, last: TrainingRound, completed: float) -> None:
        """Reports the progress. completed: the completed share of the training."""
        if self.clock.is_report_due():
            speed = last.positions / max(last.seconds, 1e-9)
            progress.tell(
                f"{100 * min(completed, 1.0):3.0f} %, {training.log.positions:,} positions, {speed:,.0f} a second; "
                + results_text(last)
            )

    def keep(self, training: Training) -> None:
        """Saves the net at intervals."""
        if training.log.seconds - self.saved > SAVED_EVERY:
            training.net.save(self.path)
            self.saved = training.log.seconds

    def measure(self, training: Training, completed: float) -> None:
        """Measures the net where a mark is reached."""
        from ..lab.learning import MARKS

        if self.curve is None or self.marks >= len(MARKS) or completed < MARKS[self.marks]:
            return
        while self.marks < len(MARKS) and completed >= MARKS[self.marks]:
            self.marks += 1
        training.net.save(self.path)
        point = self.curve.add(training.net)
        progress.wipe()
        if not self.json:
            typer.echo(line(point))

    def end(self, net: GameNet) -> None:
        """Reports the result."""
        import msgspec

        from ..learn.troubles import troubles

        log, points = net.training, self.curve.points if self.curve else []
        warnings = doubts(points) + troubles(self.rounds)
        if self.json:
            document = {"file": str(self.path), "training": log, "curve": points, "warnings": warnings}
            typer.echo(msgspec.json.encode(document).decode())
            return
        for warning in warnings:
            typer.echo(f"Warning: {warning}")
        size = self.path.stat().st_size
        typer.echo(
            f"{self.path}: {size:,} bytes, {log.games:,} games, {log.positions:,} positions in {log.seconds:.0f} s. "
            f"Play it with: {self.command} --second {shlex.quote(f'net:{self.path},1s')}"
        )


def results_text(last: TrainingRound) -> str:
    """How the games of a round ended: shares of those that did, and how many were cut for their length."""
    finished = 1 - last.cut
    if finished <= 0:
        return "all games cut"
    ended = f"First scores {100 * last.first / finished:.0f} %, {100 * last.draws / finished:.0f} % drawn"
    return f"{ended}; {100 * last.cut:.0f} % of all cut" if last.cut else ended


def line(point: StrengthPoint) -> str:
    """The line about one mark of the curve."""
    rungs = ", ".join(f"{100 * score:.0f} % against {rung}" for rung, score in point.rungs.items())
    return f"{point.seconds:6.0f} s {point.positions:12,} positions  Elo {point.elo:+5.0f}  {rungs}"


def doubts(points: list[StrengthPoint]) -> list[str]:
    """Warnings about the training, each with a remedy to try."""
    if not points:
        return []
    warnings, last = [], points[-1]
    if last.rungs.get("random", 1.0) < 0.75:
        warnings.append("the net hardly beats random play: train longer, or look ahead with net:FILE,1s")
    if len(points) > 1 and last.before < 0.4:
        warnings.append("the last part of the training made it weaker: train again with another --seed")
    return warnings
