"""Says that a disk is full, where a file or a database could not be written: SQLite says *disk I/O error*."""

from __future__ import annotations

import shutil
from pathlib import Path

from sqlalchemy.engine import URL

LEAST = 1_000_000
"""Bytes: SQLite needs some hundred kB to open a database; with less room a disk counts as full."""


def full_disk_of(url: URL) -> str:
    """A sentence that says that the disk of a database is full; empty where it is not, or on another machine."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return ""
    return full_disk(Path(url.database).parent)


def full_disk(folder: Path) -> str:
    """A sentence that says that the disk of a folder is full; empty where it is not."""
    try:
        free = shutil.disk_usage(next(path for path in (folder, *folder.parents) if path.exists())).free
    except OSError:
        return ""
    if free >= LEAST:
        return ""
    return f"the disk of {folder} is full ({free // 1000:,} kB free): make room on it; what was kept is not lost"
