"""Finds the line of a proof with the longest defence."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from ..play.position import Position
from .certificate import Certificate, DamagedProof
from .proof import AGAIN, OTHER, OVER, OWN, ProofFault, ProofReader

ENDLESS = (1 << 32) - 1
"""The depth of a position to which the proof may return."""


class ProofIndex:
    """By the numbers of a proof's positions: where they begin, which number follows the last position below them, and
    how many plies the game takes from there at most."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.starts, self.following, self.depths = array("I"), array("I"), array("I")
        self.ends = array("I")
        self._path: list[list[int]] = []
        self._read()

    def _read(self) -> None:
        reader = ProofReader(self.raw)
        while reader.at < len(self.raw):
            at, kind = reader.at, reader.byte()
            if kind == OVER:
                self._below(0, reader.at)
            elif kind == AGAIN:
                self._below(self._depth_of(reader.number()), reader.at)
            elif kind in (OWN, OTHER):
                children = reader.number()
                self._path.append([len(self.starts), 1 if kind == OWN else children, 0])
                for column, value in ((self.starts, at), (self.following, 0), (self.depths, ENDLESS), (self.ends, 0)):
                    column.append(value)
            else:
                raise ProofFault(f"byte {reader.at:,}: {kind}, expected a kind of node")
        if self._path:
            raise ProofFault("the proof ends too early")

    def _depth_of(self, number: int) -> int:
        if number >= len(self.depths):
            raise ProofFault(f"there is no position {number:,}")
        return self.depths[number]

    def _below(self, depth: int, at: int) -> None:
        """Ends a node, and those above it that end with it."""
        while self._path:
            top = self._path[-1]
            top[1] -= 1
            top[2] = max(top[2], min(depth + 1, ENDLESS))
            if top[1]:
                return
            number, _, depth = self._path.pop()
            self.depths[number], self.following[number], self.ends[number] = depth, len(self.starts), at

    def children(self, number: int) -> Iterator[int | None]:
        """The positions below one, by their numbers; None where the game is over."""
        reader = ProofReader(self.raw, self.starts[number])
        kind, children, child = reader.byte(), reader.number(), number + 1
        for _ in range(1 if kind == OWN else children):
            kind = reader.byte()
            if kind == OVER:
                yield None
            elif kind == AGAIN:
                yield reader.number()
            else:
                yield child
                reader.at, child = self.ends[child], self.following[child]

    def own_ply(self, number: int) -> int | None:
        """The ply of the proof in a position; None where the other player moves there."""
        reader = ProofReader(self.raw, self.starts[number])
        return reader.number() if reader.byte() == OWN else None

    def depth(self, number: int | None) -> int:
        """The plies from a position to the end of the game, at most."""
        return 0 if number is None else self.depths[number]


def winning_line(file: Certificate, claim: int = 0) -> Iterator[Position]:
    """The positions of the line with the longest defence, the first one included.

    Raises DamagedProof where the proof is damaged, or allows play without end.
    """
    try:
        yield from follow_longest_line(file, ProofIndex(file.proofs[claim]))
    except ProofFault as fault:
        raise DamagedProof(str(fault)) from fault


def follow_longest_line(file: Certificate, index: ProofIndex) -> Iterator[Position]:
    """The positions of the longest line. Raises ProofFault."""
    rules = file.rules()
    position = rules.start().line(" ".join(file.header.start))
    number: int | None = 0 if index.starts else None
    yield position
    while number is not None:
        if index.depth(number) == ENDLESS:
            raise ProofFault("the proof allows play without end: there is no longest line")
        below = list(index.children(number))
        own = index.own_ply(number)
        legal = sorted(position.moves().ids)
        chosen = 0 if own is not None else max(range(len(below)), key=lambda place: index.depth(below[place]))
        position = position.follow(legal[chosen] if own is None else own)
        number = below[chosen]
        yield position
