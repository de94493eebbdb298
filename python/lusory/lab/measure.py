"""Measures a game: plays it many times and reports figures, each with its interval."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from .._renamed import renamed_argument
from ..errors import LusoryError, RecordError
from ..play.program import Program, log_identity
from ..rules.game import Game
from .collect import recorded, series, totals
from .collect.collected import Collected
from .collect.judge import strengths
from .collect.observe import Observed
from .collect.series import LIMIT, MOST_GAMES, SeriesSetting
from .collect.validation import Sound
from .context import game_context
from .figures import CellMap, Curve, Figure, FigureTable, Histogram, Measurement
from .json_log import JsonLog
from .ladder import climb
from .matches.workers import ClassSource
from .measures import GameContext, Measure, choose_measures, collect
from .pool import WorkerSpec, single_process, worker_count
from .sample_games import samples

MOST_BROKEN = 10
RECORDS = "records"
"""The player of measurements of stored games."""
PATIENT = 0.3
"""Seconds that a batch of random games should take: so often progress is reported."""


class Measuring:
    """A measurement in progress. Its result does not depend on which process plays which game, nor on interruptions.
    game: rules. source: where a Python class is found by other processes."""

    def __init__(
        self,
        game: Game | Program,
        setting: SeriesSetting,
        games: int,
        figures: Sequence[str] = (),
        source: ClassSource | None = None,
    ) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise LusoryError(f"{games} games: expected from 1 to {MOST_GAMES:,}")
        self.game, self.setting, self.games, self.source = game, setting, games, source
        self.measures = choose_measures(figures)
        self.start = game.start()
        self.collected = Collected(players=game.players)
        self.watched = Collected(players=game.players)
        self.begun = time.monotonic()
        self.extra: list[Figure | FigureTable] = []
        self.notes: list[str] = []
        self.recorded: set[str] = set()
        self.one: tuple[str, ...] = ()
        self.alike = True
        """Whether all games that were watched were the same one."""

    @property
    def done(self) -> int:
        """The number of games so far."""
        return self.collected.games + self.collected.forfeited

    @property
    def fast(self) -> bool:
        """Whether the engine counts the games."""
        return self.setting.blind and totals.counts(self.start)

    def run(self, workers: WorkerSpec, log: Path | None, on_progress: Callable[[Measuring], object]) -> None:
        """Plays the remaining games."""
        if self.fast and log is None:
            self._count(worker_count(workers), on_progress)
        else:
            self._watch(workers, log, on_progress)

    def useful_log(self, log: Path | None) -> Path | None:
        """The log, where one is useful. Games that the engine counts are reproducible and quickly played again; games
        kept one by one use another random stream and would be different games."""
        if log is None or not self.fast:
            return log
        self.notes.append(f"{log} was not used: random games are counted by the engine, which needs no log")
        return None

    def _count(self, threads: int, on_progress: Callable[[Measuring], object]) -> None:
        """Counts random games by the engine; plays a few of them in Python first."""
        endings_only = all(measure.name in totals.PLAIN for measure in self.measures)
        watched_numbers = range(0 if endings_only else min(self.games, totals.WATCHED))
        for observed in series.games(self.setting, self.game, None, watched_numbers, 1):
            collect(self.watched, observed, self.measures)
        size = 1000
        while self.collected.games < self.games:
            size = min(size, self.games - self.collected.games)
            started = time.monotonic()
            numbers = range(self.collected.games, self.collected.games + size)
            seed, limit = self.setting.seed, self.setting.limit
            collected = totals.count_random_games(
                self.start, numbers, seed=seed, threads=threads, limit=limit, endings_only=endings_only
            )
            self.collected.merge(collected)
            elapsed = time.monotonic() - started
            size = max(1000, min(size * 16, int(size * PATIENT / max(elapsed, 1e-6))))
            on_progress(self)

    def climb(self, games: int, workers: WorkerSpec, on_progress: Callable[[int, int], object], rungs: int = 0) -> None:
        """The skill ladder, so many games a rung; rungs: so many, or 0: until one does not pay."""
        self.extra += climb(
            self.game,
            games,
            rungs=rungs,
            seed=self.setting.seed,
            workers=workers,
            source=self.source,
            on_progress=on_progress,
        )

    def read(self, paths: Sequence[Path], on_progress: Callable[[Measuring], object]) -> None:
        """Reads stored games."""
        failures: list[recorded.Broken] = []
        twice = 0
        for outcome in recorded.observed_games(paths, self.game, self.recorded):
            if isinstance(outcome, recorded.Broken):
                failures.append(outcome)
            elif isinstance(outcome, recorded.Twice):
                twice += 1
            else:
                self.take(outcome)
                self.games = self.done
                on_progress(self)
        if not self.done:
            first = f"{failures[0].where}: {failures[0].reason}" if failures else "no game in them"
            raise LusoryError(f"not one of {len(failures)} records can be counted; {first}")
        if twice:
            self.notes.append(f"{twice} {'game was' if twice == 1 else 'games were'} there twice and counted once")
        self.notes += [f"{len(failures)} records were left out"] if failures else []
        self.notes += [f"{record.where}: {record.reason}" for record in failures[:MOST_BROKEN]]

    def _watch(self, workers: WorkerSpec, path: Path | None, on_progress: Callable[[Measuring], object]) -> None:
        """Plays games between players, kept in a log where there is one."""
        have: set[int] = set()
        sound = Sound(self.start)
        with contextlib.ExitStack() as stack:
            log = stack.enter_context(JsonLog(path, "measurement", self.setting, Observed)) if path else None
            for line, observed in enumerate(log.entries() if log is not None else (), 2):
                if fault := sound.wrong(observed):
                    raise RecordError(f"{path}, line {line}: {fault}")
                if observed.number < self.games and observed.number not in have:
                    have.add(observed.number)
                    self.take(observed)
            unplayed = (number for number in range(self.games) if number not in have)
            if self.done == self.games:
                return
            processes = 1 if single_process(workers, self.games - self.done) else workers
            stream = series.games(self.setting, self.game, self.source, unplayed, processes)
            for observed in stack.enter_context(contextlib.closing(stream)):
                if log is not None:
                    log.add(observed)
                self.take(observed)
                on_progress(self)

    def take(self, observed: Observed) -> None:
        """Adds a game."""
        collect(self.collected, observed, self.measures)
        self.one = self.one or observed.plies
        self.alike = self.alike and observed.plies == self.one

    def measurement(self, command: str = "") -> Measurement:
        """The result so far."""
        return measurement_of(self, command)


def measurement_of(run: Measuring, command: str) -> Measurement:
    """The complete measurement of a run."""
    collected, context = run.collected, game_context(run.game)
    extra_names = {(type(result), result.name) for result in run.extra}
    results = [
        figure
        for figure in evaluate_measures(run.measures, collected, run.watched, context)
        if (type(figure), figure.name) not in extra_names
    ]
    results += run.extra

    def of(kind: type) -> tuple[Any, ...]:
        return tuple(result for result in results if isinstance(result, kind))

    stored_rules = run.setting.game if run.setting.game.startswith("{") else run.game.name
    return Measurement(
        game=stored_rules,
        name=run.game.name,
        player=run.setting.player,
        second=run.setting.second if run.setting.second != run.setting.player else "",
        recorded=names_of(run.recorded),
        seed=run.setting.seed,
        games=collected.games,
        cut=collected.cut,
        command=command,
        lusory=version(),
        seconds=round(time.monotonic() - run.begun, 3),
        figures=of(Figure),
        tables=of(FigureTable),
        curves=of(Curve),
        histograms=of(Histogram),
        maps=of(CellMap),
        samples=samples(run.watched if run.fast else collected),
        notes=tuple(notes(run, collected, context)),
    )


def names_of(recorded_players: set[str]) -> tuple[str, ...]:
    """Who played in stored games, by name; last "others", where some have a name and others have none."""
    names = sorted(recorded_players - {""})
    return (*names, "others") if names and "" in recorded_players else tuple(names)


def evaluate_measures(
    measures: Sequence[Measure], collected: Collected, watched: Collected, context: GameContext
) -> Iterator[Figure | FigureTable | Curve | Histogram | CellMap]:
    """The results of all measures; those that need more than the engine counts are computed from the watched games."""
    for measure in measures:
        first = measure.read(collected, context)
        results = [first] if isinstance(first, msgspec.Struct) else list(first)
        if watched.games and any(result.why and not getattr(result, "games", 0) for result in results):
            second = measure.read(watched, context)
            results = [second] if isinstance(second, msgspec.Struct) else list(second)
        yield from results


def notes(run: Measuring, collected: Collected, context: GameContext) -> Iterator[str]:
    """The remarks for the reader."""
    if collected.games + collected.forfeited < run.games:
        yield f"{run.games - collected.games - collected.forfeited} games of {run.games} were not played"
    if collected.cut:
        yield f"{collected.cut} games were cut off after {run.setting.limit} plies; they count for no result"
    if collected.forfeited:
        faults = "; ".join(collected.faults)
        yield f"{collected.forfeited} games count for nothing, since a player failed: {faults}"
    if run.setting.player != RECORDS and run.setting.timed:
        yield "players think by the clock: the same seed may mean other games"
    if run.alike and run.one and collected.games > 1:
        count = collected.games
        yield f"all {count} games were one and the same: players without chance need random plies to begin with"
    if note := judge_spec(run):
        yield note
    if context.joined:
        yield context.joined
    yield from run.notes


def judge_spec(run: Measuring) -> str:
    """The search that judged positions; empty if none did."""
    setting = run.setting
    if setting.judge:
        full, half = strengths(setting.judge)
        return f"positions were judged by {full}, and a second time by {half}"
    if setting.player == RECORDS or not any(name in run.collected.sums for name in ("uncertainty", "lead change")):
        return ""
    return (
        f"positions were judged by the players themselves ({setting.player}): drama, lead change and permanence depend "
        "on the number of simulations; --judge mcts:N judges deeper, and twice"
    )


def version() -> str:
    """Of lusory."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as of

    try:
        return of("lusory")
    except PackageNotFoundError:
        return ""


