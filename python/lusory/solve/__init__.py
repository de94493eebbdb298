"""Exact values of positions, proofs that can be checked, perfect play."""

from .solution import Solution
from .solver import Solver, solve, solver_of
from .unsolvable import Unsolvable

__all__ = ["Solution", "Solver", "Unsolvable", "solve", "solver_of"]
