"""Players of lusory on a web table, as bots: they accept challenges and play over its HTTP interface."""

from .acceptance import CLOCKS, Acceptance
from .connection import Connection, Rejected
from .runner import BotRunner

__all__ = ["CLOCKS", "Acceptance", "Connection", "Rejected", "BotRunner"]
