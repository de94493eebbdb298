"""The reference: an interpreter that defines what the words mean, in plain Python, slow and clear."""

from .interpreter import Reference
from .state import State

__all__ = ["Reference", "State"]
