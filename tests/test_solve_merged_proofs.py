"""Tests of proofs in which a position stands for symmetric ones and for those with a larger lead."""

import random
from functools import cache
from typing import Any

import msgspec
import pytest

from lusory.reference import Reference
from lusory.rules import (
    Adjacent,
    BySide,
    Earn,
    Either,
    Game,
    Last,
    Most,
    No,
    Place,
    Score,
    Square,
    Sum,
    empty,
    enemy,
    neutral,
    own,
    to,
)
from lusory.solve import Solver
from lusory.solve.board_image import BoardImage
from lusory.solve.certificate import Certificate, DamagedProof, certificate, read, start_of, verify
from lusory.solve.equal_positions import EqualPositions, KnownPosition
from lusory.solve.lookup import ProofPath
from lusory.solve.parallel_check import Cutter, check_segment, compare
from lusory.solve.proof import AGAIN, OTHER, OWN, ProofFault, ProofReader
from lusory.solve.proof_index import ProofIndex
from lusory.solve.proof_walk import ProofWalk
from lusory.solve.winning_line import winning_line
from lusory.testing.exact import ExhaustiveSolver

from .rule_values import rule_value

STARTS = {"draw": (4, "b2"), "win": (4, "a4 a3 b3 b2 c3")}


@cache
def proof_of(size: int, start: str) -> Certificate:
    solver = Solver(rule_value("doppel", size=size).start().line(start), memory=1 << 24)
    return read(certificate(solver, solver.solve()))


@pytest.fixture(params=STARTS)
def file(request) -> Certificate:
    return proof_of(*STARTS[request.param])


def walk_of(file: Certificate, claim: int) -> ProofWalk:
    reference, state = start_of(file, file.rules())
    return ProofWalk(reference, state, file.header.claims[claim].player, ProofIndex(file.proofs[claim]))


def references(raw: bytes) -> list[tuple[int, int]]:
    """The places of the numbers to which nodes refer, and those numbers."""
    reader, found = ProofReader(raw), []
    while reader.at < len(raw):
        kind = reader.byte()
        if kind == AGAIN:
            found.append((reader.at, reader.number()))
        elif kind in (OWN, OTHER):
            reader.number()
    return found


# --- which positions are equal


def after(reference: Reference, *cells: str):
    """The state after placements on these cells."""
    state = reference.start()
    for cell in cells:
        texts = {reference.text(action): action for action in reference.legal(state)}
        state = reference.play(state, texts[cell])[0]
    return state


def test_symmetric_positions_have_equal_digests_and_others_do_not():
    reference = Reference(rule_value("doppel", size=4))
    equal = EqualPositions(reference.game, 0)
    lines = (("b2", "b1"), ("b3", "b4"), ("c2", "d2"), ("c3", "c4"), ("b2", "a2"))
    known = [equal.known(after(reference, *line)) for line in lines]
    assert len({position.digest for position in known}) == 1
    assert equal.known(after(reference, "b2", "b3")).digest != known[0].digest
    assert equal.known(after(reference, "b2")).digest != known[0].digest


def test_what_is_claimed_holds_for_larger_leads_alone():
    proven, behind, ahead = KnownPosition(b"1", 2), KnownPosition(b"1", 1), KnownPosition(b"1", 3)
    assert proven.covers(proven) and proven.covers(ahead) and not proven.covers(behind)
    assert not proven.covers(KnownPosition(b"2", 3))


def test_leads_are_told_apart_only_by_how_large_they_are():
    game = rule_value("doppel", size=4)
    reference, rng = Reference(game), random.Random(3)
    for player in (0, 1):
        equal, state = EqualPositions(game, player), reference.start()
        for _ in range(9):
            state = reference.play(state, rng.choice(reference.legal(state)))[0]
        side = state.seats.index(player)
        scores = tuple(score + (of == side) for of, score in enumerate(state.scores))
        other = equal.known(msgspec.structs.replace(state, scores=scores))
        assert other == equal.known(state)._replace(ahead=equal.known(state).ahead + 1)


def test_the_image_of_a_set_is_that_of_its_cells():
    cells = (*range(1, 19), 0)
    image, rng = BoardImage(cells), random.Random(1)
    for _ in range(50):
        chosen = rng.getrandbits(19)
        assert image.of(chosen) == sum(1 << cells[cell] for cell in range(19) if chosen >> cell & 1)


def test_games_that_no_lead_decides_have_exact_positions():
    game = rule_value("connect-four", columns=4, rows=4)
    reference, equal = Reference(game), EqualPositions(game, 0)
    assert equal.lead is None
    left, right = (
        reference.play(reference.start(), ply)[0] for ply in (reference.legal(reference.start())[i] for i in (0, 3))
    )
    assert equal.known(left).digest != equal.known(right).digest


# --- proofs


def test_such_proofs_hold_and_some_of_their_references_are_to_positions_that_differ(file):
    assert all(check.is_proven for check in verify(file))
    assert all(check.lines == 40 for check in verify(file, 40))
    walk = walk_of(file, 0)
    assert walk.equal.lead is not None
    mapped = 0
    for number in range(len(walk.index.starts)):
        for place, (child, is_reference) in enumerate(walk.index.nodes(number)):
            if is_reference and mapped < 5:
                before = walk.state_of(number)
                state = walk.reference.play(before, walk.plies(number, before)[place])[0]
                of_node = walk.state_of(child)
                assert walk.equal.known(of_node).covers(walk.equal.known(state))
                mapped += of_node.pieces != state.pieces
    assert mapped >= 3


