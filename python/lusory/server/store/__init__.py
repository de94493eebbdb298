"""What is kept: the same code on SQLite and on PostgreSQL."""

from .held import Seats, hashed, identifier, token
from .moderation import Moderation
from .store import Behind, Gone, SeatChange, Store, Stored, StoreFault, now

__all__ = [
    "Behind",
    "Gone",
    "Moderation",
    "SeatChange",
    "Seats",
    "Store",
    "StoreFault",
    "Stored",
    "hashed",
    "identifier",
    "now",
    "token",
]
