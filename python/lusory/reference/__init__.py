"""What the words mean: an interpreter in plain Python, slow and clear."""

from .interpreter import Reference
from .state import State

__all__ = ["Reference", "State"]
