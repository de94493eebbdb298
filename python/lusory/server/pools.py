"""The worker pools of the server, and their priorities.

| pool | does | stands back (nice) |
| --- | --- | --- |
| quick | machines of little thought, for people who wait | 0 |
| thinking | machines, for people who wait | 0 |
| known | options, players, positions and puzzles of catalogue games; QR codes | 1 |
| tables | tables with the rules of guests | 5 |
| asides | slow questions about tables of catalogue games: records, typed plies, threats | 5 |
| prints | sheets and pictures of catalogue games | 5 |
| trials | rule values of guests: tried, printed; any game: measured, varied | 10 |
| ratings | standings of games with very many results, results of surveys | 10 |
| watched | games of machines alone | 10 |
| analysts | analysis | 15 |

So analysis is last, games of machines come after people who wait, and no check or creation stands in a queue behind
thought. One guest's rules never take all processes of a pool (see queue.py). Each pool starts a process when it first
needs one.
"""

from __future__ import annotations

from .allowed_players import quick
from .settings import Settings
from .workers import WorkerPool


class Pools:
    """All of them."""

    def __init__(self, settings: Settings) -> None:
        memory = settings.budget.memory
        self.quick = WorkerPool(1, memory)
        self.thinking = WorkerPool(settings.workers, memory)
        self.known = WorkerPool(1, memory, 1)
        self.tables = WorkerPool(2, memory, 5)
        self.asides = WorkerPool(2, memory, 5)
        self.prints = WorkerPool(1, memory, 5)
        self.trials = WorkerPool(2, memory, 10)
        self.ratings = WorkerPool(1, 4 * memory, 10)
        self.watched = WorkerPool(1, memory, 10)
        self.analysts = WorkerPool(max(1, settings.limits.analyses), memory, 15)

    def all(self) -> tuple[WorkerPool, ...]:
        """Every pool."""
        return (self.quick, self.thinking, self.tables, self.asides, self.known, self.prints, self.trials,
                self.ratings, self.watched, self.analysts)  # fmt: skip

    def checking(self, guest: bool) -> WorkerPool:
        """Where rules, players and positions are checked."""
        return self.trials if guest else self.known

    def printing(self, guest: bool) -> WorkerPool:
        """Where sheets and pictures are made."""
        return self.trials if guest else self.prints

    def named(self, kind: str) -> WorkerPool:
        """The pool of a kind in which machines think, see `playing`."""
        worker_pool: WorkerPool = getattr(self, kind)
        return worker_pool

    def close(self) -> None:
        """Kill every process."""
        for pool in self.all():
            pool.close()


def pool_for_player(spec: str, guest: bool, people: bool) -> str:
    """In which pool a machine thinks. people: whether a person sits at the table."""
    if not people:
        return "watched"
    return "quick" if quick(spec) and not guest else "thinking"
