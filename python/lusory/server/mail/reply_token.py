"""Reply tokens: a signed token in the address of a mail names the seat, so a reply to the mail needs no password.

A token is `TABLE-PLAYER-TURNS-SIGNATURE`, in small letters and digits: mail hosts may change the case of a local part.
The signature also covers the address that the mail was sent to: when a seat gets another holder, tokens mailed to the
former holder are invalid.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from typing import Literal, NamedTuple

SIGNED = 16
"""Bytes of a signature: 128 bits cannot be guessed."""
FORM = re.compile(r"(?:([abnu])-)?([0-9a-z]{1,16})-([0-9]{1,2})-([0-9]{1,8})-([a-z2-7]{26})")
LOCAL = 64 - len("+a-0123456789abcdef-0-0-") - 26
"""Characters left for the local part of the server's own address: mail hosts may refuse more than 64 (RFC 5321), and
the longest token, which ends notices to an address, takes the rest."""

Purpose = Literal["reply", "bounce", "unsubscribe", "news", "address"]
MARKS: dict[str, Purpose] = {"": "reply", "b": "bounce", "u": "unsubscribe", "n": "news", "a": "address"}


class ReplyToken(NamedTuple):
    """A token that names a seat. turns: Table.turns when the mail was sent, which counts plies and takebacks. purpose:
    `reply` to play, `bounce` to report that a mail was not delivered, `unsubscribe` to end mails, `news` to
    end those to an account, which stands for the table, `address` to end all notices to an address that somebody left,
    whose key stands for the table: it is signed for nobody, since the key says whom it is for. signature: as received,
    not verified."""

    table: str
    player: int
    turns: int
    purpose: Purpose
    signature: str


def mail_key(host_key: str) -> bytes:
    """The key of signatures, made from the host's."""
    return hmac.digest(host_key.encode(), b"lusory reply tokens", "sha256")


def signature(key: bytes, purpose: Purpose, table: str, player: int, turns: int, address: str) -> str:
    """The signature of a token that is mailed to an address."""
    content = "\n".join((purpose, table, str(player), str(turns), address.lower()))
    digest = hmac.new(key, content.encode("utf-8", "replace"), hashlib.sha256).digest()[:SIGNED]
    return base64.b32encode(digest).decode().rstrip("=").lower()


def sign(key: bytes, purpose: Purpose, table: str, player: int, turns: int, address: str) -> str:
    """A token as it stands behind the `+` of an address."""
    mark = next(mark for mark, marked_purpose in MARKS.items() if marked_purpose == purpose)
    return f"{mark and mark + '-'}{table}-{player}-{turns}-{signature(key, purpose, table, player, turns, address)}"


def reply_address(base: str, token: str) -> str:
    """`play+TOKEN@example.org`, of `play@example.org`."""
    local, _, domain = base.partition("@")
    return f"{local}+{token}@{domain}"


def parse(token: str) -> ReplyToken | None:
    """A token that was sent to us, not verified yet; None for what cannot be one."""
    match = FORM.fullmatch(token.lower())
    if match is None:
        return None
    mark, table, player, turns, signature = match.groups()
    return ReplyToken(table, int(player), int(turns), MARKS[mark or ""], signature)


def verify(key: bytes, token: ReplyToken, address: str) -> bool:
    """Whether this server signed the token for this address. Takes constant time."""
    expected = signature(key, token.purpose, token.table, token.player, token.turns, address)
    return hmac.compare_digest(expected, token.signature)


def tag_of(recipient: str, base: str) -> str | None:
    """The text after the `+` of an address of this server: empty without a `+`, None for any other address."""
    local, _, domain = recipient.lower().rpartition("@")
    own_tag, _, own_domain = base.lower().partition("@")
    if domain != own_domain or local.partition("+")[0] != own_tag:
        return None
    return local.partition("+")[2]
