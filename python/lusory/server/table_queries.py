"""Queries of a table that need its rules. Each is a function of the table and returns bytes, mostly JSON.

Games of the catalogue are asked in the server itself, the rules of guests in a worker process: the same functions,
either way.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ..draw import text as draw_text
from ..play.record import Record
from ..play.renaming import rename_players
from ..rules import codec
from . import game_files, printed_sheets, visibility
from .boards import board_of
from .changes import apply_entries
from .conditional_moves import check_plan
from .mail.seat_view import seat_view
from .ply_parsing import canonical_plies, canonical_ply, was_played
from .table import HUMAN, Refused, Table
from .table.commands import entry_for_command, others
from .table.outline import outline as outline_of
from .table_view import earlier, view_of
from .threats import threatened_cells
from .worker_requests import choice as chosen
from .worker_requests import place

Query = Callable[..., bytes]
json = msgspec.json.encode


def encode_view(
    table: Table, players: Sequence[int], moment: int, here: Sequence[int], as_seat: int | None, **more: Any
) -> bytes:
    """The table as the holder of these seats may see it: a Shown as JSON."""
    return json(view_of(table, tuple(players), moment, here, as_seat=as_seat, **more))


def encode_outline(table: Table) -> bytes:
    """The table without its rules: an Outline as JSON."""
    return json(outline_of(table))


def encode_earlier_position(table: Table, players: Sequence[int], ply: int, as_seat: int | None) -> bytes:
    """An earlier position, as JSON."""
    return json(earlier(table, tuple(players), ply, as_seat))


def write_file(
    table: Table,
    form: str,
    players: Sequence[int],
    as_seat: int | None,
    ply: int | None,
    named: bool,
    names: dict[str, str],
) -> bytes:
    """The game as a file. names: other names, by player."""
    observer = game_files.observer_of(table, tuple(players), as_seat)
    return game_files.write(table, form, observer, ply, named, by_player(table, names))


def by_player(table: Table, names: dict[str, str]) -> dict[int, str]:
    """Names as they come in a request, for the players that there are."""
    return {int(player): name for player, name in names.items() if int(player) < table.players}


def fill_sheets(
    table: Table,
    players: Sequence[int],
    as_seat: int | None,
    sheets: Sequence[str],
    paper: str,
    named: bool,
    names: dict[str, str],
) -> bytes:
    """The game on sheets for pen and paper: a Document as JSON. names: other names, by player."""
    observer = game_files.observer_of(table, tuple(players), as_seat)
    tags = rename_players(Record(table.game, tags=game_files.tags(table, named)), by_player(table, names)).tags
    return json(printed_sheets.of_table(table, observer, tags, sheets, paper))


def encode_seat_view(table: Table, player: int, moment: int) -> bytes:
    """The table as a mail shows it to a player: a SeatView as JSON."""
    return json(seat_view(table, player, moment))


def list_legal_plies(table: Table, mover: int) -> bytes:
    """The legal plies of the player to move: `plies`, and their printed forms."""
    view = table.position.view(mover)
    return json({"ply": table.ply + 1, "plies": view.moves, "printed": view.printed})


def list_threats(table: Table) -> bytes:
    """What the next ply can capture: `cells`, as JSON."""
    return json({"ply": table.ply, "cells": threatened_cells(table.position)})


def read_ply(table: Table, player: int, text: str) -> bytes:
    """The canonical text of a ply in any spelling. Raises Refused."""
    return canonical_ply(table, player, text).encode()


def read_turn(table: Table, player: int, text: str) -> bytes:
    """The canonical texts of the plies on a line, as JSON. Raises Refused."""
    return json(canonical_plies(table, player, text))


def draw_board(table: Table, player: int | None, ply: int) -> bytes:
    """The board after so many plies as text, as a player or, with None, anybody may see it."""
    position = table.positions[min(ply, table.ply)]
    over = table.ending is not None
    return draw_text.board(position.picture() if over else visibility.picture(position, player), "mail").encode()


def preview_ply(table: Table, player: int, text: str, moment: int) -> bytes:
    """The board as text after a ply that is not played. Raises Refused where that would tell something."""
    if table.hidden:
        raise Refused(409, "preview: not in a game with secrets, where the answer would tell them", "text")
    for ply in canonical_plies(table, player, text):
        table = apply_entries(table, [("ply", player, table.ply + 1, ply)], moment).table  # type: ignore[assignment]
        if table.position.past[-1].player != player:
            raise Refused(409, "preview: not before a move of chance", "text")
    return draw_text.board(table.position.picture(), "mail").encode()


def check_conditional_moves(table: Table, player: int, lines: Sequence[Sequence[str]]) -> bytes:
    """Conditional moves of a player, as they are stored: a ConditionalPlan as JSON. Raises Refused."""
    return json(check_plan(table, player, lines))


def check_repeated(table: Table, players: Sequence[int], ply: int, text: str, request: int | None) -> bytes:
    """Whether this ply was played already, and is sent a second time: `true` or `false`."""
    return json(was_played(table, players, ply, text, request))


def encode_board(table: Table) -> bytes:
    """The board before the first ply: a FirstBoard as JSON."""
    return json(board_of(table.positions[0]))


def list_cells(table: Table) -> bytes:
    """The names of the cells."""
    return json(table.position.picture().geometry.names)


def request_choice(table: Table, mover: int, spec: str, seed: int) -> bytes:
    """The request to the machine to move, and the `legal` plies."""
    request = chosen(table.position, mover, spec, random.Random(seed))
    return json({"legal": table.position.view(mover).moves, "asked": request})


def request_first_choice(table: Table, spec: str) -> bytes:
    """The request to a machine before the first ply, where nothing is secret yet; `null` where no player is to move."""
    position = table.positions[0]
    if position.to_move is None or position.to_move < 0:
        return b"null"
    return json(chosen(position, position.to_move, spec, random.Random(0)))


def request_hint(table: Table, players: Sequence[int], ply: int, seed: int) -> bytes:
    """The request for a hint. Raises Refused."""
    entry_for_command(table, players, "hint", ply)
    assert table.to_move is not None
    return json(place(table.position, table.to_move, random.Random(seed)))


def list_named_cells(table: Table, text: str) -> bytes:
    """The cells that the text of a ply names."""
    names = set(table.position.picture().geometry.names)
    return json([part for part in re.split(r"[-:,x]|reveal", text) if part in names] or [text] * (text in names))


def request_analysis(table: Table, players: Sequence[int], ply: int | None) -> bytes:
    """The position to be analysed, as its mover sees it. Between people nobody may before the game is over: that is the
    one rule of fair play that the server can keep. Raises Refused."""
    position = table.positions[min(table.ply if ply is None else ply, table.ply)]
    mover = position.to_move
    if mover is None or mover < 0:
        raise Refused(409, "expected a position in which a player is to move")
    if table.ending is None:
        people = [p for p in players if table.kinds[p] == HUMAN]
        if table.setup.rated:
            raise Refused(403, "no analysis of a rated game until it is over")
        if others(table, people):
            raise Refused(403, "no analysis between people until the game is over")
        if table.hidden and mover not in people:
            raise Refused(403, "no analysis of another's hidden stones until the game is over")
    return json(place(position, mover, random.Random(0)))


def request_review(table: Table, players: Sequence[int]) -> bytes:
    """The rules and plies of a finished game without secrets. Raises Refused."""
    if table.ending is None:
        raise Refused(409, "expected a finished game: games are reviewed when they are over")
    if table.hidden:
        raise Refused(409, "expected a game without secrets; others are not reviewed")
    position = table.positions[table.ply]
    plies = list(position.texts)
    return json({"game": codec.canonical(position.game).decode(), "plies": plies})


QUERIES: dict[str, Query] = {
    "view": encode_view,
    "outline": encode_outline,
    "earlier_position": encode_earlier_position,
    "file": write_file,
    "sheets": fill_sheets,
    "seat_view": encode_seat_view,
    "legal_plies": list_legal_plies,
    "threats": list_threats,
    "conditional_moves": check_conditional_moves,
    "canonical_ply": read_ply,
    "canonical_plies": read_turn,
    "board_text": draw_board,
    "preview": preview_ply,
    "was_played": check_repeated,
    "board": encode_board,
    "cells": list_cells,
    "choice_request": request_choice,
    "first_choice_request": request_first_choice,
    "hint_request": request_hint,
    "named_cells": list_named_cells,
    "analysis_request": request_analysis,
    "review_request": request_review,
}
"""The queries by their names in calls of a table."""
