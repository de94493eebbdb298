"""Sets up positions from a diagram: the board as `print(position)` shows it."""

from __future__ import annotations

from typing import Any

import msgspec

from ..draw import text as draw_text
from ..errors import LusoryError
from ..rules.game import Game
from ..rules.picture import Stone
from .contract import from_reference, reference_of
from .position import Position
from .program import contract_of

Mark = tuple[int, str]
"""Owner (0 is neutral, 1 the first side) and kind of a piece."""


class DiagramError(LusoryError, ValueError):
    """A diagram that is no position of the game; the message says at which line or cell."""


def position(game: Any, diagram: str, to_move: int = 0) -> Position:
    """The position that a diagram shows; to_move: the player of the next ply. See Game.position."""
    if not isinstance(game, Game):
        raise DiagramError(f"{game.name}: a game written as a class, expected a rule value")
    if not isinstance(to_move, int) or isinstance(to_move, bool) or not 0 <= to_move < game.players:
        raise DiagramError(f"to_move: {to_move!r}, expected a player from 0 to {game.players - 1}")
    contract: Any = contract_of(game)
    reference = reference_of(contract)
    state = from_reference(contract, reference.set_up(pieces(game, reference, diagram), to_move))
    return Position(game, contract, state, origin=state)


def pieces(game: Game, reference: Any, diagram: str) -> dict[Mark, int]:
    """The sets of cells that hold each sort of piece, as bit masks. Raises DiagramError."""
    empty = msgspec.structs.replace(reference.picture(reference.start(), None), stones=(), notes=())
    layout, marks = draw_text.lay_out(empty), marks_of(game, reference)
    lines, expected = diagram_lines(diagram), 1 + max(line for line, _, _ in layout.cells.values())
    if len(lines) < expected:
        count = f"{len(lines)} {'line' if len(lines) == 1 else 'lines'}"
        raise DiagramError(f"the diagram has {count}, expected {expected} or more, as the board is printed")
    planes: dict[Mark, int] = dict.fromkeys(marks.values(), 0)
    for cell, (line, column, _) in layout.cells.items():
        mark = lines[line][column : column + 1]
        if mark in marks:
            planes[marks[mark]] |= 1 << cell
        elif mark not in (draw_text.EMPTY, draw_text.TARGET):
            name, accepted = game.geometry.names[cell], " ".join((draw_text.EMPTY, *marks))
            at = f"line {line + 1}, column {column + 1}, the place of {name}"
            raise DiagramError(f"{at}: {mark.strip() or 'nothing'}, expected one of {accepted}")
    return planes


def diagram_lines(diagram: str) -> list[str]:
    """The lines of a diagram, without the empty ones before it."""
    lines = [line.rstrip() for line in diagram.expandtabs().splitlines()]
    while lines and not lines[0]:
        lines.pop(0)
    return lines


def marks_of(game: Game, reference: Any) -> dict[str, Mark]:
    """The character of each sort of piece, as boards show it where all sorts are on it."""
    sorts = [(side, kind) for kind in reference.kinds for side in range(game.players + 1)]
    picture = reference.picture(reference.start(), None)
    stones = tuple(Stone(0, side, kind) for side, kind in sorts)
    legend = draw_text.Legend(msgspec.structs.replace(picture, stones=stones))
    return {legend.marks[side, kind, False]: (side, kind) for side, kind in sorts}
