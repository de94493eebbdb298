"""A solver that is killed goes on from its checkpoint and finds the same."""

from benchmarks import solver_resources
from benchmarks.solver_kills import KillReport, experiment


def test_a_killed_solver_finds_the_same_value_and_a_proof():
    report = experiment(["clobber", "-o", "rows=4", "-o", "columns=4"], kills=3)
    assert report.holds, report
    assert report.values == ("first", "first")


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
