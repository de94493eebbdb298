"""Tests of copies made by `lusory backup` that are cut off or damaged: each is refused whole."""

import json
import random

import pytest

from lusory.cli.failure import run
from tests.server.running_server import Server, pair
from tests.server.test_accounts import account

SUSAN = {"game": "susan", "options": {"size": 3}}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The bytes of a copy with two tables and an account."""
    folder = tmp_path_factory.mktemp("copied")
    server = Server(folder / "data")
    account(server, "Ada")
    for _ in range(2):
        table, first, _ = pair(server, **SUSAN)
        first.play(table, 1, "b2")
    server.stop()
    assert run(["backup", str(folder / "copy"), "--data", str(folder / "data")]) == 0
    return (folder / "copy").read_bytes()


@pytest.fixture
def taken_in(tmp_path, capsys):
    """Takes a copy in: the exit code, what was printed, and errors without the name of the file."""

    def take(copy):
        file = tmp_path / "copy"
        file.write_bytes(copy)
        capsys.readouterr()
        code = run(["backup", str(file), "--data", str(tmp_path / "data"), "--restore"])
        told = capsys.readouterr()
        assert told.err.startswith(f"lusory: {file}: ") or not told.err
        return code, told.out, told.err.removeprefix(f"lusory: {file}: ").strip()

    return take


def nothing_came(folder):
    """Whether a copy of the folder holds no table."""
    assert run(["backup", str(folder / "again"), "--data", str(folder / "data")]) == 0
    return '"kind":"table"' not in (folder / "again").read_text()


def test_a_whole_copy_is_taken_in_without_a_warning(copy, taken_in):
    code, out, err = taken_in(copy.replace(b"\n", b"\r\n"))
    assert (code, err) == (0, "") and out.startswith("2 tables taken in")


@pytest.mark.parametrize("copy", [b"", b"\n\n"])
def test_an_empty_copy_is_refused(copy, taken_in):
    assert taken_in(copy)[::2] == (1, "empty: nothing was copied into it; nothing was taken in")


def test_a_copy_that_is_cut_off_is_refused_wherever_that_is(copy, taken_in, tmp_path):
    lines = copy.splitlines(keepends=True)
    for number in range(1, len(lines)):
        code, _, err = taken_in(b"".join(lines[:number]))
        expected = f"cut off after line {number}: the last line of the copy is missing; nothing was taken in"
        assert (code, err) == (1, expected)
        code, _, err = taken_in(b"".join(lines[:number]) + lines[number][:-20])
        assert code == 1 and err.startswith(f"line {number + 1}: the file is cut off within it: ")
    assert nothing_came(tmp_path)


@pytest.mark.parametrize("before", [b"", b'{"kind":"table","x":'])
def test_a_line_of_too_many_brackets_is_refused(copy, taken_in, before):
    code, _, err = taken_in(before + b"[" * 200_000 + b"\n")
    assert code == 1 and err.startswith("line 1: ") and err.endswith("; nothing was taken in")


def without(copy, number):
    lines = copy.splitlines(keepends=True)
    return b"".join(lines[:number] + lines[number + 1 :])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda copy: without(copy, 1), "lines were written before this one, "),
        (lambda copy: without(copy, 0), "whose first is missing"),
        (lambda copy: copy.replace(b'"Ada"', b'"Eda"'), "checksum differs"),
        (lambda copy: copy + copy, "the first line of a copy, after others"),
        (lambda copy: copy + copy.splitlines()[1], "more, after the last line of a copy"),
        (
            lambda copy: copy.replace(b'"version":1,"kind":"begin"', b'"version":2,"kind":"begin"'),
            "version 1 of copies",
        ),
    ],
)
def test_a_copy_with_other_lines_than_were_written_is_refused(copy, taken_in, tmp_path, change, message):
    code, _, err = taken_in(change(copy))
    assert code == 1 and message in err and err.startswith("line ")
    assert nothing_came(tmp_path)


def test_a_copy_of_an_older_version_is_taken_in_with_a_warning(copy, taken_in):
    code, out, err = taken_in(b"".join(copy.splitlines(keepends=True)[1:-1]))
    assert code == 0 and out.startswith("2 tables taken in")
    assert err == "an older version made this copy, and nobody can tell whether its end is missing"


def test_damage_anywhere_ends_with_one_line(copy, taken_in):
    chance = random.Random(5)
    for _ in range(60):
        damaged = bytearray(copy)
        for _ in range(chance.choice((1, 1, 4))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        if bytes(damaged) != copy:
            code, _, err = taken_in(bytes(damaged))
            assert code == 1 and err.startswith(("line ", "cut off after ")) and "\n" not in err, err
    assert json.loads(copy.splitlines()[-1])["kind"] == "end"
