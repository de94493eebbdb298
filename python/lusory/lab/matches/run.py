"""A match: pairs of games from the same opening with seats swapped, played by several processes, kept in a log."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from ..._renamed import renamed_argument
from ...errors import LusoryError
from ...play.program import Program
from ...rules.game import Game
from ..pool import WorkerSpec, single_process
from .game import GameOutcome
from .log import MatchLog
from .result import MatchResult, count_pairs, report
from .score import Sprt
from .setting import MatchSetting
from .workers import ClassSource, Place, play_in_process, spread

MOST_GAMES = 10_000_000


class MatchRun:
    """A match in progress. Its result does not depend on which process plays which game, nor on interruptions: a
    sequential test looks at the pairs in their order, and games beyond its end do not count."""

    def __init__(self, setting: MatchSetting, game: Game | Program, games: int, sprt: Sprt | None = None) -> None:
        if not 2 <= games <= MOST_GAMES or games % 2:
            raise LusoryError(
                f"{games} games: expected an even number up to {MOST_GAMES:,}: each opening is played twice"
            )
        if sprt is not None and not sprt.elo0 < sprt.elo1:
            raise LusoryError(f"a test between {sprt.elo0:g} and {sprt.elo1:g}: expected the lesser first")
        self.setting, self.game, self.games, self.sprt = setting, game, games, sprt
        self.played: dict[Place, GameOutcome] = {}
        self.whole = 0
        """How many pairs are whole, counted from the first without a gap, as far as the test was not decided."""
        self.decided = False
        self._pairs = [0] * 5

    def add(self, outcome: GameOutcome) -> None:
        """Adds a game."""
        if outcome.pair < self.games // 2:
            self.played[outcome.key] = outcome
        while not self.decided and {(self.whole, False), (self.whole, True)} <= self.played.keys():
            pair = [self.played[self.whole, swapped] for swapped in (False, True)]
            self._pairs = [count + added for count, added in zip(self._pairs, count_pairs(pair), strict=True)]
            self.whole += 1
            self.decided = self.sprt is not None and bool(self.sprt.decided(self._pairs))

    @property
    def counted(self) -> list[GameOutcome]:
        """The games that count, in the order of the match: with a test, the whole pairs until it is decided."""
        if self.sprt is None:
            return [self.played[place] for place in sorted(self.played)]
        return [self.played[pair, swapped] for pair in range(self.whole) for swapped in (False, True)]

    @property
    def over(self) -> bool:
        """Whether no more games are needed."""
        return self.decided or len(self.played) == self.games

    def places(self) -> Iterator[Place]:
        """The games still to be played."""
        for pair in range(self.games // 2):
            for swapped in (False, True):
                if (pair, swapped) not in self.played:
                    yield pair, swapped

    def report(self) -> MatchResult:
        """The result so far."""
        return report(self.game.name, self.setting, self.counted, self.sprt)


@renamed_argument("told", "on_progress")
def match(
    setting: MatchSetting,
    game: Game | Program | None = None,
    *,
    games: int,
    workers: WorkerSpec = 0,
    sprt: Sprt | None = None,
    log: Path | str | None = None,
    source: ClassSource | None = None,
    on_progress: Callable[[MatchRun], object] = lambda run: None,
) -> MatchResult:
    """Play a match to its end and report it.

    games: how many, an even number. workers: processes (0: one a processor), or
    a RayCluster. sprt: stop when it is decided. log: games
    that it holds are not played again. source: where a Python class is found. on_progress: called after each game.
    """
    run = MatchRun(setting, setting.rules() if game is None else game, games, sprt)
    follow(run, workers, log, source, on_progress)
    return run.report()


def follow(
    run: MatchRun,
    workers: WorkerSpec,
    path: Path | str | None,
    source: ClassSource | None,
    on_progress: Callable[[MatchRun], object],
) -> None:
    """Plays the remaining games of a match."""
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(MatchLog(path, run.setting)) if path is not None else None
        for outcome in log.played if log is not None else ():
            run.add(outcome)
        if run.over:
            return
        if single_process(workers, run.games - len(run.played)) or (source is None and isinstance(run.game, Program)):
            stream = play_in_process(run.setting, run.game, run.places())
        else:
            stream = spread(run.setting, source, list(run.places()), workers)
        for outcome in stack.enter_context(contextlib.closing(stream)):
            if log is not None:
                log.add(outcome)
            run.add(outcome)
            on_progress(run)
            if run.over:
                return
