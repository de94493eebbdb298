"""Compares speed with OpenSpiel in games that both play by the same rules, or nearly so. OpenSpiel runs
in a process of its own (openspiel_worker.py)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from lusory.games import load

from .interleaved import Effort, Rate, in_turns, ours, play_for
from .report import Table

PYTHON = Path(".bench/bin/python")
WORKER = Path(__file__).with_name("openspiel_worker.py")
GAMES: tuple[tuple[str, dict[str, int], str], ...] = (
    ("reversi", {"size": 8}, "othello"),
    ("connect-four", {}, "connect_four"),
    ("breakthrough", {}, "breakthrough"),
    ("hex", {"size": 11}, "hex(board_size=11)"),
    ("y", {"size": 11}, "y(board_size=11)"),
    ("havannah", {"size": 8}, "havannah(board_size=8)"),
    ("gomoku", {"size": 15}, "gomoku(size=15)"),
)
"""Games: our name, our options, and the name in OpenSpiel."""


class Worker:
    """The process that runs OpenSpiel; it is idle while others are measured."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([PYTHON, WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, request: str, game: str, seconds: float, *arguments: int) -> float:
        """Sends a request to the worker and returns its answer."""
        assert self.process.stdin and self.process.stdout
        print(json.dumps([request, game, seconds, *arguments]), file=self.process.stdin, flush=True)
        return float(json.loads(self.process.stdout.readline()))

    def rate(self, game: str) -> Rate:
        """The rate of OpenSpiel at random games."""
        return lambda seconds: self.ask("rate", game, seconds)

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: Any) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=60)


def measure(effort: Effort) -> Table:
    """Measures all games. Equal mean lengths of random games indicate that both play by the same rules."""
    table = Table("openspiel", "Against OpenSpiel", ("game", "ours/s", "theirs/s", "ratio", "lengths"))
    if not PYTHON.exists():
        return table.without("OpenSpiel is not here (tools/setup.sh bench fetches it)")
    with Worker() as worker:
        for name, options, their_name in GAMES:
            game = load(name, **options)
            rates = in_turns({"ours": ours(game), "theirs": worker.rate(their_name)}, effort)
            lengths = play_for(game, 0.1).length, worker.ask("length", their_name, effort.seconds)
            table.add(their_name, rates["ours"], rates["theirs"], rates["ours"] / rates["theirs"], lengths)
    return table
