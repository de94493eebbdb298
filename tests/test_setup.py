"""Tests of the set-up: it reports what is missing, pins all versions and names no registry."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SETUP = (ROOT / "tools/setup.sh").read_text()

PYTHON = "echo 3.11"
CARGO = "echo cargo 1.95.0 (f2d3ce0bd 2026-03-21)".replace("(", "\\(").replace(")", "\\)")


def check(tmp_path, part="check", **programs):
    """Run a part of the set-up where there are only these programs."""
    for name, body in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / name).chmod(0o755)
    bash = shutil.which("bash")
    assert bash
    return subprocess.run(
        [bash, "tools/setup.sh", part], cwd=ROOT, env={"PATH": f"{tmp_path}"}, capture_output=True, text=True
    )


@pytest.mark.parametrize(
    ("programs", "start", "remedy"),
    [
        ({"cargo": CARGO}, "Python is missing; version 3.11 or newer is needed: ", "https://www.python.org/downloads"),
        (
            {"cargo": CARGO, "python3": "echo 3.9"},
            "Python 3.9 is too old; version 3.11 or newer",
            "your system's packages",
        ),
        (
            {"cargo": CARGO, "python3": 'case "$2" in *venv*) exit 1;; esac; echo 3.11'},
            "Python 3.11 has no venv module",
            "apt install python3-venv",
        ),
        ({"python3": PYTHON}, "cargo is missing; version 1.85 or newer is needed: ", "https://rustup.rs"),
        ({"python3": PYTHON, "cargo": "exit 1"}, "cargo does not run; version 1.85", "rustup"),
        ({"python3": PYTHON, "cargo": "echo cargo 1.63.0"}, "cargo 1.63.0 is too old; version 1.85", "rustup update"),
    ],
)
def test_what_is_missing_is_said_in_one_line(tmp_path, programs, start, remedy):
    result = check(tmp_path, **programs)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(f"lusory: {start}")
    assert remedy in result.stderr


@pytest.mark.parametrize(
    "programs",
    [
        {"python3": PYTHON, "cargo": CARGO},
        {"python3": "echo 4.0", "cargo": "echo cargo 2.0.0-nightly"},
        {"python3": "echo 3.9", "python3.12": "echo 3.12", "cargo": CARGO},
    ],
)
def test_nothing_is_said_when_all_is_there(tmp_path, programs):
    result = check(tmp_path, **programs)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_browser_is_taken_where_there_is_one_and_else_is_asked_for(tmp_path):
    programs = {"python3": PYTHON, "cargo": CARGO, "mkdir": "exit 0"}
    result = check(tmp_path, "browser", **programs, id="echo 1000")
    assert result.returncode == 1
    assert result.stderr.startswith("lusory: no browser, which the tests need: ")
    assert "apt install chromium" in result.stderr and result.stderr.count("\n") == 1
    result = check(tmp_path, "browser", **programs, chromium="exit 0")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_versions_agree():
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert f"cargo_least={cargo['workspace']['package']['rust-version']} " in SETUP
    assert f"python_least={project['project']['requires-python'].removeprefix('>=')}\n" in SETUP
    assert project["dependency-groups"]["build"] == project["build-system"]["requires"]
    assert project["build-system"]["requires"][0] in (ROOT / "requirements/base.txt").read_text()


@pytest.mark.parametrize("lock", sorted(ROOT.glob("requirements/*.txt")), ids=lambda path: path.name)
def test_locks_pin_by_hash_and_name_no_registry(lock):
    text = lock.read_text()
    assert not re.search(r"://|index-url|find-links|^-", text, re.MULTILINE)
    for package in re.split(r"\n(?=\S)", text):
        assert re.match(r"[a-z0-9-]+==\S+( ; .*)? \\\n    --hash=sha256:", package)


def test_the_tests_run_with_what_the_player_has():
    def pins(name):
        return set(re.findall(r"^\S+==\S+", (ROOT / "requirements" / name).read_text(), re.MULTILINE))

    assert pins("base.txt") < pins("dev.txt")


def test_the_binding_never_panics():
    """A panic arrives as a BaseException, which `except Exception` lets through."""
    for source in ROOT.glob("crates/python/src/**/*.rs"):
        matches = re.findall(
            r"unwrap\(|expect\(|(?:panic|todo|unreachable|unimplemented|assert\w*)!", source.read_text()
        )
        assert not matches, source


def test_the_lock_of_the_page_pins_by_hash_and_names_no_registry():
    text = (ROOT / "tools/page/package-lock.json").read_text()
    assert "://" not in text and text.count('"integrity": "sha512-') == text.count('"node_modules/')


def test_what_is_vendored_is_what_the_lock_pins():
    """idiomorph stands in the wheel as it came, with its licence."""
    vendor, package = ROOT / "python/lusory/server/static/vendor", ROOT / "tools/page/node_modules/idiomorph"
    assert (vendor / "idiomorph.min.js").read_bytes() == (package / "dist/idiomorph.min.js").read_bytes()
    assert (vendor / "idiomorph.LICENSE").read_bytes() == (package / "LICENSE").read_bytes()


def test_the_test_files_that_come_first_are_there():
    listed = re.search(r"^FIRST = \((.*?)\)", (ROOT / "conftest.py").read_text(), re.S | re.M)
    assert listed
    names = re.findall(r'"(\S+)"', listed[1])
    assert names and set(names) <= {path.name for path in (ROOT / "tests").rglob("*.py")}
