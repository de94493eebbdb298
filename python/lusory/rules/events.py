"""The events of plies, with their witnesses, and the results of games, with their reason."""

from __future__ import annotations

import msgspec

CHANCE = -1
"""The player number of chance."""

PLAYER_NAMES = ("First", "Second", "Third", "Fourth")

SPECTATOR = -2
"""The viewer number of an observer, who sees what all players see."""

Witness = tuple[tuple[str, tuple[str, ...]], ...]
"""Named parts of a reason: (name, names of its cells)."""


class Event(msgspec.Struct, frozen=True):
    """One consequence of a ply.

    kind: one of place, move, capture, flip, promote, mark, unmark, remove, earn, commit, announce, reveal, fail, tell,
        show, swap, keep, pass, end, roll, out; and in a game with secrets again (another turn of the same player)
        and skip (a turn in which nothing can be done).
    cells: names of the cells it is about. `move`: origin, landing cell. Others: in the order of the board.
    player: the player who did it, gained it or is concerned (0 is the first player; or CHANCE).
    amount: points earned, pieces captured (with secrets only those that count: not the captor's own), pips rolled,
        pieces revealed.
    piece: the kind of piece, where there is more than one kind.
    why: named parts of the reason, for the sentence that explains it; of `mark` and `unmark` the name of the mark.
    seen_by: the players who may know of it; None means all.
    """

    kind: str
    cells: tuple[str, ...] = ()
    player: int = 0
    amount: int = 0
    piece: str = ""
    why: Witness = ()
    seen_by: tuple[int, ...] | None = None

    def known_to(self, player: int | None) -> bool:
        """Whether this player may know of it. None is the referee, who knows all."""
        return player is None or self.seen_by is None or player in self.seen_by


class Result(msgspec.Struct, frozen=True):
    """How a game ended.

    values: one a player: 1 a win, 0 a loss, an equal share of 1 for each in a draw (½ with two players).
    by: the end clause that fired, as the rule value spells it (or the class's own words).
    witness: names of the cells that show it (the winning line), in the order of the board.
    counts: where a number decided, its value for each player, None for a player who was out; empty otherwise.
    """

    values: tuple[float, ...]
    by: str = ""
    witness: tuple[str, ...] = ()
    counts: tuple[int | None, ...] = ()

    @property
    def winner(self) -> int | None:
        """The player with the full point, or None for a draw."""
        return self.values.index(1.0) if 1.0 in self.values and len(self.values) > 1 else None
