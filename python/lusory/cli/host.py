"""`lusory host`: moderation of a running web table: tables, addresses, reports."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import LusoryError
from .arguments import Json
from .serve import Config, Data, settings_of

NAME = "([0-9a-zA-Z]{1,16})"
LINK = re.compile(rf".*/t/{NAME}(?:[/?#].*)?")
SECONDS = 60.0

TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table, or a link to it.")]
Address = Annotated[str, typer.Argument(metavar="ADDRESS", help="As 203.0.113.7, 203.0.113.0/24 or 2001:db8::/64.")]
Hours = Annotated[
    float | None, typer.Option("--hours", min=0.01, metavar="H", help="For so long; else until it is lifted.")
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="For your own list.")]
ReportName = Annotated[str, typer.Argument(metavar="REPORT", help="A name from `lusory host reports`.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask back.")]

host = typer.Typer(name="host", rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})


@host.callback()
def about() -> None:
    """For the host of a web table: reports, tables, comments, people, addresses.

    \b
    lusory host reports --data DIR
    lusory host hide TABLE --data DIR
    lusory host block ADDRESS --hours 24 --data DIR
    lusory host appoint ID --role moderator --data DIR

    `lusory club admin` is the same, by its longer name.
    The commands reach the server that keeps its tables in DIR, on the machine on which it runs, with the key that it
    wrote there (host.key).
    """


class HostClient:
    """HTTP client for the host's interface of the server on a data folder. Raises LusoryError where none runs."""

    def __init__(self, data: Path | None, config: Path | None) -> None:
        from ..server.host_key import ADDRESS, FILE
        from ..server.lock import is_held

        folder = Path(settings_of(config, {"data": data}).data)
        if not folder.is_dir():
            raise LusoryError(f"{folder}: no such folder; --data names the one that the server keeps its tables in")
        if not is_held(folder / "lock"):  # another program may answer at the address of a server that was killed
            raise LusoryError(f"{folder}: no server runs on this folder; `lusory serve --data {folder}` starts one")
        self.folder = folder
        self.key, self.url = first_line(folder / FILE), first_line(folder / ADDRESS)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request; the server's answer. Raises LusoryError where it refuses."""
        from http.client import HTTPConnection, HTTPException
        from urllib.parse import urlsplit

        place = urlsplit(self.url)
        connection = HTTPConnection(place.hostname or "", place.port, timeout=SECONDS)
        head = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), head)
            response = connection.getresponse()
            reply = json.loads(response.read())
        except (OSError, HTTPException, ValueError) as fault:
            raise LusoryError(f"{self.url}: the server does not answer ({fault or type(fault).__name__})") from None
        finally:
            connection.close()
        if response.status >= 400:
            raise LusoryError(reply["error"])
        return reply


def first_line(file: Path) -> str:
    """The first line of a file that the server wrote. Raises LusoryError."""
    try:
        return file.read_text("ascii").strip()
    except PermissionError:
        raise LusoryError(f"{file}: only the user who runs the server may read this; try it as that user") from None
    except (OSError, UnicodeDecodeError) as fault:
        reason = getattr(fault, "strerror", None) or "expected a line that a server wrote"
        raise LusoryError(f"{file}: {reason}; does a server of this version run there?") from None


def table_name(table: str) -> str:
    """The name of a table, from its name or a link."""
    match = LINK.fullmatch(table.strip()) or re.fullmatch(NAME, table.strip())
    if match is None:
        raise typer.BadParameter(f"{table}: expected the name of a table, or a link to it")
    return match[1].lower()


def act_on_table(table: str, do: str, outcome: str, data: Path | None, config: Path | None) -> None:
    """Hide, show, close or delete a table."""
    name = table_name(table)
    HostClient(data, config).ask("POST", f"/api/host/tables/{name}", {"do": do})
    typer.echo(f"{name} {outcome}")


@host.command()
def hide(table: TableName, data: Data = None, config: Config = None) -> None:
    """List a table no more; who has its link still comes in.

    \b
    lusory host hide TABLE --data DIR
    """
    act_on_table(table, "hide", "is hidden", data, config)


@host.command()
def show(table: TableName, data: Data = None, config: Config = None) -> None:
    """List a table, for everybody.

    \b
    lusory host show TABLE --data DIR
    """
    act_on_table(table, "show", "is listed", data, config)


@host.command()
def close(table: TableName, data: Data = None, config: Config = None) -> None:
    """End a game; nobody plays or talks there any more.

    Nobody has won. Who has the link still sees the board and what was said.

    \b
    lusory host close TABLE --data DIR
    """
    act_on_table(table, "close", "is closed", data, config)


