"""Checks a proof with the reference, position by position."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property
from mmap import mmap
from typing import Any, NamedTuple

from ..reference import Reference
from ..rules.geometry import union
from .equal_positions import EqualPositions, KnownPosition
from .safe_lead import SafeLead, safe_lead
from .winning_sets import WinningSets, winning_sets

RawProof = bytes | mmap
"""The bytes of a proof, in memory or mapped to it."""
OVER, OWN, OTHER, AGAIN = range(4)
"""Kinds of node: the game is over, or what is claimed is certain; the player of the proof moves; the other
moves; a reference to an earlier position."""


class ProofFault(Exception):
    """Raised where a proof fails, with the place."""


class CheckedProof(NamedTuple):
    """The result of a check. player, halves: the claim. positions: how many were checked. lines: how many random lines,
    where not all positions were checked; else None."""

    player: int
    halves: int
    positions: int
    lines: int | None

    @property
    def is_proven(self) -> bool:
        """Whether every position was checked."""
        return self.lines is None

    @property
    def sentence(self) -> str:
        """The result as a sentence."""
        player_name, outcome = ("First", "Second")[self.player], "wins" if self.halves == 2 else "at least draws"
        if self.lines is None:
            return f"Proven: {player_name} {outcome} ({self.positions:,} positions checked)."
        share = min(1.0, 3 / self.lines)
        return (
            f"Not proven, but likely: {player_name} {outcome} ({self.lines:,} random lines checked, "
            f"{self.positions:,} positions; fewer than {share:.2%} of such lines fail, at 95 % confidence)."
        )


class ProofReader:
    """Reads the numbers of a proof."""

    def __init__(self, raw: RawProof, at: int = 0) -> None:
        self.raw, self.at = raw, at

    def byte(self) -> int:
        if self.at >= len(self.raw):
            raise ProofFault(f"byte {self.at:,}: the proof ends too early")
        self.at += 1
        return self.raw[self.at - 1]

    def number(self) -> int:
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number
            if shift > 56:
                raise ProofFault(f"byte {self.at:,}: no number")


def repeated_positions(raw: RawProof) -> set[int]:
    """The numbers of the positions that the proof refers back to."""
    reader, numbers = ProofReader(raw), set()
    while reader.at < len(raw):
        kind = reader.byte()
        if kind == AGAIN:
            numbers.add(reader.number())
        elif kind in (OWN, OTHER):
            reader.number()
        elif kind != OVER:
            raise ProofFault(f"byte {reader.at:,}: {kind}, expected a kind of node")
    return numbers


class EarlierPosition(NamedTuple):
    """A node that refers to a position of an earlier segment, which must cover this one. position, at: the place."""

    number: int
    known: KnownPosition
    position: int
    at: int


class ProofNode(NamedTuple):
    """A position on the path. plies: those still to check, the next one last."""

    state: Any
    number: int
    plies: list[int]


class Checker:
    """Follows a proof with the reference.

    referred_positions: those that it comes back to; they are kept in `known`. first: the number of the position where
    it begins; what it says of earlier ones is collected in `earlier`.
    """

    def __init__(
        self,
        reference: Reference,
        claim: tuple[int, int],
        raw: RawProof,
        endless: bool,
        referred_positions: Collection[int],
        first: int = 0,
    ) -> None:
        self.reference, self.endless, self.referred_positions, self.first = (
            reference,
            endless,
            referred_positions,
            first,
        )
        self.player, self.halves = claim
        self.reader = ProofReader(raw)
        self.equal = EqualPositions(reference.game, self.player)
        self.known: dict[int, KnownPosition] = {}
        self.earlier: list[EarlierPosition] = []
        self.count = first
        self.path: list[ProofNode] = []
        self.on_path: set[int] = set()

    def fault(self, reason: str) -> ProofFault:
        return ProofFault(f"position {self.count:,}, byte {self.reader.at:,}: {reason}")

    def over(self, state: Any) -> None:
        """Checks that the game is over, with at least the points claimed; or that half a point is claimed, and the
        other player has no winning set left; or that the lead of the player is out of reach."""
        result = self.reference.result(state)
        if result is None and not self.is_ahead_for_good(state) and (self.halves != 1 or self.may_lose(state)):
            raise self.fault("the game goes on, expected its end")
        if result and 2 * result.values[self.player] < self.halves:
            raise self.fault("the game ends with fewer points than claimed")

    @cached_property
    def sets(self) -> WinningSets | None:
        """The winning sets of the game."""
        return winning_sets(self.reference.game)

    @cached_property
    def safe_lead(self) -> SafeLead | None:
        """Which leads are out of reach."""
        return safe_lead(self.reference.game)

    def is_ahead_for_good(self, state: Any) -> bool:
        """Whether the claim holds by a lead that is out of reach."""
        mover = self.reference.to_move(state)
        if self.safe_lead is None or mover not in (0, 1):
            return False
        return self.safe_lead.holds(state, self.player, self.halves, mover == self.player)

    def may_lose(self, state: Any) -> bool:
        """Whether it is not excluded that the other player wins."""
        mover = self.reference.to_move(state)
        if self.sets is None or mover not in (0, 1):
            return True
        kinds = len(state.pieces) // (self.reference.game.players + 1)
        owned = [union(state.pieces[first : first + kinds]) for first in range(0, len(state.pieces), kinds)]
        side = state.seats.index(1 - self.player)
        return self.sets.may_win(side, owned[side + 1], owned[0] | owned[2 - side], mover != self.player)

    def enter(self, state: Any) -> None:
        """Reads the node of a position, and begins with its plies."""
        kind = self.reader.byte()
        if kind == OVER:
            self.over(state)
            return
        if kind == AGAIN:
            self.check_repetition(state, self.reader.number())
            return
        if self.reference.result(state) is not None:
            raise self.fault("the game is over, expected a ply")
        plies_left = self.plies(state, kind)
        if self.count in self.referred_positions:
            self.known[self.count] = self.equal.known(state)
        self.path.append(ProofNode(state, self.count, plies_left))
        self.on_path.add(self.count)
        self.count += 1

    def plies(self, state: Any, kind: int) -> list[int]:
        """The plies that the proof covers here."""
        legal = list(self.reference.legal(state))
        mover = self.reference.to_move(state)
        if kind == OWN and mover == self.player:
            ply = self.reader.number()
            if ply not in legal:
                raise self.fault(f"ply {ply} is not legal")
            return [ply]
        if kind == OTHER and mover == 1 - self.player:
            if self.reader.number() != len(legal):
                raise self.fault(f"{len(legal)} plies are legal")
            return sorted(legal, reverse=True)
        raise self.fault(f"player {mover} is to move")

    def check_repetition(self, state: Any, number: int) -> None:
        """Checks a reference to an earlier position: what is claimed there must hold here; one on the same path means
        endless play."""
        if self.reference.result(state) is not None:
            raise self.fault("the game is over, expected its end")
        known = self.equal.known(state)
        if number < self.first:
            self.earlier.append(EarlierPosition(number, known, self.count, self.reader.at))
        elif number not in self.known or not self.known[number].covers(known):
            raise self.fault(f"not the same as position {number:,}")
        if number in self.on_path and not self.endless:
            raise self.fault(f"goes back to position {number:,}, and so for ever")

    def step(self) -> bool:
        """Plays the next ply of the deepest position; False where none is left at all."""
        while self.path and not self.path[-1].plies:
            self.on_path.discard(self.path.pop().number)
        if not self.path:
            return False
        node = self.path[-1]
        self.enter(self.reference.play(node.state, node.plies.pop())[0])
        return True


def check_all(
    reference: Reference,
    state: Any,
    player: int,
    halves: int,
    raw: RawProof,
    endless: bool,
    positions: int,
    progress: Callable[[int, int], object] | None,
) -> CheckedProof:
    """Checks every position of a proof. Raises ProofFault."""
    checker = Checker(reference, (player, halves), raw, endless, repeated_positions(raw))
    checker.enter(state)
    reported = 0
    while checker.step():
        if progress is not None and checker.count >= reported + 1000:
            reported = checker.count
            progress(reported, positions)
    if checker.reader.at != len(raw):
        raise checker.fault("the proof goes on after its end")
    return CheckedProof(player, halves, checker.count, None)
