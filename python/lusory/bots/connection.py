"""The HTTP interface of a web table, for a bot: requests, and streams of lines of JSON."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from ..errors import LusoryError

SILENCE = 30.0
"""Seconds without a line, and without the empty ones, after which a stream counts as broken."""


class Rejected(LusoryError):
    """The server refused a request. code: of HTTP."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Connection:
    """A server, as the account of a token reaches it. Every method raises Rejected where the server refuses, OSError
    where it cannot be reached. Raises LusoryError for a URL that is none."""

    def __init__(self, server: str, token: str) -> None:
        if urlsplit(server).scheme not in ("http", "https"):
            raise LusoryError(f"{server}: expected the address of a server, as https://example.org")
        self.server, self.token = server.rstrip("/"), token.strip()
        self._open: set[Any] = set()
        self._lock = threading.Lock()

    def get(self, path: str) -> Any:
        """What GET answers."""
        with self._ask("GET", path) as response:
            return json.load(response)

    def post(self, path: str, body: Any = None) -> Any:
        """What POST answers."""
        with self._ask("POST", path, body) as response:
            return json.load(response)

    def lines(self, path: str) -> Iterator[dict[str, Any]]:
        """The messages of a stream, to its end."""
        response = self._ask("GET", path)
        with self._lock:
            self._open.add(response)
        try:
            for line in response:
                if line.strip():
                    yield json.loads(line)
        except ValueError as fault:  # closed while it was read, or broken off within a line
            raise OSError(f"the stream broke off: {fault}") from None
        finally:
            with self._lock:
                self._open.discard(response)
            response.close()

    def close(self) -> None:
        """Break off all streams; whoever reads one gets an OSError, or its end."""
        with self._lock:
            for response in self._open:
                with contextlib.suppress(OSError, AttributeError, ValueError):
                    response.fp.raw._sock.shutdown(2)

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        head = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.server + path, data if method == "GET" else data or b"", head, method=method)
        try:
            return urlopen(request, timeout=SILENCE)
        except HTTPError as fault:
            with fault:
                raise Rejected(fault.code, error_text(fault)) from None
        except URLError as fault:
            raise OSError(f"{self.server}: {fault.reason}") from None


def error_text(fault: HTTPError) -> str:
    """What a server says is wrong."""
    try:
        return str(json.loads(fault.read())["error"])
    except (ValueError, KeyError, TypeError, OSError):
        return f"{fault.code} {fault.reason}"
