"""Sets up positions from a diagram: the board as `print(position)` shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import msgspec

from .._numbers import whole
from ..draw import legend as draw_legend
from ..draw import text as draw_text
from ..errors import LusoryError
from ..rules.effects import Flip, Promote
from ..rules.english.grammar import brings_own_pieces
from ..rules.game import Game
from ..rules.geometry import mask_of, union
from ..rules.picture import Stone
from ..rules.plies import Place
from ..rules.setup import InHand, Put
from .contract import from_reference, reference_of
from .position import Position
from .program import contract_of

Mark = tuple[int, str]
"""Owner (0 is neutral, 1 the first side) and kind of a piece."""


class DiagramError(LusoryError, ValueError):
    """A diagram that is no position of the game; the message says at which line or cell."""


def position(game: Any, diagram: str, to_move: SupportsIndex = 0) -> Position:
    """The position that a diagram shows; to_move: the player of the next ply. See Game.position."""
    if not isinstance(game, Game):
        raise DiagramError(f"{game.name}: a game written as a class, expected a rule value")
    mover = whole(to_move)
    if mover is None or not 0 <= mover < game.players:
        raise DiagramError(f"to_move: {to_move!r}, expected a player from 0 to {game.players - 1}")
    contract: Any = contract_of(game)
    reference = reference_of(contract)
    planes, marks = pieces(game, reference, diagram), marked_cells(game, reference, diagram)
    check_signs(game, reference, diagram, union(marks.values()))
    state = from_reference(contract, reference.set_up(planes, mover, marks, hands(reference, diagram)))
    return Position(game, contract, state, origin=state)


def pieces(game: Game, reference: Any, diagram: str) -> dict[Mark, int]:
    """The sets of cells that hold each sort of piece, as bit masks. Raises DiagramError."""
    layout = empty_board(reference)
    lines, expected = diagram_lines(diagram), 1 + max(line for line, _, _ in layout.cells.values())
    if len(lines) < expected:
        count = f"{len(lines)} {'line' if len(lines) == 1 else 'lines'}"
        raise DiagramError(f"the diagram has {count}, expected {expected} or more, as the board is printed")
    marks = marks_of(game, reference, lines[expected:])
    planes: dict[Mark, int] = dict.fromkeys(marks.values(), 0)
    for cell, (line, column, _) in layout.cells.items():
        mark, name = lines[line][column : column + 1], game.geometry.names[cell]
        shown, empty = (text[line][column : column + len(name)] for text in (lines, layout.lines))
        is_named = shown == name == empty  # as boards show an empty cell of some graphs
        if is_named and name in marks:
            raise DiagramError(f"{name}: a cell of this board is called like a piece, so its diagrams cannot be read")
        if mark in marks and not is_named:
            planes[marks[mark]] |= 1 << cell
        elif mark not in (draw_legend.EMPTY, draw_legend.TARGET) and not is_named:
            accepted = " ".join((draw_legend.EMPTY, *marks))
            at = f"line {line + 1}, column {column + 1}, the place of {name}"
            raise DiagramError(f"{at}: {mark.strip() or 'nothing'}, expected one of {accepted}")
    return planes


def empty_board(reference: Any) -> draw_text.Drawn:
    """The board as text without pieces, and the places of the cells."""
    picture = reference.picture(reference.start(), None)
    return draw_text.lay_out(msgspec.structs.replace(picture, stones=(), notes=(), marks=()))


def check_signs(game: Game, reference: Any, diagram: str, marked: int) -> None:
    """Raises DiagramError where a cell has the sign of marks, and no line below the board names its mark."""
    lines = diagram_lines(diagram)
    for cell, (line, column, wide) in empty_board(reference).cells.items():
        if lines[line][column + wide : column + wide + 1] == draw_legend.MARKED and not marked >> cell & 1:
            at = f"line {line + 1}, {game.geometry.names[cell]} is marked, and no line below the board says how"
            raise DiagramError(f"{at}: expected {names_of_marks(reference)}")


def marked_cells(game: Game, reference: Any, diagram: str) -> dict[str, int]:
    """The cells of each mark, as bit masks, by the lines below the board that name them. Raises DiagramError: for marks
    of several turns, too, since a diagram does not say when they were made."""
    masks: dict[str, int] = {}
    for number, line in enumerate(diagram_lines(diagram), 1):
        if not line.startswith(f"{draw_legend.MARKED} "):
            continue
        name, colon, cells = line.removeprefix(draw_legend.MARKED).partition(":")
        layers = reference.tables.marks.get(name.strip())
        if not colon or layers is None:
            raise DiagramError(f"line {number}: {line}, expected {names_of_marks(reference)}")
        if len(layers) > 2:
            stay = f"marks {name.strip()!r} stay {len(layers) - 1} turns"
            raise DiagramError(f"line {number}: {stay}, and a diagram does not say when they were made")
        masks[name.strip()] = masks.get(name.strip(), 0) | mask_of_names(game, cells.split(), number)
    return masks


def hands(reference: Any, diagram: str) -> dict[Mark, int]:
    """How many pieces of each sort are in hand, where a line below the board says it. Raises DiagramError."""
    start = reference.picture(reference.start(), None)
    counts: dict[Mark, int] = {}
    for number, line in enumerate(diagram_lines(diagram), 1):
        begin, _, text = line.partition(":")
        of_line = [each for each in start.hands if draw_legend.in_hand(each[1]) == begin]
        most = {start.symbols[side]: (side, kind, n) for side, kind, n in of_line}
        for part in text.split(",") if most else ():
            counts.update([in_hand(part.strip(), most, number)])
    return counts


def in_hand(part: str, most: Mapping[str, tuple[int, str, int]], number: int) -> tuple[Mark, int]:
    """The sort of piece and the number of `x 7`. most: by symbol side, kind and number at the start. Raises
    DiagramError."""
    symbol, _, count = part.partition(" ")
    side, kind, n = most.get(symbol, (0, "", -1))
    if not count.isdecimal() or int(count) > n:
        ranges = ", ".join(f"`{sign} 0` to `{sign} {n}`" for sign, (_, _, n) in most.items())
        raise DiagramError(f"line {number}: {part!r}, expected {ranges}")
    return (side, kind), int(count)


def names_of_marks(reference: Any) -> str:
    """What a line of marks may be, in words."""
    lines = [f"`{draw_legend.MARKED} {name}: CELLS`" for name in reference.tables.marks]
    return " or ".join(lines) or "no marks: the rules have none"


def mask_of_names(game: Game, names: list[str], number: int) -> int:
    """Cells by their names, as a bit mask. Raises DiagramError."""
    if unknown := [name for name in names if name not in game.geometry.names]:
        raise DiagramError(f"line {number}: {unknown[0]}, expected names of cells")
    return mask_of(map(game.geometry.names.index, names))


def diagram_lines(diagram: str) -> list[str]:
    """The lines of a diagram, without the empty ones before it."""
    lines = [line.rstrip() for line in diagram.expandtabs().splitlines()]
    while lines and not lines[0]:
        lines.pop(0)
    return lines


def marks_of(game: Game, reference: Any, below: Sequence[str] = ()) -> dict[str, Mark]:
    """The character of each sort of piece, as boards show it where all sorts that the rules bring are on it. below: the
    lines below a board; what they say of a character counts before that, since fewer sorts may have other letters."""
    sorts = sorted(brought_sorts(game, reference.kinds))
    picture = reference.picture(reference.start(), None)
    stones = tuple(Stone(0, side, kind) for side, kind in sorts)
    legend = draw_legend.Legend(msgspec.structs.replace(picture, stones=stones))
    words = {legend.words(side, kind, False): (side, kind) for side, kind in sorts}
    lines = (line.partition(": ") for line in below)
    said = {mark: words[text] for mark, _, text in lines if len(mark) == 1 and text in words}
    return {legend.marks[side, kind, False]: (side, kind) for side, kind in sorts} | said


def brought_sorts(game: Game, kinds: Sequence[str]) -> set[Mark]:
    """The sorts of pieces that the rules bring into the game."""
    sides, sorts = range(1, game.players + 1), set[Mark]()
    for word in game.words:
        if isinstance(word, Put):
            sorts.add((word.side, word.kind))
        elif isinstance(word, (Place, InHand)):
            sorts |= {(side, word.kind) for side in (sides if brings_own_pieces(word) else (0,))}
    owners = {side for side, _ in sorts}
    if any(isinstance(word, Flip) for word in game.words):
        return sorts | {(side, kind) for side in {*owners, *sides} for kind in kinds}
    return sorts | {(side, word.kind) for side in owners for word in game.words if isinstance(word, Promote)}
