"""Sends a mail by SMTP; calls a webhook, or another address on the open internet. Notices about tables go through the
outbox (mail/)."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import string
from email.message import EmailMessage
from email.utils import formatdate
from typing import Any
from urllib.parse import SplitResult, quote, urlsplit

import aiosmtplib

from .contact_check import place_of
from .settings import Mail, Settings

SECONDS = 20.0
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?=[ \r\n])")


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


def words_of(fault: BaseException, to: str) -> str:
    """What a mail host, or the way to it, says of a mail that was not taken, as one line for the log. Mail hosts repeat
    the address that they refuse; whose it is, is nobody's business who reads a log."""
    if isinstance(fault, aiosmtplib.SMTPRecipientsRefused):
        text = "; ".join(f"{refused.code} {refused.message}" for refused in fault.recipients)
    elif isinstance(fault, aiosmtplib.SMTPResponseException):
        text = f"{fault.code} {fault.message}"
    else:
        text = f"{type(fault).__name__}: {fault}"
    return re.sub(re.escape(to), "(the address)", " ".join(text.split()), flags=re.IGNORECASE)


async def call(settings: Settings, url: str, body: dict[str, Any]) -> None:
    """One webhook. The host is looked up once, and checked, and that address is called: it cannot change between.
    Where the answer leads elsewhere nobody follows. Raises OSError where it is not taken."""
    address = await place_of(settings, url)
    code = await post(url, address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    if not 200 <= code < 300:
        raise OSError(f"{urlsplit(url).hostname} answered {code}")


async def post(url: str, address: tuple[str, int], body: bytes, headers: dict[str, str]) -> int:
    """Post to an address; the code of the answer. address: address and port, looked up and checked (see place_of). The
    whole takes SECONDS at most: a host that answers a letter at a time is hung up on. Raises OSError and ValueError."""
    async with asyncio.timeout(SECONDS):
        parts = urlsplit(url)
        context = await asyncio.to_thread(ssl.create_default_context)
        reader, writer = await asyncio.open_connection(*address, ssl=context, server_hostname=parts.hostname)
        try:
            writer.write(request_of(parts, body, headers))
            await writer.drain()
            return await code_of_answer(reader)
        finally:
            writer.transport.abort()


def request_of(parts: SplitResult, body: bytes, headers: dict[str, str]) -> bytes:
    """The request as it is sent. Whatever the address holds stays within its line."""
    name = (parts.hostname or "").encode("idna").decode()
    host = (f"[{name}]" if ":" in name else name) + (f":{parts.port}" if parts.port not in (None, 443) else "")
    target = quote((parts.path or "/") + (f"?{parts.query}" if parts.query else ""), safe=string.punctuation)
    heads = {"Host": host, "User-Agent": "lusory", **headers, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in heads.items()), "", ""]
    return "\r\n".join(lines).encode("ascii") + body


async def code_of_answer(reader: asyncio.StreamReader) -> int:
    """The code of an answer, not of what is said before it. Raises OSError where it is none."""
    while match := STATUS.match(await reader.readline()):
        if not match[1].startswith(b"1"):
            return int(match[1])
        while (await reader.readline()).strip():
            pass
    raise OSError("what was called gave no answer in HTTP")
