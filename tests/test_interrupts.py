"""Tests of Ctrl-C: whenever it comes, a command ends with code 130 and no traceback, and says what is kept."""

import subprocess
import sys
from pathlib import Path

import pytest

import lusory
from lusory.lab.compare.run import log_file
from tests.commands import refused, started

LOADING = """
import os, signal, sys

class Interrupted:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupted())
from lusory.cli import main
main()
"""


def interrupted_while_loading(program, module):
    """How a program with this file ends where Ctrl-C comes as it loads a module."""
    program.write_text(LOADING)
    command = [sys.executable, "-P", str(program), module]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        return (*process.communicate(timeout=60), process.wait())


@pytest.mark.parametrize("module", ["lusory._library", "lusory.games", "lusory.cli.app", "lusory.cli.failure"])
def test_while_its_modules_are_loaded_the_command_ends_quietly(module, tmp_path):
    assert interrupted_while_loading(tmp_path / "lusory", module) == ("", "", 130)


def test_another_program_keeps_its_keyboard_interrupt(tmp_path):
    _, err, code = interrupted_while_loading(tmp_path / "analysis.py", "lusory.games")
    assert code not in (0, 130) and err.endswith("KeyboardInterrupt\n")


def stop(*_, **__):
    raise KeyboardInterrupt


def searched_and_stopped(position, progress, **_):
    progress(1_000, 2.0, "does First win: 1 of 9 first plies answered")
    stop()


def test_a_solver_that_is_stopped_says_how_far_it_was_and_what_is_kept(call, monkeypatch, tmp_path):
    monkeypatch.setattr("lusory.solve.solver_of", searched_and_stopped)
    message = r"stopped after 1,000 positions in 2 s; does First win: 1 of 9 .*; nothing is kept \(--checkpoint FILE"
    refused(call("solve", "tic-tac-toe"), message, code=130)
    file = tmp_path / "found"
    refused(call("solve", "tic-tac-toe", "--checkpoint", file), "; nothing is kept yet", code=130)
    file.touch()
    refused(call("solve", "tic-tac-toe", "--checkpoint", file), f"; what was found is in {file}; the same", code=130)


def test_a_margin_that_is_stopped_names_the_files_beside_the_checkpoint(call, monkeypatch, tmp_path):
    monkeypatch.setattr("lusory.solve.margin.margin", searched_and_stopped)
    file = tmp_path / "found"
    command = ("solve", "doppel", "-o", "size=4", "--start", "a1", "--checkpoint", file)
    refused(call(*command, "--margin"), "; nothing is kept yet", code=130)
    paths: list[str] = []
    for ending in ("handicap-10", "handicap-2", "margin"):
        paths.append(f"{file}.{ending}")
        Path(paths[-1]).touch()
        refused(call(*command, "--margin"), f"; what was found is in {', '.join(paths)}; the same", code=130)
    monkeypatch.setattr("lusory.solve.solver_of", searched_and_stopped)
    refused(call(*command), "; nothing is kept yet", code=130)


def test_a_comparison_that_is_stopped_says_what_is_kept(call, monkeypatch, tmp_path):
    monkeypatch.setattr("lusory.lab.compare.compare", stop)
    command = ("compare", "susan", "--with", "draw=none", "--log", tmp_path)
    refused(call(*command), "stopped; nothing is kept", code=130)
    file = tmp_path / log_file(0, lusory.load("susan"))
    file.write_text("a header\n")
    refused(call(*command), "stopped; nothing is kept", code=130)
    file.write_text("a header\nand games\n")
    refused(call(*command), f"stopped; what was played is in {tmp_path}; the same command goes on", code=130)


def test_a_repair_that_is_stopped_says_what_is_kept(call, monkeypatch, tmp_path):
    monkeypatch.setattr("lusory.lab.repair.repair", stop)
    command, log = ("repair", "susan", "--goal", "draws<=40%"), tmp_path / "log"
    refused(call(*command), r"stopped; nothing is kept \(--log FILE", code=130)
    refused(call(*command, "--log", log), "stopped; nothing is kept yet", code=130)
    log.write_text("a header\n")
    refused(call(*command, "--log", log), "stopped; nothing is kept yet", code=130)
    log.write_text("a header\nand games\nhalf a li")
    refused(call(*command, "--log", log), f"stopped; what was played is in {log}; the same command goes on", code=130)


def test_breeding_that_is_stopped_before_its_first_children_keeps_nothing(call, monkeypatch, tmp_path):
    monkeypatch.setattr("lusory.breed.breed", stop)
    refused(call("breed", "--children", 10, "--out", tmp_path), "stopped; nothing is kept yet", code=130)
