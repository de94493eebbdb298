"""stopgap"""

from __future__ import annotations

from typing import Any

from ..play.program import Program, packed
from ..rules.game import Game
from .figures import Measurement
from .outcomes import Games, Ground
from .tally import figures


def measured(game: Game | Program, *, games: int, player: str, seed: int, workers: int) -> Measurement:
    with Games(Ground(player, seed), workers) as ground:
        tally = ground.of(game).tally(0, games)
    stored = packed(game)
    return Measurement(
        game=stored if isinstance(stored, str) else stored.name,
        name=game.name,
        player=player,
        seed=seed,
        games=games,
        cut=tally.cut,
        figures=tuple(figures(tally, game.players)),
    )


def version() -> str:
    from importlib.metadata import version as v

    return v("lusory")
