"""What is kept: the same code on SQLite and on PostgreSQL."""

from .held import Seats, hashed, identifier, token
from .store import Behind, Store, Stored, StoreFault, now
from .summary import summary

__all__ = ["Behind", "Seats", "Store", "StoreFault", "Stored", "hashed", "identifier", "now", "summary", "token"]
