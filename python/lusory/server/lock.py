"""Exclusive lock on the data directory: one server at a time."""

from __future__ import annotations

import os
from pathlib import Path

from ..errors import LusoryError


def is_held(path: Path) -> bool:
    """Whether a server holds the lock at this path. On systems without flock: whether the file exists."""
    try:
        with open(path, "rb") as file:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except (ImportError, OSError):
        return True
    return False


class Lock:
    """Context manager that holds the lock. The system releases it when the process ends, even after a crash."""

    def __init__(self, path: Path) -> None:
        self.place = path

    def __enter__(self) -> Lock:
        self._file = open(self.place, "a+", encoding="ascii")
        try:
            import fcntl

            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except OSError:
            self._file.close()
            raise LusoryError(
                f"{self.place.parent}: another server keeps its tables here; --data takes another"
            ) from None
        self._file.truncate(0)
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
