"""Compares random games of three games with hand-written Rust programs (limit.rs). It draws no game, whatever the
rules say."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from lusory.games import load

from .interleaved import Effort, Rate, in_turns, ours, play_for
from .report import Table

SOURCE = Path(__file__).with_name("limit.rs")
PROGRAM = Path("target/bench/limit")
GAMES = {"susan": ("susan", 5), "ndengrod": ("ndengrod", 5), "doppel": ("doppel 8", 8)}
"""Our name: the name there, and the size."""
LINE = re.compile(r"(\d+) playouts/s .* mean length ([\d.]+)")


def build() -> None:
    """Compile it for the CPU of this machine, whatever it can do."""
    PROGRAM.parent.mkdir(parents=True, exist_ok=True)
    flags = ["-O", "-C", "opt-level=3", "-C", "target-cpu=native", "--edition", "2021", "--cap-lints", "allow"]
    subprocess.run(["rustc", *flags, str(SOURCE), "-o", str(PROGRAM)], check=True)


def run(name: str, seconds: float) -> tuple[float, float]:
    """Games a second and their mean length."""
    result = subprocess.run([PROGRAM, name, str(seconds)], capture_output=True, text=True, check=True)
    match = LINE.search(result.stdout)
    assert match, result.stdout
    return float(match[1]), float(match[2])


def rate(name: str) -> Rate:
    """The hand-written program."""
    return lambda seconds: run(name, seconds)[0]


def measure(effort: Effort) -> Table:
    """The ratio tells how much faster we are."""
    build()
    table = Table("limit", "Against programs written by hand", ("game", "ours/s", "theirs/s", "ratio", "lengths"))
    for name, (native_name, size) in GAMES.items():
        game = load(name, size=size)
        rates = in_turns({"ours": ours(game), "theirs": rate(native_name)}, effort)
        lengths = play_for(game, 0.1).length, run(native_name, 0.1)[1]
        table.add(f"{name} {size}", rates["ours"], rates["theirs"], rates["ours"] / rates["theirs"], lengths)
    return table
