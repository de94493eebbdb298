"""Finds the nodes of a proof: any line can be followed without reading what precedes it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from .proof import AGAIN, OTHER, OVER, OWN, ProofFault, ProofReader, RawProof

ENDLESS = (1 << 32) - 1
"""The depth of a position to which the proof may return."""
ENDED = -1
"""The node of a game that is over, in place of a position's number."""


class ProofIndex:
    """By the numbers of a proof's positions: where they begin, where what is below them ends, which number follows the
    last position below them, how many plies the game takes from there at most, and which position is above. 20 bytes a
    position."""

    def __init__(self, raw: RawProof) -> None:
        self.raw = raw
        self.starts, self.ends = array("I"), array("I")
        self.following, self.depths, self.parents = array("I"), array("I"), array("I")
        self._path: list[list[int]] = []
        self._read()

    def _read(self) -> None:
        raw, length, reader = self.raw, len(self.raw), ProofReader(self.raw)
        at = 0
        while at < length:
            kind = raw[at]
            if at > 0 and not self._path:
                raise ProofFault(f"byte {at:,}: the proof goes on after its end")
            if kind == OVER:
                at += 1
                self._below(0, at)
                continue
            reader.at = at + 1
            number = reader.number()
            if kind == AGAIN:
                self._below(self._depth_of(number), reader.at)
            elif kind in (OWN, OTHER):
                self._begin(at, 1 if kind == OWN else number)
            else:
                raise ProofFault(f"byte {at + 1:,}: {kind}, expected a kind of node")
            at = reader.at
        if self._path:
            raise ProofFault("the proof ends too early")

    def _begin(self, at: int, children: int) -> None:
        """Begins a position."""
        self.parents.append(self._path[-1][0] if self._path else 0)
        self._path.append([len(self.starts), children, 0])
        self.starts.append(at)
        self.ends.append(0)
        self.following.append(0)
        self.depths.append(ENDLESS)

    def _depth_of(self, number: int) -> int:
        if number >= len(self.depths):
            raise ProofFault(f"there is no position {number:,}")
        return self.depths[number]

    def _below(self, depth: int, at: int) -> None:
        """Ends a node, and those above it that end with it."""
        path = self._path
        while path:
            top = path[-1]
            top[1] -= 1
            if depth >= top[2]:
                top[2] = depth + 1 if depth < ENDLESS else ENDLESS
            if top[1]:
                return
            number, _, depth = path.pop()
            self.depths[number], self.following[number], self.ends[number] = depth, len(self.starts), at

    @property
    def root(self) -> int:
        """The position where the proof begins."""
        return 0 if self.starts else ENDED

    def kind(self, number: int) -> int:
        """Who moves in a position: `OWN` or `OTHER`."""
        return self.raw[self.starts[number]]

    def children(self, number: int) -> Iterator[int]:
        """The positions below one, by their numbers; `ENDED` where the game is over."""
        return (child for child, _ in self.nodes(number))

    def nodes(self, number: int) -> Iterator[tuple[int, bool]]:
        """The positions below one, and whether the node of each refers to another one."""
        reader = ProofReader(self.raw, self.starts[number])
        kind, children, child = reader.byte(), reader.number(), number + 1
        for _ in range(1 if kind == OWN else children):
            kind = reader.byte()
            if kind == OVER:
                yield ENDED, False
            elif kind == AGAIN:
                yield reader.number(), True
            else:
                yield child, False
                reader.at, child = self.ends[child], self.following[child]

    def own_ply(self, number: int) -> int | None:
        """The ply of the proof in a position; None where the other player moves there, or the game is over."""
        if number == ENDED or self.kind(number) != OWN:
            return None
        return ProofReader(self.raw, self.starts[number] + 1).number()

    def place(self, number: int) -> int:
        """Which child of the position above it a position is."""
        nodes = enumerate(self.nodes(self.parents[number]))
        return next(place for place, (child, is_reference) in nodes if child == number and not is_reference)

    def depth(self, number: int) -> int:
        """The plies from a position to the end of the game, at most."""
        return 0 if number == ENDED else self.depths[number]
