"""Test support: a small reverse proxy as docs/howto-serve.md describes: strips a sub-path, forwards client addresses,
streams in both directions."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import threading
from typing import Self

FORWARDED = "X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: http\r\n"
NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Proxy:
    """Offers the server at `behind` below `base`; other paths are answered by 404. asked: what it was asked for."""

    def __init__(self, behind: int, base: str) -> None:
        self.behind, self.base = behind, base
        self.asked: list[str] = []
        self.open: list[socket.socket] = []
        proxy = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                proxy.handle(self.request)

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *fault: object) -> None:
        self.server.shutdown()
        self.thread.join()
        for connection in list(self.open):
            shut(connection)
        self.server.server_close()

    @property
    def url(self) -> str:
        """As others reach it."""
        return f"http://127.0.0.1:{self.server.server_address[1]}{self.base}"

    def handle(self, outer: socket.socket) -> None:
        """One request, and whatever follows in either direction."""
        head, body = heard(outer)
        if not head:
            return
        method, path, version_and_headers = head.split(" ", 2)
        self.asked.append(path)
        if not path.startswith(f"{self.base}/"):
            outer.sendall(NOT_FOUND)
            return
        version, lines = version_and_headers.split("\r\n", 1)
        upgrade = "upgrade: websocket" in lines.lower()
        drop = ("?",) if upgrade else ("connection:",)
        headers = [line for line in lines.split("\r\n") if line and not line.lower().startswith(drop)]
        close = "" if upgrade else "Connection: close\r\n"
        request = "\r\n".join([f"{method} {path.removeprefix(self.base)} {version}", *headers, FORWARDED + close, ""])
        with socket.create_connection(("127.0.0.1", self.behind)) as inner:
            self.open += [inner, outer]
            inner.sendall(request.encode() + body)
            upstream = threading.Thread(target=pipe, args=(outer, inner), daemon=True)
            upstream.start()
            pipe(inner, outer)
            shut(outer)
            upstream.join()


def heard(request: socket.socket) -> tuple[str, bytes]:
    """The head of a request, and what came with it of its body; nothing where it broke off."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = request.recv(65_536)
        if not part:
            return "", b""
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    return head.decode() + "\r\n\r\n", body


def pipe(source: socket.socket, target: socket.socket) -> None:
    """What comes goes on at once, until one of them is shut."""
    with contextlib.suppress(OSError):
        while part := source.recv(65_536):
            target.sendall(part)


def shut(connection: socket.socket) -> None:
    """Whoever waits for it waits no longer."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
