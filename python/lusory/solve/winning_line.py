"""Finds the line of a proof with the longest defence."""

from __future__ import annotations

from collections.abc import Iterator

from ..play.position import Position
from .certificate import Certificate, DamagedProof
from .proof import ProofFault
from .proof_index import ENDED, ENDLESS, ProofIndex


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
    number = index.root
    yield position
    while number != ENDED:
        if index.depth(number) == ENDLESS:
            raise ProofFault("the proof allows play without end: there is no longest line")
        below = list(index.children(number))
        own = index.own_ply(number)
        legal = sorted(position.moves().ids)
        chosen = 0 if own is not None else max(range(len(below)), key=lambda place: index.depth(below[place]))
        position = position.follow(legal[chosen] if own is None else own)
        number = below[chosen]
        yield position
