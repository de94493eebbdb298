"""Test support: a server in its own process, and guests that reach it over HTTP and WebSocket."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.forked_workers import SPAWNS
from tests.server.prefork import ForkedServer, forks

LUSORY = [sys.executable, "-c", "from lusory.cli import main; main()"]
OPEN = {
    f"LUSORY_SERVE_LIMITS__{kind}": "0"
    for kind in ("REQUESTS", "TABLES", "RULES", "CODES", "SAYS", "SIGNUPS", "SIGNINS", "TRIES", "TRIES_EACH", "RAISES")
}
SPAWNED = {SPAWNS: "1"}
"""A server whose processes are started as outside the tests."""
WAIT = 60.0


def started(
    before: Sequence[str], line: list[str], environment: dict[str, str]
) -> ForkedServer | subprocess.Popen[str]:
    """A command line of lusory in its own process. before: the command that starts it, where it is not the test."""
    if not before and forks(environment):
        return ForkedServer(line, environment)
    command = [*before, *LUSORY, *line]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


class Server:
    """A server that runs. url: its address. smtp: the port where it takes mails, if it does."""

    smtp = 0

    def __init__(
        self,
        data: Path,
        *arguments: str,
        limits: dict[str, str] | None = None,
        port: int = 0,
        before: Sequence[str] = (),
    ) -> None:
        self.data = data
        environment = os.environ | OPEN | (limits or {})
        line = ["serve", "--port", str(port), "--data", str(data), *arguments]
        self.process = started([*before], line, environment)
        self.said: list[str] = []
        self.guests: list[Guest] = []
        self.url = self._listening()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listening(self) -> str:
        assert self.process.stderr
        for line in self.process.stderr:
            self.said.append(line)
            match = re.search(r"the table is at (http\S+)/ ", line)
            if match:
                return match[1]
        self.process.stderr.close()
        self.process.wait()
        raise AssertionError("".join(self.said))

    def _listen(self) -> None:
        assert self.process.stderr
        self.said += self.process.stderr

    @property
    def port(self) -> int:
        return int(self.url.split(":")[2].split("/")[0])

    def guest(self, token: str = "") -> Guest:
        self.guests.append(Guest(self.url, token))
        return self.guests[-1]

    def stop(self, stop_signal: int = signal.SIGTERM) -> int:
        for guest in self.guests:
            guest.http.close()
        self.process.send_signal(stop_signal)
        code = self.process.wait(timeout=WAIT)
        self.listener.join()
        assert self.process.stderr
        self.process.stderr.close()
        return code


def worker_processes(server: Server) -> list[int]:
    """The worker processes of a server."""
    processes = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError):
                folder = Path("/proc", entry)
                parent = int((folder / "stat").read_text().rsplit(") ", 1)[1].split()[1])
                if parent == server.process.pid and "spawn_main" in (folder / "cmdline").read_text():
                    processes.append(int(entry))
    return processes


class Guest:
    """Somebody with a browser of his own: he keeps cookies."""

    def __init__(self, url: str, token: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.url, self.headers = url, headers
        # Certificates are not asked for; reading them takes longer than most tests.
        self.http = httpx.Client(base_url=url, headers=headers, timeout=WAIT, trust_env=False, verify=False)

    def get(self, path: str, code: int = 200, **query: Any) -> Any:
        return self._told(self.http.get(path, params=query), code)

    def post(self, path: str, body: Any, code: int = 200) -> Any:
        return self._told(self.http.post(path, json=body), code)

    def put(self, path: str, body: Any, code: int = 200) -> Any:
        return self._told(self.http.put(path, json=body), code)

    def _told(self, response: httpx.Response, code: int) -> Any:
        assert response.status_code == code, (response.status_code, response.text[:500])
        return response.json()

    def table(self, **terms: Any) -> Any:
        """A new table."""
        return self.post("/api/tables", terms, 201)

    def show(self, table: str, **query: Any) -> Any:
        return self.get(f"/api/tables/{table}", **query)

    def play(self, table: str, ply: int, text: str, code: int = 200) -> Any:
        return self.post(f"/api/tables/{table}/plies", {"ply": ply, "text": text}, code)

    def act(self, table: str, ply: int, act: str, code: int = 200, **more: Any) -> Any:
        return self.post(f"/api/tables/{table}/acts", {"ply": ply, "act": act, **more}, code)

    def sit(self, link: str) -> None:
        """Take the seat that a link leads to."""
        table, secret = invitation(link)
        self.post(f"/api/tables/{table}/claim", {"secret": secret})

    @contextlib.contextmanager
    def stream(self, table: str, query: str = "") -> Iterator[Stream]:
        address = f"{self.url.replace('http', 'ws')}/api/tables/{table}/stream{query}"
        with connect(address, additional_headers=self._head(), proxy=None, max_size=None) as socket:
            yield Stream(socket)

    @contextlib.contextmanager
    def analysis(self, **asked: Any) -> Iterator[Stream]:
        address = f"{self.url.replace('http', 'ws')}/api/analysis"
        with connect(address, additional_headers=self._head(), proxy=None, max_size=None) as socket:
            socket.send(json.dumps(asked))
            yield Stream(socket)

    def _head(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return self.headers | ({"Cookie": cookies} if cookies else {})


def invitation(link: str) -> tuple[str, str]:
    """The table and the secret of an invitation."""
    match = re.fullmatch(r".*/t/(\w+)/join#(\S+)", link)
    assert match, link
    return match[1], match[2]


class Stream:
    """What comes down a stream."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def next(self) -> Any:
        return json.loads(self.socket.recv(timeout=WAIT))

    def shown(self, ply: int | None = None) -> Any:
        """The table, once it stands after so many plies (or the next time it is shown)."""
        while True:
            message = self.next()
            if message["kind"] == "shown" and ply in (None, message["shown"]["ply"]):
                return message["shown"]


def pair(server: Server, **terms: Any) -> tuple[str, Guest, Guest]:
    """A table with two people, each in a browser of his own."""
    first, second = server.guest(), server.guest()
    new_table = first.table(seats=["human", "human"], **terms)
    second.sit(new_table["seats"][1]["link"])
    return new_table["table"], first, second
