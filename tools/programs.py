"""Writes engine programs of games, one per line ({"name", "program"}), for tests and benchmarks of the engine in Rust.

python tools/programs.py games           the studied games and those of the library
python tools/programs.py drawn 0 50      rule values drawn at random, as `benchmarks` draws them: of seeds 0 to 49
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from lusory.engine.program import program
from lusory.games import studied_games
from lusory.rules.game import Game
from lusory.testing.games import draw_game
from tests.games import games_by_name


def games() -> Iterator[tuple[str, Game]]:
    """Those that were studied, and those of the library, on boards for tests."""
    for name, definition in (studied_games() | games_by_name()).items():
        yield name, definition.build()


def draw_rule_values(first: int, end: int) -> Iterator[tuple[str, Game]]:
    """A rule value drawn at random from each seed of a range."""
    for seed in range(first, end):
        yield f"drawn-{seed}", draw_game(random.Random(seed).randrange)


def main(target: str, *numbers: str) -> None:
    """Writes the lines."""
    for name, game in games() if target == "games" else draw_rule_values(*map(int, numbers)):
        print(json.dumps({"name": name, "program": json.loads(program(game))}, separators=(",", ":")))


if __name__ == "__main__":
    main(*sys.argv[1:])
