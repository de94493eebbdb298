"""Second implementation of doppel, from the designer's rules and the decisions on open points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lusory.play.contract import CHANCE, Event, Picture, Result, Stone

from .common import LETTERS, Cell, Written, geometry, more, require, whole

SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


@dataclass(frozen=True)
class State:
    """own, other: the last squares filled by the player to move and by the opponent."""

    filled: frozenset[Cell] = frozenset()
    mover: int = CHANCE
    own: Cell | None = None
    other: Cell | None = None
    points: tuple[int, int] = (0, 0)


class Doppel(Written):
    """Fill a square next to a filled one; a point for answering the move between one's own two.

    Readings: with `growth` only squares filled before b count, so neither b nor q. After the last square the
    other player would be to move. A new turn begins after every ply, the chance ply included.
    """

    name = "doppel"

    def __init__(self, size: int = 8, growth: bool = False) -> None:
        require(whole(size) and 2 <= size <= 19, "size", size, "2 to 19")
        require(isinstance(growth, bool), "growth", growth, "true or false")
        self.growth = growth
        self.cells = [(row, column) for row in range(size) for column in range(size)]
        self.places = {self.cell_name(cell): cell for cell in self.cells}
        self.list_plies(self.places)

    def cell_name(self, cell: Cell) -> str:
        return f"{LETTERS[cell[1]]}{cell[0] + 1}"

    def start(self) -> State:
        return State()

    def to_move(self, state: State) -> int:
        return state.mover

    def legal(self, state: State) -> Sequence[int]:
        if not state.filled:
            return list(range(self.num_actions))
        return [number for number, cell in enumerate(self.cells) if may_fill(cell, state.filled)]

    def weights(self, state: State) -> Sequence[int]:
        return [1] * len(self.cells)

    def play(self, state: State, action: int) -> tuple[State, tuple[Event, ...]]:
        square = self.places[self.text(action)]
        place = Event("place", (self.cell_name(square),), player=state.mover)
        filled = state.filled | {square}
        if state.mover == CHANCE:
            return State(filled, mover=0), (place,)
        doubled = self.doubled(state, square)
        after = State(filled, 1 - state.mover, own=state.other, other=square, points=state.points)
        if doubled is None:
            return after, (place,)
        first, second = state.points
        points = (first + 1, second) if state.mover == 0 else (first, second + 1)
        return replace(after, points=points), (place, self.earn(state, square, doubled))

    def doubled(self, state: State, q: Cell) -> Cell | None:
        """The square b − d that earns the point, if the ply at q does."""
        p, b = state.own, state.other
        if p is None or b is None:
            return None
        direction = (q[0] - p[0], q[1] - p[1])
        if direction not in SIDES:
            return None
        behind = (b[0] - direction[0], b[1] - direction[1])
        counting = state.filled - {b} if self.growth else state.filled | {q}
        return behind if behind in counting else None

    def earn(self, state: State, q: Cell, behind: Cell) -> Event:
        assert state.own is not None and state.other is not None
        named = {"p": state.own, "q": q, "b": state.other, "b-d": behind}
        witness = tuple((label, (self.cell_name(cell),)) for label, cell in named.items())
        return Event("earn", (self.cell_name(behind),), player=state.mover, amount=1, why=witness)

    def result(self, state: State) -> Result | None:
        if len(state.filled) < len(self.cells):
            return None
        return more(state.points, "full board")

    def scores(self, state: State) -> tuple[int, ...]:
        return state.points

    def picture(self, state: State, viewer: int | None) -> Picture:
        board = geometry(self.texts, [(column, -row) for row, column in self.cells])
        return Picture(board, tuple(Stone(i, 0) for i, cell in enumerate(self.cells) if cell in state.filled))

    def information(self, state: State, viewer: int) -> str:
        return repr((sorted(state.filled), state.mover, state.own, state.other, state.points))


def may_fill(cell: Cell, filled: frozenset[Cell]) -> bool:
    """Whether a square is empty and shares a side with a filled one."""
    row, column = cell
    return cell not in filled and any((row + up, column + right) in filled for up, right in SIDES)
