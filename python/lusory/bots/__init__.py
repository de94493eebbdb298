"""Players of lusory on a web table, as bots: they accept challenges and play over its HTTP interface."""

from __future__ import annotations

from typing import Any

from .._renamed import renamed
from .acceptance import CLOCKS, Acceptance
from .connection import Connection, Rejected
from .runner import BotRunner

__all__ = ["CLOCKS", "Acceptance", "Connection", "Rejected", "BotRunner"]

RENAMED = {"Runner": "BotRunner"}
"""Old names to new, kept for one release."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)
