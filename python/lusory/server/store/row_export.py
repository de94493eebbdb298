"""Exports and imports what is stored beside the tables of games, as rows: people, comments, challenges, moderation.

Which parts of the database are copied so is said here for each; a test fails for one that nobody decided about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ...errors import LusoryError
from . import (
    account_schema,
    comment_schema,
    mail_schema,
    process_schema,
    pupil_schema,
    push_schema,
    rating_schema,
    review_schema,
    schema,
    survey_schema,
)
from .downtimes import ALIVE, DOWN
from .push_schema import PUSH_KEY

FORMAT, VERSION, KIND = "lusory", 1, "rows"
ROWS_PER_LINE, LONG_ROWS_PER_LINE = 200, 4
"""Rows on a line; of versions of pupils, each with a net, few."""
COPIED = (
    schema.blocks,
    schema.host_acts,
    schema.reports,
    account_schema.accounts,
    account_schema.account_sessions,
    account_schema.account_tokens,
    account_schema.recovery_codes,
    account_schema.passkeys,
    account_schema.relations,
    account_schema.challenges,
    account_schema.vacations,
    comment_schema.comments,
    comment_schema.stars,
    comment_schema.comment_reports,
    survey_schema.surveys,
    survey_schema.survey_games,
    survey_schema.survey_people,
    survey_schema.survey_opinions,
    pupil_schema.pupils,
    pupil_schema.pupil_versions,
    pupil_schema.pupil_games,
    pupil_schema.pupil_friends,
    review_schema.lines,
    review_schema.reviews,
    rating_schema.rated_games,
    mail_schema.boards,
    mail_schema.mail_addresses,
    mail_schema.unsubscribed,
    schema.facts,
    push_schema.push_subscriptions,
)
"""In an order in which each row comes after those that it refers to. Of the facts the key of Web Push, since
the browsers may be sent to by whoever has it, and when servers ran, for the clocks."""
IN_TABLES = (schema.games, schema.tables, schema.entries, schema.seats, schema.holdings)
"""What the record of a table holds."""
LEFT_OUT = (
    rating_schema.kept_ratings,
    rating_schema.kept_rating_parts,
    account_schema.one_time_secrets,
    mail_schema.outbox,
    mail_schema.seen_mails,
    process_schema.machine_turns,
    process_schema.search_jobs,
    pupil_schema.pupil_work,
)
"""What is of this server alone, follows from the rest, or is over within days:
links in mails, mails that wait to be sent, those that came, searches of machines."""
TIMES = (ALIVE, DOWN)
"""Facts of the copy's own servers: noted of a connection, for the clocks of the tables that come in."""
OTHER_KEY = "another key of Web Push"
"""Noted of a connection: the browsers of the copy cannot be sent to from here."""
MOMENTS = {ALIVE: re.compile(r"[0-9]{1,15}"), DOWN: re.compile(r"([0-9]{1,15} [0-9]{1,15}( |$))*")}
"""The values of these facts: a moment, and the begin and end of each downtime."""


class ExportedRows(msgspec.Struct, forbid_unknown_fields=True):
    """Rows of one part of the database. part: its name. rows: values by column."""

    format: str
    version: int
    kind: str
    part: str
    rows: list[dict[str, Any]]


def exported_rows(c: Connection) -> Iterator[ExportedRows]:
    """All rows, part by part."""
    for part in COPIED:
        query = sa.select(part).order_by(*part.primary_key.columns)
        result = c.execute(query.where(part.c.name.in_([PUSH_KEY, *TIMES])) if part is schema.facts else query)
        names = [f"{name}" for name, _ in part.columns.items()]  # as plain text, not of SQLAlchemy's class
        for rows in result.partitions(LONG_ROWS_PER_LINE if "net" in names else ROWS_PER_LINE):
            yield ExportedRows(
                FORMAT, VERSION, KIND, f"{part.name}", [dict(zip(names, row, strict=True)) for row in rows]
            )


