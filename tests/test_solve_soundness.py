"""Tests that nothing is called solved or proven which is not: proofs of one node, secrets, repetitions before the
position, turns without an end."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
import pytest

from lusory import load as load_game
from lusory.reference import Reference
from lusory.rules import (
    BySide,
    Commit,
    Count,
    Draw,
    Either,
    Game,
    Line,
    Pass,
    Place,
    Repeat,
    Repeats,
    Square,
    Step,
    Win,
    empty,
    enemy,
    open,
    own,
    to,
)
from lusory.rules.game_file import rules_line
from lusory.solve import solve
from lusory.solve.certificate import PROOF_FILE, DamagedProof, ProofClaim, ProofHeader, read, verify
from lusory.solve.parallel_check import verify_in_parallel
from lusory.solve.past_positions import standings_matter
from lusory.solve.solver import UNREPEATED
from lusory.solve.turn_length import every_turn_ends


def load(name: str, **options: Any) -> Any:
    return load_game(name, **options)


def file_of_proof(game, raw, halves, start=(), unrepeated=False):
    """A file with these bytes as the proof that First gets so many half points."""
    packed = zlib.compress(raw)
    claim = ProofClaim(0, halves, 1, len(raw), len(packed))
    header = ProofHeader(game.name, rules_line(game), game.hash, start, unrepeated, (claim,))
    return PROOF_FILE.join(header, packed)


@pytest.mark.parametrize("raw", [b"\0", b"\3\0"], ids=["over", "again"])
def test_the_first_node_of_a_proof_is_checked_by_several_processes_too(raw):
    """A proof of one node says that the game is over, or that this position was there before."""
    file = read(file_of_proof(load_game("tic-tac-toe"), raw, 2))
    for check in (verify, lambda file: verify_in_parallel(file, 2)):
        with pytest.raises(DamagedProof, match=r"the game goes on|not the same"):
            check(file)


def test_a_game_with_secrets_has_no_proof():
    """The checker sees what its players do not."""
    turn = Commit(Place(to=~own & ~open), fails=to & enemy)
    game = Game(board=Square(3, 1), turn=turn, ends=[Draw(Count(~empty) >= 2)])
    with pytest.raises(DamagedProof, match="secrets"):
        read(file_of_proof(game, b"\0", 1))


REPEATED = "d-z e-d z-e d-z c-d z-c b-z c-b z-c b-z c-b z-c b-z c-b z-c b-z"
"""Plies of mu-torere: two positions have stood twice; the one ply that would win comes to one of them again."""


def test_what_has_stood_before_counts_for_a_draw_by_repetition():
    position = load("mu-torere").start().line(REPEATED)
    assert position.play("c-b").result.values == (0.5, 0.5)
    solution = solve(position)
    assert solution.value == "draw" and UNREPEATED not in solution.notes


def test_a_proof_that_leaves_repetition_out_is_refused_where_it_matters():
    file = read(file_of_proof(load_game("mu-torere"), b"\0", 2, tuple(REPEATED.split()), True))
    with pytest.raises(DamagedProof, match="leave repetition out"):
        verify(file)


def test_positions_that_cannot_come_again_do_not_matter():
    """Pieces of neutron never leave the board and none is placed: each of its positions may come again."""
    neutron = load("neutron")
    reference = Reference(neutron)
    start = reference.start()
    assert not standings_matter(neutron, reference, start, plies=True)
    twice = msgspec.structs.replace(start, standings=frozenset((key, 2) for key, _ in start.standings))
    assert standings_matter(neutron, reference, twice, plies=True)
    assert not standings_matter(neutron, reference, twice), "whoever wins from there does not come back"


def test_a_board_with_fewer_pieces_does_not_come_again_where_none_is_taken():
    game = Game(board=Square(3), turn=Either(Place(), Step(own)), ends=[Win(Line(3)), Draw(Repeats(2))])
    reference = Reference(game)
    state = start = reference.start()
    assert not standings_matter(game, reference, start, plies=True)
    for _ in range(2):
        state = reference.play(state, reference.legal(state)[0])[0]
    earlier = msgspec.structs.replace(state, standings=start.standings)
    assert not standings_matter(game, reference, earlier, plies=True)
    assert standings_matter(game, reference, state, plies=True), "a step and a step back"
    assert not standings_matter(game, reference, state)


def test_the_position_itself_matters_for_its_plies_alone():
    position = load("ndengrod", size=3, length=4, repeat=2).start()
    solution = solve(position, seconds=20)
    assert solution.value == "first" and UNREPEATED in solution.notes
    assert solve(position, seconds=20, best=True).best is None


def test_a_turn_that_may_go_on_for_ever_loses_nothing():
    """First passes within his turn as often as he likes; the search over whole turns saw only turns that end."""
    game = Game(board=Square(2), turn=BySide(Repeat(Pass()), Place()), ends=[Win(to)])
    assert not every_turn_ends(game)
    assert solve(game.start(), seconds=5).at_least >= 0.5
    for name in ("serendipity", "draughts", "halma", "fanorona", "konane"):
        assert every_turn_ends(load(name)), name
