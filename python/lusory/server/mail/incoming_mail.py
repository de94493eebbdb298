"""Parses an incoming mail: its sender, what it answers, its text."""

from __future__ import annotations

import hashlib
import re
from email import message_from_bytes
from email.message import Message
from typing import NamedTuple

from ...errors import LusoryError
from .body_text import body_texts
from .filters import Bounce, automatic, bounce
from .header_check import is_unambiguous
from .headers import POLICY, Headers, content_type
from .quoting import first_own_text

LARGEST = 1_000_000
"""Bytes of a mail that is read."""
PARTS = 100
"""At most so many parts, at whatever depth: the library reads parts within parts by calling itself."""
TYPE = re.compile(rb"^[ \t]*content-type[ \t]*:", re.IGNORECASE | re.MULTILINE)
REPLY = re.compile(
    r"\s*(?:re|aw|antw|antwort|sv|vs|rv|r|ref|res|odp|ynt|fw|fwd|wg|tr|rif|enc|i|vb|vl|doorst|回复|答复|转发|返信)"
    r"\s*(?:\[\d+\])?\s*[:：]\s*",
    re.IGNORECASE,
)
"""What mail programs put before the subject of an answer."""


class UnreadableMail(LusoryError, ValueError):
    """A mail that is not looked at: too large, or made of too many parts."""


class ReceivedMail(NamedTuple):
    """sender: an address in small letters, empty where there is none. to: addresses that it was sent to. subject:
    without `Re:`; answers: whether it had one. message_id: empty where there is none. references: Message-IDs of the
    mails that it answers, the first first. text: what its sender wrote. automatic: why it is not to be answered; empty
    for a person's. bounce: what it says where it reports that a mail of ours was not delivered. verdicts: what hosts on
    the way noted about its sender, the last first. one_sender: whether it names one sender and no other, in headers
    that every reader reads alike. return_path: of its envelope; None where it is not known."""

    sender: str
    to: tuple[str, ...]
    subject: str
    answers: bool
    message_id: str
    references: tuple[str, ...]
    text: str
    automatic: str
    bounce: Bounce | None
    verdicts: tuple[str, ...]
    one_sender: bool
    return_path: str | None


def read_mail(data: bytes, envelope: str | None = None) -> ReceivedMail:
    """A mail, read. envelope: the return path that the host was told; None where it is not known. Raises
    UnreadableMail."""
    if len(data) > LARGEST:
        raise UnreadableMail(f"a mail of {len(data)} bytes, expected at most {LARGEST}")
    parts = sum(1 for _ in TYPE.finditer(data))
    if parts > PARTS:
        raise UnreadableMail(f"a mail of {parts} parts, expected at most {PARTS}")
    try:
        message: Message = message_from_bytes(data, policy=POLICY)
        return _read(message, envelope, is_unambiguous(data) and not message.defects)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, AssertionError) as fault:
        raise UnreadableMail(f"a mail that cannot be read: {type(fault).__name__}") from fault


def _read(message: Message, envelope: str | None, unambiguous: bool) -> ReceivedMail:
    headers = Headers(message)
    return_path = next((value.strip("<> ") for value in headers.all("return-path")), None)
    subject, is_reply = bare_subject(headers.text("subject"))
    recipients = [address for name in RECIPIENTS for address in headers.addresses(name)]
    sender = headers.address("from")
    return ReceivedMail(
        sender=sender,
        to=tuple(dict.fromkeys(recipients)),
        subject=subject,
        answers=is_reply,
        message_id=next(iter(headers.message_ids("message-id")), ""),
        references=tuple([*headers.message_ids("references"), *headers.message_ids("in-reply-to")]),
        text=first_own_text(body_texts(message)),
        automatic=automatic(headers, content_type(message), envelope),
        bounce=bounce(message),
        verdicts=tuple(headers.all("authentication-results")),
        one_sender=unambiguous and len(headers.all("from")) == 1 and set(headers.addresses("from")) == {sender},
        return_path=return_path if envelope is None else envelope,
    )


RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")


def bare_subject(subject: str) -> tuple[str, bool]:
    """A subject without `Re:` and its like, and whether it had one."""
    bare_subject_text, is_reply = subject, False
    while (mark := REPLY.match(bare_subject_text)) and mark.end():
        bare_subject_text, is_reply = bare_subject_text[mark.end() :], True
    return bare_subject_text.strip(), is_reply


def mail_key(mail: ReceivedMail, data: bytes, recipient: str) -> str:
    """The key under which a mail is known: the same for the same mail to the same address, however often it comes."""
    own_key = mail.message_id or hashlib.sha256(data).hexdigest()
    return hashlib.sha256(f"{own_key}\n{mail.sender}\n{recipient.lower()}".encode("utf-8", "replace")).hexdigest()
