"""Finds a position of a game in its proofs, by the plies that led to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..play.position import Position
from .certificate import Certificate, ProofClaim
from .proof_index import ENDLESS, ProofIndex


class ProvenPly(NamedTuple):
    """A ply, and the half points that its player gets at least."""

    action: int
    halves: int


class ProofPath:
    """The proofs of a file, for following games through them."""

    def __init__(self, file: Certificate) -> None:
        self.file = file
        self._indexes: dict[int, ProofIndex] = {}

    def ply(self, position: Position, player: int) -> ProvenPly | None:
        """The ply of the proof for the player to move; None where the position is outside the proof."""
        for number, claim in enumerate(self.file.header.claims):
            if claim.player == player:
                action = self._proof_ply(number, position)
                if action is not None:
                    return ProvenPly(action, claim.halves)
        return None

    def _index(self, number: int) -> ProofIndex:
        if number not in self._indexes:
            self._indexes[number] = ProofIndex(self.file.proofs[number])
        return self._indexes[number]

    def after(self, position: Position, action: int) -> Iterator[tuple[ProofClaim, int | None]]:
        """The claims that still hold after a ply, each with the most plies to the end of the game; None where that is
        unknown."""
        legal = tuple(position.contract.legal(position.state))
        for number, claim in enumerate(self.file.header.claims):
            node, index = self._node(number, position), self._index(number)
            below = None if node is None else index.below(node, action, legal)
            if below is not None:
                depth = index.depth(below)
                yield claim, None if depth == ENDLESS else depth

    def _proof_ply(self, number: int, position: Position) -> int | None:
        """The ply that a proof makes in a position."""
        node = self._node(number, position)
        return None if node is None else self._index(number).own_ply(node)

    def _node(self, number: int, position: Position) -> int | None:
        """The node after the plies of the game so far; None outside the proof."""
        index = self._index(number)
        start = self.file.header.start
        texts = [position.contract.text(past_ply.action) for past_ply in position.past]
        if tuple(texts[: len(start)]) != start:
            return None
        node, before = index.root, position.first
        for text in start:
            before = before.play(text)
        for past_ply in position.past[len(start) :]:
            below = index.below(node, past_ply.action, tuple(before.contract.legal(before.state)))
            if below is None:
                return None
            node, before = below, before.follow(past_ply.action)
        return node
