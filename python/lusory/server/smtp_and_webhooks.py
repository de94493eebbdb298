"""Sends a mail by SMTP; calls a webhook, or another address on the open internet. Notices about tables go through the
outbox (mail/)."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import ssl
from email.message import EmailMessage
from email.utils import formatdate
from typing import Any
from urllib.parse import urlsplit

import aiosmtplib

from .contact_check import place_of
from .settings import Mail, Settings

SECONDS = 20.0


def plain_mail(settings: Mail, to: str, subject: str, text: str) -> EmailMessage:
    """A mail of text alone."""
    message = EmailMessage()
    message["From"], message["To"] = settings.sender or settings.user, to
    message["Subject"], message["Date"] = " ".join(subject.split()), formatdate()
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


async def mail(settings: Mail, to: str, subject: str, text: str) -> None:
    """One message, through the server of the settings."""
    message = plain_mail(settings, to, subject, text)
    async with smtp(settings) as client:
        await client.send_message(message)


def smtp(settings: Mail) -> aiosmtplib.SMTP:
    """A connection to the server of the settings, not made yet."""
    return aiosmtplib.SMTP(
        hostname=settings.host,
        port=settings.port,
        username=settings.user or None,
        password=settings.password or None,
        use_tls=settings.tls == "tls",
        start_tls=settings.tls == "starttls",
        timeout=SECONDS,
    )


async def call(settings: Settings, url: str, body: dict[str, Any]) -> None:
    """One webhook. The host is looked up once, and checked, and that address is called: it cannot change between.
    Where the answer leads elsewhere nobody follows. Raises OSError where it is not taken."""
    address = await place_of(settings, url)
    code = await post(url, address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    if not 200 <= code < 300:
        raise OSError(f"{urlsplit(url).hostname} answered {code}")


async def post(url: str, address: tuple[str, int], body: bytes, headers: dict[str, str]) -> int:
    """Post to an address; the code of the answer. address: address and port, looked up and checked (see place_of)."""
    return await asyncio.to_thread(_post, url, *address, body, headers)


def _post(url: str, host: str, port: int, body: bytes, headers: dict[str, str]) -> int:
    parts = urlsplit(url)
    connection = http.client.HTTPSConnection(parts.hostname or "", port, timeout=SECONDS)
    try:
        raw_socket = socket.create_connection((host, port), SECONDS)
        connection.sock = ssl.create_default_context().wrap_socket(raw_socket, server_hostname=parts.hostname)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, {"User-Agent": "lusory", **headers})
        response = connection.getresponse()
        response.read(1000)
        return response.status
    finally:
        connection.close()
