"""The engine seen from Python: what it is told of a game, and how it answers."""

from .machine import Machine
from .program import program

__all__ = ["Machine", "program"]
