"""Makes the puzzle sets that come with the package: `python -m tools.puzzles`, optionally with names of games.

A complete set stays as it is; an incomplete one is continued.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

DATA = Path(__file__).parent.parent / "python" / "lusory" / "puzzles" / "data"
NUMBER = 100
SETS: dict[str, tuple[str, ...]] = {
    "susan": ("size=3",),
    "doppel": ("size=5",),
    "ndengrod": ("size=3", "length=4"),
    "connect-four": (),
    "yavalath": ("size=4",),
    "breakthrough": ("size=5",),
    "clobber": (),
    "konane": (),
    "reversi": ("size=6",),
    "hex": ("size=5",),
    "y": ("size=6",),
    "havannah": ("size=4",),
    "serendipity": ("size=6",),
    "gomoku": ("size=7",),
    "pente": ("size=7",),
}
"""Options of boards so small that positions are proven while a person waits."""
SEED = 1


def command(game: str) -> list[str]:
    """The command that makes the puzzles of a game."""
    options = [word for option in SETS[game] for word in ("-o", option)]
    out = DATA / f"{game}.json"
    return ["puzzles", game, *options, "--number", str(NUMBER), "--seed", str(SEED), "--out", str(out)]


def main() -> None:
    """Makes the sets one after the other."""
    for game in sys.argv[1:] or SETS:
        run = [sys.executable, "-c", "from lusory.cli import main; main()", *command(game)]
        subprocess.run(run, check=True)


if __name__ == "__main__":
    main()
