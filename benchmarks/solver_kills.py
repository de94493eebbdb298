"""Kills (-9) a solver at random moments, lets it go on from its checkpoint each time, and compares what it finds:

    python -m benchmarks.solver_kills --kills 10 clobber -o rows=4 -o columns=5
    python -m benchmarks.solver_kills --kills 10 --threads 2 susan -o size=3 -o draw=none
    python -m benchmarks.solver_kills --kills 10 --threads 2 --unproven benchmarks/solver_kills.py:steps
    python -m benchmarks.solver_kills --kills 10 --unproven benchmarks/solver_kills.py:blockade
    python -m benchmarks.solver_kills --kills 10 --unproven benchmarks/solver_kills.py:scattered
    python -m benchmarks.solver_kills --kills 10 --unproven benchmarks/solver_kills.py:chase
    python -m benchmarks.solver_kills --kills 10 --unproven benchmarks/solver_kills.py:hidden_stones

The value must be that of a solver that nobody killed, and the proof of the last run must stand, if there is one.
Whatever must not be ends this program with code 1. A checkpoint is written twice a second, more often than by default.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lusory.rules import (
    At,
    Chance,
    Commit,
    Draw,
    Either,
    Game,
    If,
    Line,
    No,
    NoPly,
    Pass,
    Place,
    Put,
    Roll,
    Rolled,
    Square,
    Step,
    Win,
    empty,
    neutral,
    own,
    to,
)
from lusory.rules import (
    Sequence as Then,
)
from lusory.rules import (
    open as open_,
)

SAVED_EVERY = 0.5
"""Seconds between two checkpoints."""
CHILD = (
    f"from lusory.solve import engine_search as search; search.SAVED_EVERY = {SAVED_EVERY}; "
    "from lusory.cli import main; main()",
    "solve",
)
FASTEST = 0.8
"""Seconds after the start of a solver before which none is killed: it is loaded by then."""

SHARE_OF_TIME = 1.6
"""The kills take four fifths of the time of a solver that is not killed, on average, so that most find one at work."""


def steps() -> Game:
    """A game for retrograde analysis layer by layer, with five million positions: pieces are placed, or step."""
    return Game(Square(4), Either(Place(), Step(own)), ends=[Win(Line(4))])


def blockade() -> Game:
    """A game for retrograde analysis of all positions, of which there are 2.2 million: whoever cannot step loses."""
    setup = [Put(At("a1 b1 c1 d1"), side=1), Put(At("a5 b5 c5 d5"), side=2)]
    return Game(Square(4, 5), Step(own), setup=setup, ends=[Win(NoPly())])


def scattered() -> Game:
    """A game for expected values: after each piece, chance places one more. It has 683,044 positions."""
    return Game(Square(7, 2), Then(Place(), Chance(Place())), ends=[Win(Line(4)), Draw(No(empty))])


def chase() -> Game:
    """A game for expected values where positions repeat, of which there are 425,041: who rolls a two may step."""
    setup = [Put(At("a1 b1"), side=1), Put(At("e4 f4"), side=2)]
    turn = Then(Chance(Roll(2)), If(Rolled() >= 2, Step(own), Pass()))
    return Game(Square(6, 4), turn, setup=setup, ends=[Win(own & At("d3"))])


def hidden_stones() -> Game:
    """A game with secrets, of 487,723 histories: after each hidden piece, chance places a neutral one."""
    turn = Then(Commit(Place(to=~own & ~open_), fails=to & ~own & ~empty), Chance(Place(owner=neutral)))
    return Game(Square(3, 2), turn, ends=[Win(Line(3)), Draw(NoPly())])


class KillReport(NamedTuple):
    """values, seconds: without kills, and with them. kills: how many there were. proof: what its check said."""

    values: tuple[str, str]
    seconds: tuple[float, float]
    kills: int
    proof: str

    @property
    def holds(self) -> bool:
        """Whether the value is the same, and the proof stands."""
        return self.values[0] == self.values[1] and not self.proof.startswith("refused")


def solve(game: Sequence[str], *options: str) -> subprocess.Popen[str]:
    """A solver that begins."""
    command = [sys.executable, "-c", *CHILD, *game, *options, "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finished(child: subprocess.Popen[str]) -> dict[str, Any]:
    """What a solver says in the end."""
    said, fault = child.communicate()
    if child.returncode:
        raise SystemExit(f"the solver ended with {child.returncode}: {fault[-500:]}")
    found: dict[str, Any] = json.loads(said)
    return found


def kill_at_random(game: Sequence[str], options: Sequence[str], kills: int, longest: float, seed: int) -> int:
    """Kills as many solvers, each within so many seconds; returns how many of them were still at work."""
    rng, killed = random.Random(seed), 0
    for _ in range(kills):
        child = solve(game, *options)
        try:
            child.wait(FASTEST + rng.random() * longest)
        except subprocess.TimeoutExpired:
            child.kill()
            killed += 1
        child.communicate()
    return killed


def check(proof: Path) -> str:
    """What the check of a proof says."""
    if not proof.exists():
        return "none was written"
    command = [sys.executable, "-c", *CHILD, "--verify", str(proof), "--samples", "1000"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return "refused: " + result.stderr[-300:] if result.returncode else result.stdout.strip()


def experiment(game: Sequence[str], kills: int, threads: int = 1, seed: int = 0, prove: bool = True) -> KillReport:
    """Solves a game twice, once without kills."""
    options = ["--threads", str(threads)]
    begun = time.monotonic()
    plain = finished(solve(game, *options))
    alone = time.monotonic() - begun
    with tempfile.TemporaryDirectory() as folder:
        saved, proof = Path(folder) / "solver.save", Path(folder) / "game.proof"
        options += ["--checkpoint", str(saved)]
        begun = time.monotonic()
        killed = kill_at_random(game, options, kills, SHARE_OF_TIME * alone / max(kills, 1), seed)
        last = finished(solve(game, *options, *(["--proof", str(proof)] if prove else [])))
        spent = time.monotonic() - begun
        said = check(proof) if prove else "not asked for"
    return KillReport((plain["value"], last["value"]), (alone, spent), killed, said)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command of this module."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.solver_kills", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--unproven", action="store_true", help="without a proof in the end")
    parser.add_argument("game", nargs=argparse.REMAINDER, metavar="GAME", help="a game with its options")
    parsed = parser.parse_args(arguments)
    report = experiment(parsed.game, parsed.kills, parsed.threads, parsed.seed, not parsed.unproven)
    (plain, resumed), (alone, spent) = report.values, report.seconds
    print(f"never killed: {plain} in {alone:.1f} s; killed {report.kills} times: {resumed} in {spent:.1f} s")
    print(f"proof: {report.proof}")
    return 0 if report.holds else 1


if __name__ == "__main__":
    sys.exit(main())
