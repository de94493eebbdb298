"""Runs a study: measures its versions with its players, keeps games in logs, plays more for its probes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ..._renamed import renamed_argument
from ...errors import LusoryError
from ...rules.game import Game
from ..collect.observe import Observed
from ..collect.series import SeriesSetting
from ..figures import FigureTable, Measurement
from ..json_log import JsonLog
from ..measure import Measuring, version
from ..pool import WorkerSpec
from .results import StudyEntry, StudyResults, slim
from .study import Contender, Study, Version

LEAST = 2
"""Games of a cell, however small the scale."""


class StudyRun:
    """A study in progress. scale: the factor for the numbers of games. seed: of all randomness. workers: see measure.
    logs: a folder of games, from which it resumes. on_progress: receives the present task and its progress (0 to 1).
    """

    @renamed_argument("told", "on_progress")
    def __init__(
        self,
        study: Study,
        logs: Path,
        *,
        scale: float = 1.0,
        seed: int = 1,
        workers: WorkerSpec = 0,
        on_progress: Callable[[str, float], object] = lambda task, done: None,
    ) -> None:
        if not 0 < scale <= 10_000:
            raise LusoryError(f"games scale {scale:g}: expected a number above 0, and 10000 at most")
        self.study, self.scale, self.seed, self.workers, self.on_progress = study, scale, seed, workers, on_progress
        self.logs = logs / study.name
        self.logs.mkdir(parents=True, exist_ok=True)

    def rules(self, version: Version) -> Game:
        """The rules of a version."""
        return version.rules(self.study.game)

    def scaled_games(self, games: int) -> int:
        """A number of games times the scale."""
        return max(LEAST, round(games * self.scale))

    def log(self, *parts: str) -> Path:
        """The log file of this name."""
        name = "-".join(re.sub(r"[^\w=.]+", "_", part) for part in parts)
        return self.logs / f"{name}.jsonl"

    def measuring(self, version: Version, contender: Contender, games: int) -> Measuring:
        """The measurement of a version and player, not yet begun."""
        game = self.rules(version)
        setting = SeriesSetting.of(
            game, contender.spec, seed=self.seed, limit=contender.limit, opening=contender.opening
        )
        return Measuring(game, setting, games)

    def measure(self, version: Version, contender: Contender) -> Measurement:
        """One cell of the table. Games of random players are counted by the engine, and need no log."""
        run = self.measuring(version, contender, self.scaled_games(contender.games))
        log = None if run.fast else self.log(version.label, contender.label)
        run.run(self.workers, log, self.progress_reporter(f"{version.label}, {contender.label}"))
        return run.measurement()

    def progress_reporter(self, task: str) -> Callable[[Measuring], object]:
        """Reports how far a measurement is."""
        return lambda run: self.on_progress(task, run.done / run.games)

    def observe(self, version: Version, contender: Contender, games: int) -> Iterator[Observed]:
        """So many observed games of a cell, from its log; missing ones are played."""
        run = self.measuring(version, contender, self.scaled_games(games))
        log = self.log(version.label, contender.label)
        run.run(self.workers, log, self.progress_reporter(f"{version.label}, {contender.label}, game by game"))
        with JsonLog(log, "measurement", run.setting, Observed) as lines:
            observed = sorted(
                (game for game in lines.entries() if game.number < run.games), key=lambda game: game.number
            )
        yield from observed

    def run(self) -> StudyResults:
        """Runs the whole study."""
        entries = tuple(self.entry(version, contender) for version, contender in self.study.cells)
        tables = tuple(self.probe(probe) for probe in self.study.probes)
        return self.results(entries, tables)

    def entry(self, version: Version, contender: Contender) -> StudyEntry:
        """The stored entry of one cell."""
        measurement = self.measure(version, contender)
        return StudyEntry(version.label, contender.label, self.rules(version).hash, slim(measurement))

    def probe(self, probe: Any) -> FigureTable:
        """The table of a probe."""
        figure_table: FigureTable = probe.run(self)
        return msgspec.structs.replace(figure_table, name=probe.name)

    def results(self, entries: tuple[StudyEntry, ...], tables: tuple[FigureTable, ...]) -> StudyResults:
        """The results to store."""
        return StudyResults(
            study=self.study.name,
            scale=self.scale,
            seed=self.seed,
            lusory=version(),
            entries=entries,
            tables=tables,
        )
