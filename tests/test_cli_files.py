"""Tests of files and folders that a command cannot use: it says so in one line, before any long work."""

import pytest

from tests.commands import refused


@pytest.mark.parametrize(
    ("command", "code"), [(("taste",), 1), (("play", "tic-tac-toe", "--diagram"), 2), (("serve", "--config"), 1)]
)
def test_a_file_that_is_no_text_is_called_so(command, code, call, tmp_path):
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x7fELF\xd0\x00")
    refused(call(*command, binary), f"{binary}: not a text file, expected UTF-8", code)