def test_segments_of_such_proofs_are_checked_alike(file):
    reference, state = start_of(file, file.rules())
    for claim, raw in zip(file.header.claims, file.proofs, strict=True):
        parts = [
            check_segment(reference, state, (claim.player, claim.halves), raw, False, part)
            for part in Cutter(raw, 5).segments()
        ]
        known = {number: position for part in parts for number, position in part.known.items()}
        for part in parts:
            compare(known, part.earlier)
        assert sum(part.checked for part in parts) == claim.positions


def test_a_reference_to_another_position_is_refused(file):
    raw, rng = bytes(file.proofs[0]), random.Random(7)
    claim = file.header.claims[0]
    header = msgspec.structs.replace(file.header, claims=(claim,))
    walk, refused = walk_of(file, 0), 0
    small = [(at, number) for at, number in references(raw) if number < 128]
    for at, number in rng.sample(small, min(12, len(small))):
        other = rng.choice([other for other in range(min(128, claim.positions)) if other != number])
        changed = Certificate(header, (raw[:at] + bytes([other]) + raw[at + 1 :],))
        if walk.equal.known(walk.state_of(other)).digest == walk.equal.known(walk.state_of(number)).digest:
            continue
        with pytest.raises(DamagedProof, match=r"not the same as position|goes back"):
            verify(changed)
        refused += 1
    assert refused >= 5


def test_random_lines_see_that_a_reference_is_to_another_position():
    file = proof_of(*STARTS["draw"])
    raw = bytearray(file.proofs[0])
    for at, number in references(bytes(raw)):
        if number < 64:
            raw[at] = number + 64
    changed = Certificate(msgspec.structs.replace(file.header, claims=file.header.claims[:1]), (bytes(raw),))
    with pytest.raises(DamagedProof):
        verify(changed, 2000)


# --- play by them


def test_who_plays_by_such_a_proof_gets_what_it_claims(file):
    path, crossed = ProofPath(file), 0
    for claim in file.header.claims:
        for seed in range(30):
            rng, position = random.Random(seed), file.game.start().line(" ".join(file.header.start))
            while position.result is None:
                proven = path.ply(position, claim.player) if position.to_move == claim.player else None
                ply = rng.choice(position.moves().ids) if proven is None else proven.action
                holds = [other.halves for other in path.after(position, ply) if other.player == claim.player]
                crossed += proven is not None
                assert proven is None or holds == [claim.halves]
                position = position.follow(ply)
            assert 2 * position.result.values[claim.player] >= claim.halves
    assert crossed > 50


def test_the_longest_line_goes_on_where_a_node_refers_to_a_symmetric_position():
    file = proof_of(*STARTS["win"])
    assert file.header.claims[0].halves == 2
    *_, last = winning_line(file)
    index = ProofIndex(file.proofs[0])
    assert len(last.past) - len(file.header.start) == index.depth(0)


def test_every_position_has_its_place_below_the_one_above_it():
    index = walk_of(proof_of(*STARTS["win"]), 0).index
    for number in range(1, len(index.starts)):
        above = index.parents[number]
        assert above < number < index.following[above]
        assert list(index.nodes(above))[index.place(number)] == (number, False)


def test_a_state_is_the_same_whether_others_were_asked_for_before():
    file = proof_of(*STARTS["win"])
    walk = walk_of(file, 0)
    for number in range(0, len(walk.index.starts), 11):
        assert walk.state_of(number) == walk_of(file, 0).state_of(number)
    with pytest.raises(ProofFault, match="there is no position"):
        walk.state_of(len(walk.index.starts))


# --- other games


def scores(**rest: Any) -> Game:
    """A small game of points: a piece beside one of its player's earns one."""
    options: dict[str, Any] = {"turn": Place(), "ends": [Most(Score(own), when=No(empty))]} | rest
    return Game(board=Square(3, 2), effects=[Earn(1, when=Adjacent(to) & own)], **options)


GAMES = {
    "handicap": scores(ends=[Most(BySide(Score(own), Sum(Score(own), 1)), when=No(empty))]),
    "placed": scores(opening=[Place(owner=neutral)]),
    "either": scores(turn=Either(Place(owner=neutral), Place())),
    "apart": scores(turn=Either(Place(to=empty & ~Adjacent(Last(enemy))), Place(owner=neutral))),
}


@pytest.mark.parametrize("name", GAMES)
def test_proofs_of_other_games_hold_and_false_claims_do_not(name: str) -> None:
    game = GAMES[name]
    solver = Solver(game.start(), memory=1 << 22)
    file = read(certificate(solver, solver.solve()))
    assert EqualPositions(game, 0).lead is not None
    assert all(check.is_proven for check in verify(file))
    assert ExhaustiveSolver(game.start().contract).worth(game.start().state)[0] == file.bounds[0] == file.bounds[1]
    for place, claim in enumerate(file.header.claims):
        if claim.halves == 1:
            larger = msgspec.structs.replace(claim, halves=2)
            header = msgspec.structs.replace(file.header, claims=(larger,))
            with pytest.raises(DamagedProof):
                verify(Certificate(header, (file.proofs[place],)))
