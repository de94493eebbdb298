"""UGI, the Universal Game Interface, both ways: as an engine that somebody asks (engine.py), and as the one who asks an
engine (client.py). docs/howto-engines.md says which commands are spoken."""

from __future__ import annotations

from .client import Client
from .engine import Chooser, Engine, Finding, Limits

__all__ = ["Chooser", "Client", "Engine", "Finding", "Limits"]
