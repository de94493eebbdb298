"""Exports and imports everything that is stored as lines of JSON, for backups and moves between databases: a line for
each table of a game, then lines of rows (row_export), between a first and a last line (copy_marks).

A copy is of one moment, also while a server works on the database. Secrets stay hashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ...errors import LusoryError
from ...games import catalogue
from ...rules import codec
from ...rules.game import Game
from ..game_info import bare, info, with_texts
from ..table import Entry, Setup, Table
from ..table.summary import summary
from . import schema
from .copy_marks import BEGIN, END, CopyBegin, CopyCheck
from .engine import check_form, migrate, open_database, told_faults, url_of
from .restored_clocks import RestoredClock, clock_that_runs, pause_restored
from .row_export import KIND as ROWS
from .row_export import TIMES, ExportedRows, exported_rows, import_rows
from .seats import account_of_key
from .signals import alone_here, check_that_nobody_serves

FORMAT, VERSION, KIND = "lusory", 2, "table"
TOKENS = 1
"""In this version the creator of a table knew its tokens: they are dropped on import."""
BATCH = 200
SENSELESS = (
    LusoryError,
    msgspec.DecodeError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    AttributeError,
    RecursionError,
)
"""What is raised where the values of a damaged line are taken for what they should be."""


class ExportedSeat(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What belongs to one seat. token, code, invitation, heir, feed, holders: hashed. account: held it first.
    mail_confirmed: where there is an address; true in copies of versions that did not ask."""

    player: int
    token: str | None = None
    code: str | None = None
    invitation: str | None = None
    heir: str | None = None
    mail: str | None = None
    mail_confirmed: bool = True
    webhook: str | None = None
    feed: str | None = None
    noticed: bool = False
    notes: str | None = None
    language: str | None = None
    plan: str | None = None
    account: str | None = None
    holders: list[str] = []


class ExportedTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A table as a plain record. game: as games are stored. created: milliseconds since 1970. authors: accounts whose
    words entries hold, by serial."""

    format: str
    version: int
    kind: str
    id: str
    title: str
    game: msgspec.Raw
    setup: Setup
    created: int
    seats: list[ExportedSeat]
    entries: list[Entry]
    authors: dict[int, str] = {}


class ExportLine(NamedTuple):
    """A line of a copy. is_table: whether it is a table of a game."""

    text: bytes
    is_table: bool


class Imported(NamedTuple):
    """What was taken in. come: tables. stayed: tables that were there before and stayed as they were. rows: others.
    whole: the copy is known to be complete; one of an older version does not tell."""

    come: int
    stayed: int
    rows: int
    whole: bool


class DamagedCopy(LusoryError):
    """A line of a copy makes no sense, or lines are missing."""


class LineHead(msgspec.Struct):
    """What every line says of itself."""

    kind: str = ""


def export_lines(url: str) -> Iterator[ExportLine]:
    """The lines of a copy. Raises LusoryError for a database of another form: rows of it would be missing or wrong."""
    check = CopyCheck()
    yield _encoded(CopyBegin())
    for line in _lines(url):
        check.add(line.text)
        yield line
    yield _encoded(check.closing())


def _lines(url: str) -> Iterator[ExportLine]:
    database_url = url_of(url)
    check_form(database_url)
    engine = open_database(database_url)
    try:
        with told_faults(database_url), engine.connect() as c:
            if engine.dialect.name == "postgresql":
                c = c.execution_options(isolation_level="REPEATABLE READ")
            ids = [row[0] for row in c.execute(sa.select(schema.tables.c.id).order_by(schema.tables.c.created))]
            for at in range(0, len(ids), BATCH):
                for table_id in ids[at : at + BATCH]:
                    yield _encoded(_line(c, table_id))
            for rows in exported_rows(c):
                yield _encoded(rows)
    finally:
        engine.dispose()


def _encoded(line: msgspec.Struct) -> ExportLine:
    return ExportLine(msgspec.json.encode(line) + b"\n", isinstance(line, ExportedTable))


def _line(c: Connection, table_id: str) -> ExportedTable:
    t, g, s, h, e = schema.tables.c, schema.games.c, schema.seats, schema.holdings.c, schema.entries
    columns = (t.title, t.setup, t.texts, t.created, t.listed, g.value)
    query = sa.select(*columns).join(schema.games, g.hash == t.game).where(t.id == table_id)
    title, setup, texts, created, is_listed, value = c.execute(query).one()
    holdings = c.execute(sa.select(h.session, h.player).where(h.table == table_id)).all()
    seats = []
    for row in c.execute(sa.select(s).where(s.c.table == table_id).order_by(s.c.player)):
        fields = {name: part for name, part in row._mapping.items() if name != "table"}
        fields["mail_confirmed"] = row.mail_confirmed or row.mail is None
        seats.append(ExportedSeat(**fields, holders=[session for session, player in holdings if player == row.player]))
    result = c.execute(sa.select(e).where(e.c.table == table_id).order_by(e.c.serial)).all()
    entries = [Entry(r.serial, r.at, r.kind, r.player, r.number, r.text, r.request) for r in result]
    authors = {r.serial: r.account for r in result if r.account is not None}
    setup = msgspec.structs.replace(msgspec.json.decode(setup, type=Setup), listed=is_listed)
    game = msgspec.Raw(with_texts(value, setup.game, texts, setup.title).encode())
    return ExportedTable(FORMAT, VERSION, KIND, table_id, title, game, setup, created, seats, entries, authors)


def import_lines(url: str, lines: Iterable[bytes]) -> Imported:
    """Takes in what was exported: all of it, or nothing. Raises DamagedCopy, which says what is wrong in which line,
    and LusoryError where a server runs on PostgreSQL."""
    database_url = url_of(url)
    engine = open_database(database_url)
    try:
        with told_faults(database_url):
            if engine.dialect.name == "postgresql":
                with engine.connect() as c:
                    check_that_nobody_serves(c)  # before the database gets another form
            migrate(database_url)
            with engine.begin() as c:
                alone_here(c)  # a server that starts now waits before it reads anything
                imported = _Import(c).run(lines)
                check_that_nobody_serves(c)
        return imported
    finally:
        engine.dispose()


class _Import:
    """Takes the lines of a copy in, in one transaction."""

    def __init__(self, c: Connection) -> None:
        self.c, self.check = c, CopyCheck()
        self.come = self.stayed = self.rows = self.latest = 0
        self.clocks: list[RestoredClock] = []

    def run(self, lines: Iterable[bytes]) -> Imported:
        number = 1
        for number, text in enumerate(lines, 1):
            if text.strip():
                with _told_line(number, text):
                    self.take(_kind(text), text)
        if not (self.check.begun or self.check.lines):
            raise DamagedCopy("empty: nothing was copied into it")
        if self.check.begun and not self.check.ended:
            raise DamagedCopy(f"cut off after line {number:,}: the last line of the copy is missing")
        times = {name: self.c.info[name] for name in TIMES if name in self.c.info}
        pause_restored(self.c, self.clocks, times, self.latest)
        return Imported(self.come, self.stayed, self.rows, self.check.ended)

    def take(self, kind: str, text: bytes) -> None:
        """Take one line in."""
        if kind == BEGIN:
            self.check.begin(text)
        elif kind == END:
            self.check.end(text)
        else:
            self.check.add(text)
            if kind == ROWS:
                self.rows += import_rows(self.c, msgspec.json.decode(text, type=ExportedRows))
            else:
                self.take_table(text)

    def take_table(self, text: bytes) -> None:
        """Take a table in unless it is there."""
        line, table = _read(text)
        if self.c.scalar(sa.select(schema.tables.c.id).where(schema.tables.c.id == line.id)) is not None:
            self.stayed += 1
            return
        _insert(self.c, line, table)
        self.come += 1
        self.clocks += clock_that_runs(table)
        self.latest = max(self.latest, table.updated)


@contextmanager
def _told_line(number: int, text: bytes) -> Iterator[None]:
    """A fault in a line is raised as DamagedCopy, which says in which."""
    try:
        yield
    except SENSELESS as fault:
        cut = isinstance(fault, msgspec.DecodeError) and not text.endswith(b"\n")
        raise DamagedCopy(f"line {number:,}: {'the file is cut off within it: ' if cut else ''}{fault}") from None


def _kind(text: bytes) -> str:
    """What a line is; nothing for what is no line of a copy."""
    try:
        return msgspec.json.decode(text, type=LineHead).kind
    except msgspec.DecodeError:
        return ""


@lru_cache(maxsize=64)
def _game(stored: bytes) -> Game:
    """One value for all its tables."""
    return codec.from_document(msgspec.json.decode(stored))


def _read(text: bytes) -> tuple[ExportedTable, Table]:
    """A line, checked by playing it."""
    line = msgspec.json.decode(text, type=ExportedTable)
    if (line.format, line.kind) != (FORMAT, KIND) or not TOKENS <= line.version <= VERSION:
        raise LusoryError(f"expected format {FORMAT}, version {VERSION} or older, kind {KIND}")
    if line.version == TOKENS:
        line = void_tokens(line)
    table = Table(line.id, _game(bytes(line.game)), line.setup, line.created, line.entries)
    if [entry.serial for entry in line.entries] != list(range(1, len(line.entries) + 1)):
        raise LusoryError("expected entries numbered from 1 without a gap")
    if sorted(seat.player for seat in line.seats) != list(range(table.players)):
        raise LusoryError(f"expected seats of players 0 to {table.players - 1}")
    return line, table


def void_tokens(line: ExportedTable) -> ExportedTable:
    """A table of the first version: its tokens are void, and what browsers hold is taken."""
    for seat in line.seats:
        seat.token = None
    taken_seats = tuple(seat.player for seat in line.seats if seat.holders)
    line.setup = msgspec.structs.replace(line.setup, taken=taken_seats)
    return line


def first_account(seat: ExportedSeat) -> str | None:
    """The account that held a seat first; older copies do not tell it, so there one that holds it now."""
    held_by = sorted(account for holder in seat.holders if (account := account_of_key(holder)))
    return seat.account or next(iter(held_by), None)


def _insert(c: Connection, line: ExportedTable, table: Table) -> None:
    game = info(table.game, guest=line.setup.game not in catalogue())
    if c.scalar(sa.select(schema.games.c.hash).where(schema.games.c.hash == game.hash)) is None:
        c.execute(schema.games.insert(), [dict(hash=game.hash, name=line.setup.game, value=bare(game.value))])
    row = dict(
        id=line.id,
        game=game.hash,
        title=line.title,
        setup=msgspec.json.encode(line.setup).decode(),
        texts=game.texts,
        created=line.created,
        updated=table.updated,
        listed=line.setup.listed,
        serial=table.serial,
        **summary(table)._asdict(),
    )
    c.execute(schema.tables.insert(), [row])
    seats = [msgspec.structs.asdict(seat) | {"table": line.id, "account": first_account(seat)} for seat in line.seats]
    holdings = [dict(session=h, table=line.id, player=seat["player"]) for seat in seats for h in seat.pop("holders")]
    for row in seats:
        row["mail_confirmed"] = row["mail_confirmed"] and row["mail"] is not None
    c.execute(schema.seats.insert(), seats)
    if holdings:
        c.execute(schema.holdings.insert(), holdings)
    entries = [
        msgspec.structs.asdict(entry) | {"table": line.id, "account": line.authors.get(entry.serial)}
        for entry in line.entries
    ]
    if entries:
        c.execute(schema.entries.insert(), entries)
