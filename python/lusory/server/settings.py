"""Settings of the web table: from a TOML file, then the environment, then the command line; the later wins."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec

from .._files import read_text
from ..errors import LusoryError

PREFIX = "LUSORY_SERVE_"
RENAMED = {"webhook_hosts": "private_hosts"}
"""Settings by the names that they had before; these are read, too."""
Count = Annotated[int, msgspec.Meta(ge=0)]
Some = Annotated[int, msgspec.Meta(ge=1)]
Port = Annotated[int, msgspec.Meta(ge=0, le=65_535)]
Time = Annotated[float, msgspec.Meta(gt=0)]
Wait = Annotated[float, msgspec.Meta(gt=0, le=86_400)]
"""Seconds that somebody waits: processes cannot be waited for without end."""


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a rule value of a guest may cost.

    bytes: of its JSON without indentation and line breaks. nodes: parts of it (objects, lists, texts, numbers). cells:
    of its board. plies: different ones. seconds: until it was read, compiled and tried. memory: MiB a process that
    tries it may take. ply: seconds that a ply may take. choices: legal plies that a position may have.
    """

    bytes: Some = 200_000
    nodes: Some = 8_000
    cells: Some = 1_000
    plies: Some = 2_000_000
    seconds: Wait = 10.0
    memory: Annotated[int, msgspec.Meta(ge=256)] = 1024
    ply: Annotated[float, msgspec.Meta(gt=0, le=600)] = 0.25
    choices: Some = 5_000


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one guest, one address, or all together may ask for. 0 is no limit.

    body: bytes of a request. seconds: for a request to arrive. streams: open at once; streams_each: of one guest.
    requests, tables, rules, codes, says, opens, reports: a minute and guest; codes are tries to recover a seat (counted
    by address alone), says lines of chat, opens streams that are opened. signups, signins: a minute and address;
    tries_each: wrong passwords for one account, an hour, from one address; tries: the same from all addresses from
    which nobody has signed in to it. contacts: addresses left at seats that get a mail to confirm them, a minute and
    address of who leaves them; confirms: mails that ask to confirm an address, and mails: notices by mail, an hour and
    address that they go to. A guest is an address, or at an address a
    browser or program that holds a seat: crowd of these are counted apart.
    plies: of one game. opening: of those that a table begins after. live: tables in memory; live_plies: the plies of
    all of them together. notes: bytes of own notes at a seat. analyses: at once. analysis: seconds that one analysis
    may go on.
    raises: pupils begun or brought, a minute and address. pupils: of one browser without an account;
    visitor_pupils: of all these browsers together; account_pupils: of one account. practice: minutes of one core
    that the pupils of one owner may learn, practise and be measured a day; address_practice: the pupils of all browsers
    without an account that were raised from one address. pupil_bytes: of the net of a pupil; pupil_file: of a file of
    one that comes in. pupil_days: after which a pupil of a browser that nobody has used is deleted.
    """

    body: Annotated[int, msgspec.Meta(ge=10_000)] = 1_000_000
    seconds: Time = 10.0
    streams: Count = 10_000
    streams_each: Count = 200
    requests: Count = 1_200
    tables: Count = 60
    rules: Count = 120
    codes: Count = 10
    says: Count = 60
    opens: Count = 300
    reports: Count = 10
    signups: Count = 5
    signins: Count = 20
    tries_each: Count = 20
    tries: Count = 300
    contacts: Count = 10
    confirms: Count = 4
    mails: Count = 60
    crowd: Count = 20
    plies: Some = 5_000
    opening: Some = 1_000
    live: Some = 2_000
    live_plies: Some = 100_000
    notes: Some = 32_000
    analyses: Count = 2
    analysis: Time = 60.0
    raises: Count = 6
    pupils: Count = 3
    visitor_pupils: Count = 1_000
    account_pupils: Count = 10
    practice: Annotated[float, msgspec.Meta(ge=0)] = 60.0
    address_practice: Annotated[float, msgspec.Meta(ge=0)] = 180.0
    pupil_bytes: Some = 4_000_000
    pupil_file: Some = 32_000_000
    pupil_days: Count = 180


class Mail(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An SMTP server that sends notices; none where `host` is empty. tls: `starttls`, `tls` or `none`."""

    host: str = ""
    port: Port = 587
    user: str = ""
    password: str = ""
    sender: str = ""
    tls: Literal["starttls", "tls", "none"] = "starttls"


