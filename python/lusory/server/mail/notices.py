"""Queues notices by mail: to a player when it is his turn, once until he visits the table; to all when a game is over.

A notice is queued in the transaction of the ply that causes it, so that no stored ply goes without its notice.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from ..changes import Change
from ..live_table import LiveTable
from ..push.subscriptions import subscriptions_of_seat
from ..store import SeatChange, now, schema
from ..store.mail_schema import outbox
from ..table import HUMAN
from ..table.table import CLOSED
from .outbox import HOUR
from .seat_addresses import seat_address

TELLING = {"ply", "undo", "flag", "resign", "agree", "offer"}
"""Kinds of entries that are told."""
MAILS = {"notice", "reminder"}
"""Kinds of notices that are mails."""


class Ways(NamedTuple):
    """Which ways of telling this server has. count: counts a mail to an address; False where there were too many.
    puts_off: those beyond are sent an hour later; else they are left out."""

    mail: bool
    webhooks: bool
    push: bool = False
    count: Callable[[str], bool] = lambda _: True
    puts_off: bool = True

    def __bool__(self) -> bool:
        """Whether there is any."""
        return self.mail or self.webhooks or self.push


class Notice(NamedTuple):
    """What a player has to hear. kind: of the mail. anyway: also where he was told before, and did not visit. counts:
    it tells him that it is his turn. by_mail: by mail, too; not where the answer to his own mail tells him."""

    player: int
    kind: str = "notice"
    anyway: bool = False
    counts: bool = True
    by_mail: bool = True


def due(live: LiveTable, change: Change) -> list[Notice]:
    """The notices of a change. The end is told however that is; so are refusals, and the first offer of each player
    after the end: one that was withdrawn and is made again uses up none of the mails that others may get."""
    table, is_over = change.table, change.table.ending is not None
    refuses = any(entry.kind == "refuse" for entry in change.entries)
    is_again = any(entry.kind == "offer" and entry.player in live.table.offered_rematch for entry in change.entries)
    anyway = refuses or (is_over and not is_again)

    def notice(player: int) -> Notice:
        is_answered = is_over and player in live.replying
        return Notice(player, anyway=anyway, counts=is_over or player == table.to_move, by_mail=not is_answered)

    return [notice(player) for player in who_hears(live, change)]


def who_hears(live: LiveTable, change: Change) -> list[int]:
    """The players who have to hear of a change: who is away and to move, or is asked, or all when the game is over; and
    who asked in his own turn, and is refused: he waited for that. To whom it is still the turn after his own mail hears
    of that by the answer."""
    table, kinds = change.table, {entry.kind for entry in change.entries}
    closed = "close" in kinds and table.ending is not None and table.ending.by == CLOSED
    if "refuse" in kinds:
        return sorted((refused_players(live, change) & {table.to_move}) - live.here())
    if not closed and not kinds & TELLING:
        return []
    candidates = set(table.people()) if table.ending and not live.table.ending else {table.to_move}
    if "offer" in kinds:
        candidates |= {player for player in table.people() if player not in table.offers}
    present = live.here().union(() if table.ending else live.answering)
    return sorted(p for p in candidates if p is not None and p >= 0 and table.kinds[p] == HUMAN and p not in present)


def awaited(live: LiveTable) -> int | None:
    """The person whose turn it is at a table, if it is one's."""
    player = live.table.to_move
    return player if player is not None and player >= 0 and live.table.kinds[player] == HUMAN else None


def refused_players(live: LiveTable, change: Change) -> set[int]:
    """The players whose offers another declines by a change; whoever withdraws his own offer declines none."""
    offers, players = live.table.offers, set[int]()
    for entry in change.entries:
        if entry.kind == "refuse" and offers.get(-1 if entry.player is None else entry.player) != entry.text:
            players |= {player for player, offer in offers.items() if offer == entry.text}
    return players


def players_to_remind(change: Change) -> list[int]:
    """The players who get a reminder with a change."""
    return [entry.player for entry in change.entries if entry.kind == "remind" and entry.player is not None]


def reminders(players: Sequence[int]) -> list[Notice]:
    """Reminders, whatever the players were told before."""
    return [Notice(player, "reminder", anyway=True) for player in players]


def queue_notices(
    table: str, notices: Sequence[Notice], ways: Ways, on_queued: Callable[[], object] = lambda: None
) -> SeatChange:
    """Queue notices of seats that left an address, or browsers, and were not told yet. on_queued: called when one was
    queued."""

    def change(c: sa.Connection) -> bool:
        if any([_queue(c, table, notice, ways) for notice in notices]):
            on_queued()
        return True

    return change


def _queue(c: sa.Connection, table: str, notice: Notice, ways: Ways) -> bool:
    address, player = seat_address(c, table, notice.player), notice.player
    if address is None or (address.noticed and not notice.anyway):
        return False
    waiting = _waiting(c, table, player)
    rows = []
    if ways.mail and notice.by_mail and address.mail and not waiting & MAILS:
        is_room = ways.count(address.mail)
        if is_room or ways.puts_off:  # a notice of his turn that is left out never comes
            rows.append(outbox_row(notice.kind, address.mail, table, player, later=0 if is_room else HOUR))
    if ways.webhooks and address.webhook and "webhook" not in waiting:
        rows.append(outbox_row("webhook", address.webhook, table, player))
    if ways.push and "push" not in waiting:
        rows += [outbox_row("push", browser.id, table, player) for browser in subscriptions_of_seat(c, table, player)]
    if rows:
        s = schema.seats
        if notice.counts:
            c.execute(s.update().where(s.c.table == table, s.c.player == player).values(noticed=True))
        c.execute(outbox.insert(), rows)
    return bool(rows)


def _waiting(c: sa.Connection, table: str, player: int) -> set[str]:
    """The kinds of the notices of this seat that wait to be sent. They will show the table as it is then."""
    o = outbox.c
    mine = sa.and_(o.table == table, o.player == player, o.kind != "answer", o.tries == 0, o.failed.is_(sa.false()))
    return set(c.scalars(sa.select(o.kind).where(mine)))


def outbox_row(
    kind: str,
    recipient: str,
    table: str | None = None,
    player: int | None = None,
    content: bytes | None = None,
    later: int = 0,
) -> dict[str, object]:
    """A new row of the outbox. What it will be known by when it is sent is fixed here. later: milliseconds until it is
    due."""
    moment = now()
    return {
        "id": secrets.token_hex(10), "kind": kind, "recipient": recipient, "table": table, "player": player,
        "content": content, "created": moment, "due": moment + later, "tries": 0, "fault": None, "failed": False,
    }  # fmt: skip
