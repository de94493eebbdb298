"""Processes that play the games of a match. They are spawned and get the rules as JSON, so nothing is shared."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Generator, Iterable
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from ...errors import LusoryError
from ...play.program import Program
from ...rules.game import Game
from .game import Played, Players, play_game
from .setting import Setting

Place = tuple[int, bool]
"""A game of a match: the number of its pair, and is it the one with seats swapped?"""
PATIENCE = 2.0
"""Seconds that a worker gets to end by itself."""


class Source(NamedTuple):
    """Where a worker finds a Python class: what `load` takes."""

    text: str
    options: dict[str, str]


def here(setting: Setting, game: Game | Program, places: Iterable[Place]) -> Generator[Played, None, None]:
    """The games, played in this process one after the other."""
    players = Players(setting.specs, game)
    start = game.start()
    try:
        for pair, swapped in places:
            yield play_game(setting, start, players, pair, swapped)
    finally:
        players.close()


def spread(
    setting: Setting, source: Source | None, places: Iterable[Place], workers: int
) -> Generator[Played, None, None]:
    """The games as they are finished, played by so many processes."""
    context = multiprocessing.get_context("spawn")
    crew: dict[Connection, Any] = {}
    todo, doing = iter(places), {}
    try:
        for _, place in zip(range(workers), todo, strict=False):
            ours, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs, setting, source), daemon=False)
            process.start()
            theirs.close()
            crew[ours] = process
            ours.send(place)
            doing[ours] = place
        while doing:
            for ready in wait(list(doing)):
                assert isinstance(ready, Connection)
                place = doing.pop(ready)
                yield heard(ready, place)
                following = next(todo, None)
                if following is not None:
                    ready.send(following)
                    doing[ready] = following
    finally:
        for connection, process in crew.items():
            dismiss(connection, process, idle=connection not in doing)


def heard(connection: Connection, place: Place) -> Played:
    """What a worker has to say. Raises LusoryError where it has died."""
    try:
        found = connection.recv()
    except (EOFError, OSError):
        number = 2 * place[0] + place[1] + 1
        raise LusoryError(f"the process that played game {number} died; was there enough memory?") from None
    if isinstance(found, Played):
        return found
    raise found if isinstance(found, LusoryError) else LusoryError(f"a process that played games failed: {found}")


def dismiss(connection: Connection, process: Any, idle: bool) -> None:
    """A worker that waits for a game ends when nobody can send it one; one that plays is told to stop."""
    connection.close()
    if not idle:
        process.terminate()
    process.join(PATIENCE)
    if process.is_alive():
        process.kill()
        process.join()


def serve(connection: Connection, setting: Setting, source: Source | None) -> None:
    """What a worker does. Ctrl-C is for the process that sends it games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    players = None
    try:
        game = loaded(setting, source)
        players, start = Players(setting.specs, game), game.start()
        while True:
            connection.send(play_game(setting, start, players, *connection.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except Exception as fault:
        connection.send(fault if isinstance(fault, LusoryError) else f"{type(fault).__name__}: {fault}")
    finally:
        if players is not None:
            players.close()


def loaded(setting: Setting, source: Source | None) -> Game | Program:
    """The game, in a worker."""
    if source is None:
        return setting.rules()
    from ...play.catalogue import load

    return load(source.text, **source.options)
