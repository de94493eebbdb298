"""The host's key, which only its user can read, and the server's address: both files of a server's folder."""

from __future__ import annotations

import contextlib
import re
import secrets
from pathlib import Path

from .private_files import replace_private

FILE, ADDRESS = "host.key", "serving"
KEY = re.compile("[A-Za-z0-9_-]{32,100}")
"""What a key looks like: an empty or broken file must never be one."""


def host_key(folder: Path) -> str:
    """The key of a folder; a new one where there is none, or an invalid one."""
    file = folder / FILE
    with contextlib.suppress(FileNotFoundError):
        stored_key = file.read_text("utf-8", errors="replace").strip()
        if KEY.fullmatch(stored_key):
            file.chmod(0o600)
            return stored_key
    key, new_file = secrets.token_urlsafe(32), file.with_suffix(".new")
    with replace_private(new_file) as out:
        out.write(f"{key}\n".encode())
    new_file.replace(file)
    return key


def note_server_address(folder: Path, url: str | None) -> None:
    """Note in a folder the address of its server; None removes the note."""
    if url is None:
        (folder / ADDRESS).unlink(missing_ok=True)
    else:
        (folder / ADDRESS).write_text(f"{url}\n", "ascii")
