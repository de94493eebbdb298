"""Processes that wait for work. One that fails, or takes too long, is killed, and another takes its place."""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import threading
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from ...errors import LusoryError
from .work import serve

Answer = dict[str, Any]
log = logging.getLogger("lusory.server")


MOST_WAITING = 200
"""So many requests may wait for a process; more are refused."""


class Overdue(LusoryError, TimeoutError):
    """A process did not answer in time, or died."""


class Failed(Overdue):
    """A fault of ours in a process."""


class Hand(NamedTuple):
    """A process and our end of its pipe."""

    process: Any
    pipe: Connection


class Crew:
    """So many processes, each started when it is first needed. memory: MiB that each may take."""

    def __init__(self, size: int, memory: int) -> None:
        self.size, self.memory = size, memory
        self._free = asyncio.Semaphore(size)
        self._idle: list[Hand] = []
        self._all: set[Hand] = set()
        self._waiting = 0
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="crew")
        self._closed = False
        self._lock = threading.Lock()

    async def ask(self, request: dict[str, Any], seconds: float) -> Answer:
        """The answer to a request. Raises Overdue, or LusoryError where the answer is an error."""
        found = [answer async for answer in self.follow(request, seconds)]
        if not found:
            raise Overdue("no answer")
        return found[0]

    async def follow(self, request: dict[str, Any], seconds: float) -> AsyncGenerator[Answer, None]:
        """The answers to a request as they come, each within so many seconds. Who goes away stops the work."""
        if self._waiting >= MOST_WAITING:
            raise Overdue("too many others wait for this; try again later")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            hand, ended = await self._run(self._take), False
            try:
                await self._run(hand.pipe.send_bytes, json.dumps(request).encode())
                while not (answer := await self._run(_heard, hand, seconds)).get("end"):
                    if "error" in answer:
                        raise fault_of(answer)
                    yield answer
                ended = True
            except (GeneratorExit, LusoryError) as fault:
                ended = (isinstance(fault, Failed) or not isinstance(fault, Overdue)) and await self._run(
                    _stopped, hand, seconds
                )
                raise
            finally:
                self._give_back(hand, ended)
        finally:
            self._free.release()

    async def _run(self, function: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def _take(self) -> Hand:
        while self._idle:
            hand = self._idle.pop()
            if hand.process.is_alive():
                return hand
            self._drop(hand)
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self.memory), daemon=True)
        process.start()
        theirs.close()
        hand = Hand(process, ours)
        with self._lock:
            self._all.add(hand)
        if self._closed:  # meanwhile everybody was sent home
            self._drop(hand)
            raise Overdue("the server stops")
        return hand

    def _give_back(self, hand: Hand, sound: bool) -> None:
        if sound and not self._closed:
            self._idle.append(hand)
        else:
            self._drop(hand)

    def _drop(self, hand: Hand) -> None:
        """Once and no more: the number of a closed pipe may be another's already."""
        with self._lock:
            if hand not in self._all:
                return
            self._all.discard(hand)
        hand.process.kill()
        hand.pipe.close()

    def close(self) -> None:
        """Send everybody home."""
        self._closed = True
        for hand in list(self._all):
            self._drop(hand)
        self._threads.shutdown(wait=False, cancel_futures=True)


def _heard(hand: Hand, seconds: float) -> Answer:
    try:
        if not hand.pipe.poll(seconds):
            raise Overdue(f"no answer within {seconds:g} seconds")
        found: Answer = json.loads(hand.pipe.recv_bytes())
    except (EOFError, OSError) as fault:
        if isinstance(fault, Overdue):
            raise
        raise Overdue("the process that worked on this died: it took more memory than there is for one guest") from None
    return found


def _stopped(hand: Hand, seconds: float) -> bool:
    """Wait until the work has ended, after saying so; False where it has not."""
    try:
        hand.pipe.send_bytes(b"{}")
        while not _heard(hand, seconds).get("end"):
            pass
    except (LusoryError, OSError):
        return False
    return True


def fault_of(answer: Answer) -> LusoryError:
    """An error that came as an answer; `at` tells where. One of ours is written to the log."""
    if answer.get("ours"):
        log.error("a process that worked for a table failed: %s", answer["error"])
        return Failed("something is wrong on this server; it was written to its log")
    fault = LusoryError(answer["error"])
    fault.__dict__["at"] = answer.get("at", "")
    return fault
