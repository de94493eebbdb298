"""Tests of clocks in copies: nobody loses time between the moment of a copy and the start of a server with it."""

import json

import pytest

from lusory.cli.failure import run
from tests.server.running_server import Server, pair

DAY = 86_400_000
CLOCKS = {"days": {"kind": "days", "days": 1}, "sudden": {"kind": "sudden", "seconds": 600}}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of a club with two games that go on, and their tables."""
    folder = tmp_path_factory.mktemp("copied")
    server = Server(folder / "data")
    tables = []
    for clock in CLOCKS.values():
        table, first, _ = pair(server, game="susan", options={"size": 3}, clock=clock)
        first.play(table, 1, "a1")
        tables.append(table)
    server.stop()
    assert run(["backup", str(folder / "copy"), "--data", str(folder / "data")]) == 0
    return [json.loads(line) for line in (folder / "copy").read_text().splitlines()], tables


USED = 300
"""Seconds of a turn that had gone by when the copy was made."""


def long_ago(lines, days, timed):
    """The copy as if it had been made so many days ago, and its plies before that. timed: whether it says when it was
    made, as older ones do not."""
    for line in lines:
        if line["kind"] == "table":
            line["created"] -= days * DAY + USED * 1000
            for entry in line["entries"]:
                entry["at"] -= days * DAY + USED * 1000
            yield line
        elif line.get("part") == "facts" and timed:
            yield line | {"rows": [{"name": "alive", "value": str(int(row["value"]) - days * DAY)}
                                   for row in line["rows"] if row["name"] == "alive"]}  # fmt: skip


def settled_clock(server, table):
    """The clock of a table, once it stands still no more: a table that is read just now may be seen before."""
    with server.guest().stream(table) as stream:
        while (shown := stream.shown())["clock"]["left"][1] == 0 and not shown["result"]:
            pass
        return shown["clock"]


@pytest.mark.parametrize("timed", [True, False])
@pytest.mark.parametrize("served", [True, False])
def test_nobody_loses_the_time_since_a_copy_was_made(copy, tmp_path, timed, served):
    """served: whether a server has run in the folder before."""
    lines, tables = json.loads(json.dumps(copy))
    if served:
        Server(tmp_path / "data").stop()
    (tmp_path / "copy").write_text("\n".join(map(json.dumps, long_ago(lines, 3, timed))))
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data"), "--restore"]) == 0
    server = Server(tmp_path / "data")
    clocks = [settled_clock(server, table) for table in tables]
    server.stop()
    assert [clock["running"] for clock in clocks] == [1, 1]
    least, most = (500 - USED, 600 - USED) if timed else (500, 600)  # an older copy is as old as its last entry
    assert 85_800 + least < clocks[0]["left"][1] <= 85_800 + most and least < clocks[1]["left"][1] <= most
