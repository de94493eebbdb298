"""Numbers the plies of a game: each has an id that means the same in every state, and one canonical text.

Plies of one form share a block of ids: `b2-c3` is one id whether a step, a slide or a leap made it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from .geometry import Geometry, bits, mask_of
from .plies import ActionWord, Place, Roll
from .static_evaluation import announced_regions
from .traversal import words
from .turns import Commit, Repeat, Reveal, Sequence

if TYPE_CHECKING:
    from .game import Game

SIGN = {"move": "-", "jump": "x"}
END = ("word", "end")
Key = tuple[Any, ...]


class Actions:
    """All plies of a game. Blocks are in the order in which the rule value first names them; within a block ids are
    ordered by cell, or by origin, then landing cell. `end` is the last block."""

    def __init__(self, game: Game) -> None:
        self.geometry: Geometry = game.geometry
        self.game = game
        self.blocks: dict[Key, tuple[int, int]] = {}
        self.total = 0
        for word in words((*game.opening, game.turn)):
            if isinstance(word, Commit):
                self._add(key_of(word), len(self.geometry.names) * max(1, len(word.announce)))
            elif isinstance(word, ActionWord):
                self._add(key_of(word), self._size(word))
            if (isinstance(word, Sequence) and word.stop) or (isinstance(word, Repeat) and not word.must):
                self._ends = True
        if getattr(self, "_ends", False):
            self._add(END, 1)

    def _add(self, key: Key, size: int) -> None:
        if key not in self.blocks:
            self.blocks[key] = (self.total, size)
            self.total += size

    def clash(self) -> str:
        """A text that two plies would share; empty where every text is unique. Only texts of one cell can clash: a
        mark, a kind or an announcement may be spelled alike (a sign inside a cell's name is refused before)."""
        texts_seen: set[str] = set()
        for key in self.blocks:
            for tail in self._tails(key):
                if tail in texts_seen:
                    return self.geometry.names[0] + tail
                texts_seen.add(tail)
        return ""

    def _tails(self, key: Key) -> list[str]:
        """The text after the cell in each ply of a block."""
        if key[0] == "commit":
            return [f":{label}{self.suffix(key)}" for label in key[1]]
        return [self.suffix(key)] if key[0] == "cell" else []

    def _size(self, word: ActionWord) -> int:
        cells = len(self.geometry.names)
        if word.form == "reveal":
            return 1 + sum((1 << region.bit_count()) - 1 for region in self.regions)
        if isinstance(word, Roll):
            return max(w.sides for w in words((*self.game.opening, self.game.turn)) if isinstance(w, Roll))
        return {"cell": cells, "lift": cells, "move": cells * cells, "jump": cells * cells}.get(word.form, 1)

    def _base(self, key: Key) -> int | None:
        """The first id of a block; None for plies that only a NoPly names and no turn offers."""
        block = self.blocks.get(key)
        return block[0] if block else None

    @cached_property
    def regions(self) -> tuple[int, ...]:
        """The sets of cells that may be announced, in which a Reveal chooses; the whole board where there are none."""
        return announced_regions(self.game)

    def move(self, key: Key, origin: int, landing: int) -> int:
        """The id of a ply from cell to cell; -1 if no turn has such a ply."""
        base = self._base(key)
        return -1 if base is None else base + origin * len(self.geometry.names) + landing

    def cell(self, key: Key, cell: int, choice: int = 0) -> int:
        """The id of a ply on one cell (`choice`: which announcement of a Commit); -1 if no turn has such a ply."""
        base = self._base(key)
        return -1 if base is None else base + choice * len(self.geometry.names) + cell

    def reveal(self, key: Key, cells: int) -> int:
        """The id of showing these cells; the first region that holds them all numbers them."""
        base = self.blocks[key][0]
        if not cells:
            return base
        base += 1
        for region in self.regions:
            if cells & ~region == 0:
                members = list(bits(region))
                return base + mask_of(members.index(c) for c in bits(cells)) - 1
            base += (1 << region.bit_count()) - 1
        raise ValueError("cells outside every region")  # unreachable: Reveal chooses inside one

    def split(self, action: int) -> tuple[Key, int]:
        """The block of an id and the offset in it; ValueError if no ply has this id."""
        if not 0 <= action < self.total:
            raise ValueError(f"ply id {action}: expected 0 to {self.total - 1}")
        for key, (base, size) in self.blocks.items():
            if base <= action < base + size:
                return key, action - base
        raise ValueError(f"ply id {action}: expected an id of this game")  # unreachable: blocks are dense

    def text(self, action: int) -> str:
        """The canonical text, without blanks."""
        key, place = self.split(action)
        form = key[0]
        names = self.geometry.names
        if form == "word":
            return str(key[1])
        if form == "roll":
            return f"roll:{place + 1}"
        if form == "reveal":
            return "reveal:" + (",".join(names[c] for c in self._shown_order(self.revealed(place))) or "none")
        if form == "commit":
            choice, cell = divmod(place, len(names))
            return f"{names[cell]}:{key[1][choice]}{self.suffix(key)}"
        if form in SIGN:
            origin, landing = divmod(place, len(names))
            return f"{names[origin]}{SIGN[form]}{names[landing]}" + self.suffix(key)
        return ("x" if form == "lift" else "") + names[place] + self.suffix(key)

    def printed(self, action: int) -> str:
        """The text as people print it."""
        text = self.text(action)
        form = self.split(action)[0][0]
        if form == "move":
            return text.replace("-", " -> ")
        return text.replace(":", " ").replace(",", " ") if form in ("commit", "reveal", "roll") else text

    @cached_property
    def ids(self) -> dict[str, int]:
        """Every canonical text and its id, for games with up to a million plies."""
        return {self.text(action): action for action in reversed(range(self.total))}

    def revealed(self, place: int) -> int:
        """The cells of a Reveal, from its offset in its block."""
        if place == 0:
            return 0
        place -= 1
        for region in self.regions:
            size = (1 << region.bit_count()) - 1
            if place < size:
                members = list(bits(region))
                return mask_of(members[i] for i in bits(place + 1))
            place -= size
        raise ValueError("expected a place in the block")  # unreachable

    def _shown_order(self, cells: int) -> list[int]:
        """The order of shown cells: by column, then row."""
        column = {c: i for i, (_, mask) in enumerate(self.geometry.columns) for c in bits(mask)}
        return sorted(bits(cells), key=lambda c: (column.get(c, 0), c))

    def suffix(self, key: Key) -> str:
        """The suffix that distinguishes this block's texts from those of other blocks of the same form."""
        if key not in self._suffixes:
            self._suffixes[key] = self._suffix(key)
        return self._suffixes[key]

    @cached_property
    def _suffixes(self) -> dict[Key, str]:
        return {}

    def _suffix(self, key: Key) -> str:
        same_kind = [k for k in self.blocks if k[0] == key[0]]
        parts = [key[-1]] if key[-1] else []
        for i in range(1, len(key) - 1):
            if len({k[i] for k in same_kind}) > 1:
                parts.insert(
                    0, str(key[i]) if isinstance(key[i], str) else str([k[i] for k in same_kind].index(key[i]))
                )
        return "".join(f":{part}" for part in parts)


def key_of(word: Any) -> Key:
    """The key of a ply's block; plies with the same key share their ids."""
    if isinstance(word, Commit):
        placed: Any = word.ply
        return ("commit", labels(word), placed.kind, placed.mark)
    if isinstance(word, Place):
        return ("cell", word.kind, word.owner.atom, word.shape, word.mark)
    if word.form == "word":
        return ("word", word.text)
    if isinstance(word, Reveal):
        return ("reveal",)
    return (word.form, "") if isinstance(word, Roll) else (word.form, word.mark)


def labels(commit: Commit) -> tuple[str, ...]:
    """How each kind of announcement is written: by its word, numbered where two are alike."""
    tags = [word.tag() for word in commit.announce]
    numbered_tags = tuple(f"{tag}{i + 1}" if tags.count(tag) > 1 else tag for i, tag in enumerate(tags))
    return numbered_tags or ("secret",)
