"""What `lusory serve --check` says: every setting with its value, what is on and off, and what would not work."""

from __future__ import annotations

import ipaddress
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ..errors import LusoryError
from .lock import is_held
from .mail.reply_token import LOCAL
from .mail_address import is_mail_address
from .private_files import is_open_to_others
from .run import bound, local_address
from .settings import Mail, Settings
from .store.engine import HEAD, form_of, url_of
from .web.allowed_hosts import HEADER

SECRETS = {"mail.password"}
"""Settings whose values are not shown."""
MAIL_OPTIONS = {"smtp": "--mail-port", "lmtp": "--mail-lmtp"}
ANYWHERE = {"", "0.0.0.0", "::"}
"""Hosts that mean every address of this machine."""
PATIENCE = 5.0
"""Seconds that a mail host or PostgreSQL has to answer."""


class SettingsFinding(NamedTuple):
    """One thing to know about the settings. kind: `wrong` is what keeps the server from working as they say."""

    kind: Literal["on", "off", "note", "wrong"]
    text: str


def list_settings(settings: Settings) -> list[str]:
    """Every setting as a line of TOML; where it is another than the default, the line says that, too."""
    lines, groups = list[str](), list[str]()
    for name, value in msgspec.structs.asdict(settings).items():
        default = getattr(Settings(), name)
        if isinstance(value, msgspec.Struct):
            groups += ["", f"[{name}]", *_lines(f"{name}.", msgspec.structs.asdict(value), default)]
        else:
            lines += _lines("", {name: value}, Settings())
    return lines + groups


def _lines(group: str, values: dict[str, Any], defaults: Any) -> Iterator[str]:
    for name, value in values.items():
        default = getattr(defaults, name)
        line = f"{name} = {_shown(group + name, value)}"
        yield line if value == default else f"{line:<40} # default: {_toml(default)}"


def _shown(name: str, value: Any) -> str:
    if name in SECRETS and value:
        return '"(set, not shown)"'
    if name == "database" and value:
        try:
            return _toml(url_of(value).render_as_string(hide_password=True))
        except LusoryError:
            return '"(not a URL)"'
    return _toml(value)


