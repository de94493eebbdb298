"""`lusory taste`: reports how well measures predict people's preferences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import LusoryError
from .arguments import Json

if TYPE_CHECKING:
    from ..breed.foretold import Foretold

Votes = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="Votes: a CSV voter,better,worse or voter,game,stars, or a survey as JSON."),
]
Litter = Annotated[
    Path | None, typer.Option("--litter", metavar="DIR", help="The folder of a litter; else the one the file is in.")
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write a page, as HTML.")]


def taste(votes: Votes, litter: Litter = None, out: Out = None, json: Json = False) -> None:
    """Say which measures of games foretold what people liked, beside those that did in the study of Ludi's games.

    \b
    lusory taste bred/votes.csv
    lusory taste survey.json --litter bred --out taste.html
    """
    from ..breed.foretold import foretold
    from ..breed.litter import ARCHIVE
    from ..breed.taste import learn, votes_and_figures

    sentences, figures = votes_and_figures(votes, (litter or votes.parent) / ARCHIVE)
    model, measures = learn(sentences, figures), foretold(sentences, figures)
    if out is not None:
        write(out, str(model), measures)
    if json:
        from msgspec.json import encode

        typer.echo(encode({"taste": model, "measures": measures}))
        return
    typer.echo(str(model))
    for measure in measures:
        typer.echo(line(measure))


def line(measure: Foretold) -> str:
    """A measure and how well it foretold."""
    interval = f"{100 * measure.right:3.0f} % ({100 * measure.low:.0f} to {100 * measure.high:.0f})"
    doubt = "" if measure.knows else ", as a coin may be"
    ludi = f"; in Ludi's study: {measure.ludi}" if measure.ludi else ""
    return f"{'more' if measure.more else 'less'} {measure.measure:15} {interval} of {measure.votes} votes{doubt}{ludi}"


def write(out: Path, model: str, measures: list[Foretold]) -> None:
    """The page. Raises LusoryError."""
    from ..breed.taste_page import page

    try:
        out.write_text(page(model, measures), encoding="utf-8")
    except OSError as fault:
        raise LusoryError(f"{out}: the page is not written: {fault.strerror or fault}") from None
