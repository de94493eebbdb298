"""`lusory host comments` and related commands: moderation of comments on a running web table."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from .arguments import Json
from .host import HostClient, clean, moment, print_json
from .serve import Config, Data

Name = Annotated[str, typer.Argument(metavar="COMMENT", help="A name from `lusory host comments`.")]
Report = Annotated[str, typer.Argument(metavar="REPORT", help="A name from `lusory host comments`.")]


def comments(data: Data = None, config: Config = None, json: Json = False) -> None:
    """The comments that people have reported, the oldest report first.

    \b
    lusory host comments --data DIR
    """
    entries = HostClient(data, config).ask("GET", "/api/host/comment-reports")["reports"]
    if json:
        return print_json(entries)
    for entry in entries:
        typer.echo(
            clean(
                f"{entry['id']}  {moment(entry['at'])}, comment {entry['comment']} by {entry['name']} "
                f"at {entry['link']}"
            )
        )
        typer.echo(clean(f"    {entry['said']}"))
        if entry["text"]:
            typer.echo(clean(f"    reported because: {entry['text']}"))
    hint = "`lusory host hide-comment COMMENT` hides one, `lusory host keep-comment REPORT` lets it stand."
    typer.echo(hint if entries else "There are no reported comments.")


def hide_comment(comment: Name, data: Data = None, config: Config = None) -> None:
    """Hide a comment from all but its author; its reports are done.

    \b
    lusory host hide-comment COMMENT --data DIR
    """
    HostClient(data, config).ask("POST", f"/api/host/comments/{check_name(comment)}", {"do": "hide"})
    typer.echo(f"{comment} is hidden")


def show_comment(comment: Name, data: Data = None, config: Config = None) -> None:
    """Show a hidden comment again.

    \b
    lusory host show-comment COMMENT --data DIR
    """
    HostClient(data, config).ask("POST", f"/api/host/comments/{check_name(comment)}", {"do": "show"})
    typer.echo(f"{comment} is shown")


def delete_comment(comment: Name, data: Data = None, config: Config = None) -> None:
    """Delete a comment with its reports, for good.

    \b
    lusory host delete-comment COMMENT --data DIR
    """
    HostClient(data, config).ask("DELETE", f"/api/host/comments/{check_name(comment)}")
    typer.echo(f"{comment} is deleted")


def keep_comment(report: Report, data: Data = None, config: Config = None) -> None:
    """Let a reported comment stand: the report leaves the list.

    \b
    lusory host keep-comment REPORT --data DIR
    """
    HostClient(data, config).ask("POST", f"/api/host/comment-reports/{check_name(report)}", {})
    typer.echo(f"{report} is done")


def check_name(name: str) -> str:
    """A name from the list. Raises BadParameter."""
    if not re.fullmatch("[0-9a-z]{1,16}", name):
        raise typer.BadParameter(f"{name}: expected a name from `lusory host comments`")
    return name


def add_comment_commands(host: typer.Typer) -> None:
    """Add these commands to `lusory host`."""
    host.command("comments")(comments)
    host.command("hide-comment")(hide_comment)
    host.command("show-comment")(show_comment)
    host.command("delete-comment")(delete_comment)
    host.command("keep-comment")(keep_comment)
