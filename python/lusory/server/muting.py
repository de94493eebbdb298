"""Muting by moderators: until when an account may say nothing, in the chat, in comments, or by a name of its choice."""

from __future__ import annotations

from datetime import UTC, datetime

from .store import now
from .store.moderation import FOREVER, SUSPENDED
from .table import Refused


def is_muted(until: int | None) -> bool:
    """Whether somebody may say nothing now."""
    return until is not None and until > now()


def check_not_muted(until: int | None) -> None:
    """Raises Refused where somebody is muted."""
    if until is None or not is_muted(until):
        return
    if until == SUSPENDED:
        raise Refused(403, "the host of this server has suspended this account", "account")
    if until == FOREVER:
        raise Refused(403, "a moderator has muted you", "account")
    day = f"{datetime.fromtimestamp(until / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    raise Refused(403, "a moderator has muted you until %(day)s", "account", day=day)
