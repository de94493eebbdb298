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


@pytest.mark.parametrize(
    "command",
    [
        ("learn", "tic-tac-toe", "--out"),
        ("learn", "tic-tac-toe", "--resume", "--out"),
        ("solve", "tic-tac-toe", "--proof"),
        ("solve", "tic-tac-toe", "--table"),
        ("puzzles", "clobber", "--out"),
        ("repair", "tic-tac-toe", "--goal", "draws<=10%", "--out"),
        ("vary", "tic-tac-toe", "--out"),
        ("tune", "tic-tac-toe", "--out"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(command, call, tmp_path):
    refused(call(*command, tmp_path), f"{tmp_path}: a folder, expected the name of a file")
    refused(call(*command, tmp_path / "none" / "file"), f"file: there is no folder {tmp_path}/none")


@pytest.mark.parametrize(
    "command",
    [
        ("measure", "--second", "random"),
        ("vary",),
        ("compare", "hex"),
        ("match", "--first", "random", "--second", "random"),
    ],
)
def test_a_game_for_one_is_not_said_to_have_one_players(command, call):
    result = call(command[0], "peg-solitaire", *command[1:])
    refused(result, "for 1[ ,:]")
    assert "1 players" not in result.err


def test_a_folder_is_no_game(call, tmp_path):
    refused(call("rules", tmp_path), f"{tmp_path}: a folder, expected a file with a game, or a name")
