"""Progress of long work on stderr: in a terminal one line that is overwritten, and cleared in the end."""

from __future__ import annotations

import shutil
import sys
import time

SLOW = 2.0
"""Seconds before the first report of progress."""


PAUSE, LOG_PAUSE = 0.2, 5.0
"""Least seconds between two reports, in a terminal and in a log, where each is a line."""


class ProgressLine:
    """The progress line. width: its present width."""

    def __init__(self) -> None:
        self.width = 0

    def tell(self, text: str) -> None:
        """Report progress: a terminal overwrites the last report, other outputs get a new line."""
        if not sys.stderr.isatty():
            print(f"lusory: {text}", file=sys.stderr, flush=True)
            return
        # A line that is wrapped could not be overwritten.
        line = f"lusory: {text}"[: shutil.get_terminal_size().columns - 1]
        print(line.ljust(self.width), end="\r", file=sys.stderr, flush=True)
        self.width = max(self.width, len(line))

    def wipe(self) -> None:
        """Clear the line, before other output or at the end."""
        if self.width:
            print("\r" + " " * self.width, end="\r", file=sys.stderr, flush=True)
        self.width = 0


progress = ProgressLine()


def report_stop(work: str, file: object = None, otherwise: str = "nothing is kept", after: str = "") -> None:
    """Reports after Ctrl-C what is kept. work: what was `played`. file: where it is, None where nothing is, which the
    text `otherwise` says. after: how far the work had come."""
    kept = otherwise if file is None else f"what was {work} is in {file}; the same command goes on from it"
    progress.wipe()
    print(f"lusory: stopped{f' after {after}' if after else ''}; {kept}", file=sys.stderr)


class Timer:
    """Measures elapsed time. seconds: the limit; 0 means none."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.started, self.seconds, self.reported = time.monotonic(), seconds, 0.0

    @property
    def passed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    @property
    def over(self) -> bool:
        """Whether the time limit is over."""
        return bool(self.seconds) and self.passed > self.seconds

    def is_report_due(self) -> bool:
        """Whether a report of progress is due. Not at once, and not too often."""
        pause = PAUSE if sys.stderr.isatty() else LOG_PAUSE
        is_due = self.passed > SLOW and (not self.reported or self.passed - self.reported > pause)
        self.reported = self.passed if is_due else self.reported
        return is_due
