"""A table as those who look at it see it: views as JSON, cached for all who see the same."""

from __future__ import annotations

from typing import Protocol

import msgspec

from ..texts import current
from .boards import FirstBoard
from .live_table import LiveTable
from .store import now


class Call(Protocol):
    """Asks a table one of QUERIES, wherever it is."""

    async def __call__(self, live: LiveTable, call: str, **args: object) -> bytes: ...


class CachedViews:
    """Views of tables. chat: whether people may talk there."""

    def __init__(self, call: Call, chat: bool) -> None:
        self.call, self.chat = call, chat

    async def show(
        self, live: LiveTable, players: tuple[int, ...], as_seat: int | None = None, board: bool = False
    ) -> msgspec.Raw:
        """The table as a caller may see it: a Shown as JSON."""
        present = sorted(live.here())
        return msgspec.Raw(
            await self.call(
                live, "view", players=players, moment=now(), here=present, as_seat=as_seat, board=board, chat=self.chat
            )
        )

    async def first_board(self, live: LiveTable) -> tuple[str, str, str]:
        """A table's board before the first ply: the names of its cells and of its view, its stones."""
        if live.board is None:
            board = msgspec.json.decode(await self.call(live, "board"), type=FirstBoard)
            live.board = board.cells_id, board.view_id, board.stones
        return live.board

    async def written(self, live: LiveTable, players: tuple[int, ...], as_seat: int | None = None) -> msgspec.Raw:
        """The same, cached for all observers who see the same."""
        key, views = (players, as_seat, current()), live.made
        if key not in views:
            views[key] = await self.show(live, players, as_seat)
        return views[key]

    async def message(self, live: LiveTable, players: tuple[int, ...], as_seat: int | None = None) -> bytes:
        """The same as a message of a stream."""
        view = await self.written(live, players, as_seat)
        return msgspec.json.encode({"kind": "shown", "sent": now(), "shown": view})
