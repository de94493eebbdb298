"""Finds a position of a game in its proofs, by the plies that led to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple, Protocol

from ..play.position import Position
from ..rules.game import Game
from .certificate import Certificate, DamagedProof, start_of
from .proof import ProofFault
from .proof_index import ENDLESS, ProofIndex
from .proof_walk import ProofWalk


class ProvenPly(NamedTuple):
    """A ply, and the half points that its player gets at least."""

    action: int
    halves: int


class HeldClaim(NamedTuple):
    """A player gets at least so many half points. plies: to the end of the game at most; None where that is unknown."""

    player: int
    halves: int
    plies: int | None


class Lookup(Protocol):
    """What is proven of the positions of a game. game: for which it was made. is_complete: whether it knows a ply in
    every position, so that no search finds a better one."""

    is_complete: ClassVar[bool]

    @property
    def game(self) -> Game: ...

    def ply(self, position: Position, player: int) -> ProvenPly | None:
        """A ply for the player to move, and what it gets at least; None where nothing is proven."""
        ...

    def after(self, position: Position, action: int) -> Iterator[HeldClaim]:
        """What is proven after a ply."""
        ...


class NodeOfGame(NamedTuple):
    """Where a game stands in a proof. plies: of the game, by their ids. state: of the reference. number: of the
    node."""

    plies: tuple[int, ...]
    state: Any
    number: int


class ProofPath:
    """The proofs of a file, for following games through them."""

    is_complete: ClassVar[bool] = False

    def __init__(self, file: Certificate) -> None:
        self.file, self.game = file, file.game
        self._walks: dict[int, ProofWalk] = {}
        self._latest: dict[int, NodeOfGame] = {}

    def ply(self, position: Position, player: int) -> ProvenPly | None:
        """The ply of the proof for the player to move; None where the position is outside the proof."""
        if position.to_move != player:
            return None
        for claim_number, claim in enumerate(self.file.header.claims):
            if claim.player == player:
                below = self._below(claim_number, position)
                if below:
                    return ProvenPly(next(iter(below)), claim.halves)
        return None

    def after(self, position: Position, action: int) -> Iterator[HeldClaim]:
        """The claims that still hold after a ply."""
        for claim_number, claim in enumerate(self.file.header.claims):
            number = self._below(claim_number, position).get(action)
            if number is not None:
                depth = self._walk(claim_number).index.depth(number)
                yield HeldClaim(claim.player, claim.halves, None if depth == ENDLESS else depth)

    def _walk(self, claim_number: int) -> ProofWalk:
        if claim_number not in self._walks:
            reference, state = start_of(self.file, self.file.rules())
            player, raw = self.file.header.claims[claim_number].player, self.file.proofs[claim_number]
            self._walks[claim_number] = ProofWalk(reference, state, player, ProofIndex(raw))
        return self._walks[claim_number]

    def _below(self, claim_number: int, position: Position) -> dict[int, int]:
        """The nodes below that of a position, by the plies of the proof; none outside the proof. Raises
        DamagedProof."""
        if not position.is_from_start:
            return {}
        try:
            node = self._node(claim_number, position)
            return {} if node is None else self._walk(claim_number).below(node.number, node.state)
        except ProofFault as fault:
            raise DamagedProof(str(fault)) from fault

    def _node(self, claim_number: int, position: Position) -> NodeOfGame | None:
        """The node after the plies of the game so far; None outside the proof."""
        start = self.file.header.start
        if tuple(position.contract.text(ply.action) for ply in position.past[: len(start)]) != start:
            return None
        walk, plies = self._walk(claim_number), tuple(past_ply.action for past_ply in position.past[len(start) :])
        node = self._latest.get(claim_number)
        if node is None or plies[: len(node.plies)] != node.plies:
            node = NodeOfGame((), walk.state, walk.index.root)
        for ply in plies[len(node.plies) :]:
            below = walk.below(node.number, node.state)
            if ply not in below:
                return None
            node = NodeOfGame((*node.plies, ply), walk.reference.play(node.state, ply)[0], below[ply])
        self._latest[claim_number] = node
        return node
