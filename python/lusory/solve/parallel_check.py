"""Checks a proof on several processes: it is cut into segments, and each process plays to the beginning of its own."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

from ..reference import Reference
from .certificate import Certificate, DamagedProof, ProofClaim, ProofHeader, start_of
from .equal_positions import KnownPosition
from .proof import (
    AGAIN,
    OTHER,
    OVER,
    OWN,
    CheckedProof,
    Checker,
    EarlierPosition,
    ProofFault,
    ProofNode,
    ProofReader,
    RawProof,
)

SEGMENTS = 16
"""Segments for each process; several, since they take different times."""


class PathStep(NamedTuple):
    """A position on the way to a segment. at: the byte where it begins. onward: which of its plies leads on."""

    number: int
    at: int
    onward: int


class ProofSegment(NamedTuple):
    """A part of a proof. at, end: its bytes. number: of its first position. path: the way to it.
    referred_positions: the positions in it that any node refers to."""

    at: int
    end: int
    number: int
    path: tuple[PathStep, ...]
    referred_positions: array[int]


class CheckedSegment(NamedTuple):
    """checked: how many positions. known: those that nodes refer to. earlier: what must be compared to others."""

    checked: int
    known: dict[int, KnownPosition]
    earlier: list[EarlierPosition]


class Cutter:
    """Reads a proof once, to cut it into segments of about equal length."""

    def __init__(self, raw: RawProof, most: int) -> None:
        self.raw, self.length = raw, max(1, -(-len(raw) // most))
        self.cuts: list[tuple[int, int, tuple[PathStep, ...]]] = []
        self.referred: set[int] = set()
        self.path: list[list[int]] = []
        """The positions on the path: number, byte, plies entered, plies in all."""
        self._read()

    def _read(self) -> None:
        reader, number, due = ProofReader(self.raw), 0, 0
        while reader.at < len(self.raw):
            at, kind = reader.at, reader.byte()
            if at > 0 and not self.path:
                raise ProofFault(f"byte {at:,}: the proof goes on after its end")
            # The first node is always checked, whatever it is.
            if at == 0 or (kind in (OWN, OTHER) and at >= due):
                self.cuts.append((at, number, self._way()))
                due = at + self.length
            if kind in (OWN, OTHER):
                children = reader.number()
                self._enter()
                self.path.append([number, at, 0, 1 if kind == OWN else children])
                number += 1
            elif kind in (OVER, AGAIN):
                if kind == AGAIN:
                    self.referred.add(reader.number())
                self._enter()
            else:
                raise ProofFault(f"byte {at + 1:,}: {kind}, expected a kind of node")
            while self.path and self.path[-1][2] == self.path[-1][3]:
                self.path.pop()
        if self.path or not self.cuts:
            raise ProofFault("the proof ends too early")

    def _way(self) -> tuple[PathStep, ...]:
        """The way to the position that is read now: all but the last of the path have entered the ply that leads on."""
        last = len(self.path) - 1
        return tuple(
            PathStep(number, at, entered - (depth < last)) for depth, (number, at, entered, _) in enumerate(self.path)
        )

    def _enter(self) -> None:
        if self.path:
            self.path[-1][2] += 1

    def segments(self) -> Iterator[ProofSegment]:
        """The segments in their order."""
        referred, place = sorted(self.referred), 0
        for index, (at, number, path) in enumerate(self.cuts):
            last = index + 1 == len(self.cuts)
            end, following = (len(self.raw), 1 << 62) if last else self.cuts[index + 1][:2]
            until = place
            while until < len(referred) and referred[until] < following:
                until += 1
            yield ProofSegment(at, end, number, path, array("Q", referred[place:until]))
            place = until


def check_segment(
    reference: Reference, state: Any, claim: tuple[int, int], raw: RawProof, endless: bool, segment: ProofSegment
) -> CheckedSegment:
    """Checks the positions of a segment. Raises ProofFault."""
    checker = Checker(reference, claim, raw, endless, set(segment.referred_positions), segment.number)
    state = follow(checker, state, segment.path)
    checker.reader.at = segment.at
    checker.enter(state)
    while checker.reader.at < segment.end and checker.step():
        pass
    if checker.reader.at != segment.end:
        raise checker.fault("expected the next position here")
    return CheckedSegment(checker.count - segment.number, checker.known, checker.earlier)


def follow(checker: Checker, state: Any, path: tuple[PathStep, ...]) -> Any:
    """Plays the path to a segment; returns the state where it begins. Plies that are checked later stay on the path."""
    for number, at, onward in path:
        checker.reader.at = at
        plies_left = checker.plies(state, checker.reader.byte())
        checker.path.append(ProofNode(state, number, plies_left[: -1 - onward]))
        checker.on_path.add(number)
        state = checker.reference.play(state, plies_left[-1 - onward])[0]
    return state


class SegmentChecker:
    """Checks segments in a process of its own."""

    file: Certificate
    reference: Reference
    state: Any

    @classmethod
    def begin(cls, header: ProofHeader, proofs: tuple[bytes, ...]) -> None:
        cls.file = Certificate(header, proofs)
        cls.reference, cls.state = start_of(cls.file, cls.file.rules())

    @classmethod
    def check(cls, index: int, segment: ProofSegment) -> CheckedSegment | str:
        """Checks a segment of one of the proofs; returns the fault, if there is one."""
        claim = cls.file.header.claims[index]
        try:
            return check_segment(
                cls.reference,
                cls.state,
                (claim.player, claim.halves),
                cls.file.proofs[index],
                cls.file.endless(claim),
                segment,
            )
        except ProofFault as fault:
            return str(fault)


def verify_in_parallel(
    file: Certificate, workers: int, progress: Callable[[int, int], object] | None = None
) -> tuple[CheckedProof, ...]:
    """Checks every position of the proofs with the reference on several processes. Raises DamagedProof."""
    file.rules()
    start = (file.header, tuple(map(bytes, file.proofs)))
    with ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        initializer=SegmentChecker.begin,
        initargs=start,
    ) as pool:
        try:
            return tuple(
                check_proof(pool, file, index, claim, workers, progress)
                for index, claim in enumerate(file.header.claims)
            )
        except ProofFault as fault:
            pool.shutdown(cancel_futures=True)
            raise DamagedProof(str(fault)) from fault


def check_proof(
    pool: ProcessPoolExecutor,
    file: Certificate,
    index: int,
    claim: ProofClaim,
    workers: int,
    progress: Callable[[int, int], object] | None,
) -> CheckedProof:
    """Checks one of the proofs. Raises ProofFault."""
    parts = Cutter(file.proofs[index], workers * SEGMENTS).segments()
    waiting = [pool.submit(SegmentChecker.check, index, segment) for segment in parts]
    count, known, earlier = 0, dict[int, KnownPosition](), list[EarlierPosition]()
    for future in waiting:
        segment_result = future.result()
        if isinstance(segment_result, str):
            raise ProofFault(segment_result)
        count += segment_result.checked
        known |= segment_result.known
        earlier += segment_result.earlier
        if progress is not None:
            progress(count, claim.positions)
    compare(known, earlier)
    return CheckedProof(claim.player, claim.halves, count, None)


def compare(known: dict[int, KnownPosition], earlier: list[EarlierPosition]) -> None:
    """Checks that nodes refer to earlier positions in which their claim is proven. Raises ProofFault."""
    for position in earlier:
        if position.number not in known or not known[position.number].covers(position.known):
            raise ProofFault(
                f"position {position.position:,}, byte {position.at:,}: not the same as position {position.number:,}"
            )
