"""Tables of guests' rules, cached in a worker process, where slow rules block no other table.

A process keeps the tables it was asked about last, each as it stood after its last two changes: a change that could not
be stored is forgotten, and the table as it was is still here.
"""

from __future__ import annotations

from base64 import b64encode
from collections import OrderedDict
from typing import Any

import msgspec

from ...play.program import unpack
from ..changes import CHANGES, Change, create_table, to_message
from ..table import Entry, Setup, Table
from ..table_queries import QUERIES
from ..table_view import view_of

KEPT, VERSIONS = 64, 2
kept: OrderedDict[str, dict[int, Table]] = OrderedDict()


class TableSource(msgspec.Struct):
    """A table as the database has it: from this it is built again. value: the rules as JSON."""

    value: str
    setup: Setup
    created: int
    entries: list[Entry]


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What a call gives, as `data`; `missing` where the table has to be sent along."""
    try:
        return answer_from_cache(request)
    except MemoryError:  # it may be the other tables that take it
        if not kept:
            raise
    kept.clear()
    return answer_from_cache(request)


def answer_from_cache(request: dict[str, Any]) -> dict[str, Any]:
    """The same, with the memory that is left."""
    table_id, serial = request["id"], request["serial"]
    if "stored" in request:
        keep(build_table(table_id, msgspec.convert(request["stored"], TableSource)))
    table = kept.get(table_id, {}).get(serial)
    if table is None:
        return {"missing": True}
    kept.move_to_end(table_id)
    return {"data": b64encode(run_call(table, request["call"], request["args"])).decode()}


def run_call(table: Table, call: str, args: dict[str, Any]) -> bytes:
    """A call; the table that comes of a change is kept, too."""
    if call not in CHANGES:
        return QUERIES[call](table, **args)
    change: Change | None = CHANGES[call](table, **args)
    return b"null" if change is None else keep_change(change)


def keep_change(change: Change) -> bytes:
    """A change as it travels; its table stays here. A new position is shown once, to nobody: rules that take too long
    for that are found before the ply is kept."""
    table = change.table
    assert isinstance(table, Table)
    if any(entry.kind == "ply" for entry in change.entries) or not table.serial:
        view_of(table, range(table.players), table.updated)
    keep(table)
    return to_message(change)


def create(request: dict[str, Any]) -> dict[str, Any]:
    """A new table. request: as the arguments of changes.create_table, with the rules as `value`."""
    setup = msgspec.convert(request["setup"], Setup)
    game, most = unpack(request["value"]), request["most"]
    change = create_table(game, request["id"], setup, request["plies"], request["moment"], most)
    return {"data": b64encode(keep_change(change)).decode()}


def build_table(table_id: str, stored: TableSource) -> Table:
    """A table from what is stored of it."""
    return Table(table_id, unpack(stored.value), stored.setup, stored.created, stored.entries)


def keep(table: Table) -> None:
    """Keep a table, and the one before it."""
    versions = kept.setdefault(table.id, {})
    versions.pop(table.serial, None)
    versions[table.serial] = table
    while len(versions) > VERSIONS:
        del versions[next(iter(versions))]
    kept.move_to_end(table.id)
    while len(kept) > KEPT:
        kept.popitem(last=False)
