"""Rule values on the Rust engine: the program sent to it, and the machine that wraps it for Python."""

from .machine import Machine
from .program import program

__all__ = ["Machine", "program"]
