"""Checks a proof with the reference, position by position."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from ..reference import Reference
from ..rules.geometry import union
from ..rules.numbers import Captured, Score
from .reduction import part_that_counts
from .winning_sets import WinningSets, winning_sets

OVER, OWN, OTHER, AGAIN = range(4)
"""Kinds of node: the game is over, or the other player cannot win any more; the player of the proof moves; the other
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
        share = 3 / self.lines
        return (
            f"Not proven, but likely: {player_name} {outcome} ({self.lines:,} random lines checked, "
            f"{self.positions:,} positions; fewer than {share:.2%} of such lines fail, at 95 % confidence)."
        )


class ProofReader:
    """Reads the numbers of a proof."""

    def __init__(self, raw: bytes, at: int = 0) -> None:
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


def repeated_positions(raw: bytes) -> set[int]:
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


def digest(state: Any) -> bytes:
    """A cryptographic digest of a state of the reference; equal states have equal digests."""
    fields = msgspec.structs.astuple(state)
    ordered = tuple(sorted(field) if isinstance(field, frozenset) else field for field in fields)
    return blake2b(repr(ordered).encode(), digest_size=16).digest()


class EarlierPosition(NamedTuple):
    """A node that refers to a position of an earlier segment, which must have this digest. position, at: the place."""

    number: int
    digest: bytes
    position: int
    at: int


class ProofNode(NamedTuple):
    """A position on the path. plies: those still to check, the next one last."""

    state: Any
    number: int
    plies: list[int]


