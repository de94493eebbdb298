"""Sheets for pen and paper of a table, for one observer, and their files, which are made in a worker process."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..play.spectator import SPECTATOR
from ..printing import Document, PrintRequest, document, with_rules, write
from ..rules.game import Game
from .table import Table


def of_table(
    table: Table, observer: int | None, tags: Mapping[str, str], sheets: Sequence[str], paper: str
) -> Document:
    """The sheets as an observer may see them (None: a spectator); of a game that is over everything. tags: as in a
    record."""
    viewer = None if table.ending is not None else SPECTATOR if observer is None else observer
    request = PrintRequest(table.position, viewer, tags, table.setup.options, tuple(sheets), paper=paper)
    return document(table.game, request)


def of_game(game: Game, request: dict[str, Any]) -> dict[str, str]:
    """The file of a game's blank sheets. request: form, sheets, paper, options, rules."""
    blank = PrintRequest(options=request["options"], sheets=tuple(request["sheets"]), paper=request["paper"])
    return file(game, document(game, blank), request)


def typeset(game: Game, request: dict[str, Any]) -> dict[str, str]:
    """The file of a document. request: form, document, rules."""
    return file(game, msgspec.json.decode(request["document"], type=Document), request)


def file(game: Game, document: Document, request: dict[str, Any]) -> dict[str, str]:
    """The file as `data`, with the rules where they are asked for."""
    complete = with_rules(document, game) if request["rules"] else document
    return {"data": b64encode(write(complete, request["form"])).decode()}
