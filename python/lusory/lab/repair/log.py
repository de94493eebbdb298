"""The log of a repair: a line of JSON with the setting, then a line for each batch of games of one change. It holds no
goal, so a repair with another goal can resume from it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from ..collect.series import MOST_GAMES
from ..confidence_sequence import looks
from ..json_log import JsonLog
from ..outcomes import OutcomeSetting
from ..quantity_sums import Tally

KIND = "repair"


class ChangeEntry(msgspec.Struct, frozen=True):
    """The sums over the first games of a change. rules: the key of its game."""

    rules: str
    tally: Tally


class RepairLog:
    """The results of each change, kept in a file where there is one. games: the most that one change plays. A race
    reads results at its looks only, so the latest before each look is enough."""

    def __init__(self, lines: JsonLog | None, games: int = MOST_GAMES) -> None:
        self._lines = lines
        self._looks = list(looks(games))
        self._known: dict[str, dict[tuple[int, frozenset[str]], Tally]] = {}
        for entry in lines.entries() if lines is not None else ():
            self._keep(entry.rules, entry.tally)

    def best(self, rules: str, games: int, names: Collection[str] = ()) -> Tally:
        """The entry with the most games of a change, no more than so many. names: of the quantities that it must
        have."""
        tallies = (tally for tally in self._known.get(rules, {}).values() if size(tally) <= games)
        return max((tally for tally in tallies if tally.sums.keys() >= set(names)), key=size, default=Tally())

    def add(self, rules: str, tally: Tally) -> None:
        """Adds an entry; it is on the disk when this returns."""
        self._keep(rules, tally)
        if self._lines is not None:
            self._lines.add(ChangeEntry(rules, tally))

    def _keep(self, rules: str, tally: Tally) -> None:
        """Keeps the latest entry before each look, for each set of quantities, and none after the last look."""
        tallies, look = self._known.setdefault(rules, {}), bisect_left(self._looks, size(tally))
        place = look, frozenset(tally.sums)
        if look < len(self._looks) and size(tally) >= size(tallies.get(place, Tally())):
            tallies[place] = tally


def size(tally: Tally) -> int:
    """The number of games, those cut included."""
    return tally.games + tally.cut


@contextmanager
def open_log(path: Path | str | None, setting: OutcomeSetting, games: int) -> Iterator[RepairLog]:
    """The log in a file, or one in memory only, of at most so many games of a change. Raises RecordError for
    another file."""
    if path is None:
        yield RepairLog(None, games)
        return
    with JsonLog(path, KIND, setting, ChangeEntry) as lines:
        yield RepairLog(lines, games)
