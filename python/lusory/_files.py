"""Writing files so that a crash leaves the old content or the new, never half of one."""

from __future__ import annotations

from pathlib import Path


def write_atomically(path: Path, content: bytes) -> None:
    """Replaces a file: written beside it first, then moved. Raises OSError."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_bytes(content)
    fresh.replace(path)
