"""Checks the sender of a mail, by what the trusted mail host before this server noted."""

from __future__ import annotations

import re

from .incoming_mail import ReceivedMail

COMMENT = re.compile(r"\([^()]*\)")


def is_authenticated(mail: ReceivedMail, host: str) -> bool:
    """Whether our own mail host found the sender's domain in order, by DMARC or by a DKIM signature of that domain.
    host: the name under which it notes that; empty where it does not. Only the topmost note counts: those below may be
    of the sender's own making."""
    if not host or not mail.verdicts:
        return False
    name, *results = (part.strip().lower() for part in COMMENT.sub("", mail.verdicts[0]).split(";"))
    if name.split()[:1] != [host.lower()]:
        return False
    domain = mail.sender.rpartition("@")[2]
    signed = (f"header.d={domain}", f"header.i=@{domain}")
    for result in results:
        words = result.split()
        if "dmarc=pass" in words and (f"header.from={domain}" in words):
            return True
        if "dkim=pass" in words and any(sign in words for sign in signed):
            return True
    return False
