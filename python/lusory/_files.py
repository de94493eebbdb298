"""Writing files so that a crash leaves the old content or the new, never half of one; reading text."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from .errors import LusoryError


def write_atomically(path: Path, content: bytes) -> None:
    """Replaces a file: written beside it first, then moved. Raises OSError that names the file; then the old content
    is there, and nothing beside it."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        with fresh.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as fault:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise OSError(fault.errno, fault.strerror, str(path)) from fault


def check_places(*files: Path | None) -> None:
    """Checks, before long work, that its files can be written; None stands for a file that nobody wants. Raises
    LusoryError."""
    for file in files:
        if file is not None and file.is_dir():
            raise LusoryError(f"{file}: a folder, expected the name of a file")
        if file is not None and not file.absolute().parent.is_dir():
            raise LusoryError(f"{file}: there is no folder {file.absolute().parent}")


def file_for(game: str, ending: str) -> Path:
    """The file that is written for a game where no other is named. A slash in its name is no folder."""
    return Path(f"{game or 'game'}{ending}".replace("/", "-"))


def read_text(path: Path) -> str:
    """The content of a text file. Raises LusoryError, which names the file, where it cannot be read or is no text."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise LusoryError(f"{path}: not a text file, expected UTF-8") from None
    except OSError as fault:
        raise LusoryError(f"{path}: {fault.strerror or fault}") from fault
