"""What a table is: seats, clocks, offers, who may do what. No input, no output."""

from .log import Entry
from .setup import HUMAN, OPEN, Clock, Setup
from .table import Ending, Refused, Table

__all__ = ["HUMAN", "OPEN", "Clock", "Ending", "Entry", "Refused", "Setup", "Table"]
