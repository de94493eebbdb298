"""`lusory games`: the games with their options and defaults."""

from __future__ import annotations

from typing import Any

import typer

from .arguments import Json


def games(json: Json = False) -> None:
    """The games, with their options and defaults.

    \b
    lusory games
    lusory games --json
    """
    from ..games import catalogue

    entries = sorted(catalogue().items())
    if json:
        import msgspec

        document = [
            {
                "name": name,
                "about": game.summary,
                "other_names": list(game.about.other_names),
                "options": option_rows(game),
            }
            for name, game in entries
        ]
        typer.echo(msgspec.json.format(msgspec.json.encode(document), indent=2))
        return
    for name, game in entries:
        also = f" Also known as {', '.join(game.about.other_names)}." if game.about.other_names else ""
        typer.echo(f"{typer.style(name, bold=True)}: {game.summary}{also}")
        for line in option_lines(option_rows(game)):
            typer.echo(f"    {line}")
    typer.echo(
        "\nAn option is given as in `lusory play susan -o size=4`; `lusory rules GAME` tells how a game is played."
    )


def option_rows(game: Any) -> list[dict[str, str]]:
    """The name, default, range and purpose of each option. An empty default is computed from other options."""
    from ..rules.options import text_of

    return [
        {
            "name": option.name,
            "default": "" if option.default is None else text_of(option.default),
            "expected": option.expected,
            "about": option.doc,
        }
        for option in game.options
    ]


def option_lines(options: list[dict[str, str]]) -> list[str]:
    """The options as lines in columns."""
    texts = [f"{o['name']}={o['default'] or '…'}" for o in options]
    wide = [max(map(len, texts), default=0), max((len(o["expected"]) for o in options), default=0)]
    rows = zip(texts, options, strict=True)
    return [f"{text:{wide[0]}}   {o['expected']:{wide[1]}}   {o['about']}".rstrip() for text, o in rows]
