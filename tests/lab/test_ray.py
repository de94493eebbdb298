"""Games on the machines of a Ray cluster: the results are those of this machine, and a node that is killed costs time
and nothing else."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lusory.learn import load
from tests.commands import LUSORY

QUIET = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
ROOT = Path(__file__).parent.parent.parent


class TwoNodes:
    """A cluster; `kill` kills its second node."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.process, self.orders, self.answers = process, process.stdin, process.stdout
        self.address = self.answers.readline().strip()

    def kill(self) -> None:
        self.orders.write("kill\n")
        self.orders.flush()
        assert self.answers.readline().strip() == "killed"


@contextmanager
def two_nodes() -> Iterator[TwoNodes]:
    """A cluster of two nodes on this machine."""
    command = [sys.executable, "-m", "tests.lab.ray_cluster"]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=QUIET,
        cwd=ROOT,
    )
    try:
        yield TwoNodes(process)
    finally:
        process.communicate(timeout=60)


@pytest.fixture(scope="module")
def cluster() -> Iterator[TwoNodes]:
    with two_nodes() as nodes:
        yield nodes


def figures(*words: str) -> Any:
    """What a command says as JSON, without the command itself."""
    run = subprocess.run([*LUSORY, *words, "--json"], capture_output=True, text=True, env=QUIET, timeout=300)
    assert run.returncode == 0, run.stderr
    return results_of(run.stdout)


def results_of(stdout: str) -> Any:
    """What does not depend on where it was found out."""
    return {key: value for key, value in json.loads(stdout).items() if key not in ("command", "seconds")}


MEASURE = ("measure", "tic-tac-toe", "--player", "mcts:50", "--games", "12", "--seed", "5")


def test_a_cluster_measures_what_this_machine_does(cluster: TwoNodes) -> None:
    assert figures(*MEASURE, "--ray", cluster.address) == figures(*MEASURE, "--workers", "1")


def test_a_cluster_breeds_what_this_machine_does(cluster: TwoNodes, tmp_path: Path) -> None:
    rules = []
    for name, options in (("far", ("--ray", cluster.address)), ("near", ("--workers", "1"))):
        out = tmp_path / name
        run = ["breed", "--from", "tic-tac-toe", "--from", "hex", "--children", "32", "--seed", "2", "--out", str(out)]
        subprocess.run([*LUSORY, *run, *options], check=True, capture_output=True, env=QUIET, timeout=300)
        rules.append([line for line in (out / "breed.jsonl").read_text().splitlines() if line])
    assert rules[0] == rules[1]


def test_the_games_of_a_node_that_is_killed_are_played_again(cluster: TwoNodes, tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    match = ["match", "tic-tac-toe", "--first", "mcts:3000", "--second", "mcts:2000", "--games", "60", "--seed", "3"]
    process = subprocess.Popen(
        [*LUSORY, *match, "--ray", cluster.address, "--log", str(log), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=QUIET,
    )
    until = time.monotonic() + 120
    while time.monotonic() < until and not (log.exists() and len(log.read_text().splitlines()) > 4):
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.05)
    cluster.kill()
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert results_of(output) == figures(*match, "--workers", "1")


def test_a_cluster_trains_the_net_of_this_machine_though_a_node_is_killed(tmp_path: Path) -> None:
    learn = [*LUSORY, "learn", "tic-tac-toe", "--rounds", "12", "--rating", "0", "--seed", "3", "--out"]
    near, far = tmp_path / "near.net", tmp_path / "far.net"
    with two_nodes() as cluster:
        process = subprocess.Popen(
            [*learn, str(far), "--ray", cluster.address], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=QUIET
        )
        subprocess.run([*learn, str(near), "--threads", "1"], check=True, capture_output=True, timeout=300)
        cluster.kill()
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert load(far).net.parts() == load(near).net.parts()


def test_where_no_cluster_is_it_is_said() -> None:
    run = subprocess.run(
        [*LUSORY, *MEASURE, "--ray", "nowhere"], capture_output=True, text=True, env=QUIET, timeout=120
    )
    assert run.returncode == 1
    assert "nowhere: no Ray cluster answers there" in run.stderr and "Traceback" not in run.stderr


def test_workers_of_two_places_are_refused() -> None:
    run = subprocess.run(
        [*LUSORY, *MEASURE, "--ray", "auto", "--workers", "2"], capture_output=True, text=True, env=QUIET
    )
    assert run.returncode == 2 and "expected one of --workers and --ray" in run.stderr
