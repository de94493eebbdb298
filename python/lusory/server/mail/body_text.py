"""The text of a mail: the plain part preferred, HTML else; decoded from any transfer encoding and charset."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from email.message import Message

from .headers import content_type, disposition, parameter, parts_of
from .html_text import html_text

DEEPEST, MOST = 10, 60
"""Levels and parts of a mail that are looked at."""
LONGEST = 200_000
"""Bytes of a text that are looked at."""
FORBIDDEN = {"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "oem"}
"""Codecs that no mail is written in; some take very long."""


def body_texts(message: Message) -> Iterator[str]:
    """What the mail says, quotations and signature included: in plain text, then as its HTML says it, where it has
    them."""
    all_parts = list(text_parts(message))
    parts = [part for part in all_parts if not has_name(part)] or all_parts
    pages = [part for part in parts if content_type(part) == "text/html"]
    plain = (join_flowed(part, decode(part)).strip("\n ") for part in parts if part not in pages)
    if text := next(filter(None, plain), ""):
        yield text
    if page := next(filter(None, (html_text(decode(part)) for part in pages)), ""):
        yield page


def text_parts(message: Message) -> Iterator[Message]:
    """The parts with text, in their order: no attachments, no forwarded mails."""
    waiting: list[tuple[Message, int]] = [(message, 0)]
    count = 0
    while waiting and count < MOST:
        part, depth = waiting.pop()
        count += 1
        kind = content_type(part)
        if part.is_multipart():
            if kind.startswith("multipart/") and depth < DEEPEST:
                waiting += [(part_below, depth + 1) for part_below in reversed(parts_of(part)[:MOST])]
        elif kind in ("text/plain", "text/html") and disposition(part) != "attachment":
            yield part


def has_name(part: Message) -> bool:
    """Whether a part is called as a file: some programs show attached texts within the mail."""
    return bool(parameter(part, "name") or parameter(part, "filename", "content-disposition"))


def decode(part: Message) -> str:
    """The text of a part. What its charset cannot read is read as UTF-8, then as Latin-1."""
    try:
        payload = part.get_payload(decode=True)
    except Exception:  # the library's decoders fail in many ways
        payload = None
    text = b"" if isinstance(payload, bytes) else str(part.get_payload())[:LONGEST].encode("utf-8", "replace")
    data = payload[:LONGEST] if isinstance(payload, bytes) else text
    for name in (charset(parameter(part, "charset")), "utf-8"):
        try:
            return data.decode(name).removeprefix("\ufeff")
        except (UnicodeError, ValueError):
            continue
    return data.decode("cp1252", "replace")


def charset(name: str) -> str:
    """The codec of a charset; UTF-8 where there is none."""
    charset_name = name.strip("\"' ").lower().removesuffix("-i").removesuffix("-e")[:40]
    charset_name = {"iso-8859-1": "cp1252", "us-ascii": "utf-8", "ascii": "utf-8", "unknown-8bit": "utf-8"}.get(
        charset_name, charset_name
    )
    if not re.fullmatch(r"[a-z0-9._:-]+", charset_name):
        return "utf-8"
    try:
        codec = codecs.lookup(charset_name)
    except (LookupError, ValueError):
        return "utf-8"
    return codec.name if codec._is_text_encoding and codec.name not in FORBIDDEN else "utf-8"


def join_flowed(part: Message, text: str) -> str:
    """Lines as they were typed: those of format=flowed are joined again (RFC 3676)."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if parameter(part, "format").lower() != "flowed":
        return "\n".join(lines)
    deletes_space = parameter(part, "delsp").lower() == "yes"
    joined_lines: list[list[str]] = []
    continues, depth = False, 0
    for line in lines:
        unquoted = line.lstrip(">")
        quotes, unquoted = len(line) - len(unquoted), unquoted.removeprefix(" ")
        soft = unquoted.endswith(" ") and unquoted != "-- "
        content = unquoted[:-1] if soft and deletes_space else unquoted
        if continues and quotes == depth and unquoted != "-- ":
            joined_lines[-1].append(content)
        else:
            joined_lines.append([">" * quotes + " " if quotes else "", content])
        continues, depth = soft, quotes
    return "\n".join(map("".join, joined_lines))
