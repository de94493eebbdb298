"""The start of a game: what stands on the board, what is in hand, and who chooses a side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import cells as c
from ..setup import InHand, Put
from ..static_evaluation import BoardScene
from .cell_names import listed_cells
from .cells import noun
from .grammar import (
    LETTERS,
    Speech,
    a,
    count_phrase,
    join_long_parts,
    join_with_and,
    plural,
    sentence,
)
from .sheet import Clause


def start(s: Speech) -> Iterator[Clause]:
    """The pieces on the board and in hand at the start."""
    puts = [(i, word) for i, word in enumerate(s.game.setup) if isinstance(word, Put)]
    if not puts:
        yield Clause("The board starts empty.", "setup")
    if len(puts) > MANY_PUTS and all(word.side for _, word in puts):
        for side in sorted({word.side for _, word in puts}):
            numbered_puts = [(i, word) for i, word in puts if word.side == side]
            yield Clause(array_text(s, [word for _, word in numbered_puts]), f"setup[{numbered_puts[0][0]}]")
        puts = []
    for i, piece in puts:
        yield Clause(sentence(put_text(s, piece)), f"setup[{i}]")
    for i, word in enumerate(s.game.setup):
        if isinstance(word, InHand):
            yield Clause(sentence(f"each player holds {count_phrase(word.n, word.kind)}"), f"setup[{i}]")


MANY_PUTS = 6
"""More pieces are told side by side, each kind with its cells."""


def array_text(s: Speech, puts: list[Put]) -> str:
    """x: a king on e1, rooks on a1 and h1, ..."""
    kinds: dict[str, int] = {}
    for word in puts:
        cells = BoardScene(s.game.geometry, word.side - 1).cells(word.at)
        kinds[word.kind] = kinds.get(word.kind, 0) | cells
    parts = []
    for kind, cells in kinds.items():
        place_text = _rows(s, cells) or join_with_and(s.game.geometry.named(cells))
        parts.append(f"{a(kind) if cells.bit_count() == 1 else plural(kind)} on {place_text}")
    return f"{LETTERS[puts[0].side - 1]}: {join_long_parts(parts)}."


def put_text(s: Speech, word: Put) -> str:
    """The text of a Put: its pieces and cells."""
    geometry = s.game.geometry
    cells = BoardScene(geometry, max(word.side - 1, 0)).cells(word.at)
    kind = word.kind if len(s.kinds) > 1 else s.stone
    n = cells.bit_count()
    owner_name = LETTERS[word.side - 1]
    place_text = join_with_and(geometry.named(cells)) if n <= 12 else _rows(s, cells)
    if not place_text:
        at = word.at
        place_text = (
            listed_cells(s, at.names.split()) if isinstance(at, c.At) else f"all {noun(home(s, word), at).many()}"
        )
    owner = f" of {owner_name}" if word.side else ""
    kind = kind if word.side or s.nobody or s.alone(word.kind) else f"neutral {kind}"
    if n > 12:
        return f"{plural(kind)}{owner} stand on {place_text} ({n} in all)"
    return f"{count_phrase(n, kind)}{owner} {'stands' if n == 1 else 'stand'} on {place_text}"


def home(s: Speech, word: Put) -> Speech:
    """Rows are counted from the home of the side."""
    return replace(s, your=f"{LETTERS[word.side - 1]}'s") if word.side else replace(s, your="First's")


def _rows(s: Speech, cells: int) -> str:
    """Whole rows by their labels, if that is what the cells are."""
    rows = [(label, mask) for label, mask in s.game.geometry.rows if mask & cells]
    if not rows or any(mask & ~cells for _, mask in rows):
        return ""
    return f"every {s.cell} of row{'s' if len(rows) > 1 else ''} {join_with_and(label for label, _ in rows)}"
