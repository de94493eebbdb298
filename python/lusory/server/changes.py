"""Changes of a table, computed but not stored: the table after the change, and the entries to store.

Nothing here waits or writes. These functions run in the server for games of the catalogue, in a worker process for the
rules of guests (see table_queries.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from .conditional_moves import planned_plies, read
from .ply_parsing import canonical_opening, canonical_ply, chance_plies, opening_plies
from .table import Entry, Refused, Setup, Table, commands
from .table.outline import Outline, outline
from .table.summary import Summary, summary

Away = Sequence[tuple[int, int]]
"""Players on vacation, each with the moment until which his clock waits."""


class Change(NamedTuple):
    """table: after the change. entries: to be stored before the change is shown."""

    table: Table | Outline
    entries: list[Entry]
    summary: Summary


class Sent(msgspec.Struct):
    """A Change as it travels between processes."""

    table: Outline
    entries: list[Entry]
    summary: Summary


def to_message(change: Change) -> bytes:
    """A Change for another process, as JSON."""
    table = change.table
    assert isinstance(table, Table)
    return msgspec.json.encode(Sent(outline(table), change.entries, change.summary))


def from_message(data: bytes) -> Change:
    """The other way."""
    message = msgspec.json.decode(data, type=Sent)
    return Change(message.table, message.entries, message.summary)


def create_table(
    game: Any, table_id: str, setup: Setup, plies: Sequence[str], moment: int, most: int | None = None
) -> Change:
    """A new table. plies: the game begins after these, in any spelling. Raises Refused, IllegalPly."""
    if plies:
        setup = msgspec.structs.replace(setup, plies=canonical_opening(game, plies))
    table = Table(table_id, game, setup, moment)
    entries = opening_plies(table, setup.plies, moment)
    check_branching(table, most)
    return Change(table, entries, summary(table))


def apply_entries(
    table: Table,
    what: Sequence[commands.NewEntry],
    moment: int,
    most: int | None = None,
    request: int | None = None,
    away: Away = (),
    plans: Sequence[tuple[int, str]] = (),
) -> Change:
    """These entries, and the chance plies that follow, and the conditional moves that answer them. plans: of players,
    as they are stored. most: legal plies that a position may have. request: the number
    of the client's request. away: whose clocks wait."""
    moment = max(moment, table.updated)
    entries = [Entry(table.serial + i, moment, *item, request) for i, item in enumerate(what, 1)]
    copy = table.copy()
    for entry in entries:
        copy.apply(entry)
    entries += chance_plies(copy, moment)
    if plans:
        entries += planned_plies(copy, [(player, read(plan)) for player, plan in plans], entries, moment)
        entries += chance_plies(copy, moment)
    entries += hold_clocks(copy, moment, away)
    check_branching(copy, most)
    return Change(copy, entries, summary(copy))


def hold_clocks(table: Table, moment: int, away: Away) -> list[Entry]:
    """Hold the clock that runs, if its player is away; the table is changed."""
    clock, until = table.clock, dict(away)
    if clock is None or clock.player not in until or clock.is_held(moment):
        return []
    entry = Entry(table.serial + 1, moment, "hold", clock.player, until[clock.player])
    table.apply(entry)
    return [entry]


def play_ply(
    table: Table,
    player: int,
    text: str,
    moment: int,
    most: int | None = None,
    request: int | None = None,
    away: Away = (),
    plans: Sequence[tuple[int, str]] = (),
) -> Change | None:
    """A ply by the player who is to move, in any spelling; None where this request has played one before, which was
    taken back since. Raises Refused, which says why it is not legal."""
    if request is not None and (player, request) in table.requests:
        return None
    ply: commands.NewEntry = ("ply", player, table.ply + 1, canonical_ply(table, player, text))
    return apply_entries(table, [ply], moment, most, request, away, plans)


def apply_command(
    table: Table, players: Sequence[int], act: str, ply: int, moment: int, away: Away = ()
) -> Change | None:
    """A command other than a ply; None for what the table service does itself. Raises Refused."""
    new_entry = commands.entry_for_command(table, players, act, ply)
    return None if new_entry is None else apply_entries(table, [new_entry], moment, away=away)


def check_branching(table: Table, most: int | None) -> None:
    """Raises Refused where a position has more legal plies than guests' rules may have."""
    if most is None or table.ending is not None:
        return
    count = len(table.position.moves())
    if count > most:
        raise Refused(
            409,
            "after this move there would be %(count)s legal moves; this server allows at most %(most)s",
            "",
            count=count,
            most=most,
        )


CHANGES: dict[str, Callable[..., Change | None]] = {
    "entries": apply_entries,
    "ply": play_ply,
    "command": apply_command,
}
"""The changes of a table that is there, by their names in calls of a table."""
