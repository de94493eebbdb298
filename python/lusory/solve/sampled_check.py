"""Checks random lines of a proof with the reference: the other player's plies are drawn."""

from __future__ import annotations

import random
from typing import Any

from ..reference import Reference
from .proof import CheckedProof, Checker, ProofReader, RawProof
from .proof_index import ENDED, ProofIndex
from .proof_walk import ProofWalk


def check_samples(
    reference: Reference, state: Any, claim: tuple[int, int], raw: RawProof, endless: bool, lines: int, seed: int = 0
) -> CheckedProof:
    """Follows random lines of a proof. endless: whether it may go back to a position on the way. Raises ProofFault."""
    walk, rng = ProofWalk(reference, state, claim[0], ProofIndex(raw)), random.Random(seed)
    positions = sum(follow_line(walk, claim, endless, rng) for _ in range(lines))
    return CheckedProof(*claim, positions, lines)


def follow_line(walk: ProofWalk, claim: tuple[int, int], endless: bool, rng: random.Random) -> int:
    """Follows one line to its end, or until it comes back to a position on it; returns its number of positions."""
    index, state = walk.index, walk.state
    checker = Checker(walk.reference, claim, index.raw, endless, referred_positions=())
    number, visited = index.root, set[int]()
    while number != ENDED and number not in visited:
        visited.add(number)
        checker.reader = ProofReader(index.raw, index.starts[number])
        plies = checker.plies(state, checker.reader.byte())[::-1]
        chosen = rng.randrange(len(plies))
        state = walk.reference.play(state, plies[chosen])[0]
        number, is_reference = list(index.nodes(number))[chosen]
        if is_reference:
            state = referred_state(walk, checker, number, state)
        checker.count += 1
    if number in visited and not endless:
        raise checker.fault(f"goes back to position {number:,}, and so for ever")
    if number == ENDED:
        checker.over(state)
    return checker.count


def referred_state(walk: ProofWalk, checker: Checker, number: int, state: Any) -> Any:
    """The state of the position to which a node refers. Raises ProofFault where its claim does not hold in this one."""
    of_node = walk.state_of(number)
    if not walk.equal.known(of_node).covers(walk.equal.known(state)):
        raise checker.fault(f"not the same as position {number:,}")
    return of_node
