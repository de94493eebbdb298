"""Measures how the known games play, for `lusory similar` (`make docs`); figures of unchanged games are kept.

To have all of them measured anew, delete the file first.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lusory.breed.behaviour import measured
from lusory.breed.founders import known_founders, unfit
from lusory.breed.playing import Monster
from lusory.rules.game import Game

FILE = Path(__file__).parent.parent / "python/lusory/breed/data/behaviours.json"


def page() -> str:
    """The file as it should be."""
    stored_data = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    rows = [
        f"{json.dumps(game.name)}: {json.dumps(stored_figures(game, stored_data.get(game.name)))}"
        for game in known_founders()
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def stored_figures(game: Game, before: dict[str, Any] | None) -> dict[str, Any]:
    """The figures there were, if they are of this very game; else new ones. Empty where it cannot be played so."""
    if before is not None and before["hash"] == game.hash:
        return before
    try:
        figures = {} if unfit(game) else {name: round(value, 6) for name, value in measured(game).items()}
    except Monster:
        figures = {}
    return {"hash": game.hash, "figures": figures}
