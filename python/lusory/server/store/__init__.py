"""Storage of tables, seats and moderation, on SQLite or PostgreSQL."""

from .moderation import Moderation
from .seats import Seats, hashed, identifier, token
from .store import Behind, Gone, SeatChange, Store, StoredTable, StoreFault, now

__all__ = [
    "Behind",
    "Gone",
    "Moderation",
    "SeatChange",
    "Seats",
    "Store",
    "StoreFault",
    "StoredTable",
    "hashed",
    "identifier",
    "now",
    "token",
]
