"""Reads finished games from records of people or programs, for a net to learn from first."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..errors import LusoryError
from ..play.record import read
from ..rules.game import Game

KINDS = (".txt", ".json")
"""How files of records end."""


class RecordedGames(NamedTuple):
    """games: the ids of their plies, chance plies included. other: files of other games or rules. open: of games not
    finished."""

    games: list[list[int]]
    other: int
    open: int


def recorded_games(game: Game, folder: Path) -> RecordedGames:
    """The finished games in a folder, one a file, in the order of their names. Raises LusoryError for what is no
    record, and names the file; and where no game is left."""
    if not folder.is_dir():
        raise LusoryError(f"{folder}: expected a folder of records")
    games, other, unfinished = list[list[int]](), 0, 0
    for file in sorted(path for path in folder.iterdir() if path.suffix in KINDS and path.is_file()):
        try:
            record = read(file.read_text("utf-8"))
            if getattr(record.game, "hash", "") != game.hash:
                other += 1
                continue
            position = record.replay()
        except (LusoryError, UnicodeDecodeError, OSError) as fault:
            raise LusoryError(f"{file}: {fault}") from fault
        if position.result is None:
            unfinished += 1
        else:
            games.append([each.action for each in position.past])
    if not games:
        raise LusoryError(
            f"{folder}: no finished game of {game.name or 'these rules'} ({other} of other games or rules, "
            f"{unfinished} not finished; expected files that end with {' or '.join(KINDS)})"
        )
    return RecordedGames(games, other, unfinished)
