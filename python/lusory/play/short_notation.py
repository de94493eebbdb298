"""Short spellings of steps, as chess players write them: `Nf3`, `exd5`, `R1e2`, `b8=Q`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from ..draw.kind_letters import kind_letters

if TYPE_CHECKING:
    from .position import Position

_CELL = r"[a-z]{1,2}\d{1,2}"
_SHORT = re.compile(rf"[a-z]?[a-z]{{0,2}}\d{{0,2}}[-x:]?{_CELL}([=:]?[a-z])?", re.IGNORECASE)
_STEP = re.compile(rf"({_CELL})(?:->|-|x)({_CELL})(?::(\w))?", re.IGNORECASE)
_CASTLING = re.compile(r"([o0])-\1(-\1)?", re.IGNORECASE)
_SIGNS = ("", "-")
_CAPTURE_SIGNS = ("x", ":")
"""Between the cells of a step that captures."""


def find_short(position: Position, typed: str) -> int | None:
    """The only legal step that is written so in short: the letter of the piece, as much of its cell as is needed, `x`
    where it captures, the cell it comes to and what it becomes. The piece of which a side has most at the start needs
    no letter. None where pieces are hidden: what is read would tell of them."""
    typed = typed.strip().rstrip("+#!?")
    if position.hidden or not _SHORT.fullmatch(typed):
        return None
    steps = [(action, spelling) for action, spellings in _steps(position) for spelling in spellings]
    for written, folded in ((typed, False), (typed.casefold(), True)):
        matching = {action for action, spelling in steps if written == (spelling.casefold() if folded else spelling)}
        if matching:
            return matching.pop() if len(matching) == 1 else None
    return None


def castled(position: Position, typed: str) -> Position | None:
    """The position after the turn that `O-O` or `O-O-O` means: the only one in which a king steps along its row, and
    then a rook by two columns, or by three. None where there is none, or something else was typed."""
    castling = _CASTLING.fullmatch(typed.strip().rstrip("+#!?"))
    if castling is None or position.hidden or position.result is not None:
        return None
    columns = 3 if castling[2] else 2
    between = [position.follow(action) for action in _steps_along_row(position, "K", 2)]
    after = [
        middle.follow(action)
        for middle in between
        if middle.to_move == position.to_move
        for action in _steps_along_row(middle, "R", columns)
    ]
    return after[0] if len(after) == 1 else None


def _steps_along_row(position: Position, letter: str, columns: int) -> list[int]:
    """The legal steps by so many columns of the pieces with a letter."""
    pieces, found = _pieces(position), []
    for action in position.moves().ids:
        step = _STEP.fullmatch(position.contract.text(action))
        if not step or pieces.get(step[1], (0, ""))[1] != letter or step[1][1:] != step[2][1:]:
            continue
        if abs(ord(step[1][0]) - ord(step[2][0])) == columns:
            found.append(action)
    return found


def _pieces(position: Position) -> dict[str, tuple[int, str]]:
    """The side and the letter of the piece on each cell."""
    picture = position.picture()
    letters = {kind: letter.rstrip("'") for kind, letter in kind_letters(picture).items()}
    return {picture.geometry.names[stone.cell]: (stone.side, letters.get(stone.kind, "")) for stone in picture.stones}


def _steps(position: Position) -> Iterator[tuple[int, Iterator[str]]]:
    """The legal steps from cell to cell, with all their short spellings."""
    on = _pieces(position)
    at_start = Counter(_pieces(position.first).values())
    for action in position.moves().ids:
        step = _STEP.fullmatch(position.contract.text(action))
        piece = on.get(step[1]) if step else None
        if step and piece:
            most = all(n < at_start[piece] for other, n in at_start.items() if other[0] == piece[0] and other != piece)
            signs = _SIGNS + _CAPTURE_SIGNS if _captures(position, action) else _SIGNS
            yield action, _spellings([piece[1], ""] if most else [piece[1]], signs, *step.groups(default=""))


def _captures(position: Position, action: int) -> bool:
    return any(event.kind == "capture" for event in position.contract.play(position.state, action)[1])


def _spellings(letters: list[str], signs: tuple[str, ...], origin: str, to: str, mark: str) -> Iterator[str]:
    """All ways to write one step."""
    column = origin.rstrip("0123456789")
    origins = ("", column, origin.removeprefix(column), origin)
    marks = [sign + letter for sign in ("", "=", ":") for letter in (mark, mark.upper())] if mark else [""]
    return map("".join, product(letters, origins, signs, (to,), marks))
