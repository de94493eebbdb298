"""Which columns a record sheet has; it follows from the words of the rules."""

from __future__ import annotations

from typing import Any

import msgspec

from ..rules.effects import Earn, Flip, Tell
from ..rules.events import PLAYER_NAMES
from ..rules.game import Game
from ..rules.numbers import Captured, Score
from ..rules.plies import ActionWord, Place
from ..rules.static_evaluation import announced_regions
from ..rules.turns import Commit, Repeat, Sequence
from ..rules.word import EffectWord
from .document import PrintedColumn

NUMBER = 10.0
"""Millimetres of the column of numbers."""
SIGN = 4.6
"""Millimetres that a handwritten sign takes."""
POINTS = 17.0


class ColumnLayout(msgspec.Struct, frozen=True):
    """The columns in which players write down a game.

    players: how many. announces: plies are announced before they are known. answers: others answer them. counted: the
    title of the running total, empty where nothing is counted. width: millimetres of a turn. places: every turn fills a
    cell and none is emptied, so the cells bound the number of turns; else 0.
    """

    players: int
    announces: bool = False
    answers: bool = False
    counted: str = ""
    width: float = 24.0
    places: int = 0


def layout(game: Any) -> ColumnLayout:
    """The layout for a rule value; for a game written in Python, a column for each player."""
    if not isinstance(game, Game):
        return ColumnLayout(game.players, width=40.0)
    commits = [word for word in game.words if isinstance(word, Commit)]
    return ColumnLayout(
        players=game.players,
        announces=any(word.announce for word in commits),
        answers=any(word.answer is not None for word in commits),
        counted=counted_title(game),
        width=min(60.0, max(20.0, SIGN * signs(game))),
        places=len(game.geometry.names) if fills(game) else 0,
    )


def counted_title(game: Game) -> str:
    """`points` or `captured`, whichever the rules count."""
    if any(isinstance(word, Score | Earn) for word in game.words):
        return "points"
    return "captured" if any(isinstance(word, Captured) for word in game.words) else ""


def signs(game: Game) -> int:
    """How many signs a turn takes: the longest ply of each kind, three where a turn has several."""
    longest = max((len(game.actions.printed(base + size - 1)) for base, size in blocks(game)), default=4)
    several = any(isinstance(word, Sequence | Repeat) for word in game.words)
    return longest * (3 if several else 1)


def blocks(game: Game) -> list[tuple[int, int]]:
    """The ids of plies that are written one by one: lists of revealed cells have any length."""
    return [block for key, block in game.actions.blocks.items() if key[0] not in ("reveal", "word")]


def fills(game: Game) -> bool:
    """Whether every turn places a piece that stays on its cell."""
    plies = [word for word in game.words if isinstance(word, ActionWord)]
    no_piece_moves = all(isinstance(word, Earn | Flip | Tell) for word in game.words if isinstance(word, EffectWord))
    return (
        no_piece_moves and any(isinstance(word, Place) for word in plies) and all(word.form in STAYS for word in plies)
    )


STAYS = {"cell", "word"}
"""Forms of plies that empty no cell."""


def lines(game: Any) -> list[tuple[str, list[tuple[str, int]]]]:
    """The lines that may be announced: (`Rows`, [(`4`, cells), ...]), (`Columns`, ...); others by their cells."""
    if not isinstance(game, Game) or not layout(game).announces:
        return []
    geometry, regions = game.geometry, set(announced_regions(game))
    titled_lines = [("Rows", list(geometry.rows)), ("Columns", list(geometry.columns))]
    lines_on_board = [
        (title, [(label, cells) for label, cells in all_lines if cells in regions]) for title, all_lines in titled_lines
    ]
    rest = regions - {cells for _, all_lines in lines_on_board for _, cells in all_lines}
    other_sets = [(" ".join(geometry.named(cells)), cells) for cells in sorted(rest)]
    return [
        (title, all_lines) for title, all_lines in [*lines_on_board, ("Other announcements", other_sets)] if all_lines
    ]


def columns(of: ColumnLayout) -> tuple[PrintedColumn, ...]:
    """The number of the round, then what each player does."""
    sheet_columns = [PrintedColumn("No.", width=NUMBER)]
    for player in range(of.players):
        sheet_columns += player_columns(of, PLAYER_NAMES[player])
    return tuple(sheet_columns)


def player_columns(of: ColumnLayout, group: str) -> list[PrintedColumn]:
    """The columns of one player."""
    if not (of.announces or of.answers or of.counted):
        return [PrintedColumn(group, width=of.width)]
    sheet_columns = [PrintedColumn("announces" if of.announces else "move", group, of.width)]
    if of.answers:
        sheet_columns.append(PrintedColumn("answer", group, 30.0))
    if of.counted:
        sheet_columns.append(PrintedColumn(of.counted, group, POINTS))
    return sheet_columns
