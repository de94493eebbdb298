"""What can be used as an e-mail address: what a mail can be written to, and nothing else."""

from __future__ import annotations

import re
from email.headerregistry import Address

FORM = re.compile(r"[^@\s<>\",;:\\]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,250}[A-Za-z0-9]")


def is_mail_address(text: str) -> bool:
    """Whether a mail can be written to this address. The library has to read it as the address that it is: of some it
    finds a part only, and others it does not read at all."""
    if not FORM.fullmatch(text):
        return False
    try:
        return Address(addr_spec=text).addr_spec == text
    except Exception:  # the library's reader of headers fails in many ways
        return False
