"""Follows games through a proof, with the reference. A node may refer to a position that is symmetric to the one of the
game: then the plies are those that lead to positions symmetric to those below it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..reference import Reference
from .equal_positions import EqualPositions
from .proof import ProofFault
from .proof_index import ENDED, ProofIndex

KEPT = 20_000
"""The most states of nodes that are kept, of about a kilobyte each."""


class ProofWalk:
    """The nodes of a proof in games that it covers. state: where the proof begins."""

    def __init__(self, reference: Reference, state: Any, player: int, index: ProofIndex) -> None:
        self.reference, self.state, self.index = reference, state, index
        self.equal = EqualPositions(reference.game, player)
        self._states: dict[int, Any] = {}
        self._latest: tuple[int, Any, dict[int, int]] | None = None

    def below(self, number: int, state: Any) -> dict[int, int]:
        """The nodes below one, by the plies that lead there in a state which it covers. Raises ProofFault where the
        proof does not fit the rules."""
        if number == ENDED:
            return {}
        if self._latest is None or self._latest[0] != number or self._latest[1] != state:
            self._latest = number, state, self.find_below(number, state)
        return self._latest[2]

    def find_below(self, number: int, state: Any) -> dict[int, int]:
        """The same, computed."""
        of_node = state if self.equal.lead is None else self.state_of(number)
        below = dict(zip(self.plies(number, of_node), self.index.children(number), strict=True))
        return below if of_node == state else self.mapped(below, of_node, state)

    def plies(self, number: int, of_node: Any) -> list[int]:
        """The plies of a node. Raises ProofFault where they are not those of the rules."""
        own, legal = self.index.own_ply(number), sorted(self.reference.legal(of_node))
        children = sum(1 for _ in self.index.nodes(number))
        if own is None:
            if len(legal) != children:
                raise ProofFault(f"position {number:,}: {children} plies, expected {len(legal)}")
            return legal
        if own not in legal:
            raise ProofFault(f"position {number:,}: ply {own} is not legal")
        return [own]

    def mapped(self, below: dict[int, int], of_node: Any, state: Any) -> dict[int, int]:
        """The nodes below one, by the plies of a state that is symmetric to its own."""
        outcomes = self.outcomes(of_node, below)
        mapped = {}
        for ply, outcome in self.outcomes(state, self.reference.legal(state)).items():
            match = next((of for of, other in outcomes.items() if other == outcome), None)
            if match is not None:
                mapped[ply] = below[match]
        return mapped

    def outcomes(self, state: Any, plies: Iterable[int]) -> dict[int, tuple[bytes, int]]:
        """What plies lead to, and gain; symmetric plies are alike."""
        before = self.equal.known(state).ahead
        known = {ply: self.equal.known(self.reference.play(state, ply)[0]) for ply in plies}
        return {ply: (after.digest, after.ahead - before) for ply, after in known.items()}

    def state_of(self, number: int) -> Any:
        """The state of a node, by the plies that first led to it. Raises ProofFault where there is no such node."""
        if not 0 <= number < len(self.index.parents):
            raise ProofFault(f"there is no position {number:,}")
        below = []
        while number not in self._states and number != self.index.root:
            below.append(number)
            number = self.index.parents[number]
        state = self._states.get(number, self.state)
        for node in reversed(below):
            ply = self.plies(self.index.parents[node], state)[self.index.place(node)]
            state = self.reference.play(state, ply)[0]
            self.keep(node, state)
        return state

    def keep(self, number: int, state: Any) -> None:
        """Keeps the state of a node, in place of the one that was kept longest."""
        if len(self._states) >= KEPT:
            del self._states[next(iter(self._states))]
        self._states[number] = state
