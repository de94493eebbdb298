"""Tests of the wheel: it plays without Rust and without the source tree, on every CPU level it has an engine for."""

import json
import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from lusory import _library
from tests.test_library import ABLE

ROOT = Path(__file__).parent.parent
UV = ROOT / ".tools/bin/uv"
NEWER = "v3" in _library.built()
PACKED = {"_engine.abi3.so"} | ({_library.V3} if NEWER else set())
RUNS = ["plain"] + (["v3"] if NEWER and ABLE else [])


def run(*command: object, **environment: str) -> str:
    result = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, env=os.environ | environment
    )
    assert result.returncode == 0, f"{command}: {result.stdout}{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Packed as `make wheel` does, from what the set-up has built."""
    folder = tmp_path_factory.mktemp("dist")
    return Path(run(ROOT / "tools/setup.sh", "wheel", folder).strip())


@pytest.fixture(scope="module")
def home(wheel, tmp_path_factory):
    """An environment with the wheel and the packages it depends on, as the lock file pins them."""
    home = tmp_path_factory.mktemp("home")
    environment = {"PATH": "/usr/bin:/bin", "VIRTUAL_ENV": f"{home}"}
    run(UV, "venv", "--quiet", "--python", sys.executable, home, **environment)
    pins = home / "pins.txt"
    pins.write_text(
        re.sub(r"^maturin==.*\n(?:    .*\n)*", "", (ROOT / "requirements/base.txt").read_text(), flags=re.M)
    )
    install = (UV, "pip", "install", "--quiet", "--no-deps")
    run(*install, "--offline", wheel, **environment)
    try:
        run(*install, "--offline", "--require-hashes", "-r", pins, **environment)
    except AssertionError:  # the packages came by another way than uv's cache
        run(*install, "--require-hashes", "-r", pins, **environment)
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
    packed = [p for p in package.rglob("*") if p.is_file() and p.suffix not in (".so", ".pyc", ".pyd")]
    ours = {f"{p.relative_to(package)}" for p in packed}
    assert {".html", ".css", ".js", ".typ", ".ttf", ".json", ".svg", ".toml", ".typed"} <= {p.suffix for p in packed}
    assert any("store/migrations/" in name for name in ours)
    assert ours <= names
    assert {Path(name).name for name in names if name.endswith(".so")} == PACKED


def test_its_tag_holds_for_each_engine(wheel):
    """The tag is worked out from the plain engine alone; each says itself which C library it needs."""
    tag = re.search(r"-cp311-abi3-manylinux_2_(\d+)_", wheel.name)
    archive = zipfile.ZipFile(wheel)
    if not tag:
        pytest.skip(f"{wheel.name} is not for every Linux")
    for name in PACKED:
        versions = re.findall(rb"GLIBC_2\.(\d+)", archive.read(f"lusory/{name}"))
        assert max(map(int, versions)) <= int(tag[1]), name


def test_it_runs_from_where_it_is_installed(lusory, home, request):
    output = lusory("python", "-c", "import lusory; from lusory import _engine; print(lusory.__file__, _engine.level)")
    file, level = output.split()
    assert Path(file).is_relative_to(home) and level == request.node.callspec.params["lusory"]


def test_it_plays(lusory):
    output = lusory("lusory", "play", "tic-tac-toe", "--first", "random", "--second", "random", "--seed", 1)
    assert "First: random, Second: random." in output and re.search(r"wins|draw", output.lower())
    assert len(json.loads(lusory("lusory", "games", "--json"))) > 10


def test_it_is_fast(lusory, request):
    (row,) = json.loads(lusory("lusory", "bench", "tic-tac-toe", "--games", 200, "--json"))
    assert row["games"] == 200
    assert row["by"] == f"engine {request.node.callspec.params['lusory']}"


def answered(url):
    with urllib.request.urlopen(url, timeout=60) as response:
        return response.status, response.headers["content-type"], response.read().decode()


@pytest.fixture
def table(home, tmp_path):
    """The address of a server from where the wheel is installed."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    command = [home / "bin/lusory", "serve", "--port", "0", "--data", tmp_path / "data"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        lines = []
        for line in server.stderr:
            lines.append(line)
            match = re.search(r"the table is at (http\S+)/ ", line)
            if match:
                yield match[1]
                break
        server.terminate()
        lines += server.stderr
    assert "the table is at" in lines[0], "".join(lines)
    assert "Traceback" not in "".join(lines), "".join(lines)


def test_it_serves_the_table(table):
    """The lobby with all that it loads; and a table, which is kept by what the migrations made."""
    status, kind, lobby = answered(f"{table}/")
    assert status == 200 and kind.startswith("text/html")
    loaded = set(re.findall(r'(?:href|src)="(/assets/[^"]+|/api/games/[^"]+[.]svg)"', lobby))
    assert len(loaded) > 10
    for path in sorted(loaded):
        assert answered(f"{table}{path}")[0] == 200, path
    request = urllib.request.Request(
        f"{table}/api/tables",
        b'{"game": "tic-tac-toe", "seats": ["human", "random"]}',
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        created = json.loads(response.read())
    assert answered(f"{table}/t/{created['table']}")[0] == 200
    assert '"ply":0' in answered(f"{table}/api/tables/{created['table']}")[2]
