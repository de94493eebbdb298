"""A fair queue for a worker pool: lower rank first; round robin over addresses, then over callers of an address."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from contextvars import ContextVar
from typing import NamedTuple

Turn = asyncio.Future[None]


class Caller(NamedTuple):
    """A caller. address: where the request came from. person: a seat or a session at that address."""

    address: str = ""
    person: str = ""


NOBODY = Caller()
ASKING: ContextVar[Caller] = ContextVar("asking", default=NOBODY)
"""The caller of the current request; tasks it starts inherit it."""


class FairQueue:
    """Hands out a fixed number of slots. An address holds at most `size - 1` of them (one, if there is only one), so
    the long searches of one guest always leave a process to others."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.each = max(1, size - 1)
        self._ranks: dict[int, OrderedDict[str, OrderedDict[str, deque[Turn]]]] = {}
        self._busy: Counter[str] = Counter()

    def waiting(self, address: str | None = None) -> int:
        """How many requests wait, of one address or of all."""
        return sum(
            len(turns)
            for addresses in self._ranks.values()
            for name, people in addresses.items()
            if address is None or name == address
            for turns in people.values()
        )

    async def acquire(self, caller: Caller, rank: int) -> None:
        """Wait for a slot."""
        turn: Turn = asyncio.get_running_loop().create_future()
        people = self._ranks.setdefault(rank, OrderedDict()).setdefault(caller.address, OrderedDict())
        people.setdefault(caller.person, deque()).append(turn)
        self._grant()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release(caller)
            else:
                self._forget(caller, rank, turn)
            raise

    def release(self, caller: Caller) -> None:
        """Give a slot back."""
        self._busy[caller.address] -= 1
        if not self._busy[caller.address]:
            del self._busy[caller.address]
        self._grant()

    def _grant(self) -> None:
        while self._busy.total() < self.size and (waiting := self._next()):
            address, turn = waiting
            if turn.cancelled():  # cancelled, but not removed yet
                continue
            self._busy[address] += 1
            turn.set_result(None)

    def _next(self) -> tuple[str, Turn] | None:
        """The request whose turn it is; it leaves the queue, its address and person go to the end of their lines."""
        for rank in sorted(self._ranks):
            addresses = self._ranks[rank]
            for address in list(addresses):
                if self._busy[address] >= self.each:
                    continue
                people = addresses[address]
                person, turns = next(iter(people.items()))
                turn = turns.popleft()
                people.move_to_end(person)
                addresses.move_to_end(address)
                self._tidy(rank, Caller(address, person))
                return address, turn
        return None

    def _forget(self, caller: Caller, rank: int, turn: Turn) -> None:
        """Remove a cancelled request; it may have been dequeued already."""
        addresses = self._ranks.get(rank)
        people = addresses.get(caller.address) if addresses else None
        turns = people.get(caller.person) if people else None
        if turns and turn in turns:
            turns.remove(turn)
            self._tidy(rank, caller)

    def _tidy(self, rank: int, caller: Caller) -> None:
        """Remove empty queues."""
        addresses = self._ranks[rank]
        people = addresses[caller.address]
        if not people[caller.person]:
            del people[caller.person]
        if not people:
            del addresses[caller.address]
        if not addresses:
            del self._ranks[rank]
