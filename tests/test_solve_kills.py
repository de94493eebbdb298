"""A solver that is killed goes on from its checkpoint and finds the same."""

from benchmarks.solver_kills import KillReport, experiment


def test_a_killed_solver_finds_the_same_value_and_a_proof():
    report = experiment(["clobber", "-o", "rows=4", "-o", "columns=4"], kills=3)
    assert report.holds, report
    assert report.values == ("first", "first")


def test_another_value_or_a_refused_proof_is_a_fault():
    report = KillReport(("first", "first"), (1.0, 2.0), 3, "proven")
    assert report.holds and not report._replace(values=("first", "draw")).holds
    assert not report._replace(proof="refused: damaged").holds
