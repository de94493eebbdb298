"""Tests of Ctrl-C: whenever it comes, a command ends with code 130 and no traceback, and says what is kept."""

import subprocess
import sys

import pytest

from tests.commands import started

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
