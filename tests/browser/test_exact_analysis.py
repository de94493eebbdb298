"""Browser test of the analysis of a table with a registered certificate: the exact value of every move."""

import re

import pytest
from playwright.sync_api import expect

from lusory import load
from lusory.server.registered_models import register, unregister
from lusory.solve import Solver
from lusory.solve.certificate import certificate

SMALL = {"rows": 3, "columns": 3}


@pytest.fixture
def registered(server, tmp_path):
    game = load("clobber", **SMALL)
    solver = Solver(game.start())
    (tmp_path / "clobber.proof").write_bytes(certificate(solver, solver.solve()))
    registered_proof = register(server.data, tmp_path / "clobber.proof", "small-clobber")
    yield registered_proof
    unregister(server.data, registered_proof.spec)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_move_says_whether_it_wins(visit, registered, dark):
    visitor = visit(dark=dark)
    visitor.table(game="clobber", options=SMALL, seats=["human", registered.spec])
    visitor.page.get_by_role("tab", name="Analysis").click()
    panel = visitor.page.locator("#sheet-analysis")
    panel.get_by_role("button", name="Analyse", exact=True).click()
    exact = panel.locator(".exact li")
    legal = load("clobber", **SMALL).start().moves()
    expect(exact).to_have_count(len(legal))
    lines = exact.all_text_contents()
    assert all(re.search(r" (wins|loses)( in \d+)?$", line) for line in lines), lines
    assert re.search(r" in \d+$", lines[0]), lines
    visitor.axe()
    visitor.picture(f"exact-analysis-{'dark' if dark else 'light'}")
    panel.get_by_role("button", name="Stop").click()
