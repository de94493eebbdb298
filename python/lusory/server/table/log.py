"""The log of a table: every ply and event in order. The state of a table follows from it."""

from __future__ import annotations

import msgspec


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened. serial: its place in the log, from 1. at: milliseconds since 1970. request: the number
    that a client gave its request for a ply.

    kind, and what the rest then means:
        ply (player, number from 1, text), undo (player who asked, number of plies that stay),
        offer, refuse (player, text: draw, undo or rematch), agree (player; a draw), abort (player), resign (player),
        flag (player),
        close (by the host), rematch (text: the new table), chat (player or None, text), name (player, text),
        sit (player, text: name), leave (player, text: the name of the empty seat),
        pause (number: milliseconds for which no clock ran), remind (player who was sent a reminder),
        hold (player on vacation; number: the moment until which his clock waits).
    """

    serial: int
    at: int
    kind: str
    player: int | None = None
    number: int | None = None
    text: str | None = None
    request: int | None = None
