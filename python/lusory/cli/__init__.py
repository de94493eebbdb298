"""The command line. Everything it does is also available as a Python call.

Exit codes: 0 all is well, 1 what was given is wrong, 2 the command was used wrongly, 130 stopped with Ctrl-C.
"""

from .. import _interrupt
from .app import app
from .failure import main

__all__ = ["app", "main"]

_interrupt.done()
