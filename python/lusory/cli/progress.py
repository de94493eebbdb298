"""How far a long piece of work is, on stderr: in a terminal one line that is written over, and wiped in the end."""

from __future__ import annotations

import sys
import time

SLOW = 2.0
"""Seconds after which progress is told."""


PAUSE = 0.2
"""And how often, at most."""


class ProgressLine:
    """What stands on the line now."""

    def __init__(self) -> None:
        self.shown = 0

    def tell(self, text: str) -> None:
        """In a terminal in place of what was told before, elsewhere below it."""
        if not sys.stderr.isatty():
            print(f"lusory: {text}", file=sys.stderr, flush=True)
            return
        line = f"lusory: {text}"
        print(line.ljust(self.shown), end="\r", file=sys.stderr, flush=True)
        self.shown = max(self.shown, len(line))

    def wipe(self) -> None:
        """Nothing is left of it: other things are printed now, or the work is over."""
        if self.shown:
            print("\r" + " " * self.shown, end="\r", file=sys.stderr, flush=True)
        self.shown = 0


progress = ProgressLine()


class Timer:
    """How long something takes. seconds: how long it may; 0 is as long as it likes."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.begun, self.seconds, self.told = time.monotonic(), seconds, 0.0

    @property
    def passed(self) -> float:
        """Seconds."""
        return time.monotonic() - self.begun

    @property
    def over(self) -> bool:
        """Is the time up?"""
        return bool(self.seconds) and self.passed > self.seconds

    def slow(self) -> bool:
        """Is there something to tell a person who waits? Not at once, and not too often."""
        due = self.passed > SLOW and self.passed - self.told > PAUSE
        self.told = self.passed if due else self.told
        return due
