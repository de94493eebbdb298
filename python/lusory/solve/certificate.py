"""Proof certificates as files: written from the engine's solver, checked with the Python reference.

The header of the file is a `ProofHeader`; its data are the proofs, compressed. A proof gives one ply for each position
in which its player moves, and goes through all plies of the other (the engine's crates/solve, module certificate, fixes
the bytes).
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from ..errors import LusoryError
from ..play.position import Position
from ..reference import Reference
from ..rules.events import CHANCE
from ..rules.game import Game
from ..rules.game_file import LONGEST, GameFileKind, packed, rules_line
from .past_positions import standings_matter
from .proof import CheckedProof, ProofFault, RawProof, check_all
from .reduction import without_repetition
from .sampled_check import check_samples
from .solution import Solution
from .solver import UNREPEATED, Solver
from .unsolvable import Unsolvable, check_begun_at_start

WIN = 2
"""Half points of a win."""
NOT_NEARER = frozenset({"circles", "deep"})
"""No proof, since the winner's plies did not come nearer to the end: they came back to a position on the way, or, where
the rules count for ever, to none."""
NO_CHANCE = "a proof needs the exact value of a position in which chance decides nothing"
WITHIN = (32, 256, 2_048)
"""Plies within which a win is then proven: so its plies come nearer to it."""


class ProofClaim(msgspec.Struct, frozen=True):
    """The claim of a proof: a player gets at least so many half points. bytes, packed: the length of the proof,
    unpacked and in the file. positions: how many it covers."""

    player: int
    halves: int
    positions: int
    bytes: int
    packed: int


class ProofHeader(msgspec.Struct, frozen=True):
    """rules: as JSON. hash: of the rules. start: plies to the position. unrepeated: its proofs leave repetition out."""

    name: str
    rules: msgspec.Raw
    hash: str
    start: tuple[str, ...]
    unrepeated: bool
    claims: tuple[ProofClaim, ...]


class DamagedProof(LusoryError):
    """Raised for a file that is no proof, or whose proof fails."""


PROOF_FILE = GameFileKind("proof", b"lusory proof 1\n", ProofHeader, 1 << 20, DamagedProof)


class Certificate:
    """A file of proofs, read but not checked."""

    def __init__(self, header: ProofHeader, proofs: tuple[RawProof, ...]) -> None:
        self.header, self.proofs = header, proofs
        self.game = PROOF_FILE.game(header)
        if self.game.players != 2 or self.game.has_secrets:
            raise DamagedProof("it is of a game with secrets, or not for two: such games have no proof")

    @property
    def positions(self) -> int:
        """How many positions its proofs say that they cover, together."""
        return sum(claim.positions for claim in self.header.claims)

    def check_all(self, progress: Callable[[int, int], object]) -> None:
        """Checks every position with the reference. Raises DamagedProof where a proof fails."""
        verify(self, progress=progress)

    @property
    def bounds(self) -> tuple[float, float]:
        """The claimed bounds of First's value."""
        low = max((claim.halves / 2 for claim in self.header.claims if claim.player == 0), default=0.0)
        high = min((1 - claim.halves / 2 for claim in self.header.claims if claim.player == 1), default=1.0)
        return low, high

    @property
    def solution(self) -> Solution:
        """The claimed solution."""
        low, high = self.bounds
        header = self.header
        notes = (UNREPEATED,) if header.unrepeated else ()
        return Solution(
            game=header.name,
            hash=header.hash,
            start=header.start,
            at_least=low,
            at_most=high,
            method="certificate",
            notes=notes,
            positions=self.positions,
        )

    def endless(self, claim: ProofClaim) -> bool:
        """Whether a proof may return to a position on its own path: a player who avoids a loss for ever draws."""
        return claim.halves == 1

    def rules(self) -> Game:
        """The rules that the proofs play by."""
        if not self.header.unrepeated:
            return self.game
        rest = without_repetition(self.game)
        if rest is None or standings_matter(self.game, *start_of(self, self.game)):
            raise DamagedProof("its proofs leave repetition out, which may change the value of this position")
        return rest


def certificate(solver: Solver, solution: Solution, longest: int = LONGEST) -> bytes:
    """The file of proofs of a solved position. longest: bytes of a proof.

    Raises Unsolvable where the position is not solved, began with a diagram, or a proof is longer.
    """
    check_begun_at_start(solver.position)
    decided = solver.root.to_move != CHANCE and solution.at_least in (0.0, 0.5, 1.0)
    if not (solution.is_solved and decided):
        raise Unsolvable(NO_CHANCE)
    halves = round(2 * solution.at_least)
    sides = [(player, least) for player, least in ((0, halves), (1, 2 - halves)) if least > 0]
    claims, proofs = [], []
    for player, points in sides:
        claim, content = packed_proof(solver, player, points, longest)
        claims.append(claim)
        proofs.append(content)
    game = solver.game
    header = ProofHeader(game.name, rules_line(game), game.hash, solution.start, solver.unrepeated, tuple(claims))
    return PROOF_FILE.join(header, b"".join(proofs))


