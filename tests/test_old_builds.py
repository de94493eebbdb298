"""Tests of matches of nets against other builds of lusory (tools/old_builds.py)."""

import os
import shlex
import subprocess
import sys

import pytest

from lusory.learn.training import train
from tests.rule_values import rule_value
from tools import old_builds
from tools.old_builds import BuildMatch

LUSORY = "from lusory.cli import main; main()"


@pytest.fixture
def build(tmp_path):
    """A build of the present sources."""
    python = f"exec {shlex.quote(sys.executable)}"
    for name, command in {"python": python, "lusory": f"{python} -c '{LUSORY}'"}.items():
        path = tmp_path / ".venv/bin" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'#!/bin/sh\n{command} "$@"\n')
        path.chmod(0o755)
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="the commands of the build are shell scripts")
def test_a_net_plays_another_build(build, tmp_path):
    game = rule_value("tic-tac-toe")
    told: list[str] = []
    train(game, rounds=1, seed=1).save(tmp_path / "three.net")
    score, seconds = old_builds.play(
        game,
        f"net:{tmp_path / 'three.net'},{{}}",
        build,
        limit="0.01s",
        games=2,
        seed=1,
        opening=4,
        on_progress=told.append,
    )
    assert score[1] <= score[0] <= score[2]
    assert len(seconds) == 2
    assert [text.split(":")[0] for text in told] == ["tic-tac-toe 1 of 2", "tic-tac-toe 2 of 2"]


@pytest.mark.skipif(os.name == "nt", reason="the commands of the build are shell scripts")
def test_a_build_with_other_rules_is_refused(build):
    with pytest.raises(ValueError, match="plays other rules"):
        old_builds.rival_command(rule_value("susan", size=4), build, "0.1s")


@pytest.mark.skipif(os.name == "nt", reason="the commands of the build are shell scripts")
def test_a_build_imports_its_own_modules_wherever_this_one_finds_its_own(build, tmp_path, monkeypatch):
    (tmp_path / "lusory.py").write_text("raise SystemExit('this build is imported')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    command = old_builds.rival_command(rule_value("tic-tac-toe"), build, "0.1s")
    assert command.startswith("ugi:movetime=100 env -u PYTHONPATH ")


def test_the_commit_of_a_build_is_told(tmp_path):
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@example.com"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message", "first"], check=True)
    assert len(old_builds.commit_of(tmp_path)) == 8


def test_the_table_names_players_and_builds():
    played = BuildMatch("abcd1234", "mcts:{},net=FILE", 60, "0.3s", 100, (0.7, 0.6, 0.8), (0.2, 0.25), 1, "2026-11-26")
    lines = old_builds.table({"susan": (played,), "hex": ()})
    assert lines[-1].startswith("| susan | mcts:0.3s,net=FILE | 60 | 70 % (60 to 80) | best:0.3s of abcd1234 | 100 |")
    assert "0.20 and 0.25" in lines[-1]
    assert old_builds.table({"hex": ()}) == []
