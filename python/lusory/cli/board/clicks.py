"""A ply put together cell by cell, along the map of clicks."""

from __future__ import annotations

from typing import NamedTuple

from ...play.entry import SHOW, Node


class Way(NamedTuple):
    """Something that can be said besides clicking. label: in words. ply: what it plays."""

    label: str
    ply: str


LABELS = {"end": "end turn", "swap": "swap sides", "keep": "keep sides"}


class Clicks:
    """What has been clicked so far. path: cells, one after the other. chosen: cells to be shown, in any order."""

    def __init__(self, root: Node | None) -> None:
        self.root = root or Node()
        self.reset()

    def reset(self) -> None:
        """Begin again."""
        self.node, self.path, self.chosen = self.root, list[str](), set[str]()

    def following(self) -> set[str]:
        """The cells that may come next."""
        ends = {cell for cells in self.node.ends.values() for cell in cells}
        return ends | set(self.node.cells) | set(self.node.set.cells if self.node.set else ())

    def press(self, cell: str) -> str:
        """One more cell; the ply, once it is whole. A cell that does not fit puts back what was taken up."""
        if self.node.set and cell in self.node.set.cells:
            self.chosen ^= {cell}
            return ""
        pattern = next((pattern for pattern, cells in self.node.ends.items() if cell in cells), "")
        if pattern:
            return pattern.replace("*", cell)
        if cell in self.node.cells:
            self.path.append(cell)
            self.node = self.node.cells[cell]
            return ""
        if not self.path:
            return ""
        again = cell != self.path[-1]
        self.reset()
        return self.press(cell) if again else ""

    def ways(self) -> list[Way]:
        """What can be said now."""
        found = [Way(LABELS.get(word.label, word.label), word.text) for word in self.node.words]
        if self.node.ply:
            found.insert(0, Way(f"play {self.node.ply}", self.node.ply))
        return found + self._showing()

    def _showing(self) -> list[Way]:
        choice = self.node.set
        if choice is None:
            return []
        if not self.chosen:
            return [Way("show nothing", choice.none)] if choice.none else []
        key = ",".join(cell for cell in choice.cells if cell in self.chosen)
        ply = choice.plies.get(key, "") if choice.plies else SHOW + key
        return [Way(f"show {key}", ply)] if ply else []
