"""`lusory similar`: the known games nearest to a game."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import LusoryError
from .arguments import GameName, GameOptions, Json, game_of

if TYPE_CHECKING:
    from ..breed.similar import Neighbour

Most = Annotated[int, typer.Option("--most", min=1, max=100, metavar="N", help="So many by each measure.")]
WIDE = 96


def similar(game: GameName, option: GameOptions = None, most: Most = 3, json: Json = False) -> None:
    """Find the known games that are nearest to a game, by its rules and by how it plays.

    \b
    lusory similar yavalath
    lusory similar susan -o size=4 --most 5

    The distance of rules counts words that differ, as edits of one rule value to the other: 0 means equal rules. That
    of play compares lengths, choices, draws and how open games stay, in games of random players and of small searches.
    """
    from ..breed.similar import similar as nearest
    from ..rules.game import Game

    rules = game_of(game, option)
    if not isinstance(rules, Game):
        raise LusoryError(f"{game}: a game written in Python has no words to compare: expected a rule value")
    neighbours = nearest(rules, most=most)
    if json:
        from msgspec.json import encode

        typer.echo(encode(neighbours))
        return
    typer.echo("by its rules:")
    for line in lines(neighbours.by_rules, by_play=False):
        typer.echo(line)
    typer.echo(
        "by how it plays:" if neighbours.by_play else "by how it plays: it cannot be played by searches of two players"
    )
    for line in lines(neighbours.by_play, by_play=True):
        typer.echo(line)


def lines(neighbours: Sequence[Neighbour], by_play: bool) -> Iterator[str]:
    """The games of one list."""
    for neighbour in neighbours:
        distance = neighbour.play if by_play else neighbour.distance
        equal = ", equal rules" if neighbour.equal else ""
        yield f"  {neighbour.name}  {distance:.2f}{equal}"
        for line in neighbour.figures if by_play else neighbour.differences:
            yield from textwrap.wrap(line, WIDE, initial_indent="      ", subsequent_indent="        ")
