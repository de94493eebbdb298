"""The key with which the host commands a running server: a file in its folder that only its user can read."""

from __future__ import annotations

import os
from pathlib import Path

from .store import token

FILE, ADDRESS = "host.key", "serving"


def host_key(folder: Path) -> str:
    """The key of a folder; a new one where it has none."""
    file = folder / FILE
    try:
        return file.read_text("ascii").strip()
    except FileNotFoundError:
        key = token()
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as out:
            out.write(f"{key}\n")
        return key


def serving(folder: Path, url: str) -> None:
    """Note where a server answers its host."""
    (folder / ADDRESS).write_text(f"{url}\n", "ascii")
