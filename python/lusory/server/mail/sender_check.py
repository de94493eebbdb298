"""Checks the sender of a mail, by what the trusted mail host before this server noted (RFC 8601)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .headers import LONGEST
from .incoming_mail import ReceivedMail

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s;"()]+|;')
"""A quoted text, a word, or the mark between two results; a quoted text is never part of a result that counts."""
PLAIN = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~@-]*", re.IGNORECASE)
"""A return path in which nothing can end a quotation, a comment or a result where the host writes it down."""
PROPERTY = re.compile(r"(?:smtp|header|body|policy|dns)\.[a-z0-9_-]+=" + PLAIN.pattern)
"""What a host notes with a result, as `smtp.mailfrom=ada@example.org`."""


def is_authenticated(mail: ReceivedMail, host: str) -> bool:
    """Whether our own mail host found the sender's domain in order, by DMARC or by a DKIM signature of that domain.
    host: the name under which it notes that; empty where it does not. Only the topmost note counts: those below may be
    of the sender's own making."""
    if not host or not mail.verdicts or not mail.one_sender:
        return False
    if mail.return_path is None or not PLAIN.fullmatch(mail.return_path):
        return False
    tokens = tokens_of(mail.verdicts[0].lower())
    results = list(split_results(tokens)) if tokens and is_of_host(tokens) else []
    if not results or results[0][:1] != [host.lower()]:
        return False
    domain = mail.sender.rpartition("@")[2]
    return any(_vouches(result, domain) for result in results[1:])


def _vouches(result: list[str], domain: str) -> bool:
    if result[:1] == ["dmarc=pass"]:
        return f"header.from={domain}" in result
    return result[:1] == ["dkim=pass"] and (f"header.d={domain}" in result or f"header.i=@{domain}" in result)


def is_of_host(tokens: list[str]) -> bool:
    """Whether a note has at most one result of DMARC, and addresses in properties alone: more is of a sender's making,
    whose address the host wrote down."""
    addresses = [token for token in tokens if "@" in token]
    return sum(token.startswith("dmarc=") for token in tokens) <= 1 and all(map(PROPERTY.fullmatch, addresses))


def split_results(tokens: list[str]) -> Iterator[list[str]]:
    """The words of each result, the name of the host first."""
    result: list[str] = []
    for token in tokens:
        if token == ";":
            yield result
            result = []
        else:
            result.append(token)
    yield result


def tokens_of(verdict: str) -> list[str] | None:
    """The words of a note without its comments; None where it is not well-formed, was cut, or has a quotation mark in a
    comment: what the sender chose, as his return path, may stand there and end it early."""
    if len(verdict) >= LONGEST:
        return None
    tokens, depth, at = list[str](), 0, 0
    while at < len(verdict):
        sign = verdict[at]
        if depth and sign in '"\\':
            return None
        if sign in "()":
            depth += 1 if sign == "(" else -1
            if depth < 0:
                return None
        elif not depth and not sign.isspace():
            match = TOKEN.match(verdict, at)
            if match is None:
                return None
            tokens.append(match.group())
            at = match.end()
            continue
        at += 1
    return None if depth else tokens
