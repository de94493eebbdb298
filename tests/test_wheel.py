"""A wheel plays where there is no Rust and no source tree, on every level of CPU it has an engine for."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lusory import _library
from tests.test_library import ABLE

ROOT = Path(__file__).parent.parent
UV = ROOT / ".tools/bin/uv"
PACKED = {"_engine.abi3.so"} | ({_library.V3.name} if _library.V3.exists() else set())
PACKED_TOO = (".py", ".pyi", ".toml", ".typed", ".html", ".css", ".js", ".typ")
RUNS = ["plain"] + (["v3"] if _library.V3.exists() and ABLE else [])


def run(*command: object, **environment: str) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, env=os.environ | environment)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Packed as `make wheel` does, from what the set-up has built."""
    folder = tmp_path_factory.mktemp("dist")
    return Path(run(ROOT / "tools/setup.sh", "wheel", folder).strip())


@pytest.fixture(scope="module")
def home(wheel, tmp_path_factory):
    """An environment with the wheel and the packages it depends on, as the lock file pins them."""
    home = tmp_path_factory.mktemp("home")
    bare = {"PATH": "/usr/bin:/bin", "VIRTUAL_ENV": f"{home}"}
    run(UV, "venv", "--quiet", "--python", sys.executable, home, **bare)
    pins = home / "pins.txt"
    pins.write_text(
        re.sub(r"^maturin==.*\n(?:    .*\n)*", "", (ROOT / "requirements/base.txt").read_text(), flags=re.M)
    )
    install = (UV, "pip", "install", "--quiet", "--no-deps")
    run(*install, "--offline", wheel, **bare)
    try:
        run(*install, "--offline", "--require-hashes", "-r", pins, **bare)
    except AssertionError:  # the packages came by another way than uv's cache
        run(*install, "--require-hashes", "-r", pins, **bare)
    return home


@pytest.fixture(params=RUNS)
def lusory(home, tmp_path, monkeypatch, request):
    """Runs a program of that environment, far from the source tree and from cargo."""
    monkeypatch.chdir(tmp_path)
    for name in ("PYTHONPATH", "VIRTUAL_ENV"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    return lambda program, *arguments: run(home / "bin" / program, *arguments, LUSORY_CPU=request.param)


def test_all_is_packed(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "python"
    ours = {f"{p.relative_to(package)}" for p in package.rglob("*") if p.suffix in PACKED_TOO}
    assert ours <= names
    assert {Path(name).name for name in names if name.endswith(".so")} == PACKED


def test_its_tag_holds_for_each_engine(wheel):
    """The tag is worked out from the plain engine alone; each says itself which C library it needs."""
    tag = re.search(r"-cp311-abi3-manylinux_2_(\d+)_", wheel.name)
    archive = zipfile.ZipFile(wheel)
    if not tag:
        pytest.skip(f"{wheel.name} is not for every Linux")
    for name in PACKED:
        needs = re.findall(rb"GLIBC_2\.(\d+)", archive.read(f"lusory/{name}"))
        assert max(map(int, needs)) <= int(tag[1]), name


def test_it_runs_from_where_it_is_installed(lusory, home, request):
    told = lusory("python", "-c", "import lusory; from lusory import _engine; print(lusory.__file__, _engine.level)")
    file, level = told.split()
    assert Path(file).is_relative_to(home) and level == request.node.callspec.params["lusory"]


def test_it_plays(lusory):
    told = lusory("lusory", "play", "tic-tac-toe", "--first", "random", "--second", "random", "--seed", 1)
    assert "First: random, Second: random." in told and re.search(r"wins|draw", told.lower())
    assert len(json.loads(lusory("lusory", "games", "--json"))) > 10


def test_it_is_fast(lusory, request):
    (found,) = json.loads(lusory("lusory", "bench", "tic-tac-toe", "--games", 200, "--json"))
    assert found["games"] == 200
    assert found["by"] == f"engine {request.node.callspec.params['lusory']}"
