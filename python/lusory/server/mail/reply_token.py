"""Signed addresses: who answers a mail needs no password, since the address that he answers to names his seat.

A token is `TABLE-PLAYER-TURNS-SIGNATURE`, in small letters and digits: mail hosts may change the case of a local part.
The signature covers the address that the mail was sent to, too: when a seat gets another holder, the tokens of the one
before are worth nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from typing import Literal, NamedTuple

LONGEST = 64
"""Octets of the local part of an address (RFC 5321)."""
SIGNED = 16
"""Bytes of a signature: 128 bits cannot be guessed."""
FORM = re.compile(r"(?:([bu])-)?([0-9a-z]{1,16})-([0-9]{1,2})-([0-9]{1,8})-([a-z2-7]{26})")
LOCAL = 64 - 4 - 16 - 3 - 5 - 26
"""Characters that are left for what stands before the token, with its sign: a table's name and numbers may be long."""

Purpose = Literal["reply", "bounce", "unsubscribe"]
MARKS: dict[str, Purpose] = {"": "reply", "b": "bounce", "u": "unsubscribe"}


class ReplyToken(NamedTuple):
    """Of a seat, after so many turns (see Table.turns): plies and plies that were taken back. purpose: `reply` to
    play, `bounce` to report that a mail was not delivered. signature: as it was given."""

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
    """Whether we signed the token, for this address. It takes as long, wherever the signature differs."""
    expected = signature(key, token.purpose, token.table, token.player, token.turns, address)
    return hmac.compare_digest(expected, token.signature)


def tag_of(recipient: str, base: str) -> str | None:
    """What stands behind the `+` of an address of ours: nothing where there is no `+`, None for another's address."""
    local, _, domain = recipient.lower().rpartition("@")
    own, _, ours = base.lower().partition("@")
    if domain != ours or local.partition("+")[0] != own:
        return None
    return local.partition("+")[2]
