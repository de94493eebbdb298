"""Tests of `lusory bench` and its measurements."""

import json
import signal
import subprocess

import pytest

from lusory.errors import LusoryError
from lusory.games import catalogue, load
from lusory.play import bench as benching
from lusory.play.bench import bench
from lusory.play.program import Program
from lusory.reference import Reference
from tests.commands import LUSORY, SUSAN, refused, started, worked

GAME = load("tic-tac-toe")
IN_PYTHON = Program(Reference(GAME))
EVERY = pytest.mark.parametrize("game", [GAME, IN_PYTHON], ids=["a rule value", "a class"])


@EVERY
def test_all_games_are_counted(game):
    bench_result = bench(game, games=300, seed=5)
    assert (
        bench_result.games == 300 == sum(bench_result.wins) + bench_result.draws == sum(bench_result.ended_by.values())
    )
    assert bench_result.ended_by == {"Win(Line(3))": sum(bench_result.wins), "Draw(No(empty))": bench_result.draws}
    assert 7.3 < bench_result.length < 7.9 and 0.5 < bench_result.share(bench_result.wins[0]) < 0.67
    assert bench_result.games_per_second * bench_result.length == pytest.approx(bench_result.plies_per_second)


@EVERY
def test_a_seed_means_the_same_games(game):
    results = [(b.plies, b.wins, b.ended_by) for b in (bench(game, games=50, seed=s, threads=t) for s, t in SEEDED)]
    assert results[0] == results[1] != results[2]


SEEDED = ((1, 1), (1, 3), (2, 1))


@EVERY
def test_it_stops_when_the_time_is_up(game):
    bench_result = bench(game, seconds=0.05)
    assert bench_result.games > 0 and 0.05 <= bench_result.seconds < 1


def test_games_of_chance_and_games_that_go_on_for_ever(monkeypatch):
    monkeypatch.setattr(benching, "LIMIT", 3)
    bench_result = bench(Program(Reference(load("doppel", size=2))), games=5)
    assert (bench_result.plies, bench_result.cut_off, bench_result.ended_by) == (15, 5, {})
    monkeypatch.undo()
    bench_result = bench(Program(Reference(load("doppel", size=2))), games=5)
    assert (bench_result.plies, bench_result.cut_off, bench_result.games) == (20, 0, 5)


def test_only_a_compiled_game_costs_something():
    assert bench(IN_PYTHON, games=1).compile_seconds is None
    bench_result = bench(GAME, games=1)
    if bench_result.by != "python":
        assert bench_result.compile_seconds and bench_result.board_seconds and bench_result.state_bytes
        assert (
            bench_result.compile_seconds < 1 and bench_result.board_seconds < 1 and 8 < bench_result.state_bytes < 4096
        )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": -3}, "games: -3, expected a whole number, 0 or more"),
        ({"threads": 0}, "threads: 0, expected a whole number, 1 or more"),
        ({"seconds": -1}, "seconds: -1, expected 0 or more"),
        ({"seconds": "3"}, "seconds: '3', expected 0 or more"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(arguments, message):
    with pytest.raises(LusoryError, match=message):
        bench(GAME, **arguments)


class TestCommand:
    def test_one_game_in_full(self, call):
        result = call("bench", "tic-tac-toe", "--games", 100, "--seed", 3)
        lines = result.out.splitlines()
        assert result.code == 0 and lines[0].split()[0] == "playouts/s" and lines[1].startswith("tic-tac-toe ")
        assert any("% ended by Win(Line(3))" in line for line in lines) and lines[-1].startswith("100 games in ")

    def test_several_games_in_a_table(self, call):
        result = call("bench", "tic-tac-toe", "doppel", "-o", "size=3", "--games", 5)
        assert [line.split()[0] for line in result.out.splitlines()] == ["playouts/s", "tic-tac-toe", "doppel"]

    def test_figures_of_three_players_stand_apart(self, call):
        row = call("bench", "yavalath-for-three", "--games", 20).out.splitlines()[1]
        assert len(row.split()) == 11 and row.split()[4].count("/") == 2

    def test_all_games_by_name(self, call, monkeypatch):
        monkeypatch.setattr("lusory.games.studied_games", lambda: {"tic-tac-toe": catalogue()["tic-tac-toe"]})
        result = call("bench", "--games", 5)
        assert result.out.splitlines()[1].startswith("tic-tac-toe")

    def test_json(self, call):
        (data,) = json.loads(call("bench", "tic-tac-toe", "--games", 50, "--threads", 2, "--json").out)
        assert data["games"] == 50 and data["threads"] == 2 and sum(data["wins"]) + data["draws"] == 50
        assert data["games_per_second"] > 0 and data["length"] == data["plies"] / 50

    def test_a_class(self, call):
        result = call("bench", SUSAN, "--games", 2)
        assert result.code == 0 and result.out.splitlines()[1].split()[-1] == "python"

    @pytest.mark.parametrize(
        ("arguments", "message", "code"),
        [
            (("susann",), "did you mean susan", 1),
            (("susan", "-o", "size=99"), "susan: size=99, expected 2 to 8", 1),
            (("susan", "--threads", "0"), "--threads", 2),
            (("susan", "--seconds", "0"), "--seconds", 2),
            (("susan", "--seed", "-1"), "--seed", 2),
        ],
    )
    def test_what_is_wrong_is_said_in_one_line(self, call, arguments, message, code):
        refused(call("bench", *arguments), message, code)

    def test_long_runs_say_how_far_they_are(self, call, monkeypatch):
        monkeypatch.setattr("lusory.cli.progress.SLOW", -1.0)
        monkeypatch.setattr("lusory.cli.progress.PAUSE", -1.0)
        assert "lusory: tic-tac-toe: 1 of 3 games" in call("bench", "tic-tac-toe", "--games", 3).err
        assert "lusory: 2 of 2, tic-tac-toe: " in call("bench", *["tic-tac-toe"] * 2, "--seconds", 0.02).err

    @pytest.mark.parametrize("form", [(), ("--json",)])
    def test_what_is_measured_by_then_is_printed_when_stopped(self, form):
        command = [*LUSORY, "bench", *["tic-tac-toe"] * 50, "--seconds", "0.4", *form]
        with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            if form:
                worked(process, 2)
            assert process.stdout
            first_lines = "" if form else process.stdout.readline() + process.stdout.readline()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        assert process.returncode == 130 and "Traceback" not in err
        assert json.loads(out)[0]["game"] == "tic-tac-toe" if form else "\ntic-tac-toe " in first_lines