class Checker:
    """Follows a proof with the reference.

    referred_positions: those that it comes back to; their digests are kept. first: the number of the position where it
    begins; what it says of earlier ones is collected in `earlier`.
    """

    def __init__(
        self,
        reference: Reference,
        claim: tuple[int, int],
        raw: bytes,
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
        self.digests: dict[int, bytes] = {}
        self.earlier: list[EarlierPosition] = []
        self.count = first
        self.path: list[ProofNode] = []
        self.on_path: set[int] = set()

    def fault(self, reason: str) -> ProofFault:
        return ProofFault(f"position {self.count:,}, byte {self.reader.at:,}: {reason}")

    def over(self, state: Any) -> None:
        """Checks that the game is over, with at least the points claimed; or that half a point is claimed, and the
        other player has no winning set left."""
        result = self.reference.result(state)
        if result is None and (self.halves != 1 or self.may_lose(state)):
            raise self.fault("the game goes on, expected its end")
        if result and 2 * result.values[self.player] < self.halves:
            raise self.fault("the game ends with fewer points than claimed")

    @cached_property
    def sets(self) -> WinningSets | None:
        """The winning sets of the game."""
        return winning_sets(self.reference.game)

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
            self.digests[self.count] = digest(self.part_read(state))
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

    @cached_property
    def unread(self) -> dict[str, tuple[int, ...]]:
        """Empty values of the numbers in a state that the rules never read: positions that differ in them are equal."""
        words = {"captured": Captured, "scores": Score}
        return {name: () for name, word in words.items() if part_that_counts(self.reference.game, word) == "neither"}

    def part_read(self, state: Any) -> Any:
        """The state without numbers that the rules never read."""
        return msgspec.structs.replace(state, **self.unread) if self.unread else state

    def check_repetition(self, state: Any, number: int) -> None:
        """Checks a reference to an earlier position: the states must be equal; one on the same path means endless
        play."""
        if number < self.first:
            self.earlier.append(EarlierPosition(number, digest(self.part_read(state)), self.count, self.reader.at))
        elif self.digests.get(number) != digest(self.part_read(state)):
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
    raw: bytes,
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


class Layout:
    """Offsets of the nodes of a proof, to follow any line without reading what precedes it."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.starts: list[int] = []
        """Where each position begins, by its number."""
        self.children: list[list[int]] = []
        """Where the nodes below each position begin."""
        self._read()

    def _read(self) -> None:
        reader = ProofReader(self.raw)
        pending: list[tuple[int, int]] = []
        while reader.at < len(self.raw):
            at, kind = reader.at, reader.byte()
            if pending:
                number, children_left = pending[-1]
                self.children[number].append(at)
                pending[-1] = (number, children_left - 1)
            number_read = 0 if kind == OVER else reader.number()
            if kind in (OWN, OTHER):
                self.starts.append(at)
                self.children.append([])
                pending.append((len(self.starts) - 1, 1 if kind == OWN else number_read))
            while pending and pending[-1][1] == 0:
                pending.pop()
        if pending:
            raise ProofFault("the proof ends too early")

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number of the position that begins at a byte."""
        return {at: number for number, at in enumerate(self.starts)}

    @cached_property
    def depths(self) -> list[int | None]:
        """For each position the plies to the end of the game, at most; None where the proof comes back to a position on
        the way to it."""
        depths: list[int | None] = [None] * len(self.starts)
        waiting = [0] if self.starts else []
        entered: set[int] = set()
        while waiting:
            number = waiting[-1]
            if number not in entered:
                entered.add(number)
                below = [self.numbers.get(at) for at in self.children[number]]
                waiting += [node for node in reversed(below) if node is not None]  # in their order: the last is next
                continue
            waiting.pop()
            each = [self._depth(at, depths) for at in self.children[number]]
            depths[number] = None if None in each else 1 + max(depth for depth in each if depth is not None)
        return depths

    def _depth(self, at: int, depths: list[int | None]) -> int | None:
        at, kind, _ = self.position(at)
        return 0 if kind == OVER else depths[self.numbers[at]]

    def depth(self, at: int) -> int | None:
        """The plies from a node to the end of the game, at most; None where that is not known."""
        return self._depth(at, self.depths)

    def position(self, at: int) -> tuple[int, int, int]:
        """The offset where the node at a byte really begins, its kind, and its ply or its number of plies."""
        reader = ProofReader(self.raw, at)
        kind = reader.byte()
        number = 0 if kind == OVER else reader.number()
        if kind == AGAIN:
            if number >= len(self.starts):
                raise ProofFault(f"byte {at:,}: there is no position {number:,}")
            return self.position(self.starts[number])
        return at, kind, number

    def own(self, at: int) -> int | None:
        """The ply of the proof at a node; None where its player does not move there."""
        _, kind, ply = self.position(at)
        return ply if kind == OWN else None

    def below(self, at: int, action: int, legal: tuple[int, ...]) -> int | None:
        """The node after a ply of the legal ones; None outside the proof."""
        at, kind, ply = self.position(at)
        children = self.children[self.numbers[at]] if kind != OVER else []
        if kind == OWN:
            return children[0] if ply == action else None
        plies = sorted(legal)
        return children[plies.index(action)] if action in plies and len(plies) == len(children) else None


def check_samples(
    reference: Reference, state: Any, player: int, halves: int, raw: bytes, lines: int, seed: int
) -> CheckedProof:
    """Follows random lines of a proof: the other player's plies are drawn. Raises ProofFault."""
    layout, rng = Layout(raw), random.Random(seed)
    numbers, positions = layout.numbers, 0
    longest = 4 * len(layout.starts) + 1000
    for _ in range(lines):
        positions += line(reference, state, (player, halves), layout, numbers, rng, longest)
    return CheckedProof(player, halves, positions, lines)


def line(
    reference: Reference,
    state: Any,
    claim: tuple[int, int],
    layout: Layout,
    numbers: dict[int, int],
    rng: random.Random,
    longest: int,
) -> int:
    """Follows one line to its end, or until it comes back to a position on it; returns its number of positions."""
    checker = Checker(reference, claim, layout.raw, endless=False, referred_positions=())
    at, visited = 0, set[int]()
    while checker.count < longest and at not in visited:
        checker.reader = ProofReader(layout.raw, at)
        kind = checker.reader.byte()
        if kind == OVER:
            checker.over(state)
            return checker.count
        if kind == AGAIN:
            number = checker.reader.number()
            if number >= len(layout.starts):
                raise checker.fault(f"there is no position {number:,}")
            at = layout.starts[number]
            continue
        visited.add(at)
        plies = checker.plies(state, kind)[::-1]
        chosen = rng.randrange(len(plies))
        below = layout.children[numbers[at]]
        if len(below) != len(plies):
            raise checker.fault(f"{len(plies)} plies are legal")
        state, at = reference.play(state, plies[chosen])[0], below[chosen]
        checker.count += 1
    return checker.count
