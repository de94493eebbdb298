"""Tests of proofs checked in segments by several processes, and of searches that are killed and resumed."""

import multiprocessing
import os
import random
import signal
import time
import zlib
from pathlib import Path

import msgspec
import pytest

from lusory.reference import Reference
from lusory.rules import At, Game, Line, Put, Square, Step, Win, empty, own
from lusory.rules.game_file import rules_line
from lusory.solve import Solver, engine_search
from lusory.solve.certificate import (
    PROOF_FILE,
    Certificate,
    DamagedProof,
    ProofClaim,
    ProofHeader,
    certificate,
    read,
    start_of,
    verify,
)
from lusory.solve.parallel_check import Cutter, check_segment, compare, verify_in_parallel
from lusory.solve.proof import AGAIN, OTHER, OWN, ProofFault
from lusory.solve.proof_index import ProofIndex
from lusory.solve.proof_walk import ProofWalk
from lusory.solve.winning_line import winning_line

from .rule_values import rule_value


def proof_of(name, **options):
    solver = Solver(rule_value(name, **options).start(), memory=1 << 24)
    return read(certificate(solver, solver.solve()))


FILES = {
    "drawn": lambda: proof_of("connect-four", columns=4, rows=4),
    "endless": lambda: proof_of("susan", size=2),
    "turns": lambda: proof_of("serendipity", size=6),
}


@pytest.fixture(scope="module", params=FILES)
def file(request):
    return FILES[request.param]()


def in_segments(file, most):
    """Checks the first proof in segments, in this process; how many positions it has."""
    claim, raw = file.header.claims[0], file.proofs[0]
    reference, state = start_of(file, file.rules())
    parts = list(Cutter(raw, most).segments())
    checked_segments = [
        check_segment(reference, state, (claim.player, claim.halves), raw, file.endless(claim), part) for part in parts
    ]
    known = {number: position for part in checked_segments for number, position in part.known.items()}
    for part in checked_segments:
        compare(known, part.earlier)
    return len(parts), sum(part.checked for part in checked_segments)


@pytest.mark.parametrize("most", [1, 2, 7, 100_000])
def test_segments_cover_every_position_once(file, most):
    if most > 7 and file.header.claims[0].positions > 1000:
        most = 50
    parts, positions = in_segments(file, most)
    assert positions == file.header.claims[0].positions
    assert parts <= most + 1 and (most == 1 or parts > 1)


def changed(file, raw):
    claim = msgspec.structs.replace(file.header.claims[0], bytes=len(raw))
    return Certificate(msgspec.structs.replace(file.header, claims=(claim,)), (raw,))


def test_what_is_refused_in_one_go_is_refused_in_segments(file):
    rng, refused = random.Random(5), 0
    for _ in range(8):
        raw = bytearray(file.proofs[0])
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        damaged = changed(file, bytes(raw))
        try:
            verify(damaged)
        except DamagedProof:
            refused += 1
            with pytest.raises(ProofFault):
                in_segments(damaged, 6)
        else:
            in_segments(damaged, 6)
    assert refused >= 5


