"""UGI, the Universal Game Interface, from both sides: offering an engine (engine.py) and using one (client.py).
docs/howto-engines.md lists the commands."""

from __future__ import annotations

from typing import Any

from .._renamed import renamed
from .client import Client
from .engine import Chooser, Engine, Finding, GoLimits

__all__ = ["Chooser", "Client", "Engine", "Finding", "GoLimits"]

RENAMED = {"Limits": "GoLimits"}
"""Old names to new, kept for one release."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)