def _toml(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def findings(settings: Settings) -> list[SettingsFinding]:
    """What is on, what is off, and what would not work. Tries the folder, the ports, the database and the mail host."""
    parts = (_listening, _data, _database, _names, _people, _webhooks, _mail, _intake, _machines, _limits)
    return [finding for part in parts for finding in part(settings)]


def _runs(settings: Settings) -> bool:
    return is_held(Path(settings.data) / "lock")


def _listening(settings: Settings) -> Iterator[SettingsFinding]:
    address = f"{settings.host}:{settings.port}{settings.base}"
    if _runs(settings):
        yield SettingsFinding("note", f"a server runs on {settings.data}; whether its ports are free was not tried")
    else:
        try:
            bound(settings).close()
        except (LusoryError, OSError, OverflowError) as fault:
            yield SettingsFinding("wrong", f"host, port: {fault}")
            return
    yield SettingsFinding(
        "on", f"pages at {address}, which others reach at {settings.address or 'the address they ask for'}"
    )
    if not settings.address.startswith("https://"):
        yield SettingsFinding("note", "passkeys work at localhost only: address does not begin with https://")


def _is_writable(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _data(settings: Settings) -> Iterator[SettingsFinding]:
    folder = Path(settings.data).absolute()
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not _is_writable(existing):
        yield SettingsFinding("wrong", f"data: {existing}: expected a folder that this user may write to")
    else:
        yield SettingsFinding("on", f"everything is kept in {folder}{'' if existing == folder else ', which is made'}")
        yield from _others(folder)


def _others(folder: Path) -> Iterator[SettingsFinding]:
    """What other users of this machine can read of a folder: addresses, notes, hidden moves."""
    if is_open_to_others(folder):
        yield SettingsFinding(
            "note", f"data: other users of this machine can look into {folder}; chmod 700 {folder} ends it"
        )
        for file in sorted(file for file in folder.glob("lusory.db*") if is_open_to_others(file)):
            yield SettingsFinding(
                "note", f"data: other users of this machine can read {file}; chmod 600 {file} ends it"
            )


def _database(settings: Settings) -> Iterator[SettingsFinding]:
    try:
        url = url_of(settings.url)
        if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
            yield SettingsFinding("on", f"SQLite, a new file {url.database}")
        else:
            form = form_of(url, int(PATIENCE))
            migration = "" if form == HEAD else f"; its form is {form or 'none'}, {HEAD} is made of it"
            if form > HEAD:
                raise LusoryError(f"database: its form is {form}, this lusory knows {HEAD} and older")
            yield SettingsFinding("on", f"{url.render_as_string(hide_password=True)}{migration}")
    except ModuleNotFoundError as fault:
        yield SettingsFinding(
            "wrong", f"database: {fault.name} is missing: PostgreSQL needs pip install 'lusory[serve,pg]'"
        )
    except (LusoryError, SQLAlchemyError) as fault:
        yield SettingsFinding("wrong", str(fault))
    else:
        if url.get_backend_name() == "sqlite":
            yield SettingsFinding("off", "several servers and workers: they need PostgreSQL")


def _names(settings: Settings) -> Iterator[SettingsFinding]:
    for name in settings.hosts.replace(",", " ").split():
        if name != "*" and not HEADER.fullmatch(name):
            yield SettingsFinding("wrong", f"hosts: {name!r}, expected a name as club.example, or *")
    for proxy in settings.proxies.replace(",", " ").split():
        try:
            proxy == "*" or ipaddress.ip_network(proxy)
        except ValueError:
            yield SettingsFinding(
                "wrong", f"proxies: {proxy!r}, expected an address as 10.0.0.1, a network as 10.0.0.0/8, or *"
            )
        if proxy == "*":
            yield SettingsFinding(
                "note", "proxies: everybody is believed for whom he asks; limits and blocks do not hold then"
            )


def _people(settings: Settings) -> Iterator[SettingsFinding]:
    explanations = {"open": "everybody may make one", "invitation": "whoever the host invites", "closed": "no new ones"}
    yield SettingsFinding("off" if settings.signup == "closed" else "on", f"accounts: {explanations[settings.signup]}")
    yield SettingsFinding("on" if settings.chat else "off", "chat at tables")
    days = f"for {settings.vacation} days a year" if settings.vacation else ""
    yield SettingsFinding(
        "on" if settings.vacation else "off", f"clocks of days wait for people on vacation {days}".strip()
    )


def _webhooks(settings: Settings) -> Iterator[SettingsFinding]:
    yield SettingsFinding("on" if settings.webhooks else "off", "webhooks of seats")
    if settings.private_hosts and not settings.webhooks and not settings.push:
        yield SettingsFinding("note", "private_hosts does nothing without webhooks and push")
    yield SettingsFinding("on" if settings.push else "off", "notices of browsers by Web Push")
    if settings.push and not settings.address.startswith("https://"):
        yield SettingsFinding("note", "push: browsers offer it at localhost only: address does not begin with https://")


def _mail(settings: Settings) -> Iterator[SettingsFinding]:
    mail = settings.mail
    if not mail.host:
        yield SettingsFinding("off", "mail: no notices, no links to sign in, no play by mail")
        return
    if not is_mail_address(mail.sender or mail.user):
        yield SettingsFinding(
            "wrong", f"mail.sender: {mail.sender or mail.user!r}, expected an address as play@example.org"
        )
    if bool(mail.user) != bool(mail.password):
        yield SettingsFinding("wrong", "mail.user, mail.password: expected both, or neither")
    if mail.user and mail.tls == "none":
        yield SettingsFinding("note", "mail.tls: the password goes to the mail host in clear")
    yield _reached(mail)


def _reached(mail: Mail) -> SettingsFinding:
    """Mails wait where the mail host does not answer, so that is nothing wrong."""
    try:
        socket.create_connection((mail.host, mail.port), PATIENCE).close()
    except (OSError, ValueError) as fault:
        return SettingsFinding("note", f"mail is sent by {mail.host}:{mail.port}, which does not answer now: {fault}")
    how = "without TLS" if mail.tls == "none" else mail.tls
    return SettingsFinding("on", f"mail is sent by {mail.host}:{mail.port} ({how})")


def _intake(settings: Settings) -> Iterator[SettingsFinding]:
    intake = settings.mail_in
    for name, port in (("smtp", intake.smtp), ("lmtp", intake.lmtp)):
        if port >= 0:
            yield _port(settings, name, port)
    if intake.maildir:
        yield from _maildir(Path(intake.maildir).absolute())
    own_address = intake.address or settings.mail.sender or settings.mail.user
    if intake.on and len(own_address.partition("@")[0]) > LOCAL:
        yield SettingsFinding(
            "wrong",
            f"mail_in.address: {own_address!r}, expected at most {LOCAL} characters before the @: answers go to longer"
            " addresses made from it, and mail hosts refuse more than 64",
        )
    if not intake.on:
        yield SettingsFinding("off", "play by mail: mail_in has neither smtp, lmtp nor maildir")
    elif not intake.results:
        yield SettingsFinding(
            "note", "mail_in.results: senders are not authenticated; people need tokens or mail passwords"
        )
    else:
        yield SettingsFinding("on", f"accounts and commands by mail, from senders for whom {intake.results} vouches")
        if (intake.smtp >= 0 or intake.lmtp >= 0) and not is_loopback(intake.host):
            yield SettingsFinding("note", f"mail_in.host: whoever reaches {intake.host} there may vouch for any sender:"
                                  " let only the mail host reach it")  # fmt: skip


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _port(settings: Settings, name: str, port: int) -> SettingsFinding:
    host = settings.mail_in.host
    if other := _taker(settings, name, port):
        return SettingsFinding("wrong", f"mail_in.{name}: {port} is the port of {other}, too; expected another")
    if not _runs(settings):
        try:
            bound(msgspec.structs.replace(settings, host=host, port=port), MAIL_OPTIONS[name]).close()
        except (LusoryError, OSError) as fault:
            return SettingsFinding("wrong", f"mail_in.{name}: {fault}")
    return SettingsFinding("on", f"mails come in by {name.upper()} at {local_address(host)}:{port}")


def _taker(settings: Settings, name: str, port: int) -> str:
    """What has the same port as mails that come in and is there before; empty where nothing is."""
    hosts = {settings.host, settings.mail_in.host}
    if port and port == settings.port and (len(hosts) == 1 or hosts & ANYWHERE):
        return "the pages"
    return "mail_in.smtp" if port and name == "lmtp" and port == settings.mail_in.smtp else ""


def _maildir(folder: Path) -> Iterator[SettingsFinding]:
    existing = folder if folder.exists() else folder.parent
    if not _is_writable(existing):
        yield SettingsFinding("wrong", f"mail_in.maildir: {folder}: expected a Maildir that this user may write to")
    else:
        yield SettingsFinding("on", f"mails come in from the Maildir {folder}")


def _machines(settings: Settings) -> Iterator[SettingsFinding]:
    shared = settings.url.startswith("postgresql")
    if not settings.thinks and not shared:
        yield SettingsFinding("note", "thinks = false does nothing without PostgreSQL: machines think in this server")
    elif not settings.thinks:
        yield SettingsFinding("off", "machines do not think in this server: `lusory worker` has to run")
        return
    yield SettingsFinding("on", f"machines think in {settings.workers} processes, {settings.think:g} seconds at most")
    if settings.workers > (os.cpu_count() or 1):
        yield SettingsFinding("note", f"workers: more than the {os.cpu_count()} processors of this machine")


def _limits(settings: Settings) -> Iterator[SettingsFinding]:
    without = [name for name, value in msgspec.structs.asdict(settings.limits).items() if not value]
    if without:
        yield SettingsFinding("note", f"limits: none for {', '.join(without)}")
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    except ImportError:
        return
    if hard != resource.RLIM_INFINITY and hard < settings.limits.streams:
        yield SettingsFinding(
            "note", f"limits.streams: {settings.limits.streams}, but this user may open {hard} files at once"
        )
