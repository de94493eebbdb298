"""Builds an outgoing mail: safe headers, text, HTML and a picture."""

from __future__ import annotations

from collections.abc import Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8, EmailPolicy
from email.utils import formatdate
from typing import NamedTuple

from .filters import OURS
from .headers import one_line

LONG = 900
"""Long headers are not folded: the library folds some so that they are no longer what they were."""
SUBJECT = 200
REFERENCES = 5
"""At most so many mails before it are named."""


class Letter(NamedTuple):
    """to: an address. message_id, references: with their brackets. reply_to: empty where nobody can answer.
    unsubscribe: links that end these mails. html: empty where there is none; picture: PNG, shown in it under the
    Content-ID `cid`. kind: `notice` or `answer`."""

    to: str
    subject: str
    text: str
    message_id: str
    kind: str = "notice"
    references: tuple[str, ...] = ()
    reply_to: str = ""
    unsubscribe: tuple[str, ...] = ()
    html: str = ""
    picture: bytes = b""
    cid: str = ""


def policy_for(to: str) -> EmailPolicy[EmailMessage]:
    """How a mail to an address is written."""
    return (SMTP if to.isascii() else SMTPUTF8).clone(max_line_length=LONG)


def build(letter: Letter, sender: str, name: str = "lusory") -> bytes:
    """The mail as it is sent. sender: our address. Raises ValueError for an address that is none."""
    message = EmailMessage(policy=policy_for(letter.to))
    message["From"] = Address(display_name=one_line(name), addr_spec=sender)
    message["To"] = Address(addr_spec=letter.to)
    message["Subject"] = one_line(letter.subject)[:SUBJECT]
    message["Date"] = formatdate()
    message["Message-ID"] = letter.message_id
    if letter.references:
        message["In-Reply-To"] = letter.references[-1]
        message["References"] = " ".join(dict.fromkeys((*letter.references[:1], *letter.references[-REFERENCES:])))
    if letter.reply_to:
        message["Reply-To"] = Address(display_name=one_line(name), addr_spec=letter.reply_to)
    add_ways_out(message, letter.unsubscribe)
    message["Auto-Submitted"] = "auto-generated" if letter.kind == "notice" else "auto-replied"
    message["X-Auto-Response-Suppress"] = "All"
    message[OURS] = letter.kind
    message.set_content(letter.text, cte="quoted-printable")
    if letter.html:
        _add_html(message, letter)
    return message.as_bytes()


def add_ways_out(message: EmailMessage, links: Sequence[str]) -> None:
    """Say where mails such as this one end (RFC 2369, RFC 8058)."""
    if links:
        message["List-Unsubscribe"] = ", ".join(f"<{link}>" for link in links)
    if any(link.startswith("https://") for link in links):
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def _add_html(message: EmailMessage, letter: Letter) -> None:
    message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    if letter.picture:
        part = list(message.iter_parts())[-1]
        assert isinstance(part, EmailMessage)
        part.add_related(
            letter.picture, "image", "png", cid=f"<{letter.cid}>", filename="board.png", disposition="inline"
        )