@host.command()
def delete(table: TableName, data: Data = None, config: Config = None, yes: Yes = False) -> None:
    """Delete a table with all that is kept of it.

    Moves, chat, notes, seats and reports go for good.

    \b
    lusory host delete TABLE --data DIR
    """
    name = table_name(table)
    if not yes:
        typer.confirm(f"Delete the table {name} with its moves, chat and notes, for good?", abort=True)
    act_on_table(name, "delete", "is deleted", data, config)


@host.command()
def block(address: Address, hours: Hours = None, reason: Reason = "", data: Data = None, config: Config = None) -> None:
    """Shut an address or a network out; its streams end at once.

    \b
    lusory host block ADDRESS --hours 24 --reason TEXT --data DIR

    An address of IPv6 stands for its network of 64 bits, which one guest has to himself.
    """
    body: dict[str, Any] = {"address": address, "reason": reason} | ({} if hours is None else {"hours": hours})
    reply = HostClient(data, config).ask("POST", "/api/host/blocks", body)
    typer.echo(f"{reply['address']} is blocked {until(reply['until'])}")


@host.command()
def unblock(address: Address, data: Data = None, config: Config = None) -> None:
    """Let an address or a network in again.

    \b
    lusory host unblock ADDRESS --data DIR
    """
    reply = HostClient(data, config).ask("DELETE", "/api/host/blocks", {"address": address})
    around = reply.get("around", "")
    typer.echo(
        f"{reply['address']} is blocked no more by itself; {around} still is, and it lies there"
        if around
        else f"{reply['address']} is not blocked any more"
    )


@host.command()
def blocks(data: Data = None, config: Config = None, json: Json = False) -> None:
    """The addresses that are blocked now.

    \b
    lusory host blocks --data DIR
    """
    entries = HostClient(data, config).ask("GET", "/api/host/blocks")["blocks"]
    if json:
        return print_json(entries)
    for entry in entries:
        text = f"{entry['address']}  since {moment(entry['since'])}, {until(entry['until'])}"
        typer.echo(text + (f": {clean(entry['reason'])}" if entry["reason"] else ""))
    if not entries:
        typer.echo("No address is blocked.")


@host.command()
def reports(data: Data = None, config: Config = None, json: Json = False) -> None:
    """What people have reported, the oldest first: at most 200, and how many more there are.

    \b
    lusory host reports --data DIR
    """
    answer = HostClient(data, config).ask("GET", "/api/host/reports")
    entries = answer["reports"]
    if json:
        return print_json(entries)
    for entry in entries:
        typer.echo(f"{entry['id']}  {moment(entry['at'])}, the {entry['what']} at {entry['link']}")
        typer.echo(clean(f"    title: {entry['title']}; names: {', '.join(entry['names'])}"))
        if entry["text"]:
            typer.echo(clean(f"    {entry['text']}"))
    if more := answer.get("more", 0):
        typer.echo(f"{more:,} more are listed when these are done.")
    typer.echo("`lusory host done REPORT` takes one from the list." if entries else "There are no reports.")


@host.command()
def mails(data: Data = None, config: Config = None, json: Json = False) -> None:
    """Mails and webhooks that could not be delivered in five days, the latest first; they are listed for 30 days.

    \b
    lusory host mails --data DIR
    """
    entries = HostClient(data, config).ask("GET", "/api/host/mails")["mails"]
    if json:
        return print_json(entries)
    for entry in entries:
        at = f", table {entry['table']}" if entry["table"] else ""
        typer.echo(
            clean(f"{moment(entry['created'])}  {entry['kind']} to {entry['recipient']}{at}: {entry['fault'] or '?'}")
        )
    if not entries:
        typer.echo("All mails were delivered, or are still tried.")


@host.command()
def done(report: ReportName, data: Data = None, config: Config = None) -> None:
    """A report was dealt with: it leaves the list.

    \b
    lusory host done REPORT --data DIR
    """
    if not re.fullmatch("[0-9a-z]{1,16}", report):
        raise typer.BadParameter(f"{report}: expected a name from `lusory host reports`")
    HostClient(data, config).ask("POST", f"/api/host/reports/{report}")
    typer.echo(f"{report} is done")


def print_json(value: Any) -> None:
    """Print JSON."""
    typer.echo(json.dumps(value, indent=2))


def moment(milliseconds: int) -> str:
    """A time stamp as local time."""
    return f"{datetime.fromtimestamp(milliseconds / 1000):%Y-%m-%d %H:%M}"


def until(milliseconds: int | None) -> str:
    """How long a block lasts."""
    return "until it is unblocked" if milliseconds is None else f"until {moment(milliseconds)}"


def clean(text: str) -> str:
    """Text by guests without control characters, safe to print in a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
