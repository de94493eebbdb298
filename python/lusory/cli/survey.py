"""`lusory survey`: which games people like best."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import LusoryError
from .arguments import Json

File = Annotated[Path, typer.Argument(metavar="FILE", help="A survey with its opinions, as JSON.")]
Measures = Annotated[
    list[Path] | None,
    typer.Option(
        "--measures", metavar="FILE", help="What `lusory measure --json` says of one of its games; repeatable."
    ),
]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the table, measures included.")]


def survey(file: File, measures: Measures = None, csv: Csv = None, json: Json = False) -> None:
    """Rank the games of a survey by what people said, with intervals; with measures, say which of them go with it.

    \b
    lusory survey opinions.json
    lusory survey opinions.json --measures susan.json --measures hex.json --csv table.csv
    """
    from ..club.survey import as_csv, links, read, table

    try:
        opinions = read(file.read_bytes())
    except LusoryError as fault:
        raise LusoryError(f"{file}: {fault}") from fault
    figures = dict(figures_of(path) for path in measures or ())
    if strange := sorted(set(figures) - {game.name for game in opinions.games}):
        raise LusoryError(f"--measures: {strange[0]} is no game of the survey")
    rows = table(opinions, figures)
    if csv is not None:
        csv.write_text(as_csv(rows), encoding="utf-8")
    if json:
        import msgspec

        result = {"title": opinions.title, "games": rows, "measures": links(opinions, figures)}
        typer.echo(msgspec.json.format(msgspec.json.encode(result), indent=2))
        return
    typer.echo(f"{opinions.title}: {len(opinions.opinions)} opinions")
    for row in rows:
        typer.echo(line(row))
    for link in links(opinions, figures):
        typer.echo(f"{link.measure}: rank correlation {link.rho:+.2f}, p {link.p:.3f}, corrected {link.corrected:.3f}")


def figures_of(path: Path) -> tuple[str, dict[str, float]]:
    """The game that a measurement is of, and its figures. Raises LusoryError, which names the file."""
    from ..lab.figures import read

    try:
        measurement = read(path.read_bytes())
    except LusoryError as fault:
        raise LusoryError(f"{path}: {fault}") from fault
    return measurement.name, {figure.name: figure.value for figure in measurement.figures if figure.value is not None}


def line(row: dict[str, str | float | None]) -> str:
    """A game and its strength."""
    if row["strength"] is None:
        return f"{row['game']:20} no opinions"
    interval = f"({row['low']:+.2f} to {row['high']:+.2f})"
    return f"{row['game']:20} {row['strength']:+.2f} {interval}, {row['opinions']:g} opinions"