def packed_proof(solver: Solver, player: int, halves: int, longest: int) -> tuple[ProofClaim, bytes]:
    """The proof that a player gets at least so many half points, compressed. Raises Unsolvable where it is too long."""
    with tempfile.TemporaryDirectory(prefix="lusory-proof-") as folder:
        path = Path(folder) / "proof"
        positions = write_proof(solver, (player, halves), path, longest)
        if isinstance(positions, str):
            raise Unsolvable(unwritten(positions))
        content = b"".join(packed(path))
        return ProofClaim(player, halves, positions, path.stat().st_size, len(content)), content


def write_proof(solver: Solver, claim: tuple[int, int], path: Path, longest: int) -> int | str:
    """Writes the proof to a file; the number of its positions, or why there is none."""

    def write(within: int | None) -> int | str:
        return solver.engine.proof(
            *claim,
            path,
            method=solver.proof_method(*claim),
            most=longest,
            memory=solver.memory,
            progress=solver.report_progress,
            within=within,
        )

    answer = write(solver.proof_limit(*claim))
    if answer in NOT_NEARER and claim[1] == WIN:
        quick = (positions for positions in map(write, WITHIN) if isinstance(positions, int))
        return next(quick, answer)
    return answer


def unwritten(reason: str) -> str:
    """Why the engine wrote no proof, in words."""
    reasons = {
        "chance": NO_CHANCE,
        "memory": "the proof is longer than the memory for it, or the length set, allows",
        "disk": f"the proof could not be written: no room in {tempfile.gettempdir()}",
    }
    return reasons.get(reason, f"{reason}: the proof could not be written")


def read(data: bytes) -> Certificate:
    """A certificate from the bytes of its file. Raises DamagedProof, which says what is wrong."""
    header, content = PROOF_FILE.split(data)
    if not 1 <= len(header.claims) <= 2:
        raise DamagedProof(f"it has {len(header.claims)} claims, expected 1 or 2")
    proofs, at = [], 0
    for claim in header.claims:
        proofs.append(unpack(content[at : at + claim.packed], claim))
        at += claim.packed
    if at != len(content):
        raise DamagedProof(f"its proofs have {len(content)} bytes, expected {at}")
    return Certificate(header, tuple(proofs))


def unpack(content: bytes, claim: ProofClaim) -> RawProof:
    """The bytes of a proof."""
    if claim.packed <= 0 or not 0 < claim.bytes <= LONGEST or claim.player not in (0, 1) or claim.halves not in (1, 2):
        raise DamagedProof(f"{claim}: expected a player 0 or 1, 1 or 2 half points, at most {LONGEST:,} bytes")
    return PROOF_FILE.unpack_long(content, claim.bytes)


def load(path: Path) -> Certificate:
    """A certificate from a file. Raises DamagedProof; OSError where it cannot be read."""
    return read(path.read_bytes())


def start_of(file: Certificate, game: Game) -> tuple[Reference, Any]:
    """The reference of the rules, and its state where the proofs begin."""
    reference = Reference(game)
    position = Position(game, reference, reference.start())
    for ply in file.header.start:
        position = position.play(ply)
    return reference, position.state


def verify(
    file: Certificate,
    samples: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    seed: int | None = None,
) -> tuple[CheckedProof, ...]:
    """Checks the proofs with the reference: every position, or so many random lines of each; without a seed others each
    time, so that who makes a proof cannot know which.

    progress: gets the number of positions checked, and how many there are. Raises DamagedProof where a proof fails.
    """
    game = file.rules()
    reference, state = start_of(file, game)
    checked, drawn_by = [], secrets.randbits(63) if seed is None else seed
    for claim, raw in zip(file.header.claims, file.proofs, strict=True):
        endless = file.endless(claim)
        try:
            if samples is None:
                result = check_all(
                    reference, state, claim.player, claim.halves, raw, endless, claim.positions, progress
                )
            else:
                result = check_samples(reference, state, (claim.player, claim.halves), raw, endless, samples, drawn_by)
        except ProofFault as fault:
            raise DamagedProof(str(fault)) from fault
        checked.append(result)
    return tuple(checked)
