"""Bipartite matching on sets given as bit masks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..rules.geometry import bits, mask_of


def saturable(wishes: Iterable[int]) -> bool:
    """Whether each set can be given a member of its own, no member twice."""
    sets = list(wishes)
    owner: dict[int, int] = {}
    matched = 0
    for i, wish in enumerate(sets):
        unmatched = wish & ~matched
        if unmatched:
            owner[unmatched.bit_length() - 1] = i
            matched |= 1 << (unmatched.bit_length() - 1)
        elif not _augment(i, sets, owner, [0]):
            return False
        else:
            matched = mask_of(owner)
    return True


def _augment(i: int, sets: list[int], owner: dict[int, int], visited: list[int]) -> bool:
    """Give set i a member, with an augmenting path where its members are taken."""
    for member in bits(sets[i] & ~visited[0]):
        if visited[0] >> member & 1:
            continue
        visited[0] |= 1 << member
        if member not in owner or _augment(owner[member], sets, owner, visited):
            owner[member] = i
            return True
    return False


def solvable(domains: Mapping[int, int], demands: int) -> bool:
    """Whether each can be given a cell of its domain, no cell twice, such that all demanded cells are used. It is
    enough that each of the two conditions has a matching (Mendelsohn and Dulmage)."""
    if not saturable(domains.values()):
        return False
    masks = list(domains.values())
    return saturable(mask_of(i for i, mask in enumerate(masks) if mask >> cell & 1) for cell in bits(demands))
