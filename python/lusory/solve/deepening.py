"""Searches for a win ply by ply: within one ply, two, and so on. It finds short wins where a search to the end of the
game is lost in long lines, and needs no end to them: lines are cut at the limit, so that positions may repeat."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

LEAST = 1000
"""The positions that a limit counts at least: limits that ask for no new position end a slice, too."""

SearchWithin = Callable[[int, int, int], bool | str]
"""Whether a player wins within so many plies, in at most so many positions; else why there is no answer."""


class Deepening:
    """A search for a win of each player after the same plies. search: asks about a player, a limit of plies, and how
    many positions to search. counted: the number of positions searched so far."""

    def __init__(self, search: SearchWithin, counted: Callable[[], int]) -> None:
        self.search, self.counted = search, counted
        self.limits = [1, 1]
        """By player: the limit of plies that comes next. Within fewer there is no win."""
        self.spent: tuple[list[int], list[int]] = ([0], [0])
        """By player: the positions searched for each limit, the present one last."""
        self.wins: dict[int, int] = {}
        """The limit within which a player wins."""

    def wins_in_slice(self, player: int, positions: int) -> bool | str:
        """Whether a win is found in so many positions; "stopped" where it is not, or the reason."""
        if player in self.wins:
            return True
        left = positions
        while left > 0:
            before = self.counted()
            answer = self.search(player, self.limits[player], left)
            searched = self.counted() - before
            self.spent[player][-1] += searched
            if answer is True:
                self.wins[player] = self.limits[player]
            if answer is not False:
                return answer
            self.limits[player] += 1
            self.spent[player].append(0)
            left -= max(searched, LEAST)
        return "stopped"

    def growth(self, player: int) -> float | None:
        """How many times as many positions a limit took as the one before, over the last two; None where they were too
        few to tell."""
        *_, first, second, third, _ = (0, 0, 0, *self.spent[player])
        return math.sqrt(third / first) if min(first, second) >= LEAST else None

    def answer(self, player: int, halves: int, positions: int) -> bool | str:
        """Whether a player gets so many half points, if that follows from a win that is found in so many positions: its
        own, or the other player's."""
        winner = player if halves == 2 else 1 - player
        found = self.wins_in_slice(winner, positions)
        return found if isinstance(found, str) else halves == 2

    @property
    def no_win_within(self) -> tuple[int, int]:
        """Within how many plies First and Second have no forced win, as far as that was searched."""
        first, second = (0 if player in self.wins else limit - 1 for player, limit in enumerate(self.limits))
        return first, second

    @property
    def sentences(self) -> Sequence[str]:
        """The same in words."""
        return [
            f"{name} cannot force a win within {plies} plies."
            for name, plies in zip(("First", "Second"), self.no_win_within, strict=True)
            if plies > 1
        ]
