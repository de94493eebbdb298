"""Ctrl-C while the command `lusory` loads its modules: it ends without a traceback, as it does later.

The package is loaded before any function of the command runs, so this is the first thing that it loads. A program of
another name that imports lusory keeps its KeyboardInterrupt.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

COMMAND = "lusory"
STOPPED = 130
"""The exit code after Ctrl-C."""


def begin() -> None:
    """From now on Ctrl-C ends the command at once."""
    name = os.path.splitext(os.path.basename(sys.argv[0] if sys.argv else ""))[0]
    heeds = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if name == COMMAND and heeds and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, stop)


def done() -> None:
    """From now on Ctrl-C is a KeyboardInterrupt again, which the command answers itself."""
    if signal.getsignal(signal.SIGINT) is stop:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def stop(*_: object) -> None:
    """Ends the process; nothing is lost, since it has done nothing yet."""
    os._exit(STOPPED)


begin()
