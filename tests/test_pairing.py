"""Pairing strategies: pairs are found, and a proof ends where they are."""

import pytest

from lusory.solve import Solver
from lusory.solve.certificate import certificate, read, verify
from lusory.solve.pairing import paired_cells
from tests.rule_values import rule_value


@pytest.mark.parametrize(
    ("lines", "cells"),
    [
        ([], 0),
        ([0b11, 0b1100], 4),
        ([0b111, 0b110], 2),
        ([0b10011, 0b1101, 0b100110], 6),
        ([0b11, 0b110], None),
        ([0b1], None),
        ([0b011, 0b101, 0b110], None),
    ],
)
def test_pairs_serve_all_lines_and_share_no_cell(lines: list[int], cells: int | None) -> None:
    found = paired_cells(lines)
    assert (None if found is None else found.bit_count()) == cells


def test_five_in_a_row_on_six_by_six_is_a_draw_by_pairs_and_its_proof_holds() -> None:
    solver = Solver(rule_value("gomoku", size=6).start())
    solution = solver.solve()
    assert solution.value == "draw" and solution.positions < 1000
    checks = verify(read(certificate(solver, solution)))
    assert all(check.is_proven for check in checks) and sum(check.positions for check in checks) < 1000


def test_the_preventing_side_sees_its_pairs_before_it_searches() -> None:
    """Seven by seven took millions of positions where it searched its first ply in full."""
    solution = Solver(rule_value("gomoku", size=7).start()).solve()
    assert solution.value == "draw" and solution.positions < 50_000
