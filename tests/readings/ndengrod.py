"""Second implementation of ndengrod, from the designer's rules and the decisions on open points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lusory.play.contract import Event, Picture, Result, Stone

from .common import (
    LETTERS,
    Cell,
    Standings,
    Written,
    around,
    draw_result,
    geometry,
    hexagon,
    hexagon_centre,
    require,
    stand,
    whole,
    won,
)

Stones = tuple[frozenset[Cell], frozenset[Cell]]
AXES = [(0, 1), (1, 0), (1, 1)]


@dataclass(frozen=True)
class State:
    """stones: X's and O's. side: 0 when X is to move, 1 when O is. x_player: who plays X."""

    stones: Stones = (frozenset(), frozenset())
    side: int = 0
    x_player: int = 0
    may_swap: bool = False
    captured: tuple[int, int] = (0, 0)
    stood: Standings = frozenset()
    outcome: Result | None = None

    @property
    def mover(self) -> int:
        return self.x_player if self.side == 0 else 1 - self.x_player


class Ndengrod(Written):
    """Place a stone; groups without an empty neighbour are captured; five in a row win.

    Readings: the player to move in a repeated position is the person, so the position before `swap` (second to move)
    and that after it (first to move) are two different ones. `repeat` is 0 or at least 2, `length` at
    least 2 and never shortened by itself: size=2 needs a length of 2 or 3. The range 2 to 8 of `size` holds for the
    trapezium too.
    """

    name = "ndengrod"

    def __init__(
        self,
        size: int | None = None,
        board: str = "hexagon",
        length: int = 5,
        suicide: str = "allowed",
        repeat: int = 3,
        swap: bool = False,
    ) -> None:
        require(board in ("hexagon", "trapezium"), "board", board, "hexagon or trapezium")
        if size is None:
            size = 5 if board == "hexagon" else 7
        require(whole(size) and 2 <= size <= 8, "size", size, "2 to 8")
        require(whole(length) and 2 <= length <= 2 * size - 1, "length", length, f"2 to {2 * size - 1}")
        require(suicide in ("allowed", "forbidden"), "suicide", suicide, "allowed or forbidden")
        require(whole(repeat) and (repeat == 0 or repeat >= 2), "repeat", repeat, "0 (off) or at least 2")
        require(isinstance(swap, bool), "swap", swap, "true or false")
        self.length, self.repeat, self.swap = length, repeat, swap
        self.suicide_forbidden = suicide == "forbidden"
        self.cells = hexagon(size) if board == "hexagon" else trapezium(size)
        self.names = {cell: f"{LETTERS[cell[0]]}{cell[1] + 1}" for cell in self.cells}
        self.near = {cell: [place for place in around(cell) if place in self.names] for cell in self.cells}
        self.places = {name: cell for cell, name in self.names.items()}
        self.list_plies([*self.places, "swap"] if swap else self.places)

    def start(self) -> State:
        empty = State()
        return replace(empty, stood=stand(frozenset(), (empty.stones, 0))[0]) if self.repeat else empty

    def to_move(self, state: State) -> int:
        return state.mover

    def legal(self, state: State) -> Sequence[int]:
        if state.outcome:
            return []
        cells = [self.ids[self.names[cell]] for cell in self.cells if self.may_place(state.stones, state.side, cell)]
        return [*cells, self.ids["swap"]] if state.may_swap else cells

    def may_place(self, stones: Stones, side: int, cell: Cell) -> bool:
        if cell in stones[0] or cell in stones[1]:
            return False
        return not (self.suicide_forbidden and self.after(stones, side, cell)[2])

    def after(self, stones: Stones, side: int, cell: Cell) -> tuple[Stones, frozenset[Cell], frozenset[Cell]]:
        """The stones after a placement, and the enemy and own stones captured by it."""
        own, enemy = stones[side] | {cell}, stones[1 - side]
        taken = self.enclosed(enemy, own)
        enemy -= taken
        lost = self.enclosed(own, enemy)
        own -= lost
        return ((own, enemy) if side == 0 else (enemy, own)), taken, lost

    def enclosed(self, stones: frozenset[Cell], other_groups: frozenset[Cell]) -> frozenset[Cell]:
        """The stones of all groups that have no empty cell next to them."""
        filled = stones | other_groups
        enclosed_stones: set[Cell] = set()
        unseen = set(stones)
        while unseen:
            group = self.group(next(iter(unseen)), stones)
            unseen -= group
            if all(filled.issuperset(self.near[stone]) for stone in group):
                enclosed_stones |= group
        return frozenset(enclosed_stones)

    def group(self, seed: Cell, stones: frozenset[Cell]) -> set[Cell]:
        group, waiting = {seed}, [seed]
        while waiting:
            for cell in self.near[waiting.pop()]:
                if cell in stones and cell not in group:
                    group.add(cell)
                    waiting.append(cell)
        return group

    def play(self, state: State, action: int) -> tuple[State, tuple[Event, ...]]:
        text = self.text(action)
        if text == "swap":
            return self.exchange(state), (Event("swap", player=state.mover),)
        mover = state.mover
        stones, taken, lost = self.after(state.stones, state.side, self.places[text])
        events = [Event("place", (text,), player=mover)]
        events += [Event("capture", self.named(c), player=mover, amount=len(c)) for c in (taken, lost) if c]
        first, second = state.captured
        captured = (first + len(taken), second) if mover == 0 else (first, second + len(taken))
        first_ply = not state.stones[0] and not state.stones[1]
        following = replace(
            state,
            stones=stones,
            side=1 - state.side,
            may_swap=self.swap and first_ply,
            captured=captured,
        )
        return self.judge(following, mover), tuple(events)

    def exchange(self, state: State) -> State:
        """The players exchange sides: O is to move as before, but that is first now."""
        return self.judge(replace(state, x_player=1 - state.x_player, may_swap=False), state.mover)

    def judge(self, state: State, mover: int) -> State:
        stood, times = state.stood, 0
        if self.repeat:
            stood, times = stand(stood, (state.stones, state.mover))
        outcome: Result | None = None
        if line := self.lines(state.stones[0 if mover == state.x_player else 1]):
            outcome = won(mover, "win-line", self.named(line))
        elif self.repeat and times >= self.repeat:
            outcome = draw_result("repetition")
        elif not any(self.may_place(state.stones, state.side, cell) for cell in self.cells):
            outcome = draw_result("no legal ply")
        return replace(state, stood=stood, outcome=outcome)

    def lines(self, stones: frozenset[Cell]) -> set[Cell]:
        """All stones that lie in a line long enough."""
        cells: set[Cell] = set()
        for row, column in stones:
            for down, right in AXES:
                if (row - down, column - right) in stones:
                    continue
                run = 1
                while (row + run * down, column + run * right) in stones:
                    run += 1
                if run >= self.length:
                    cells |= {(row + i * down, column + i * right) for i in range(run)}
        return cells

    def named(self, cells: frozenset[Cell] | set[Cell]) -> tuple[str, ...]:
        return tuple(self.names[cell] for cell in sorted(cells))

    def result(self, state: State) -> Result | None:
        return state.outcome

    def scores(self, state: State) -> tuple[int, ...]:
        return state.captured

    def picture(self, state: State, viewer: int | None) -> Picture:
        board = geometry(list(self.places), [hexagon_centre(cell) for cell in self.cells])
        sides = {cell: side + 1 for side in (0, 1) for cell in state.stones[side]}
        return Picture(board, tuple(Stone(i, sides[cell]) for i, cell in enumerate(self.cells) if cell in sides))

    def information(self, state: State, viewer: int) -> str:
        xs, os = (self.named(side) for side in state.stones)
        stood = sorted(repr((sorted(s[0][0]), sorted(s[0][1]), s[1], n)) for s, n in state.stood)  # type: ignore[index]
        return repr((xs, os, state.mover, state.x_player, state.may_swap, state.captured, stood, state.outcome))


def trapezium(size: int) -> list[Cell]:
    """`size` rows of size, size + 1, … cells; every row starts at column 1."""
    return [(row, column) for row in range(size) for column in range(size + row)]
