"""Finds the line of a proof with the longest defence."""

from __future__ import annotations

from collections.abc import Iterator

from ..play.position import Position
from .certificate import Certificate, DamagedProof, start_of
from .proof import ProofFault
from .proof_index import ENDED, ENDLESS, ProofIndex
from .proof_walk import ProofWalk


def winning_line(file: Certificate, claim: int = 0) -> Iterator[Position]:
    """The positions of the line with the longest defence, the first one included.

    Raises DamagedProof where the proof is damaged, or allows play without end.
    """
    reference, state = start_of(file, file.rules())
    try:
        walk = ProofWalk(reference, state, file.header.claims[claim].player, ProofIndex(file.proofs[claim]))
        yield from follow_longest_line(file, walk)
    except ProofFault as fault:
        raise DamagedProof(str(fault)) from fault


def follow_longest_line(file: Certificate, walk: ProofWalk) -> Iterator[Position]:
    """The positions of the longest line. Raises ProofFault."""
    position = file.rules().start().line(" ".join(file.header.start))
    state, number = walk.state, walk.index.root
    yield position
    while number != ENDED:
        if walk.index.depth(number) == ENDLESS:
            raise ProofFault("the proof allows play without end: there is no longest line")
        below = walk.below(number, state)
        if not below:
            raise ProofFault(f"position {number:,}: no ply leads on")
        ply = max(below, key=lambda ply: walk.index.depth(below[ply]))
        position, state, number = position.follow(ply), walk.reference.play(state, ply)[0], below[ply]
        yield position