def test_several_processes_check_what_one_checks():
    file = proof_of("connect-four", columns=4, rows=4)
    assert verify_in_parallel(file, 2) == verify(file)
    raw = bytearray(file.proofs[0])
    # One byte alone may name another ply that is as good.
    for place in range(len(raw) // 2, len(raw) // 2 + 8):
        raw[place] ^= 3
    packed = zlib.compress(bytes(raw))
    claim = msgspec.structs.replace(file.header.claims[0], packed=len(packed))
    header = msgspec.structs.replace(file.header, claims=(claim,))
    with pytest.raises(DamagedProof):
        verify_in_parallel(read(PROOF_FILE.join(header, packed)), 2)


# --- the longest line


@pytest.mark.parametrize(("name", "options"), [("hex", {"size": 3}), ("serendipity", {"size": 6})])
def test_the_longest_line_is_as_long_as_the_proof_says_and_ends_in_the_win(name, options):
    file = proof_of(name, **options)
    line = list(winning_line(file))
    plies, last = ProofIndex(file.proofs[0]).depth(0), line[-1]
    assert last.result is not None and last.result.values[0] == 1
    assert len(line) - 1 == plies == last.ply


def test_the_longest_line_of_a_draw_keeps_it():
    file = proof_of("susan", size=3, draw="slides:1")
    assert file.header.claims[0].halves == 1
    *_, last = winning_line(file)
    assert last.result is not None and last.result.values[0] >= 0.5
    index = ProofIndex(file.proofs[0])
    assert index.depth(0) == len(last.past)


# --- killed and resumed


def solve_and_save(position, path):
    """What is killed: a search that saves 25 times a second. The whole search takes about a second."""
    engine_search.SAVED_EVERY = 0.04
    Solver(position, checkpoint=path, memory=1 << 24).solve()
    os._exit(7)


def solve_and_kill(position, path, seconds):
    """Solves in another process and kills it after so long; whether it was killed before it was done."""
    child = multiprocessing.get_context("fork").Process(target=solve_and_save, args=(position, path))
    child.start()
    time.sleep(seconds)
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    child.join()
    return child.exitcode == -signal.SIGKILL


@pytest.mark.parametrize(
    ("name", "options", "value"),
    [
        ("clobber", {"rows": 4, "columns": 5}, "first"),
    ],
)
def test_killed_at_random_moments_it_goes_on_and_the_proof_holds(tmp_path: Path, name, options, value):
    position, path, rng = rule_value(name, **options).start(), tmp_path / "search.save", random.Random(name)
    cut = sum(solve_and_kill(position, path, rng.uniform(0.03, 0.15)) for _ in range(5))
    assert cut >= 3, "it was done too soon to be killed"
    solver = Solver(position, checkpoint=path, memory=1 << 24)
    solution = solver.solve()
    assert solution.value == value
    verify(read(certificate(solver, solution)), samples=20)


# --- hostile files


SHUFFLE = Game(
    board=Square(3, 2),
    setup=[Put(At("a1"), side=1), Put(At("c2"), side=2)],
    turn=Step(own, to=empty),
    ends=[Win(Line(3))],
)


def shuffling(reference, state, player):
    """The bytes of a false proof: the player's pieces go back and forth, and it refers to positions that come again."""
    raw, numbers = bytearray(), dict[object, int]()

    def write(state):
        if state in numbers:
            raw.extend((AGAIN, numbers[state]))
            return
        numbers[state] = len(numbers)
        legal = sorted(reference.legal(state))
        is_own = reference.to_move(state) == player
        raw.extend((OWN, legal[0]) if is_own else (OTHER, len(legal)))
        for ply in legal[:1] if is_own else legal:
            write(reference.play(state, ply)[0])

    write(state)
    assert len(numbers) < 128
    return bytes(raw), len(numbers)


@pytest.mark.parametrize("samples", [None, 1, 100])
def test_a_proof_whose_lines_go_round_proves_no_win(samples):
    reference = Reference(SHUFFLE)
    raw, positions = shuffling(reference, reference.start(), 0)
    claim = ProofClaim(0, 2, positions, len(raw), len(raw))
    header = ProofHeader("", rules_line(SHUFFLE), SHUFFLE.hash, (), False, (claim,))
    with pytest.raises(DamagedProof, match="for ever"):
        verify(Certificate(header, (raw,)), samples)


@pytest.mark.parametrize("samples", [None, 20])
def test_a_draw_by_play_without_end_is_proven_where_no_rule_ends_it(samples):
    solver = Solver(SHUFFLE.start(), memory=1 << 24)
    solution = solver.solve()
    assert solution.value == "draw"
    file = read(certificate(solver, solution))
    assert not file.header.unrepeated and len(verify(file, samples)) == 2


def test_bytes_after_the_end_of_a_proof_are_refused_by_every_check(file):
    longer = changed(file, bytes(file.proofs[0]) + b"\0")
    for samples in (None, 5):
        with pytest.raises(DamagedProof, match="goes on after its end"):
            verify(longer, samples)


@pytest.mark.parametrize("claims", [(), (ProofClaim(0, 1, 1, 1, 1),) * 3, (ProofClaim(0, 1, 1, 1, -1),)])
def test_a_file_has_one_claim_or_two_of_some_bytes_each(claims):
    header = ProofHeader("", rules_line(SHUFFLE), SHUFFLE.hash, (), False, claims)
    with pytest.raises(DamagedProof, match="expected"):
        read(PROOF_FILE.join(header, b""))


def test_a_header_that_is_nested_too_deeply_is_refused():
    with pytest.raises(DamagedProof, match="second line"):
        read(PROOF_FILE.magic + b'{"name":' + b"[" * 100_000 + b"\n")


def test_more_children_than_plies_are_refused_where_a_line_is_followed(file):
    raw = bytes((OWN, 0)) if file.proofs[0][0] == OTHER else bytes((OTHER, 120)) + bytes(120)
    walk = ProofWalk(
        *start_of(file, file.rules()), file.header.claims[0].player, ProofIndex(raw + bytes(raw[0] == OWN))
    )
    with pytest.raises(ProofFault):
        walk.below(0, walk.state)
