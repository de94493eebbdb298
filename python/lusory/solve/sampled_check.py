"""Checks random lines of a proof with the reference: the other player's plies are drawn."""

from __future__ import annotations

import random
from typing import Any

from ..reference import Reference
from .proof import CheckedProof, Checker, ProofReader, RawProof
from .proof_index import ENDED, ProofIndex


def check_samples(
    reference: Reference, state: Any, player: int, halves: int, raw: RawProof, lines: int, seed: int
) -> CheckedProof:
    """Follows random lines of a proof. Raises ProofFault."""
    index, rng = ProofIndex(raw), random.Random(seed)
    positions = sum(follow_line(reference, state, (player, halves), index, rng) for _ in range(lines))
    return CheckedProof(player, halves, positions, lines)


def follow_line(reference: Reference, state: Any, claim: tuple[int, int], index: ProofIndex, rng: random.Random) -> int:
    """Follows one line to its end, or until it comes back to a position on it; returns its number of positions."""
    checker = Checker(reference, claim, index.raw, endless=False, referred_positions=())
    number, visited = index.root, set[int]()
    while number != ENDED and number not in visited:
        visited.add(number)
        checker.reader = ProofReader(index.raw, index.starts[number])
        plies = checker.plies(state, checker.reader.byte())[::-1]
        chosen, below = rng.randrange(len(plies)), list(index.children(number))
        state, number = reference.play(state, plies[chosen])[0], below[chosen]
        checker.count += 1
    if number == ENDED:
        checker.over(state)
    return checker.count
