"""Exact values of positions, proofs that can be checked, perfect play."""

from .solution import Solution
from .solver import Solver, Unsolvable, solve

__all__ = ["Solution", "Solver", "Unsolvable", "solve"]
