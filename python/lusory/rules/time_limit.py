"""A limit on the time that a rules sheet may take: its texts and its search for examples call `check_time` often."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutOfTime(Exception):
    """Raised by `check_time` when the time is up."""


_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Within it `check_time` raises OutOfTime once so many seconds have passed; 0 is no limit."""
    before = _deadline.set(time.monotonic() + seconds if seconds else None)
    try:
        yield
    finally:
        _deadline.reset(before)


def check_time() -> None:
    """Raises OutOfTime if there is a limit and it has passed."""
    deadline = _deadline.get()
    if deadline is not None and time.monotonic() > deadline:
        raise OutOfTime
