"""Allowed host names, against DNS rebinding: another site must not reach the server by a name of its own."""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import cache
from urllib.parse import urlsplit

from ..settings import Settings

HEADER = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{0,5})?")


def is_allowed(header: str, settings: Settings) -> bool:
    """Whether a request may come with this Host. Loopback always may, so one's own machine needs no setting; without a
    public address so may every IP address and the name of this machine."""
    name = name_of(header)
    if not name:
        return False
    allowed = {part.lower() for part in settings.hosts.replace(",", " ").split()}
    if "*" in allowed or name in allowed:
        return True
    if loopback(name) or name == settings.host.lower():
        return True
    if settings.address:
        return name == (urlsplit(settings.address).hostname or "").lower()
    return number(name) is not None or name in own_names()


def name_of(header: str) -> str:
    """The name without its port; empty where the header is none, such as `localhost/x` or `me@localhost`."""
    match = HEADER.fullmatch(header)
    return match[1].strip("[]").lower() if match else ""


def number(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address that a name is; None where it is none."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def loopback(name: str) -> bool:
    """Whether the name is this machine itself."""
    address = number(name)
    return address.is_loopback if address else name == "localhost" or name.endswith(".localhost")


@cache
def own_names() -> frozenset[str]:
    """How this machine calls itself."""
    name = socket.gethostname().lower()
    return frozenset({name, name.partition(".")[0], f"{name.partition('.')[0]}.local"}) - {""}
