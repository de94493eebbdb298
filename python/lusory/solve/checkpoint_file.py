"""Files from which a solver goes on after an interruption: whether there is a place for one, reading, writing."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from .._engine import State
from .._files import check_places
from ..errors import LusoryError
from ..play.position import Position
from .unsolvable import Unsolvable

Read = TypeVar("Read")


def subject_of(position: Position, rules: str) -> bytes:
    """The identity of a checkpoint: the plies so far, the hash of the rules, and the diagram that a game began with."""
    first = position.first.state
    diagram = b"" if position.is_from_start or not isinstance(first, State) else first.dump()
    return sha256(f"{rules} {' '.join(position.texts)}".encode() + diagram).digest()


def read_checkpoint(path: Path, read: Callable[[], Read]) -> Read | None:
    """Reads a checkpoint, where there is one. Raises Unsolvable where it is damaged or of another position, or there is
    no place for it."""
    try:
        check_places(path)
    except LusoryError as fault:
        raise Unsolvable(str(fault)) from None
    if not path.exists():
        return None
    try:
        return read()
    except (ValueError, OSError) as fault:
        raise Unsolvable(f"{path}: {fault}") from fault


def write_checkpoint(path: Path, write: Callable[[], object]) -> None:
    """Writes a checkpoint. Warns where that fails: the search goes on."""
    try:
        write()
    except OSError as fault:
        kept = "the one before is kept" if path.exists() else "there is none"
        reason = fault.strerror or str(fault)
        warnings.warn(f"{path}: the checkpoint is not written, {kept}: {reason}", stacklevel=3)
