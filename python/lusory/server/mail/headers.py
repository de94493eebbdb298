"""Parses the headers of an incoming mail within bounds, so that no long or broken header does harm."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.message import Message
from email.policy import EmailPolicy
from email.utils import parseaddr

from ..mail_address import is_mail_address

MOST, LONGEST = 200, 2_000
"""At most so many headers are looked at, and so many characters of each."""
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")
MESSAGE_ID = re.compile(r"<[^<>\s]{3,250}>")


class BoundedPolicy(EmailPolicy):
    """The library's policy, with long headers cut: it takes very long over some."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """See EmailPolicy."""
        name, value = super().header_source_parse([line[:LONGEST] for line in sourcelines[:MOST]])
        return name, value[:LONGEST]


POLICY = BoundedPolicy()


class Headers:
    """The headers of a part of a mail, as they were sent."""

    def __init__(self, part: Message) -> None:
        rows = list(part.raw_items())[:MOST]
        self._rows = [(name.lower(), str(value)[:LONGEST]) for name, value in rows]

    def all(self, name: str) -> list[str]:
        """The values of a header, from the top, each on one line and not decoded."""
        return [one_line(value) for header, value in self._rows if header == name.lower()]

    def first(self, name: str) -> str:
        """The first of them, or nothing."""
        return next(iter(self.all(name)), "")

    def text(self, name: str) -> str:
        """The first of them, decoded; as it stands where it cannot be."""
        raw = self.first(name)
        try:
            return one_line(str(POLICY.header_factory("Subject", raw)))
        except Exception:  # the library's reader of headers fails in many ways
            return one_line(raw.encode("ascii", "replace").decode())

    def address(self, name: str) -> str:
        """The address of a header with one, in small letters; nothing where there is none."""
        return address_of(self.first(name))

    def addresses(self, name: str) -> list[str]:
        """All that look like addresses in a header of this name."""
        return [match.group().lower() for value in self.all(name) for match in ADDRESS.finditer(value)]

    def message_ids(self, name: str) -> list[str]:
        """The Message-IDs of a header."""
        return [message_id for value in self.all(name) for message_id in MESSAGE_ID.findall(value)]


def address_of(text: str) -> str:
    """The address in a text such as `Ada <ada@example.org>`, in small letters; nothing where there is none."""
    try:
        address = parseaddr(text[:LONGEST])[1]
    except Exception:
        return ""
    return address.lower() if ADDRESS.fullmatch(address) and is_mail_address(address) else ""


def one_line(text: str) -> str:
    """A text without line breaks and control characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def parameter(part: Message, name: str, header: str = "content-type") -> str:
    """A parameter of Content-Type, or of another header; nothing where it cannot be read."""
    try:
        value = part.get_param(name, header=header)
    except Exception:
        return ""
    return value[2] if isinstance(value, tuple) else str(value or "")


def content_type(part: Message) -> str:
    """The type of a part, in small letters; that of plain text where it cannot be read."""
    try:
        return part.get_content_type().lower()
    except Exception:
        return "text/plain"


def parts_of(part: Message) -> list[Message]:
    """The parts that a part is made of; none where it is a text."""
    inside = part.get_payload()
    return [part for part in inside if isinstance(part, Message)] if isinstance(inside, list) else []


def disposition(part: Message) -> str:
    """`inline`, `attachment` or nothing."""
    raw: Sequence[str] = Headers(part).first("content-disposition").split(";")
    return raw[0].strip().lower()
