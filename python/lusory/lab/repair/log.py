"""The log of a repair: a line of JSON that says who played, then a line for some games more of one change.

It knows no goal, so another goal may go on from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from ..lines import Lines
from ..outcomes import Ground
from ..tally import Tally

KIND = "repair"


class Entry(msgspec.Struct, frozen=True):
    """What the first games of a change came to. rules: the key of its game."""

    rules: str
    tally: Tally


class Log:
    """What is known of each change: kept in a file where there is one."""

    def __init__(self, lines: Lines | None) -> None:
        self._lines = lines
        self._known: dict[str, list[Tally]] = {}
        for entry in lines.kept() if lines is not None else ():
            self._known.setdefault(entry.rules, []).append(entry.tally)

    def best(self, rules: str, games: int) -> Tally:
        """The most that is known of the first games of a change, of no more than so many."""
        known = (tally for tally in self._known.get(rules, ()) if tally.games + tally.cut <= games)
        return max(known, key=lambda tally: tally.games + tally.cut, default=Tally())

    def add(self, rules: str, tally: Tally) -> None:
        """More is known; it is on the disk when this returns."""
        self._known.setdefault(rules, []).append(tally)
        if self._lines is not None:
            self._lines.add(Entry(rules, tally))


@contextmanager
def opened(path: Path | None, ground: Ground) -> Iterator[Log]:
    """The log in a file, or one that is kept nowhere. Raises RecordError for another file."""
    if path is None:
        yield Log(None)
        return
    with Lines(path, KIND, ground, Entry) as lines:
        yield Log(lines)
