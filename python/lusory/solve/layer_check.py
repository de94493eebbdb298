"""Checks the values of layers with the reference: the value of a position must follow from those of the positions after
its plies.

If no position fails that, all values are right, by induction over layers and sweeps: so the share of positions that may
be wrong is what a sample leaves open. Positions without a ply are not drawn: the game ends with the ply before them.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from math import log
from struct import unpack_from
from typing import NamedTuple

from ..errors import LusoryError
from ..reference import Reference
from ..rules.game_file import RawData
from ..rules.geometry import bits
from .board_image import BoardImage
from .layers import Layers
from .symmetry import symmetries

MAGIC = b"lusoryl1"
HEADER = 8 * 6
"""Bytes before the first layer: the magic, four numbers of the subject, how many layers follow."""
LOST = 128
"""A value `k` is won, `LOST + k` lost, by a placement or an end after at most `k` plies in the layer; 0 is a draw."""
CONFIDENCE = 0.99
REPORTED = 1_000
"""Positions between two reports of progress."""

Progress = Callable[[int, int], object]
"""A callback that gets the number of positions checked, and of those to be checked."""


class WrongLayer(LusoryError):
    """Raised where a value does not follow from those after it, or a file has no whole table."""


class LayerCheck(NamedTuple):
    """samples: random positions that were checked; None: all. positions: how many the table has."""

    samples: int | None
    positions: int

    @property
    def is_proven(self) -> bool:
        """Whether every position was checked."""
        return self.samples is None

    @property
    def share(self) -> float:
        """More of the positions than this are not wrong, at CONFIDENCE."""
        if self.samples is None:
            return 0.0
        return min(1.0, -log(1 - CONFIDENCE) / self.samples) if self.samples else 1.0

    @property
    def sentence(self) -> str:
        """What was checked."""
        if self.samples is None:
            return f"Proven: the values of all {self.positions:,} positions follow from those after them."
        return (
            f"Not proven, but likely: "
            f"{self.samples:,} random positions of {self.positions:,} follow from those after them: at most "
            f"{100 * self.share:.2g} % of the table is wrong ({CONFIDENCE:.0%} confidence)."
        )


class OccupiedSets:
    """The representatives of sets of occupied cells, as the engine numbers them (crates/solve, layers/occupancy)."""

    def __init__(self, cells: int, images: list[tuple[int, ...]]) -> None:
        self.images = [BoardImage(image) for image in (tuple(range(cells)), *images)]
        self.numbers: dict[int, int] = {}
        self.sets: list[list[int]] = [[] for _ in range(cells + 1)]
        others = self.images[1:]
        for occupied in range(1 << cells):
            if all(image.of(occupied) >= occupied for image in others):
                layer = self.sets[occupied.bit_count()]
                self.numbers[occupied] = len(layer)
                layer.append(occupied)

    def number(self, occupied: int, owned: int) -> int:
        """The number of a position in its layer."""
        first, image = min(
            ((image.of(occupied), image) for image in self.images), key=lambda pair: (pair[0], pair[1].cells)
        )
        own = image.of(owned)
        packed = sum((own >> cell & 1) << place for place, cell in enumerate(bits(first)))
        return self.numbers[first] << occupied.bit_count() | packed

    def position(self, pieces: int, number: int) -> tuple[int, int]:
        """The occupied cells and the owned ones of a position."""
        occupied = self.sets[pieces][number >> pieces]
        return occupied, sum((number >> place & 1) << cell for place, cell in enumerate(bits(occupied)))


class LayerTable:
    """The values of the positions of a game, as a checkpoint of layers has them. Raises WrongLayer where some lack."""

    def __init__(self, data: RawData, rules: Layers) -> None:
        self.rules, self.data = rules, data
        if len(data) < rules.positions:
            raise WrongLayer(f"a table of {len(data):,} bytes, expected more than {rules.positions:,}")
        of_board = [symmetry.cells for symmetry in symmetries(rules.bare) if not symmetry.exchange]
        self.sets = OccupiedSets(rules.cells, of_board)
        self.sizes = [len(sets) << pieces for pieces, sets in enumerate(self.sets.sets)]
        self.positions = sum(self.sizes)
        self.at = self.places()

    def places(self) -> list[int]:
        """Where the values of each layer begin, by the number of pieces."""
        if self.data[:8] != MAGIC or len(self.data) < HEADER:
            raise WrongLayer("its data does not begin as the values of layers do")
        at, places = HEADER, []
        for size in reversed(self.sizes):
            after = at + 8 + (size + 7) // 8 * 8
            if after > len(self.data) or unpack_from("<Q", self.data, at)[0] != size:
                raise WrongLayer("it lacks layers")
            places.append(at + 8)
            at = after
        if len(self.data) != at + 8 or unpack_from("<Q", self.data, HEADER - 8)[0] != len(self.sizes):
            raise WrongLayer("it has more or less than its layers and their checksum")
        return places[::-1]

    def value(self, occupied: int, owned: int) -> int:
        """The value of a position."""
        return self.data[self.at[occupied.bit_count()] + self.sets.number(occupied, owned)]


class LayerChecker:
    """Checks a table with the reference."""

    def __init__(self, table: LayerTable) -> None:
        self.table, self.rules = table, table.rules
        self.reference = Reference(table.rules.bare)
        self.kind = next(iter(self.reference.tables.kinds))
        self.ends = list(accumulate(table.sizes))

    def check(self, samples: int, seed: int | None = None, progress: Progress | None = None) -> LayerCheck:
        """Checks so many random positions; without a seed others each time, so that nobody can know which. Raises
        WrongLayer at the first that is wrong."""
        rng, checked = random.Random(seed), 0
        while checked < samples:
            checked += self.is_right(rng.randrange(self.table.positions))
            report(progress, checked, samples)
        return LayerCheck(samples, self.table.positions)

    def check_all(self, progress: Progress | None = None) -> LayerCheck:
        """Checks every position. Raises WrongLayer at the first that is wrong."""
        for number in range(self.table.positions):
            self.is_right(number)
            report(progress, number + 1, self.table.positions)
        return LayerCheck(None, self.table.positions)

    def is_right(self, number: int) -> bool:
        """Whether there is something to check in a position: it has plies. Raises WrongLayer where its value is
        wrong."""
        pieces = bisect_right(self.ends, number)
        number -= self.ends[pieces] - self.table.sizes[pieces]
        expected = self.expected(*self.table.sets.position(pieces, number))
        if expected is None:
            return False
        found = self.table.data[self.table.at[pieces] + number]
        if found != expected:
            raise WrongLayer(f"position {number:,} of {pieces} pieces: its value is {found}, expected {expected}")
        return True

    def expected(self, occupied: int, owned: int) -> int | None:
        """The value of a position by its plies and the values after them; None where there are no plies."""
        exits: list[int] = []
        targets: list[int] = []
        for halves, value in self.plies(occupied, owned):
            (exits if halves is not None else targets).append(value if halves is None else halves)
        if not exits and not targets:
            return None
        limit = self.rules.limit or LOST
        best = max(exits, default=0)
        if best == 2:
            return 1
        if not targets:
            return 0 if best == 1 else LOST + 1
        lost = [value - LOST for value in targets if value >= LOST]
        if lost and min(lost) < limit:
            return min(lost) + 1
        if best == 1 or lost or 0 in targets or max(targets) >= limit:
            return 0
        return LOST + max(targets) + 1

    def plies(self, occupied: int, owned: int) -> Iterator[tuple[int | None, int]]:
        """For each ply: half points where it leaves the layer, else None; the value of the position after it."""
        state = self.reference.set_up({(1, self.kind): owned, (2, self.kind): occupied & ~owned}, 0)
        for option in self.reference.options(state):
            after, _ = self.reference.follow(state, option)
            if after.result is not None:
                yield round(2 * after.result.values[0]), 0
                continue
            own = after.pieces[self.reference.tables.plane(2, self.kind)]
            all_after = own | after.pieces[self.reference.tables.plane(1, self.kind)]
            value = self.table.value(all_after, own)
            is_placement = all_after.bit_count() > occupied.bit_count()
            yield ({0: 1}.get(value, 2 if value >= LOST else 0) if is_placement else None), value


def report(progress: Progress | None, checked: int, of: int) -> None:
    """Reports progress, not too often."""
    if progress is not None and checked % REPORTED == 0:
        progress(checked, of)
