"""Browser test of the analysis of a table with a registered certificate: the exact value of every move."""

from collections import Counter

import pytest
from playwright.sync_api import expect

from lusory import load
from lusory.server.registered_models import register, unregister
from lusory.solve import Solver
from lusory.solve.certificate import certificate

CASES = [
    ("hex", {"size": 3}, {"wins in 5": 1, "wins in 7": 2, "wins in 9": 2, "loses in 6": 4}),
    ("susan", {"size": 2}, {"wins in 7": 1, "draws": 6}),
]


@pytest.fixture
def register_proof(server, tmp_path):
    """Registers a certificate of a game, until the test ends."""
    registered = []

    def prove(name, options):
        solver = Solver(load(name, **options).start())
        (tmp_path / "file.proof").write_bytes(certificate(solver, solver.solve()))
        registered.append(register(server.data, tmp_path / "file.proof", f"small-{name}"))
        return registered[-1].spec

    yield prove
    for proof in registered:
        unregister(server.data, proof.spec)


@pytest.mark.parametrize(("name", "options", "worth"), CASES, ids=[name for name, *_ in CASES])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_move_says_what_it_is_worth_and_in_how_many_plies(visit, register_proof, name, options, worth, dark):
    visitor = visit(dark=dark)
    visitor.table(game=name, options=options, seats=["human", register_proof(name, options)])
    visitor.page.get_by_role("tab", name="Analysis").click()
    panel = visitor.page.locator("#sheet-analysis")
    panel.get_by_role("button", name="Analyse", exact=True).click()
    exact = panel.locator(".exact li")
    expect(exact).to_have_count(len(load(name, **options).start().moves()))
    lines = [line.split(" ", 1)[1] for line in exact.all_text_contents()]
    outcomes = Counter(line.split(" in ")[0] for line in lines)
    assert outcomes == Counter(outcome.split(" in ")[0] for outcome in Counter(worth).elements()), lines
    # On a busy machine the time ends before all distances are found, or with bounds of them.
    distances = [line for line in lines if " in " in line]
    assert distances and Counter(line for line in distances if " at most " not in line) <= Counter(worth), lines
    visitor.axe()
    visitor.picture(f"exact-analysis-{name}-{'dark' if dark else 'light'}")
    panel.get_by_role("button", name="Stop").click()
