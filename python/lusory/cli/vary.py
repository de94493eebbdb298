"""`lusory vary`: variations of a game that play well."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .._files import check_places
from ..errors import LusoryError
from .arguments import GameName, GameOptions, Json, game_of, options_of, seed_option
from .repair import definition_of

if TYPE_CHECKING:
    from ..breed.vary import Variation, Varied

GoalText = Annotated[str, typer.Option("--goal", metavar="GOAL", help="'draws<=10%'; what meets it comes first.")]
Most = Annotated[int, typer.Option("--most", min=1, max=100, metavar="N", help="So many are shown.")]
Tries = Annotated[int, typer.Option("--tries", min=1, max=10_000, metavar="N", help="So many are screened.")]
Seed = Annotated[int, seed_option("The same seed, the same variations.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the best, as JSON.")]
WIDE = 96
MISSED = 5
"""So many reasons why variations were left out are told."""


def vary(
    game: GameName,
    option: GameOptions = None,
    goal: GoalText = "",
    most: Most = 12,
    tries: Tries = 120,
    seed: Seed = 0,
    out: Out = None,
    json: Json = False,
) -> None:
    """Find variations of a game that play well: one step away, best first.

    \b
    lusory vary yavalath -o size=4 --tries 40
    lusory vary susan -o size=3 --goal 'plies<=30' --tries 40

    Tried are the changes of `lusory repair` and of `lusory breed`. Each variation says what changed, and what that
    does to the figures.
    """
    from ..breed.vary import vary as find_variations
    from ..rules import codec
    from ..rules.game import Game

    check_places(out)
    rules, options = game_of(game, option), options_of(option)
    if not isinstance(rules, Game):
        raise LusoryError(f"{game}: a game written in Python has no words to vary: expected a rule value")
    definition = definition_of(game)
    result = find_variations(rules, goal, most=most, tries=tries, seed=seed, definition=definition, options=options)
    if out is not None and result.variations:
        best = codec.read(result.variations[0].rules, name=f"{rules.name}-varied")
        out.write_text(codec.write(best), encoding="utf-8")
    if json:
        from msgspec.json import encode

        typer.echo(encode(result))
        return
    for line in lines(result):
        typer.echo(line)


def lines(result: Varied) -> Iterator[str]:
    """The variations as lines of text."""
    from ..breed.aim import goal_note

    goal = f", goal {result.goal}" if result.goal else ""
    best = f"; the best {len(result.variations)}" if len(result.variations) < result.kept else ""
    yield f"{result.game or 'game'}: {result.kept} of {result.tried} variations play well enough{goal}{best}"
    for missed in result.missed[:MISSED]:
        yield f"{missed.times:>5} left out at {missed}"
    for number, variation in enumerate(result.variations, 1):
        quality, note = variation.quality, goal_note(variation.miss, str(result.goal))
        yield f"{number:>3}  {quality.value:.2f} ({quality.low:.2f} to {quality.high:.2f})  {note}".rstrip()
        for line in variation.differences:
            yield from textwrap.wrap(line, WIDE, initial_indent="     ", subsequent_indent="       ")
        if text := "; ".join(figures(variation)):
            yield from textwrap.wrap(text, WIDE, initial_indent="     ", subsequent_indent="       ")


def figures(variation: Variation) -> Iterator[str]:
    """The figures that it changes most, with what they were."""
    for name in ("score", "draws", "plies", "branching", "drama"):
        if (
            name in variation.figures
            and name in variation.was
            and abs(variation.figures[name] - variation.was[name]) > 0.005
        ):
            yield f"{name} {variation.figures[name]:.3g} (was {variation.was[name]:.3g})"
