"""`lusory host people` and related commands: roles, muting, suspension and invitations on a running web table."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import typer

from .._counts import count_phrase
from .arguments import Json
from .host import HostClient, Hours, Reason, clean, moment, print_json
from .serve import Config, Data

Days = Annotated[int, typer.Option("--days", metavar="N", min=1, max=365, help="How long it works.")]
Person = Annotated[str, typer.Argument(metavar="ID", help="A user id.")]
Role = Annotated[Literal["moderator", "administrator"], typer.Option("--role", help="What the person may do.")]


def people(data: Data = None, config: Config = None, json: Json = False) -> None:
    """Moderators and administrators; who is muted or suspended.

    \b
    lusory host people --data DIR
    """
    entries = HostClient(data, config).ask("GET", "/api/host/accounts")["people"]
    if json:
        return print_json(entries)
    for entry in entries:
        typer.echo(clean(f"{entry['id']}  {', '.join(about(entry))}"))
    if not entries:
        typer.echo("Nobody has a role, and nobody is muted or suspended.")


def about(person: dict[str, Any]) -> list[str]:
    """The remarks on a person of the list."""
    until = f" until {moment(person['muted_until'])}" if person["muted_until"] else ""
    parts = (person["role"], f"muted{until}" if person["muted"] else "", "suspended" if person["suspended"] else "")
    return [part for part in parts if part]


def appoint(person: Person, role: Role = "moderator", data: Data = None, config: Config = None) -> None:
    """Make somebody a moderator or an administrator.

    \b
    lusory host appoint ID --role moderator --data DIR

    Moderators deal with reports, hide comments and tables, and mute people, on the page *Moderation*. Administrators
    also close tables, suspend accounts, invite people, read the log, and appoint moderators.
    """
    reply = HostClient(data, config).ask("PUT", f"/api/host/accounts/{check_user_id(person)}/role", {"role": role})
    typer.echo(f"{reply['id']} is {'an' if role == 'administrator' else 'a'} {role}")


def dismiss(person: Person, data: Data = None, config: Config = None) -> None:
    """Take the role of a moderator or administrator away.

    \b
    lusory host dismiss ID --data DIR
    """
    reply = HostClient(data, config).ask("PUT", f"/api/host/accounts/{check_user_id(person)}/role", {"role": ""})
    typer.echo(f"{reply['id']} has no role any more")


def mute(person: Person, hours: Hours = None, reason: Reason = "", data: Data = None, config: Config = None) -> None:
    """Mute an account: it plays on, but neither chats nor comments.

    \b
    lusory host mute ID --hours 24 --reason TEXT --data DIR
    """
    duration = {} if hours is None else {"hours": hours}
    act_on_account(person, {"do": "mute", "reason": reason} | duration, "is muted", data, config)


def unmute(person: Person, data: Data = None, config: Config = None) -> None:
    """Let an account talk again.

    \b
    lusory host unmute ID --data DIR
    """
    act_on_account(person, {"do": "unmute"}, "may talk again", data, config)


def suspend(person: Person, reason: Reason = "", data: Data = None, config: Config = None) -> None:
    """Suspend an account: it cannot sign in any more, and its browsers are signed out at once.

    \b
    lusory host suspend ID --data DIR
    """
    act_on_account(person, {"do": "suspend", "reason": reason}, "is suspended", data, config)


def restore(person: Person, data: Data = None, config: Config = None) -> None:
    """An account is suspended no longer.

    \b
    lusory host restore ID --data DIR
    """
    act_on_account(person, {"do": "restore"}, "may sign in again", data, config)


def invite(days: Days = 14, data: Data = None, config: Config = None) -> None:
    """A link with which one person makes an account, where `signup` is `invitation`.

    \b
    lusory host invite --days 14 --data DIR
    """
    invitation = HostClient(data, config).ask("POST", "/api/host/invitations", {"days": days})
    typer.echo(f"{invitation['link']}\nIt works once, for {count_phrase(invitation['days'], 'day')}.")


def act_on_account(person: str, body: dict[str, Any], outcome: str, data: Any, config: Any) -> None:
    """Does something to an account and reports the outcome."""
    reply = HostClient(data, config).ask("POST", f"/api/host/accounts/{check_user_id(person)}", body)
    typer.echo(f"{reply['id']} {outcome}")


def check_user_id(person: str) -> str:
    """A user id. Raises BadParameter."""
    if not re.fullmatch("[0-9A-Za-z]{2,20}", person):
        raise typer.BadParameter(f"{person}: expected a user id")
    return person


def add_people_commands(host: typer.Typer) -> None:
    """Add these commands to `lusory host`."""
    for command in (people, appoint, dismiss, mute, unmute, suspend, restore, invite):
        host.command()(command)