@renamed_argument("told", "on_progress")
def measure(
    game: Game | Program,
    *,
    games: int = 1000,
    player: str = "random",
    second: str = "",
    seed: int = 0,
    workers: WorkerSpec = 0,
    limit: int = LIMIT,
    figures: Sequence[str] = (),
    log: Path | str | None = None,
    ladder: int = 0,
    rungs: int = 0,
    opening: int = 0,
    judge: str = "",
    source: ClassSource | None = None,
    on_progress: Callable[[Measuring], object] = lambda run: None,
) -> Measurement:
    """Plays a game many times and reports the figures.

    games: how many. player: a spec, for all seats; second: another one for the second of two. seed: the same seed, the
    same figures. workers: processes, or threads (0: one a processor), or a
    RayCluster; random games are counted by threads of this machine alone. limit: games are cut off after so many plies.
    figures: only these measures; all where none is named. log: games are kept there, and those it holds are not played
    again; random games that the engine counts need none, and a note says so. ladder: so many games for each rung of
    the skill ladder. rungs: its length; 0: until a rung does not pay. opening: random plies before the players begin,
    which deterministic players need to play different games. judge: `mcts:N` evaluates each position, instead of the
    players. source: where a Python class is found by other processes. on_progress: called periodically with the results
    so far.

    Raises LusoryError for players that cannot play it, unknown measures and invalid numbers.
    """
    setting = SeriesSetting.of(game, player, second, seed, limit, opening, judge)
    run = Measuring(game, setting, games, figures, source)
    run.run(workers, run.useful_log(Path(log) if log is not None else None), on_progress)
    if ladder:
        run.climb(ladder, workers, lambda rung, games: on_progress(run), rungs)
    return run.measurement()


def of_records(game: Game | Program, figures: Sequence[str] = ()) -> Measuring:
    """A measurement of stored games, not yet begun (`read`)."""
    setting = SeriesSetting(game=log_identity(game), player=RECORDS)
    return Measuring(game, setting, 1, figures)


def measure_records(
    paths: Path | str | Sequence[Path | str], game: Game | Program, *, figures: Sequence[str] = ()
) -> Measurement:
    """The same figures of stored games, as far as these support them.

    paths: folders or files with records, or logs of matches and measurements; one, or several. game: their rules. What
    cannot be read, is of another game, or is not over, is left out; notes say how many, and why. Raises LusoryError
    where a path does not exist, or no game is left.
    """
    run, each = of_records(game, figures), [paths] if isinstance(paths, (Path, str)) else paths
    run.read([file for path in each for file in recorded.files(Path(path))], lambda run: None)
    return run.measurement()
