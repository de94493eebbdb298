"""`lusory host votes`: the stars of those who agreed, as votes for `lusory breed --taste`."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Annotated, Any

import typer

from .._counts import count_phrase
from ..club.survey import quote_formula
from ..errors import LusoryError
from .host import HostClient
from .serve import Config, Data

Out = Annotated[Path | None, typer.Option("--out", help="Write the votes to this file.")]
COLUMNS = ("voter", "game", "stars")


def votes(out: Out = None, data: Data = None, config: Config = None) -> None:
    """Stars as votes, in the columns voter, game and stars, for `lusory breed --taste` and `lusory taste`.

    \b
    lusory host votes --out VOTES.csv --data DIR

    Only people count who checked "Use my stars to breed games" on their account page. A game that one of them
    finished and gave no star stands with 0. Voters are numbers, which differ from export to export.
    """
    star_votes = HostClient(data, config).ask("GET", "/api/host/votes")["votes"]
    text = as_csv(star_votes)
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        out.write_text(text, "utf-8")
    except OSError as fault:
        raise LusoryError(f"{out}: {fault.strerror or fault}") from None
    people = len({vote["voter"] for vote in star_votes})
    typer.echo(f"{count_phrase(len(star_votes), 'vote')} of {count_phrase(people, 'person', 'people')}: {out}")


def as_csv(star_votes: list[dict[str, Any]]) -> str:
    """The votes as CSV; no cell begins a formula."""
    lines = io.StringIO()
    sheet = csv.writer(lines, lineterminator="\n")
    sheet.writerow(COLUMNS)
    sheet.writerows((vote["voter"], quote_formula(vote["game"]), vote["stars"]) for vote in star_votes)
    return lines.getvalue()


def add_votes_command(group: typer.Typer) -> None:
    """Add it to `lusory host`."""
    group.command()(votes)
