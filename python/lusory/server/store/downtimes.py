"""The times in which no server ran, as they are kept: clocks did not run meanwhile, also of tables that nobody has
opened since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from . import schema

ALIVE, DOWN = "alive", "down"
"""Facts: when a server last ran; the times in which none did, as `from to from to ...`, in milliseconds since 1970."""
MOST = 200
"""Beyond so many the shortest are forgotten."""
Downtimes = list[tuple[int, int]]
"""From when to when no server ran, the earliest first."""


def read_downtimes(fact: str | None) -> Downtimes:
    """As they are kept."""
    moments = [int(moment) for moment in (fact or "").split()]
    return list(zip(moments[::2], moments[1::2], strict=False))


def downtimes_text(downtimes: Sequence[tuple[int, int]]) -> str:
    """To keep them."""
    return " ".join(f"{begin} {end}" for begin, end in downtimes)


def oldest_running_clock() -> sa.Select[Any]:
    """When something last happened at the table with a running clock where that is longest ago."""
    t = schema.tables.c
    return sa.select(sa.func.min(t.updated)).where(t.deadline.is_not(None), t.finished.is_(sa.false()))


def with_downtime(downtimes: Sequence[tuple[int, int]], begin: int, end: int, oldest: int | None) -> Downtimes:
    """One more; those that overlap become one. oldest: as `oldest_running_clock` finds it: what ended before concerns
    no clock."""
    earlier = [] if oldest is None else [span for span in downtimes if span[1] > oldest]
    apart = [span for span in earlier if span[1] < begin or end < span[0]]
    meeting = [span for span in earlier if span not in apart] + ([(begin, end)] if begin < end else [])
    joined = [(min(first for first, _ in meeting), max(last for _, last in meeting))] if meeting else []
    return sorted(sorted([*apart, *joined], key=lambda span: span[0] - span[1])[:MOST])
