"""`lusory tune`: learns the weights of a game's features by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .._files import check_places
from .arguments import GameName, GameOptions, Json, game_of, seed_option
from .progress import Timer, progress

if TYPE_CHECKING:
    from ..players.weights import Weights

Games = Annotated[int, typer.Option("--games", min=1, max=10**9, metavar="N", help="How many games of self-play.")]
Seed = Annotated[int, seed_option("The same seed, the same weights.")]
Depth = Annotated[int, typer.Option("--depth", min=1, max=6, metavar="N", help="Search depth in plies.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Keep the weights.")]


def tune(
    game: GameName,
    option: GameOptions = None,
    games: Games = 2000,
    seed: Seed = 0,
    depth: Depth = 1,
    out: Out = None,
    json: Json = False,
) -> None:
    """Find what the features of a game are worth, by games that a program plays against itself.

    \b
    lusory tune susan --games 100
    lusory tune breakthrough -o size=6 --games 100 --out weights.json
    lusory match breakthrough --first alphabeta:2,weights=weights.json --second alphabeta:2,weights=unit --games 100

    Features are read from the rules: lines still open, empty cells beside pieces, cells missing to a link, pieces,
    plies, points. `alphabeta` judges positions by them. Ctrl-C stops it, and nothing is kept.
    """
    from ..players.tuning import priors, tune_weights

    check_places(out)
    rules = game_of(game, option)
    clock = Timer()

    def tell(games_played: int) -> None:
        if clock.is_report_due():
            progress.tell(f"{games_played:,} of {games:,} games")

    options_text = "".join(f" -o {text}" for text in option or ())
    command = f"lusory tune {game}{options_text} --games {games} --seed {seed} --depth {depth}"
    try:
        weights = tune_weights(rules, games, seed, depth=depth, command=command, progress=tell)
    finally:
        progress.wipe()
    if out is not None:
        out.write_text(weights.text(), encoding="utf-8")
    typer.echo(weights.text() if json else table(weights, priors(rules)), nl=not json)


def table(weights: Weights, priors: dict[str, float]) -> str:
    """The learnt weights beside their priors, the heaviest first."""
    heaviest = sorted(weights.weights.items(), key=lambda name_and_weight: -abs(name_and_weight[1]))
    rows = [f"{name:<20}{weight:>10.3f}{priors[name]:>10.3f}" for name, weight in heaviest]
    return "\n".join([f"{'':<20}{'weight':>10}{'prior':>10}", *rows])
