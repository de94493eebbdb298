"""Second implementation of serendipity, from the designer's rules and the decisions on open points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lusory.play.contract import Event, Picture, Result, Stone

from .common import LETTERS, Cell, Standings, Written, draw_result, geometry, more, require, stand, whole, won

DIAGONALS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


@dataclass(frozen=True)
class State:
    """moved: where the stones of the steps of this turn stand now; jumper: where the jumping stone stands."""

    stones: frozenset[Cell]
    mover: int = 0
    moved: frozenset[Cell] = frozenset()
    jumper: Cell | None = None
    captured: tuple[int, int] = (0, 0)
    passed: bool = False
    quiet: int = 0
    stood: Standings = frozenset()
    outcome: Result | None = None


class Serendipity(Written):
    """Stones belong to nobody; two steps, then jumps; capture `target` of them.

    Readings: a turn with nothing to do ends by itself and is then a pass (it cannot happen on these boards, where
    some stone always has an empty neighbour). `repeat` is 0 or at least 2. A ply is printed as it is written.
    A game won in the middle of jumping has no turn in progress any more; the winner would have been next to act.
    """

    name = "serendipity"

    def __init__(
        self,
        size: int = 8,
        rows: int | None = None,
        target: int | None = None,
        repeat: int = 3,
        quiet: int = 50,
    ) -> None:
        require(whole(size) and size in range(4, 13, 2), "size", size, "an even number from 4 to 12")
        most = size // 2 - 1
        rows = min(3, most) if rows is None else rows
        require(whole(rows) and 1 <= rows <= most, "rows", rows, f"1 to {most}")
        stones = rows * size
        target = (stones - 1) // 2 if target is None else target
        require(whole(target) and 1 <= target < stones, "target", target, f"1 to {stones - 1}")
        require(whole(repeat) and (repeat == 0 or repeat >= 2), "repeat", repeat, "0 (off) or at least 2")
        require(whole(quiet) and quiet >= 0, "quiet", quiet, "0 (off) or more")
        self.rows, self.target, self.repeat, self.quiet = rows, target, repeat, quiet
        self.size = size
        self.cells = [(row, column) for row in range(size) for column in range(size) if (row + column) % 2 == 0]
        self.steps = {cell: self.along(cell, 1) for cell in self.cells}
        self.leaps = {cell: self.along(cell, 2) for cell in self.cells}
        self.moves = {self.say("-", a, b): (a, b) for a in self.cells for b in self.steps[a]}
        self.jumps = {self.say("x", a, b): (a, b) for a in self.cells for b in self.leaps[a]}
        self.list_plies([*self.moves, *self.jumps, "end"])

    def along(self, cell: Cell, distance: int) -> list[Cell]:
        row, column = cell
        places = [(row + distance * up, column + distance * right) for up, right in DIAGONALS]
        return [place for place in places if place in self.cells]

    def cell_name(self, cell: Cell) -> str:
        return f"{LETTERS[cell[1]]}{cell[0] + 1}"

    def say(self, sign: str, origin: Cell, landing: Cell) -> str:
        return f"{self.cell_name(origin)}{sign}{self.cell_name(landing)}"

    def start(self) -> State:
        filled = frozenset(c for c in self.cells if c[0] < self.rows or c[0] >= self.size - self.rows)
        stood = stand(frozenset(), (filled, 0))[0] if self.repeat else frozenset()
        return State(filled, stood=stood)

    def to_move(self, state: State) -> int:
        return state.mover

    def choices(self, state: State) -> list[str]:
        """The steps or jumps that may be made now, ending aside."""
        if state.jumper is not None:
            return self.jumps_of(state, state.jumper)
        others = sorted(state.stones - state.moved)
        if len(state.moved) == 2:
            return [text for stone in others for text in self.jumps_of(state, stone)]
        return [self.say("-", a, b) for a in others for b in self.steps[a] if b not in state.stones]

    def jumps_of(self, state: State, stone: Cell) -> list[str]:
        return [
            self.say("x", stone, landing)
            for landing in self.leaps[stone]
            if landing not in state.stones and between(stone, landing) in state.stones
        ]

    def legal(self, state: State) -> Sequence[int]:
        if state.outcome:
            return []
        return sorted(self.ids[text] for text in [*self.choices(state), "end"])

    def play(self, state: State, action: int) -> tuple[State, tuple[Event, ...]]:
        text = self.text(action)
        if text == "end":
            return self.settle(self.end_turn(state)), (Event("end", player=state.mover),)
        if text in self.moves:
            after, events = self.step(state, *self.moves[text])
        else:
            after, events = self.jump(state, *self.jumps[text])
        return self.settle(after), events

    def step(self, state: State, origin: Cell, landing: Cell) -> tuple[State, tuple[Event, ...]]:
        after = replace(
            state,
            stones=state.stones - {origin} | {landing},
            moved=state.moved | {landing},
            passed=False,
        )
        return after, (self.move_event(state.mover, origin, landing),)

    def jump(self, state: State, origin: Cell, landing: Cell) -> tuple[State, tuple[Event, ...]]:
        victim = between(origin, landing)
        first, second = state.captured
        captured = (first + 1, second) if state.mover == 0 else (first, second + 1)
        reached = captured[state.mover] == self.target
        after = replace(
            state,
            stones=state.stones - {origin, victim} | {landing},
            moved=frozenset(),
            jumper=landing,
            captured=captured,
            quiet=0,
            stood=frozenset(),
            outcome=won(state.mover, "captured the target") if reached else None,
        )
        capture = Event("capture", (self.cell_name(victim),), player=state.mover, amount=1)
        return after, (self.move_event(state.mover, origin, landing), capture)

    def move_event(self, mover: int, origin: Cell, landing: Cell) -> Event:
        return Event("move", (self.cell_name(origin), self.cell_name(landing)), player=mover)

    def settle(self, state: State) -> State:
        """When nothing but ending is left, the turn ends by itself."""
        while state.outcome is None and not self.choices(state):
            state = self.end_turn(state)
        return state

    def end_turn(self, state: State) -> State:
        empty = not state.moved and state.jumper is None
        quiet = state.quiet + 1 if self.quiet and state.jumper is None else 0
        stood, times = state.stood, 0
        if self.repeat:
            stood, times = stand(stood, (state.stones, 1 - state.mover))
        outcome: Result | None = None
        if empty and state.passed:
            outcome = more(state.captured, "both passed")
        elif not any(self.can_reach(state, captured) for captured in state.captured):
            outcome = draw_result("unreachable")
        elif self.repeat and times >= self.repeat:
            outcome = more(state.captured, "repetition")
        elif self.quiet and quiet >= self.quiet:
            outcome = more(state.captured, "quiet")
        return State(state.stones, 1 - state.mover, captured=state.captured, passed=empty, quiet=quiet, stood=stood,
                     outcome=outcome)  # fmt: skip

    def can_reach(self, state: State, captured: int) -> bool:
        stones_left = len(state.stones)
        return stones_left >= 3 and captured + stones_left - 1 >= self.target

    def result(self, state: State) -> Result | None:
        return state.outcome

    def scores(self, state: State) -> tuple[int, ...]:
        return state.captured

    def turn_over(self, state: State) -> bool:
        return state.outcome is not None or (not state.moved and state.jumper is None)

    def picture(self, state: State, viewer: int | None) -> Picture:
        board = geometry([self.cell_name(c) for c in self.cells], [(c[1], -c[0]) for c in self.cells])
        return Picture(board, tuple(Stone(i, 0) for i, cell in enumerate(self.cells) if cell in state.stones))

    def information(self, state: State, viewer: int) -> str:
        return repr(
            (
                sorted(state.stones),
                state.mover,
                sorted(state.moved),
                state.jumper,
                state.captured,
                state.passed,
                state.quiet,
                sorted((sorted(position[0]), position[1], times) for position, times in state.stood),  # type: ignore[index]
                state.outcome,
            )
        )


def between(origin: Cell, landing: Cell) -> Cell:
    """The square jumped over."""
    return (origin[0] + landing[0]) // 2, (origin[1] + landing[1]) // 2