def import_rows(c: Connection, line: ExportedRows) -> int:
    """Takes in those rows that are not there yet; how many came. Raises LusoryError for a row that makes no sense."""
    if (line.format, line.version) != (FORMAT, VERSION):
        raise LusoryError(f"expected format {FORMAT}, version {VERSION} of rows")
    part = next((part for part in COPIED if part.name == line.part), None)
    if part is None:
        raise LusoryError(f"{line.part}: expected one of {', '.join(part.name for part in COPIED)}")
    rows = [check_row(part, row) for row in line.rows]
    if part is schema.facts:
        rows = _note_times(c, rows)
        _compare_keys(c, rows)
    if part is push_schema.push_subscriptions and OTHER_KEY in c.info:
        return 0
    new = [row for row in rows if not _is_there(c, part, row)]
    if new:
        try:
            c.execute(part.insert(), new)
        except sa.exc.IntegrityError:
            raise LusoryError(
                f"{part.name}: a row is at odds with what is there: the same user id or address is another person's, "
                "or it belongs to something that is missing"
            ) from None
        _advance(c, part)
    return len(new)


def _note_times(c: Connection, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Note when servers of the copy ran; the other facts. Raises LusoryError for what is no time."""
    for row in rows:
        if row["name"] in TIMES:
            if not MOMENTS[row["name"]].fullmatch(row["value"]):
                raise LusoryError(f"facts: {row['name']}: {row['value']!r:.40}: expected milliseconds since 1970")
            c.info[row["name"]] = row["value"]
    return [row for row in rows if row["name"] not in TIMES]


def _compare_keys(c: Connection, rows: list[dict[str, Any]]) -> None:
    """Note whether this database has another key of Web Push than the copy; the copy's takes the place of one that no
    browser knows. Raises LusoryError for any other fact."""
    f = schema.facts
    for row in rows:
        if row["name"] != PUSH_KEY:
            raise LusoryError(f"facts: {row['name']:.40}: expected {PUSH_KEY}")
        key = c.scalar(sa.select(f.c.value).where(f.c.name == PUSH_KEY))
        if key in (None, row["value"]):
            continue
        if c.scalar(sa.select(sa.func.count()).select_from(push_schema.push_subscriptions)):
            c.info[OTHER_KEY] = True
        else:
            c.execute(f.delete().where(f.c.name == PUSH_KEY))


def _advance(c: Connection, part: sa.Table) -> None:
    """Numbers that PostgreSQL gives out itself go on after those that came in."""
    is_counted = part.autoincrement_column
    if is_counted is not None and c.dialect.name == "postgresql":
        sequence = sa.func.pg_get_serial_sequence(part.name, is_counted.name)
        c.execute(sa.select(sa.func.setval(sequence, sa.select(sa.func.max(is_counted)).scalar_subquery())))


def _is_there(c: Connection, part: sa.Table, row: dict[str, Any]) -> bool:
    keys = part.primary_key.columns
    return c.scalar(sa.select(sa.literal(1)).where(*(key == row[key.name] for key in keys))) is not None


def check_row(part: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
    """The row, if each of its values is one for its column; columns that an older copy lacks keep their default."""
    unknown = sorted(set(row) - set(part.columns.keys()))
    if unknown:
        raise LusoryError(f"{part.name}: {unknown[0]}: no such column; expected {', '.join(part.columns.keys())}")
    for column in part.columns:
        if column.name not in row:
            if not column.nullable and column.server_default is None:
                raise LusoryError(f"{part.name}: {column.name} is missing")
            continue
        if fault := _fault(column, row[column.name]):
            raise LusoryError(f"{part.name}: {column.name}: {fault}")
    return row


def _fault(column: sa.Column[Any], value: Any) -> str:
    """What is wrong with a value; empty if nothing is."""
    if value is None:
        return "" if column.nullable else "a value is missing"
    expected = column.type.python_type
    if type(value) is not expected:
        return f"{value!r:.40}: expected {expected.__name__}"
    longest = getattr(column.type, "length", None)
    return f"longer than {longest} characters" if isinstance(value, str) and longest and len(value) > longest else ""
