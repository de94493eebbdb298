"""Worker pools: spawned processes for searches and guests' rules. They exchange JSON and share no memory.

For a game with secrets a process gets what a View knows: a state drawn from that knowledge alone, which tells its
player just as much and nothing besides.
"""

from .pool import Busy, Died, Overdue, WorkerPool
from .queue import ASKING, NOBODY, Caller

__all__ = ["ASKING", "NOBODY", "Busy", "Caller", "Died", "Overdue", "WorkerPool"]
