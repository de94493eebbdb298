"""The model of a table: seats, clocks, offers, permissions. No input, no output."""

from .log import Entry
from .setup import HUMAN, OPEN, Clock, Setup
from .table import Ending, Refused, Table

__all__ = ["HUMAN", "OPEN", "Clock", "Ending", "Entry", "Refused", "Setup", "Table"]
