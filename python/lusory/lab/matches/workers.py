"""Worker processes that play the games of a match. They receive the rules as JSON."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, NamedTuple

from ...play.program import Program
from ...rules.game import Game
from .. import jobs, pool
from .game import GameOutcome, Players, play_game
from .setting import MatchSetting

Place = tuple[int, bool]
"""A game of a match: the number of its pair, and whether it is the one with seats swapped."""


class ClassSource(NamedTuple):
    """Where a worker finds a Python class: what `load` takes."""

    text: str
    options: dict[str, str]


class MatchTask(NamedTuple):
    """Starts workers of a match. game: where the worker is this process."""

    setting: MatchSetting
    source: ClassSource | None
    game: Game | Program | None = None

    def worker(self) -> MatchWorker:
        """See jobs.JobTask."""
        game = load_game(self.setting.game, self.source) if self.game is None else self.game
        return MatchWorker(self.setting, game)


class MatchWorker:
    """Plays games of a match: holds the players of this process and the start position."""

    def __init__(self, setting: MatchSetting, game: Game | Program) -> None:
        self.setting, self.start, self.players = setting, game.start(), Players(setting.specs, game)

    def do(self, place: Place) -> GameOutcome:
        """Plays a game."""
        return play_game(self.setting, self.start, self.players, *place)

    def close(self) -> None:
        """The match is over."""
        self.players.close()


def play_in_process(
    setting: MatchSetting, game: Game | Program, places: Iterable[Place]
) -> Generator[GameOutcome, None, None]:
    """The games, played in this process one after the other."""
    return jobs.run_in_process(MatchTask(setting, None, game), places)


def spread(
    setting: MatchSetting, source: ClassSource | None, places: Iterable[Place], workers: pool.WorkerSpec
) -> Generator[GameOutcome, None, None]:
    """The games as they are finished, played by these workers."""
    return pool.spread(MatchTask(setting, source), places, workers, lambda place: f"game {2 * place[0] + place[1] + 1}")


def load_game(stored: str, source: ClassSource | None) -> Any:
    """The game, in a worker. stored: its rules as JSON."""
    if source is None:
        from ...play.program import unpack

        return unpack(stored)
    from ...play.catalogue import load

    return load(source.text, **source.options)
