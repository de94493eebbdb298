"""Games as files, for one observer: secrets of others are left out."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.resources import files as resources
from types import MappingProxyType

import msgspec

from ..play.record import Record, record
from ..play.renaming import rename_players
from ..rules.geometry import bits
from . import visibility
from .table import Refused, Table
from .table_view import observer_for
from .table_view import plies as moves_of

WIDE = 1200
"""Pixels of a picture's longer side."""


def observer_of(table: Table, players: tuple[int, ...], requested: int | None) -> int | None:
    """The observer a file is made for."""
    return requested if table.ending is not None else observer_for(table, players, requested)


def write(
    table: Table,
    form: str,
    observer: int | None,
    ply: int | None = None,
    named: bool = True,
    names: Mapping[int, str] = MappingProxyType({}),
) -> bytes:
    """The game as a file. names: other names for players."""
    if form in ("svg", "png"):
        picture = board(table, observer, ply)
        return picture.encode() if form == "svg" else pixels(picture)
    if form == "csv":
        return spreadsheet(table, observer, named, names).encode()
    exported = rename_players(document(table, observer, named), names)
    return (exported.json() if form == "json" else exported.text()).encode()


def board(table: Table, observer: int | None, ply: int | None) -> str:
    """The board, after so many plies."""
    if ply is not None and ply > table.ply:
        raise Refused(404, "ply=%(ply)s: the game stands after move %(now)s", "ply", ply=ply, now=table.ply)
    position = table.positions[table.ply if ply is None else ply]
    return (
        visibility.referee_svg(position)
        if table.ending and observer is None
        else visibility.draw_board(position, observer)
    )


def pixels(svg: str, wide: int = WIDE) -> bytes:
    """A drawing as PNG; letters come from the packaged font. wide: pixels of its longer side."""
    import resvg_py

    font = resources("lusory.server") / "static" / "board.ttf"
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=wide,
        skip_system_fonts=True,
        font_files=[str(font)],
        font_family="DejaVu Serif",
        serif_family="DejaVu Serif",
    )
    return bytes(png)


def document(table: Table, observer: int | None, named: bool) -> Record:
    """The record, with the tags of the table."""
    full_record = record(table.position)
    if table.ending is None:
        full_record = full_record.seen_by(observer)
    return msgspec.structs.replace(full_record, tags=tags(table, named))


def tags(table: Table, named: bool) -> dict[str, str]:
    """Tags of the record: date, players, how it ended."""
    day = datetime.fromtimestamp(table.created / 1000, UTC).strftime("%Y-%m-%d")
    record_tags = {"date": day}
    for i, name in enumerate(("first", "second", "third", "fourth")[: table.players]):
        kind = table.kinds[i]
        record_tags[name] = clean(table.names[i]) if named or kind not in ("human", "open") else "somebody"
    if table.ending is not None and table.position.result is None:
        record_tags["ended"] = clean(table.ending.text) if named else table.ending.by
        record_tags["values"] = " ".join(f"{value:g}" for value in table.ending.values)
    return record_tags


def clean(text: str) -> str:
    """A tag's value: it stands between quotes on one line."""
    return text.replace('"', "'")


def spreadsheet(table: Table, observer: int | None, named: bool, names: Mapping[int, str]) -> str:
    """The board as the observer knows it, the announcements, the moves."""
    out = io.StringIO()
    sheet = csv.writer(out)
    over = table.ending is not None
    tags_shown = rename_players(Record(table.game, tags=tags(table, named)), names).tags
    sheet.writerows([["game", safe(table.game.name)], *([k, safe(v)] for k, v in tags_shown.items()), []])
    sheet.writerows(grid(table, observer))
    sheet.writerow([])
    known_board = visibility.sheet(table.position, observer, over)
    if known_board:
        sheet.writerow(["ply", "player", "what", "cells", "amount", "in words"])
        sheet.writerows(
            [n.ply, n.player + 1, n.kind, " ".join(n.cells), n.amount or "", safe(n.text)] for n in known_board
        )
        sheet.writerow([])
    sheet.writerow(["ply", "turn", "player", "move", "as printed"])
    sheet.writerows([m.ply, m.turn, m.player + 1, safe(m.text), safe(m.printed)] for m in moves_of(table, observer))
    return out.getvalue()


def grid(table: Table, observer: int | None) -> list[list[str]]:
    """The board as rows and columns as it is drawn, where it has both; else cells with what stands on them."""
    over = table.ending is not None
    picture = table.position.picture() if over and observer is None else visibility.picture(table.position, observer)
    geometry, signs = picture.geometry, picture.symbols
    standing: list[list[str]] = [[] for _ in geometry.names]
    for s in picture.stones:
        sign = signs[s.side].upper() if s.hidden else signs[s.side]
        standing[s.cell].append(sign + (f" {s.kind}" if s.kind != "stone" else ""))
    for cell, mark in picture.marks:
        standing[cell].append(f"({mark})")
    on = {name: " ".join(standing[cell]) for cell, name in enumerate(geometry.names)}
    if not geometry.rows or not geometry.columns:
        return [["cell", "piece"], *([name, piece] for name, piece in on.items() if piece)]
    rows = [["", *(label for label, _ in geometry.columns)]]
    for label, row in sorted(geometry.rows, key=lambda row: min(geometry.centres[cell][1] for cell in bits(row[1]))):
        shared = [geometry.named(row & column) for _, column in geometry.columns]
        rows.append([label, *(" ".join(on[name] for name in names) for names in shared)])
    return rows


def safe(text: str) -> str:
    """Quoted where a spreadsheet would read a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" and text[:1] else text
