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
    finished. foreign: what is no record of a game. first_foreign: the first of these files, and what is wrong with
    it."""

    games: list[list[int]]
    other: int
    open: int
    foreign: int = 0
    first_foreign: str = ""

    @property
    def left_out(self) -> str:
        """The files that are left out, and why; empty where there are none."""
        parts = [f"{self.other:,} of other games or rules"] * bool(self.other)
        parts += [f"{self.open:,} not finished"] * bool(self.open)
        parts += [f"{self.foreign:,} that are no record ({self.first_foreign})"] * bool(self.foreign)
        return ", ".join(parts)


def recorded_games(game: Game, folder: Path) -> RecordedGames:
    """The finished games in a folder, one a file, in the order of their names. What is no record of a finished game of
    these rules is left out. Raises LusoryError where no game is left."""
    if not folder.is_dir():
        raise LusoryError(f"{folder}: expected a folder of records")
    games, found = list[list[int]](), RecordedGames([], 0, 0)
    for file in sorted(path for path in folder.iterdir() if path.suffix in KINDS and path.is_file()):
        try:
            record = read(file.read_text("utf-8"))
            if getattr(record.game, "hash", "") != game.hash:
                found = found._replace(other=found.other + 1)
                continue
            position = record.replay()
        except (LusoryError, UnicodeDecodeError, OSError) as fault:
            first = found.first_foreign or f"{file.name}: {fault}"
            found = found._replace(foreign=found.foreign + 1, first_foreign=first)
            continue
        if position.result is None:
            found = found._replace(open=found.open + 1)
        else:
            games.append([each.action for each in position.past])
    if not games:
        raise LusoryError(
            f"{folder}: no finished game of {game.name or 'these rules'} (left out: {found.left_out or 'nothing'}; "
            f"expected files that end with {' or '.join(KINDS)})"
        )
    return found._replace(games=games)
