"""Everything about mail in one place: what a server starts and stops."""

from __future__ import annotations

from ..changes import Change
from ..live_table import LiveTable
from ..store import SeatChange
from ..table import Entry
from ..table_service import TableService
from . import notices
from .delivery import Delivery
from .outbox import Outbox
from .rendering import Rendering


class MailRoom:
    """Notices, the outbox and its delivery."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.outbox = Outbox(service.store)
        self.rendering = Rendering(service, self.outbox)
        self.delivery = Delivery(self.rendering, self.outbox)
        self.ways = notices.Ways(bool(service.settings.mail.host), service.settings.webhooks)
        self._queued = False
        service.accompanying.append(self.accompany)
        service.listeners.append(self.on_change)

    async def open(self) -> None:
        """Begin to send."""
        if any(self.ways):
            self.service.task(self.delivery.run())

    async def close(self) -> None:
        """No more notices."""
        self.service.accompanying.remove(self.accompany)
        self.service.listeners.remove(self.on_change)

    def accompany(self, live: LiveTable, change: Change) -> SeatChange | None:
        """What is to be kept together with a change of a table: its notices."""
        players = notices.due(live, change) if any(self.ways) else []
        if not players:
            return None
        over = change.table.ending is not None
        return notices.queued(live.table.id, players, over, self.ways, self._note)

    def _note(self) -> None:
        """A notice was queued; the transaction goes on."""
        self._queued = True

    def on_change(self, live: LiveTable, entries: list[Entry]) -> None:
        """What was queued is kept by now."""
        if self._queued:
            self._queued = False
            self.delivery.wake()
