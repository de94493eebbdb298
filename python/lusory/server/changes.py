"""What a request changes at a table: the table as it then stands, and the entries that have to be stored first.

Nothing here waits or writes. These functions run in the server for games of the catalogue, in a worker process for the
rules of guests (see calls.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from .ply_parsing import begun, meant, nature, opened
from .table import Entry, Refused, Setup, Table, commands
from .table.outline import Outline, outline
from .table.summary import Summary, summary


class Change(NamedTuple):
    """table: as it stands afterwards. entries: what has to be stored before anybody is told."""

    table: Table | Outline
    entries: list[Entry]
    summary: Summary


class Sent(msgspec.Struct):
    """A Change as it travels between processes."""

    table: Outline
    entries: list[Entry]
    summary: Summary


def sent(change: Change) -> bytes:
    """A Change for another process, as JSON."""
    table = change.table
    assert isinstance(table, Table)
    return msgspec.json.encode(Sent(outline(table), change.entries, change.summary))


def received(data: bytes) -> Change:
    """The other way."""
    found = msgspec.json.decode(data, type=Sent)
    return Change(found.table, found.entries, found.summary)


def created(game: Any, id_: str, setup: Setup, plies: Sequence[str], moment: int, most: int | None = None) -> Change:
    """A new table. plies: the game begins after these, in any spelling. Raises Refused, IllegalPly."""
    if plies:
        setup = msgspec.structs.replace(setup, plies=begun(game, plies))
    table = Table(id_, game, setup, moment)
    entries = opened(table, setup.plies, moment)
    bounded(table, most)
    return Change(table, entries, summary(table))


def happened(table: Table, what: Sequence[commands.NewEntry], moment: int, most: int | None = None) -> Change:
    """These things happen, and what nature then does. most: legal plies that a position may have."""
    moment = max(moment, table.updated)
    entries = [Entry(table.serial + i, moment, *deed) for i, deed in enumerate(what, 1)]
    fresh = table.copy()
    for entry in entries:
        fresh.apply(entry)
    entries += nature(fresh, moment)
    bounded(fresh, most)
    return Change(fresh, entries, summary(fresh))


def played(table: Table, player: int, text: str, moment: int, most: int | None = None) -> Change:
    """A ply by the player who is to move, in any spelling. Raises Refused, which says why it is not legal."""
    return happened(table, [("ply", player, table.ply + 1, meant(table, player, text))], moment, most)


def acted(table: Table, players: Sequence[int], act: str, ply: int, moment: int) -> Change | None:
    """Something other than a ply; None for what the registry of tables has to do itself. Raises Refused."""
    found = commands.deed(table, players, act, ply)
    return None if found is None else happened(table, [found], moment)


def bounded(table: Table, most: int | None) -> None:
    """Raises Refused where a position offers more plies than a guest's rules may."""
    if most is None or table.ending is not None:
        return
    count = len(table.position.moves())
    if count > most:
        raise Refused(409, f"after this there would be {count} legal plies, expected at most {most} on this server", "")
