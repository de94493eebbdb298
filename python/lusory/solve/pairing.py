"""Pairing strategies: two cells of each line, no cell in two pairs. Who answers a piece on one cell of a pair with the
other cell keeps the opponent from every line. One pair serves all lines that contain it.

The search for pairs is short, so it may miss some; the engine's crates/solve, module pairing, takes the same steps.
"""

from __future__ import annotations

from itertools import combinations

from ..rules.geometry import bits

STEPS = 100
"""Sets of lines that are tried, at most."""


class _Steps:
    """What is left of them."""

    left = STEPS


def paired_cells(lines: list[int]) -> int | None:
    """Cells in pairs that serve all lines, which are given by their empty cells; None where none were found."""
    return _add_pairs(lines, 0, _Steps())


def _add_pairs(lines: list[int], used: int, steps: _Steps) -> int | None:
    if not lines:
        return used
    line = min((line & ~used for line in lines), key=lambda line: (line.bit_count(), line))
    if steps.left == 0 or line.bit_count() < 2:
        return None
    steps.left -= 1
    for pair in _ranked_pairs(line, lines):
        found = _add_pairs([line for line in lines if line & pair != pair], used | pair, steps)
        if found is not None or steps.left == 0:
            return found
    return None


def _ranked_pairs(line: int, lines: list[int]) -> list[int]:
    """The pairs of cells of a line: those that serve most lines, and of these those that take a cell of the fewest
    others, first."""

    def rank(pair: int) -> tuple[int, int, int]:
        served = sum(line & pair == pair for line in lines)
        return -served, sum(line & pair != 0 for line in lines) - served, pair

    return sorted((1 << a | 1 << b for a, b in combinations(bits(line), 2)), key=rank)
