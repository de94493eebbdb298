"""What a search in progress can say: how far it is, and how long it may still take; or that it cannot know."""

from __future__ import annotations

import time

from ..rules.events import PLAYER_NAMES

LEAST = 1.0
"""Seconds of work from which the rest is estimated."""
UNKNOWN = "how long it takes is not known"


class Outlook:
    """What one stage of a search says. question: what it asks, in words. now: the clock."""

    def __init__(self, question: str = "", now: float | None = None) -> None:
        self.question, self.begun = question, time.monotonic() if now is None else now
        self.done_before: float | None = None

    def sentence(self, positions: int, share: tuple[int, int], now: float) -> str:
        """In words how far the stage is. positions: searched so far. share: the engine's: so many parts of so many."""
        return f"{self.question}: {UNKNOWN}" if self.question else ""

    def rest(self, done: float, total: float, now: float) -> float | None:
        """The seconds that are left if every part takes as long as those that were done in this stage; None where none
        was, or it took too little time to tell."""
        if self.done_before is None:
            self.done_before = done
        passed, gained = now - self.begun, done - self.done_before
        return passed * (total - done) / gained if gained > 0 and passed >= LEAST else None


class PliesOutlook(Outlook):
    """Of a depth-first search: how many plies of the root are answered. One that decides ends it early."""

    def sentence(self, positions: int, share: tuple[int, int], now: float) -> str:
        done, total = share
        if not total:
            return super().sentence(positions, share, now)
        rest = self.rest(done, total, now)
        more = f", about {duration(rest)} more if the others take as long" if rest is not None else ""
        return f"{self.question}: {done} of {total} first plies answered{more}"


class ListOutlook(Outlook):
    """Of a list of all positions. It grows, so nobody knows its length before its end."""

    def sentence(self, positions: int, share: tuple[int, int], now: float) -> str:
        done, total = share
        if done < total:
            return f"{done:,} of the {total:,} positions met so far are listed; how many there are is not known"
        return f"all {total:,} positions are listed, their values follow" if total else ""


class LayersOutlook(Outlook):
    """Of layers of positions. total: about how many positions they have together."""

    def __init__(self, total: int, now: float | None = None) -> None:
        super().__init__(now=now)
        self.total = total

    def sentence(self, positions: int, share: tuple[int, int], now: float) -> str:
        done, layers = share
        known = min(positions, self.total)
        rest = self.rest(known, self.total, now)
        more = f", about {duration(rest)} more" if rest is not None else ""
        return f"{done} of {layers} layers, {known / self.total:.0%} of the positions{more}" if layers else ""


class LimitOutlook(Outlook):
    """Of a search for a win within so many plies. growth: by how much each limit took longer than the one before."""

    def __init__(self, player: int, plies: int, growth: float | None, now: float | None = None) -> None:
        super().__init__(f"does {PLAYER_NAMES[player]} win within {plies} plies", now)
        self.growth = growth

    def sentence(self, positions: int, share: tuple[int, int], now: float) -> str:
        if self.growth is None:
            return super().sentence(positions, share, now)
        return f"{self.question}: each further ply takes about {self.growth:.1f} times as long"


def question_in_words(player: int, halves: int) -> str:
    """The question whether a player gets so many half points."""
    return f"does {PLAYER_NAMES[player]} {'win' if halves == 2 else 'draw at least'}"


def duration(seconds: float) -> str:
    """A time in the unit that fits it."""
    for unit, length in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 1.5 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(seconds, 1):.0f} s"
