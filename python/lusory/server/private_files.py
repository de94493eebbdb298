"""Files that their user alone can read: a server's folder and its database hold addresses, notes and hidden moves."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import BinaryIO


def make_private_folder(folder: Path) -> None:
    """A folder that its user alone can enter; one that is there stays as it is."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)


def make_private_file(file: Path) -> None:
    """An empty file that its user alone can read; one that is there stays as it is. What SQLite puts beside a database
    has the same permissions."""
    with contextlib.suppress(FileExistsError):
        open_private(file).close()


def replace_private(file: Path) -> BinaryIO:
    """A new file that its user alone can read, open to be written, in place of one that may be open to others."""
    file.unlink(missing_ok=True)
    return open_private(file)


def open_private(file: Path) -> BinaryIO:
    """A new file that its user alone can read, open to be written. Raises FileExistsError."""
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def is_open_to_others(path: Path) -> bool:
    """Whether other users of this machine can read a file, or list or enter a folder, as far as its permissions say."""
    return os.name == "posix" and path.exists() and bool(path.stat().st_mode & (0o055 if path.is_dir() else 0o044))
