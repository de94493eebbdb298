"""Secrets of a new table's seats: tokens and codes for its creator, invitations. Only hashes are stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .store import hashed, token
from .store.seats import code, plain
from .table import HUMAN, Setup


class Keys(NamedTuple):
    """By player. tokens, for programs, and codes, which bring a seat back: of the maker's own seats. invitations: of
    seats that somebody else is to claim."""

    tokens: dict[int, str]
    codes: dict[int, str]
    invitations: dict[int, str]

    def row(self, table: str, player: int) -> dict[str, Any]:
        """A seat as it is stored."""
        return {
            "table": table,
            "player": player,
            "token": stored_secret(self.tokens.get(player)),
            "code": stored_secret(self.codes.get(player), plain),
            "invitation": stored_secret(self.invitations.get(player)),
        }


def stored_secret(secret: str | None, form: Any = str) -> str | None:
    """A secret as it is stored."""
    return None if secret is None else hashed(form(secret))


def new_keys(setup: Setup, own_seats: Sequence[int]) -> Keys:
    """Keys for a new table. own_seats: those of its maker."""
    taken_seats = set(setup.taken or ())
    free_seats = [player for player, kind in enumerate(setup.seats) if kind == HUMAN and player not in taken_seats]
    return Keys(
        {player: token() for player in own_seats},
        {player: code() for player in own_seats},
        {player: token() for player in free_seats},
    )
