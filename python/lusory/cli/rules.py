"""`lusory rules`: prints the rules of a game."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from ..errors import UnknownGame
from .arguments import GameName, GameOptions, game_of


class Format(StrEnum):
    """How the rules are written."""

    text = "text"
    md = "md"
    html = "html"
    json = "json"


FormatOption = Annotated[Format, typer.Option("--format", help="text, md, html, or json: the rule value itself.")]


def rules(
    game: GameName,
    option: GameOptions = None,
    format: FormatOption = Format.text,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    examples: Annotated[bool, typer.Option(help="With a right and a wrong example for what confuses.")] = True,
) -> None:
    """How a game is played, in English with diagrams.

    \b
    lusory rules susan
    lusory rules susan -o draw=repeat:2 -o size=4
    lusory rules hidden-gomoku --format html > rules.html
    lusory rules doppel --format json > doppel.json       (GAME may then be doppel.json)
    """
    subject = game_of(game, option)
    typer.echo(rules_text(subject, Format.json if json else format, examples).rstrip("\n"))


def rules_text(game: object, format: Format, examples: bool) -> str:
    """The rules in a format."""
    from ..rules import codec
    from ..rules.game import Game

    if not isinstance(game, Game):
        raise UnknownGame(f"{getattr(game, 'name', game)}: a game written in Python has no rule text; read its file")
    if format is Format.json:
        return codec.write(game)
    from ..explain.sheet import rules as sheet

    return sheet(game, format.value, examples)
