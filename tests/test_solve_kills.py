"""A solver that is killed goes on from its checkpoint and finds the same."""

from pathlib import Path

import pytest

from benchmarks import solver_resources
from benchmarks.solver_kills import KillReport, experiment
from lusory.rules import At, Game, NoPly, Put, Square, Step, Win, own
from lusory.solve import engine_search
from lusory.solve.solver import ENUMERATION, Solver
from lusory.solve.unsolvable import Unsolvable


class Killed(Exception):
    """Ends a solver in the midst of its work."""


def blockade(columns: int = 3) -> Game:
    """Pieces step until one side is blocked: positions repeat. Of three columns it has 4,660 positions."""
    names = "abcd"[:columns]
    first, second = (" ".join(f"{name}{row}" for name in names) for row in (1, 4))
    return Game(
        Square(columns, 4),
        Step(own),
        setup=[Put(At(first), side=1), Put(At(second), side=2)],
        ends=[Win(NoPly())],
    )


def test_a_killed_solver_finds_the_same_value_and_a_proof():
    report = experiment(["clobber", "-o", "rows=4", "-o", "columns=4"], kills=3)
    assert report.holds, report
    assert report.values == ("first", "first")


def test_a_killed_list_of_positions_goes_on_from_its_checkpoint() -> None:
    report = experiment([f"{__file__}:blockade"], kills=2)
    assert report.holds and report.values == ("draw", "draw"), report


def test_a_list_of_positions_is_the_same_however_often_it_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_search, "SAVED_EVERY", 0.02)
    monkeypatch.setattr(engine_search, "SHARE_OF_SEARCH", 1)
    game, saved, counts = blockade(4), tmp_path / "solver.save", list[int]()
    for most in (15_000, 30_000, 45_000, 60_000):

        def progress(positions: int, seconds: float, outlook: str, most: int = most) -> None:
            if positions > most and saved.exists():
                raise Killed

        solver = Solver(game.start(), checkpoint=saved, progress=progress)
        with pytest.raises(Killed):
            solver.by_enumeration(best=False)
    last = Solver(game.start(), checkpoint=saved, progress=lambda positions, seconds, outlook: counts.append(positions))
    found, whole = last.by_enumeration(best=True), Solver(game.start()).by_enumeration(best=True)
    assert (found.value, found.best, found.positions) == (whole.value, whole.best, whole.positions)
    assert (found.value, found.positions) == ("draw", 113_018)
    assert min(count for count in counts if count) > 15_000, "it did not begin anew"


def test_plies_that_do_not_fit_in_the_memory_are_on_disk(tmp_path: Path) -> None:
    game, saved = blockade(4), tmp_path / "solver.save"
    with pytest.raises(Unsolvable, match="--checkpoint"):
        Solver(game.start(), memory=9 << 20).by_enumeration(best=False)
    found = Solver(game.start(), memory=9 << 20, checkpoint=saved).by_enumeration(best=True)
    whole = Solver(game.start()).by_enumeration(best=True)
    assert found.method == ENUMERATION and (found.value, found.best) == (whole.value, whole.best)
    assert not list(tmp_path.iterdir()), "a list that was never saved leaves no file"


def test_a_list_of_positions_whose_plies_were_changed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_search, "SAVED_EVERY", 0.02)
    saved, plies = tmp_path / "solver.save", tmp_path / "solver.save.plies"
    moments: set[int] = set()
    """When it was saved, as seen while there were plies: those written after a save are none of it."""

    def progress(positions: int, seconds: float, outlook: str) -> None:
        if saved.exists() and plies.stat().st_size > 100:
            moments.add(saved.stat().st_mtime_ns)
            if len(moments) > 1:
                raise Killed

    with pytest.raises(Killed):
        Solver(blockade(4).start(), checkpoint=saved, progress=progress).by_enumeration(best=False)
    assert saved.exists()
    content = bytearray(plies.read_bytes())
    content[4] ^= 1  # the first edge: what comes after the last save would be cut off
    plies.write_bytes(content)
    with pytest.raises(Unsolvable, match="damaged"):
        Solver(blockade(4).start(), checkpoint=saved)


def test_another_value_or_a_refused_proof_is_a_fault():
    report = KillReport(("first", "first"), (1.0, 2.0), 3, "proven")
    assert report.holds and not report._replace(values=("first", "draw")).holds
    assert not report._replace(proof="refused: damaged").holds


def test_what_a_solver_takes_is_told_for_each_number_of_threads(capsys):
    arguments = [
        "--memory",
        "0.05",
        "--threads",
        "1",
        "--threads",
        "2",
        "connect-four",
        "-o",
        "columns=5",
        "-o",
        "rows=4",
    ]
    assert solver_resources.main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["1 threads", "2 threads"] and all(
        "draw" in line for line in lines
    )


def test_more_memory_than_allowed_is_a_fault(monkeypatch):
    run = solver_resources.SolverRun("draw", "search", 10, 1.0, 1.0, 1 << 20)
    taken = iter([run, run._replace(resident=2 << 30)])
    monkeypatch.setattr(solver_resources, "measure", lambda game, threads, memory: next(taken))
    assert solver_resources.main(["--memory", "1", "--threads", "1", "hex"]) == 1
