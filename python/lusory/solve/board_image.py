"""The images of cells and of sets of cells under a symmetry of a board, by tables of a few cells each."""

from __future__ import annotations

CHUNK = 8
"""Cells of a table."""


class BoardImage:
    """cells: the image of each cell."""

    def __init__(self, cells: tuple[int, ...]) -> None:
        self.cells = cells
        self.tables = [table(cells[first : first + CHUNK]) for first in range(0, len(cells), CHUNK)]

    def of(self, cells: int) -> int:
        """The image of a set."""
        image = 0
        for images in self.tables:
            image |= images[cells & (1 << CHUNK) - 1]
            cells >>= CHUNK
        return image


def table(cells: tuple[int, ...]) -> list[int]:
    """The images of all sets of these cells."""
    images = [0]
    for cell in cells:
        images += [image | 1 << cell for image in images]
    return images
