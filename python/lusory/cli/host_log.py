"""`lusory host log`: what the host of a web table and its moderators did."""

from __future__ import annotations

from typing import Any

import typer

from .arguments import Json
from .host import HostClient, clean, moment, print_json
from .serve import Config, Data


def log(data: Data = None, config: Config = None, json: Json = False) -> None:
    """What was done and by whom, the newest first: tables, addresses, accounts, comments, reports.

    \b
    lusory host log --data DIR

    The last 200 acts are shown; 1,000 are remembered, for a year at most.
    """
    acts = HostClient(data, config).ask("GET", "/api/host/acts")["acts"]
    if json:
        print_json(acts)
        return
    for act in acts:
        typer.echo(line(act))
    if not acts:
        typer.echo("Nothing was done.")


def line(act: dict[str, Any]) -> str:
    """The line of one act."""
    by = "" if act["by"] == "host" else f"{act['by']}: "
    return clean(f"{moment(act['at'])}  {by}{act['act']} {act['about']}" + (f" ({act['note']})" if act["note"] else ""))


def add_log_command(group: typer.Typer) -> None:
    """Add it to `lusory host`."""
    group.command()(log)