class MailIntake(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where mails are taken in. address: that people write to; `mail.sender` where it is empty. host, smtp, lmtp: where
    it listens; -1 is nowhere, 0 any port. maildir: a folder that is looked through, empty for none. results: the name
    under which the mail host before us writes Authentication-Results; empty where none does. bytes: of a mail.
    each: mails an hour: answers for each seat, others from each sender that the mail host vouches for, and from each
    that it does not, apart; also answers to one address. tries: wrong passwords an hour for one user id, of each sender
    that the mail host vouches for apart. 0 is no limit.
    """

    address: str = ""
    host: str = "127.0.0.1"
    smtp: Annotated[int, msgspec.Meta(ge=-1, le=65_535)] = -1
    lmtp: Annotated[int, msgspec.Meta(ge=-1, le=65_535)] = -1
    maildir: str = ""
    results: str = ""
    bytes: Annotated[int, msgspec.Meta(ge=10_000, le=1_000_000)] = 1_000_000
    each: Count = 120
    tries: Count = 20

    @property
    def on(self) -> bool:
        """Whether mails are taken in."""
        return self.smtp >= 0 or self.lmtp >= 0 or bool(self.maildir)


def data_home() -> str:
    """Where programs of this user keep their data."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(home) / "lusory")


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """host, port: where it listens. data: the folder of everything that is kept. database: a URL, if not a file there.
    base: the path under which a proxy offers it, as `/play`. address: as others reach it, `https://example.org`; empty
    where that is as they asked. hosts: names, with commas between, under which the server may be asked besides its
    address; `*` allows every name. proxies: addresses of proxies that are believed who asks.

    signup: who may make an account: `open` everybody, `invitation` whoever the host invites, `closed` nobody.
    chat: whether people may talk. vacation: days a year for which the clocks of a person's correspondence games wait
    while he is on vacation; 0 is none. webhooks: whether a seat may leave the address of one, on the open internet;
    private_hosts: names of hosts, with commas between, that are called though they are not there. push: whether
    browsers may be told by Web Push, through the push services of their makers on the open internet. workers: processes
    in which machines think for people who wait; games of machines, analysis, checks and the rules of guests have
    processes of their own. thinks: on PostgreSQL, whether machines think in this server; else in `lusory worker` alone.
    watched: seconds for which machines play on after somebody looked. think: seconds a machine
    may take for a ply. simulations: the most a player's spec may ask for. pause: seconds after which a machine answers
    where there are secrets, with the best it has found.
    """

    host: str = "127.0.0.1"
    port: Port = 8000
    data: str = msgspec.field(default_factory=data_home)
    database: str = ""
    base: str = ""
    address: str = ""
    hosts: str = ""
    proxies: str = "127.0.0.1"
    signup: Literal["open", "invitation", "closed"] = "open"
    chat: bool = True
    vacation: Annotated[int, msgspec.Meta(ge=0, le=365)] = 30
    webhooks: bool = False
    private_hosts: str = ""
    push: bool = True
    workers: Some = 2
    thinks: bool = True
    watched: Time = 60.0
    think: Wait = 10.0
    simulations: Some = 200_000
    pause: Wait = 1.5
    budget: Budget = Budget()
    limits: Limits = Limits()
    mail: Mail = Mail()
    mail_in: MailIntake = MailIntake()

    @property
    def own_address(self) -> str:
        """Our address as these settings say it, with `base`, without a slash at the end."""
        host = f"[{self.host}]" if ":" in self.host else self.host or "0.0.0.0"
        return (self.address.rstrip("/") or f"http://{host}:{self.port}") + self.base

    @property
    def url(self) -> str:
        """The address of the database, as SQLAlchemy takes it."""
        address = self.database or f"sqlite:///{Path(self.data) / 'lusory.db'}"
        for scheme in ("postgresql://", "postgres://"):
            if address.startswith(scheme):
                return "postgresql+psycopg://" + address.removeprefix(scheme)
        return address


def read(file: Path | None, environment: Mapping[str, str], overrides: Mapping[str, Any]) -> Settings:
    """The settings. Raises LusoryError, which names the setting that is wrong and where it stands."""
    values: dict[str, Any] = {}
    if file is not None:
        try:
            values = _renamed(tomllib.loads(read_text(file)), str(file))
        except tomllib.TOMLDecodeError as fault:
            raise LusoryError(f"{file}: {fault}") from None
        _checked(values, str(file))
    variables = {
        name.removeprefix(PREFIX).lower(): value for name, value in environment.items() if name.startswith(PREFIX)
    }
    for name, value in _renamed(variables, "the environment").items():
        _set(values, name.split("__"), value)
    _checked(values, "the environment")
    overriding = {name: value for name, value in overrides.items() if value is not None}
    for name, value in _renamed(overriding, "the command line").items():
        _set(values, name.split("."), value)
    return _checked(values, "the command line")


def _renamed(given_values: dict[str, Any], source: str) -> dict[str, Any]:
    """What one place gives, by the names of today. Raises LusoryError where it gives two values by both names."""
    values = dict(given_values)
    for old_name, name in RENAMED.items():
        if old_name in values and values.setdefault(name, values[old_name]) != values.pop(old_name):
            raise LusoryError(f"{source}: {old_name}: expected {name} alone, which is its name now")
    return values


def _set(values: dict[str, Any], path: list[str], value: object) -> None:
    *groups, name = path
    for group in groups:
        inner = values.setdefault(group, {})
        if not isinstance(inner, dict):
            return
        values = inner
    values[name] = value


def _checked(values: dict[str, Any], source: str) -> Settings:
    try:
        settings: Settings = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as fault:
        raise LusoryError(f"{source}: {str(fault).replace('$.', '')}") from None
    if settings.base and (not settings.base.startswith("/") or settings.base.endswith("/")):
        raise LusoryError(f"{source}: base: {settings.base!r}, expected a path as /play")
    _check_address(settings.address, source)
    _check_intake(settings, source)
    return settings


def _check_address(address: str, source: str) -> None:
    """Raises LusoryError for an address to which no links can be made. Those to the pages have its base behind it."""
    expectation = f"{source}: address: {address!r}, expected one as https://example.org"
    try:
        parts = urlsplit(address)
    except ValueError:
        raise LusoryError(expectation) from None
    if address and (parts.scheme not in ("http", "https") or not parts.hostname):
        raise LusoryError(expectation)
    if parts.path.strip("/"):
        raise LusoryError(f"{expectation}; its path belongs in base")


def _check_intake(settings: Settings, source: str) -> None:
    """Raises LusoryError where mails would be taken in that cannot be answered."""
    if settings.mail_in.on and not settings.mail.host:
        raise LusoryError(f"{source}: mail_in: expected mail.host too: mails that are taken in are answered")
    if settings.mail_in.on and "@" not in (settings.mail_in.address or settings.mail.sender or settings.mail.user):
        raise LusoryError(f"{source}: mail_in: expected an address as play@example.org in mail_in.address")
