"""Entry of a ply by clicks: walks the tree of cells that `play/entry.py` makes of the legal plies."""

from __future__ import annotations

from typing import NamedTuple

from ...play.entry import SHOW, Node


class LabelledPly(NamedTuple):
    """A ply that is chosen by its label, not by clicking a cell. label: in words. ply: what it plays."""

    label: str
    ply: str


LABELS = {"end": "end turn", "swap": "swap sides", "keep": "keep sides"}


class Clicks:
    """The clicks so far. path: cells in order. chosen: cells to reveal, in any order."""

    def __init__(self, root: Node | None) -> None:
        self.root = root or Node()
        self.reset()

    def reset(self) -> None:
        """Forget all clicks."""
        self.node, self.path, self.chosen = self.root, list[str](), set[str]()

    def following(self) -> set[str]:
        """The cells that may be clicked next."""
        ends = {cell for cells in self.node.ends.values() for cell in cells}
        return ends | set(self.node.cells) | set(self.node.set.cells if self.node.set else ())

    def press(self, cell: str) -> str:
        """Add a cell; the ply, once it is complete, else an empty text. A cell that does not fit starts again."""
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
        is_repeated = cell != self.path[-1]
        self.reset()
        return self.press(cell) if is_repeated else ""

    def labelled_plies(self) -> list[LabelledPly]:
        """The choices by label at this point."""
        choices = [LabelledPly(LABELS.get(word.label, word.label), word.text) for word in self.node.words]
        if self.node.ply:
            choices.insert(0, LabelledPly(f"play {self.node.ply}", self.node.ply))
        return choices + self._reveal_choices()

    def _reveal_choices(self) -> list[LabelledPly]:
        choice = self.node.set
        if choice is None:
            return []
        if not self.chosen:
            return [LabelledPly("show nothing", choice.none)] if choice.none else []
        key = ",".join(cell for cell in choice.cells if cell in self.chosen)
        ply = choice.plies.get(key, "") if choice.plies else SHOW + key
        return [LabelledPly(f"show {key}", ply)] if ply else []
