"""Fixtures of several tests."""

import io
import sys

import pytest

from lusory.cli.failure import run
from tests.commands import Done


@pytest.fixture
def call(capsys, monkeypatch):
    """Run a command line here, with lines to type."""

    def called(*arguments: object, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run([str(argument) for argument in arguments])
        return Done(code, *capsys.readouterr())

    return called
