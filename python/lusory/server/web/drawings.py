"""Views of tables as differences: a client that has the cells of a board gets its stones alone, and one that has an
earlier view gets what has changed in the drawing and in the list of plies."""

from __future__ import annotations

import hmac
import secrets
import sys
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from starlette.requests import HTTPConnection

from ..boards import FIRST, STONES, name_of
from ..bounded_cache import Cache
from ..live_table import LiveTable
from ..table_service import TableService

QUERY = (
    "cells",
    "the cells_id of the cells that the caller has, `board` for those of the table's board, or `none`: then `svg` may "
    "leave these out",
)
SINCE = (
    "view",
    "the view_id of a view that the caller has, `board` (with `cells=board`) for the board before the first ply, or "
    "`none`: with `cells`, what changed in `svg` and `moves`",
)
LONGEST = 20
"""Characters of such a name that are read."""
MOST_VIEWS = 1000
"""So many views are kept, to tell what has changed since; whoever has an older one gets the whole."""
MOST_BYTES, LARGEST_VIEW = 50_000_000, 200_000
"""Bytes of all views that are kept, and of one."""


class CallerViews(NamedTuple):
    """The names of the cells and of the view that a caller has; empty of who wants them whole. stones: of the view,
    where it is the board before the first ply."""

    cells: str = ""
    view: str = ""
    stones: str = ""


class SentView(NamedTuple):
    """What differences refer to: the lines of a drawing, and each ply as JSON."""

    lines: tuple[str, ...]
    moves: tuple[bytes, ...]


def size_of(view: SentView) -> int:
    """The bytes that a view takes in memory."""
    return sum(map(sys.getsizeof, view.lines)) + sum(map(sys.getsizeof, view.moves))


_sent: Cache[SentView] = Cache(MOST_VIEWS, MOST_BYTES, size_of)
_KEY = secrets.token_bytes(32)
"""Of the names of views. Without it a player could make up what an opponent sees, name that view, and learn from the
answer whether the guess was right."""


def caller_views(request: HTTPConnection) -> CallerViews:
    """What a caller has."""
    names = (request.query_params.get(name, "")[:LONGEST] for name, _ in (QUERY, SINCE))
    return CallerViews(*names)


async def caller_views_of(request: HTTPConnection, service: TableService, live: LiveTable) -> CallerViews:
    """What a caller has of a table."""
    sent = caller_views(request)
    if sent.cells != FIRST:
        return sent
    cells, view, stones = await service.views.first_board(live)
    return CallerViews(cells, view, stones) if sent.view == FIRST else CallerViews(cells, sent.view)


def shorten_view(shown: bytes, held_view: CallerViews) -> tuple[msgspec.Raw, CallerViews]:
    """A view of a table as JSON, for who has this, and what he has then. `cells_id` names the cells of the view; where
    they are the same, `svg` begins behind them. `view_id` names the view; where the one that the caller has is known,
    `changed` stands in the place of `svg` (see `difference`), and `moves` without the first `moves_from`. A drawing
    without moves is shortened by its cells alone."""
    if not held_view.cells:
        return msgspec.Raw(shown), held_view
    parts = msgspec.json.decode(shown, type=dict[str, msgspec.Raw])
    svg = msgspec.json.decode(parts["svg"], type=str)
    at = svg.find(STONES)
    if at <= 0:
        return msgspec.Raw(shown), held_view
    cells = name_of(svg[:at])
    parts["cells_id"] = raw(cells)
    if cells == held_view.cells:
        svg = svg[at:]
        parts["svg"] = raw(svg)
    has_views = held_view.view and "moves" in parts
    view = since(parts, svg, held_view if cells == held_view.cells else CallerViews()) if has_views else ""
    return raw(parts), CallerViews(cells, view)


def since(parts: dict[str, msgspec.Raw], svg: str, sent: CallerViews) -> str:
    """Leave out of a view what stands in an earlier one; the name of the new one."""
    moves = tuple(map(bytes, msgspec.json.decode(parts["moves"], type=list[msgspec.Raw])))
    view, new = sent.view, SentView(tuple(svg.split("\n")), moves)
    before = SentView(tuple(sent.stones.split("\n")), ()) if sent.stones else _sent.get(view)
    name = view_name(parts["svg"], parts["moves"])
    if size_of(new) <= LARGEST_VIEW:
        _sent.keep(name, new)
    parts["view_id"] = raw(name)
    if before is not None:
        parts["view_from"], parts["svg"] = raw(view), raw("")
        parts["changed"] = raw(difference(before.lines, new.lines))
        common = next((i for i, pair in enumerate(zip(before.moves, moves, strict=False)) if pair[0] != pair[1]),
                    min(len(before.moves), len(moves)))  # fmt: skip
        parts["moves_from"], parts["moves"] = raw(common), raw([msgspec.Raw(move) for move in moves[common:]])
    return name


def difference(before: Sequence[str], new: Sequence[str]) -> list[tuple[int, int] | str]:
    """How to make lines from those before: lines of text, and runs of earlier lines as their first and their number."""
    places: dict[str, int] = {}
    for i, line in enumerate(before):
        places.setdefault(line, i)
    parts: list[tuple[int, int] | str] = []
    follows = 0
    for line in new:
        at = follows if follows < len(before) and before[follows] == line else places.get(line)
        if at is None:
            parts.append(line)
            continue
        last = parts[-1] if parts else ""
        if isinstance(last, tuple) and at == last[0] + last[1]:
            parts[-1] = (last[0], last[1] + 1)
        else:
            parts.append((at, 1))
        follows = at + 1
    return parts


def raw(value: object) -> msgspec.Raw:
    """A value as JSON."""
    return msgspec.Raw(msgspec.json.encode(value))


def view_name(svg: msgspec.Raw, moves: msgspec.Raw) -> str:
    """A name that only this server can make from the contents."""
    return hmac.digest(_KEY, bytes(svg) + bytes(moves), "sha256").hex()[:12]


def shorten_message(message: bytes, sent: CallerViews) -> tuple[bytes, CallerViews]:
    """The same of a message of a stream that shows a table."""
    if not sent.cells:
        return message, sent
    parts = msgspec.json.decode(message, type=dict[str, msgspec.Raw])
    parts["shown"], sent = shorten_view(bytes(parts["shown"]), sent)
    return msgspec.json.encode(parts), sent
