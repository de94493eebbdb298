"""Serving: the application on uvicorn, with httptools, uvloop and websockets."""

from __future__ import annotations

import errno
import logging
import socket
import sys
import webbrowser
from pathlib import Path

import msgspec
import uvicorn
from starlette.applications import Starlette

from ..errors import LusoryError
from .host_key import note_server_address
from .lock import Lock
from .private_files import make_private_folder
from .settings import Settings
from .store.full_disk import full_disk
from .web import application

BACKLOG = 1024
MESSAGE = 65_536
"""Bytes of a message that a stream may bring."""


class Server(uvicorn.Server):
    """Says where it listens, once it does: to people, and in its folder to the host's commands."""

    def __init__(self, config: uvicorn.Config, link: str, show: bool, folder: Path, local: str) -> None:
        super().__init__(config)
        assert isinstance(config.app, Starlette)
        self.application = config.app
        self.link, self.show, self.folder, self.local = link, show, folder, local

    @property
    def fault(self) -> LusoryError | OSError | None:
        """Why it could not start. It is told in a sentence, not as an error of a program."""
        return getattr(self.application.state, "fault", None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        await super().startup(sockets)
        if self.started and self._is_noted():
            print(f"lusory: the table is at {self.link} (Ctrl-C ends it)", file=sys.stderr, flush=True)
            if self.show:
                look(self.link)

    def _is_noted(self) -> bool:
        """Note the address; a disk that has no room for it ends the server, as a fault that kept it from starting."""
        try:
            note_server_address(self.folder, self.local)
        except OSError as fault:
            self.application.state.fault = fault
            self.should_exit = True
        return not self.should_exit

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn. What comes after this may not be reached: a signal that ends the server is sent again then."""
        note_server_address(self.folder, None)
        self.application.state.access.stop()
        await super().shutdown(sockets)


def look(link: str) -> None:
    """Open the page, where there is a browser with a window of its own."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:  # that one would take the terminal
        browser.open(link)


def bound(settings: Settings, option: str = "--port") -> socket.socket:
    """A socket where the settings say. option: of `lusory serve`, which takes another port. Raises LusoryError where
    the port is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as fault:
        listener.close()
        if isinstance(fault, socket.gaierror) or fault.errno == errno.EADDRNOTAVAIL:
            raise LusoryError(f"host: {settings.host}: {fault.strerror}; expected an address of this machine") from None
        raise LusoryError(f"{settings.host}:{settings.port}: {fault.strerror}; {option} takes another") from None
    except (TypeError, UnicodeError):  # Characters that no name of a host has.
        listener.close()
        raise LusoryError(f"host: {settings.host!r}: no name; expected an address of this machine") from None
    return listener


def many_files() -> None:
    """Each stream is an open file: as many as the system lets us have."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (ImportError, ValueError, OSError):
        return


def local_address(host: str) -> str:
    """Where this machine itself reaches a server that listens there."""
    if host in ("0.0.0.0", ""):
        return "127.0.0.1"
    return "[::1]" if host == "::" else f"[{host}]" if ":" in host else host


def serve(settings: Settings, show: bool = False) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises LusoryError where it cannot start."""
    folder = Path(settings.data)
    many_files()
    try:
        make_private_folder(folder)
        with Lock(folder / "lock"), bound(settings) as listening:
            _serve(settings, show, listening)
    except OSError:  # StoreFault, too
        if words := full_disk(folder):
            raise LusoryError(words) from None
        raise


def _serve(settings: Settings, show: bool, listening: socket.socket) -> None:
    port = listening.getsockname()[1]
    link = f"{msgspec.structs.replace(settings, port=port).own_address}/"
    config = uvicorn.Config(
        application(settings),
        http="httptools",
        ws="websockets-sansio",
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        log_level="warning",
        access_log=False,
        root_path=settings.base,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=1,
        backlog=BACKLOG,
        ws_max_size=MESSAGE,
        ws_per_message_deflate=False,
        server_header=False,
    )
    local = f"http://{local_address(settings.host)}:{port}"
    server = Server(config, link, show, Path(settings.data), local)
    logging.getLogger("uvicorn.error").addFilter(lambda record: server.fault is None)
    try:
        server.run(sockets=[listening])
    finally:
        if server.fault is not None:
            raise server.fault from None
