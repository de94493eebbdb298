"""Storage of tables, seats and moderation, on SQLite or PostgreSQL."""

from .moderation import Moderation
from .seats import Holder, Seats, account_holder, hashed, holder_key, identifier, token
from .store import Behind, Gone, SeatChange, Store, StoredTable, StoreFault, now
from .vacations import Vacations

__all__ = [
    "Behind",
    "Gone",
    "Holder",
    "Moderation",
    "SeatChange",
    "Seats",
    "Store",
    "StoreFault",
    "StoredTable",
    "Vacations",
    "account_holder",
    "hashed",
    "holder_key",
    "identifier",
    "now",
    "token",
]
