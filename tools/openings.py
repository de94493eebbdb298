"""Chooses the openings shown in the lobby's pictures (`make docs`); those of unchanged games are kept.

To have all of them made anew, delete the file first.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from lusory.games import catalogue, studied_games
from lusory.play.bench import bench
from lusory.rules.game import Game
from lusory.server.typical_openings import Opening
from lusory.server.workers.typical_game import play_opening_moves

FILE = Path(__file__).parent.parent / "python/lusory/server/data/openings.json"
SIMULATIONS, WHIM = 3000, 0.05
"""How well the openings are played."""
LIBRARY_SIMULATIONS = 200
"""The same for games of the library, some of which are slow."""
GAMES = 200
"""So many random games tell how long a game is."""


def page() -> str:
    """The file as it should be."""
    stored_openings = msgspec.json.decode(FILE.read_bytes(), type=dict[str, Opening]) if FILE.exists() else {}
    new_openings = {
        name: stored_or_new_opening(name, definition.build(), stored_openings.get(name))
        for name, definition in sorted(catalogue().items())
    }
    rows = [f"{json.dumps(name)}: {msgspec.json.encode(opening).decode()}" for name, opening in new_openings.items()]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def stored_or_new_opening(name: str, game: Game, before: Opening | None) -> Opening:
    """The opening there was, if it is of this very game; else a new one."""
    if before is not None and before.hash == game.hash:
        return before
    position = play_opening_moves(game, SIMULATIONS if name in studied_games() else LIBRARY_SIMULATIONS, WHIM)
    plies = position.texts
    return Opening(game.hash, plies, round(bench(game, games=GAMES, costs=False).length))
