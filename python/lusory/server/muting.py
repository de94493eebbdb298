"""Muting by moderators: until when an account may say nothing."""

from __future__ import annotations

from datetime import UTC, datetime

from .store import now
from .store.moderation import FOREVER
from .table import Refused


def check_not_muted(until: int | None) -> None:
    """Raises Refused where somebody is muted."""
    if until is None or until <= now():
        return
    if until == FOREVER:
        raise Refused(403, "a moderator has muted you", "account")
    day = f"{datetime.fromtimestamp(until / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    raise Refused(403, "a moderator has muted you until %(day)s", "account", day=day)
