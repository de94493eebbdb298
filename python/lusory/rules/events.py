"""What happened and how it ended: events with their witnesses, and results with their reason."""

from __future__ import annotations

import msgspec

CHANCE = -1
"""The player number of nature."""

SPECTATOR = -2
"""The number of no player: whoever only watches knows what everybody knows."""

Witness = tuple[tuple[str, tuple[str, ...]], ...]
"""Named parts of a reason: (what it is, the names of its cells)."""


class Event(msgspec.Struct, frozen=True):
    """One thing a ply brought about.

    kind: one of place, move, capture, flip, promote, remove, earn, commit, announce, reveal, fail, tell,
        show, swap, keep, pass, end, roll, out; and in a game with secrets again (another turn of the same player)
        and skip (a turn in which nothing can be done).
    cells: names of the cells it is about. `move`: origin, landing cell. Others: in the order of the board.
    player: who did it, gained it or is spoken of (0 is the first player, CHANCE is nature).
    amount: points earned, pieces captured (with secrets only those that count: not the captor's own), pips rolled,
        pieces revealed.
    piece: the kind of piece, where there is more than one kind.
    why: named parts of the reason, for the sentence that explains it.
    seen_by: the players who may know of it; None is everybody.
    """

    kind: str
    cells: tuple[str, ...] = ()
    player: int = 0
    amount: int = 0
    piece: str = ""
    why: Witness = ()
    seen_by: tuple[int, ...] | None = None

    def known_to(self, player: int | None) -> bool:
        """May this player know of it? None is the referee, who knows all."""
        return player is None or self.seen_by is None or player in self.seen_by


class Result(msgspec.Struct, frozen=True):
    """How a game ended.

    values: one a player: 1 a win, 0 a loss, an equal share of 1 for each in a draw (½ with two players).
    by: the end clause that fired, as the rule value spells it (or the class's own words).
    witness: names of the cells that show it (the winning line), in the order of the board.
    counts: where a number decided, what it came to, one a player; empty otherwise, and None for a player who was out.
    """

    values: tuple[float, ...]
    by: str = ""
    witness: tuple[str, ...] = ()
    counts: tuple[int | None, ...] = ()

    @property
    def winner(self) -> int | None:
        """The player with the whole point, or None for a draw."""
        return self.values.index(1.0) if 1.0 in self.values and len(self.values) > 1 else None
