"""Checks the e-mail address, webhook or push service that a player leaves for notices."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlsplit

from .mail_address import is_mail_address
from .settings import Settings
from .table import Refused

LOOKUPS = ThreadPoolExecutor(8, "lookup")
"""Threads that look up hosts which anybody may name: one that is slow holds up nothing else."""


async def check_contact(settings: Settings, mail: str, webhook: str) -> None:
    """Raises Refused for what cannot be used here."""
    if mail and not settings.mail.host:
        raise Refused(422, "this server sends no mail", "mail")
    if mail and not is_mail_address(mail):
        raise Refused(422, "%(mail)s: expected an e-mail address", "mail", mail=mail[:80])
    if webhook and not settings.webhooks:
        raise Refused(422, "this server calls no webhooks", "webhook")
    if webhook:
        await place_of(settings, webhook)


async def place_of(settings: Settings, url: str, field: str = "webhook") -> tuple[str, int]:
    """The address and port that a webhook or push service is called at: on the open internet, so that nobody reaches
    into our own network through us, unless its host is one of those the settings name. Raises Refused."""
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname or parts.username:
        raise Refused(422, "%(url)s: expected https://...", field, url=url[:80])
    try:
        loop = asyncio.get_running_loop()
        port = parts.port or 443
        look_up = partial(socket.getaddrinfo, parts.hostname, port, type=socket.SOCK_STREAM)
        addresses = await loop.run_in_executor(LOOKUPS, look_up)
    except (OSError, ValueError):
        raise Refused(422, "%(hostname)s: no such host", field, hostname=parts.hostname[:80]) from None
    hosts = [str(info[4][0]) for info in addresses]
    is_allowed = parts.hostname in settings.private_hosts.replace(",", " ").split()
    if not hosts or not (is_allowed or all(ipaddress.ip_address(host).is_global for host in hosts)):
        raise Refused(422, "%(hostname)s: not on the open internet", field, hostname=parts.hostname[:80])
    return hosts[0], port
