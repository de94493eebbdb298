"""Tests of loading the engine: the build is chosen by the CPU's features, and LUSORY_CPU overrides it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lusory import _cpu, _library
from lusory.errors import EngineError

V3 = " ".join(_cpu.NEEDS)
PLAIN = V3.replace("bmi2", "")
ABLE = not _cpu.cpu_info() or not _cpu.missing_features(_cpu.cpu_info())
BOTH = ("plain", "v3")
CRATES = Path(__file__).parent.parent / "crates"


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A machine with these flags, these builds, and LUSORY_CPU."""

    def made(
        flags: str,
        built: tuple[str, ...] = BOTH,
        path: str = "",
        vendor: str = "GenuineIntel",
        family: int = 6,
    ) -> None:
        cpu = {"vendor_id": vendor, "cpu family": str(family), "flags": flags} if flags else {}
        monkeypatch.setattr(_library, "cpu_info", lambda: cpu)
        monkeypatch.setattr(_library, "HERE", tmp_path)
        monkeypatch.setenv("LUSORY_CPU", path)
        for level in built:
            (tmp_path / {"plain": "_engine.abi3.so", "v3": _library.V3}[level]).touch()

    return made


@pytest.mark.parametrize(
    ("cpu", "level"),
    [
        ((V3,), "v3"),
        ((PLAIN,), "plain"),
        (("",), "plain"),
        ((V3, ("plain",)), "plain"),
        ((V3, ("v3",)), "v3"),
        ((PLAIN, ("plain",)), "plain"),
        ((V3, ()), "plain"),  # nothing is built: Python says what is missing
        ((V3, BOTH, "plain"), "plain"),
        ((V3, BOTH, "v3"), "v3"),
        ((V3, BOTH, "", "AuthenticAMD", 25), "v3"),
        ((V3, BOTH, "", "AuthenticAMD", 23), "plain"),  # Zen 2: it could, but would be slower
        ((V3, BOTH, "v3", "AuthenticAMD", 23), "v3"),
        ((V3, ("v3",), "", "AuthenticAMD", 23), "v3"),  # slower is better than nothing
        (("", BOTH, "v3"), "v3"),  # the system does not tell: whoever asks must know
    ],
)
def test_the_level_fits_the_cpu(machine, cpu, level):
    machine(*cpu)
    assert _library.level() == level


@pytest.mark.parametrize(
    ("cpu", "message"),
    [
        ((V3, BOTH, "avx512"), "LUSORY_CPU: 'avx512', expected plain or v3"),
        ((PLAIN, BOTH, "v3"), "LUSORY_CPU: v3, but this CPU has no bmi2, expected plain"),
        ((V3, ("plain",), "v3"), "LUSORY_CPU: v3, but only plain was built here"),
        ((V3, ("v3",), "plain"), "LUSORY_CPU: plain, but only v3 was built here"),
        ((PLAIN, ("v3",)), "the engine here was built for a newer CPU than this one: set lusory up again (make play)"),
    ],
)
def test_what_cannot_be_is_refused(machine, cpu, message):
    machine(*cpu)
    with pytest.raises(EngineError) as caught:
        _library.level()
    assert str(caught.value) == message


def test_the_cpu_is_what_the_system_says(tmp_path):
    info = tmp_path / "cpuinfo"
    info.write_text("processor\t: 0\ncpu family\t: 6\nflags\t\t: fpu avx2\n\nprocessor\t: 1\nflags\t\t: fpu\n")
    assert _cpu.cpu_info(info) == {"processor": "0", "cpu family": "6", "flags": "fpu avx2"}
    assert _cpu.cpu_info(tmp_path / "none") == {}


def test_the_set_up_asks_before_anything_is_there():
    """With no package beside it, and nothing else of lusory."""
    result = subprocess.run([sys.executable, "-P", "-S", _cpu.__file__], capture_output=True, text=True, check=True)
    assert result.stdout == f"{_cpu.build_for(_cpu.cpu_info())}\n"


@pytest.mark.parametrize("level", BOTH)
def test_each_level_plays_the_same(level):
    if level not in _library.built() or (level == "v3" and not ABLE):
        pytest.skip(f"this machine cannot run the build {level}")
    code = "from lusory import _engine; import lusory._engine as e; print(e.level, _engine.stream(1, 0, [6] * 10))"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ | {"LUSORY_CPU": level}
    )
    assert result.stdout == f"{level} [1, 2, 0, 2, 2, 1, 1, 2, 3, 5]\n"


def test_intrinsics_stand_behind_a_target_feature():
    """The plain build and other CPUs compile, and nothing is chosen while games run: that needs `unsafe`."""
    sources = {path: path.read_text(encoding="utf-8") for path in CRATES.rglob("*.rs")}
    assert sources
    assert [f"{path}: {fault}" for path, text in sources.items() for fault in unguarded_lines(text)] == []


FILE_GUARD = re.compile(r"^#!\[cfg\((?!not)[^\n]*target_feature", re.MULTILINE)
GUARD = re.compile(r"#\[cfg\((?!not)[^\n]*target_feature")
INTRINSIC = re.compile(r"\b(?:core|std)::arch\b|\b_(?:mm|pdep|pext)\w*|is_x86_feature_detected|asm!")


def unguarded_lines(text: str) -> list[str]:
    """Lines with intrinsics in items, or files, that no `#[cfg(target_feature = ..)]` stands before."""
    if FILE_GUARD.search(text):
        return []
    items = re.split(r"\n\s*\n|\n(?=\}\n)", text)
    return [line for item in items if not GUARD.search(item) for line in item.splitlines() if INTRINSIC.search(line)]


def test_an_unguarded_intrinsic_is_found():
    fine = (
        '#[cfg(target_feature = "bmi2")]\nfn select(word: u64) -> u64 {\n    std::arch::x86_64::_pdep_u64(1, word)\n}\n'
    )
    assert unguarded_lines(fine) == []
    unguarded = fine.split("\n", 1)[1]
    assert unguarded_lines(unguarded) and unguarded_lines(f'#![cfg(target_feature = "bmi2")]\n\n{unguarded}') == []
    assert unguarded_lines(f'#![cfg(not(target_feature = "bmi2"))]\n\n{unguarded}')
    assert unguarded_lines(fine.replace("target_feature", 'all(target_arch = "x86_64", target_feature')) == []
    assert len(unguarded_lines(fine.replace('target_feature = "bmi2"', 'not(target_feature = "bmi2")'))) == 1
    assert unguarded_lines(fine.replace('target_feature = "bmi2"', 'target_arch = "x86_64"')) == [
        "    std::arch::x86_64::_pdep_u64(1, word)"
    ]


def test_the_engine_compiles_for_other_cpus():
    """Compiles, not more: nobody has run it there. Needs `rustup target add aarch64-unknown-linux-gnu`."""
    target = "aarch64-unknown-linux-gnu"
    where = subprocess.run(["rustc", "--print", "target-libdir", "--target", target], capture_output=True, text=True)
    if not Path(where.stdout.strip()).is_dir():
        pytest.skip(f"Rust's library for {target} is not here")
    check = ["cargo", "check", "--locked", "--offline", "--quiet", "-p", "lusory-engine", "--target", target]
    result = subprocess.run(check, cwd=CRATES, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
