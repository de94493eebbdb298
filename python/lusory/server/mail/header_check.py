"""Checks that the headers of a mail mean the same to every reader: what the mail host before this server verified is
then what is read here."""

from __future__ import annotations

import re
from collections import Counter

from .headers import LONGEST, MOST

FIELD = re.compile(rb"([!-9;-~]+):")
"""The name of a header, with no blank before the colon."""
PRINTABLE = re.compile(rb"[\t\r\n -~]*")
TRUSTED = (b"from", b"authentication-results", b"return-path")
"""Headers by which a sender is authenticated."""


def is_unambiguous(data: bytes) -> bool:
    """Whether the raw headers of a mail can be split and read in one way alone, by us without cutting any by which its
    sender is authenticated, and name one sender."""
    block = header_block(data)
    fields = fields_of(block) if block is not None else None
    if fields is None or len(fields) > MOST:
        return False
    names = Counter(name for name, _ in fields)
    return names[b"from"] == 1 and all(
        PRINTABLE.fullmatch(field) and not is_cut(field) for name, field in fields if name in TRUSTED
    )


def header_block(data: bytes) -> bytes | None:
    """The headers up to the first empty line, each line ended by a line feed; None where the ends of lines are of
    several kinds, or where that empty line is missing."""
    end = b"\r\n" if data.partition(b"\n")[0].endswith(b"\r") else b"\n"
    block, empty_line, _ = data.partition(end + end)
    if not empty_line:
        return None
    lines = block.split(end)
    return None if any(b"\r" in line or b"\n" in line for line in lines) else b"\n".join(lines)


def fields_of(block: bytes) -> list[tuple[bytes, bytes]] | None:
    """The name of each header, in small letters, and its lines; None where a line is neither a header nor the rest of
    one, or holds NUL."""
    fields: list[tuple[bytes, bytes]] = []
    for line in block.split(b"\n"):
        field = FIELD.match(line)
        if field:
            fields.append((field[1].lower(), line))
        elif fields and line[:1] in b" \t" and line.strip():
            name, above = fields[-1]
            fields[-1] = name, above + b"\n" + line
        else:
            return None
    return None if b"\0" in block else fields


def is_cut(field: bytes) -> bool:
    """Whether a header is so long that its reader may leave out a part of it, measured before blanks and folds are
    taken out."""
    lines = field.split(b"\n")
    return len(lines) > MOST or len(field) + len(lines) >= LONGEST
