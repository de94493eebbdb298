"""`lusory host ratings`: the rated games of a running web table, and whether their ratings can be computed again."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .._counts import count_phrase
from ..errors import LusoryError
from .arguments import Json
from .host import HostClient, print_json
from .serve import Config, Data

Recompute = Annotated[bool, typer.Option("--recompute", help="Compute all anew, and compare with the kept numbers.")]


def ratings(recompute: Recompute = False, data: Data = None, config: Config = None, json: Json = False) -> None:
    """The games with rated results; with --recompute whether their ratings come out as they are kept.

    \b
    lusory host ratings --data DIR
    lusory host ratings --recompute --data DIR

    Ratings follow from the results of the rated games alone. With --recompute each result is also compared with the
    one that its table holds. Differences are an error.
    """
    client = HostClient(data, config)
    games = client.ask("POST" if recompute else "GET", "/api/host/ratings", {} if recompute else None)["ratings"]
    if json:
        print_json(games)
    else:
        for game in games:
            typer.echo(line(game) if recompute else f"{game['game']}")
        if not games:
            typer.echo("There are no rated games.")
    differing = [game["game"] for game in games if recompute and (game["difference"] or game["unlike"])]
    if differing:
        raise LusoryError(f"not the numbers that were kept: {', '.join(differing)}; they are replaced by the new ones")


def line(pool: dict[str, Any]) -> str:
    """The line about the ratings of one game."""
    outcome = "nothing was kept" if pool["difference"] is None else "the same numbers"
    if pool["difference"]:
        outcome = f"differs by {pool['difference']:g}"
    unlike = f"; other results at the tables {', '.join(pool['unlike'])}" if pool["unlike"] else ""
    counts = f"{count_phrase(pool['players'], 'player')}, {count_phrase(pool['games'], 'game')}"
    return f"{pool['game']}: {counts}: {outcome}{unlike}"


def add_rating_commands(group: typer.Typer) -> None:
    """Add them to `lusory host`."""
    group.command()(ratings)
