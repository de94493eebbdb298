"""Second implementation of hidden-gomoku, from the designer's rules and the decisions on open points."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from lusory.play.contract import Event, Picture, Result, Stone

from .common import Cell, Written, draw_result, geometry, require, whole, won

COLUMNS = "ABCDEFGHJKLMN"
AXES = [(0, 1), (1, 0), (1, 1), (1, -1)]
Sets = tuple[frozenset[Cell], frozenset[Cell]]


@dataclass(frozen=True)
class State:
    """stones: all stones of each player; shown: those of them that are open. x_player: None until second has chosen.

    pending: the target and axis that wait for an answer. told: who has announced a line.
    log: all that happened, each event with those who saw it.
    """

    stones: Sets = (frozenset(), frozenset())
    shown: Sets = (frozenset(), frozenset())
    mover: int = 0
    x_player: int | None = None
    pending: tuple[Cell, str] | None = None
    told: frozenset[int] = frozenset()
    log: tuple[Event, ...] = ()
    outcome: Result | None = None


class HiddenGomoku(Written):
    """Secret targets, announced rows or columns, stones revealed against them; two lines win.

    Readings: a revealed stone is open from then on. A line that wins at once (lines=1) is told like any
    other first line. `length` may be 2 to size. A stone revealed earlier never makes a later move fail: its point is
    open and no target. A turn ends with the answer; the two plies of the opening are a turn each.
    """

    name = "hidden-gomoku"

    def __init__(self, size: int = 9, length: int | None = None, lines: int = 2) -> None:
        require(whole(size) and 3 <= size <= 13, "size", size, "3 to 13")
        length = min(5, size) if length is None else length
        require(whole(length) and 2 <= length <= size, "length", length, f"2 to {size}")
        require(whole(lines) and lines in (1, 2), "lines", lines, "1 or 2")
        self.size, self.length, self.lines = size, length, lines
        self.cells = [(row, column) for row in range(size) for column in range(size)]
        self.places = {self.cell_name(cell): cell for cell in self.cells}
        self.commits = {f"{name}:{axis}": (c, axis) for name, c in self.places.items() for axis in ("row", "column")}
        self.list_plies([*self.places, *self.commits, "x", "o"])
        self.first_reveal = len(self.texts)
        self.num_actions = self.first_reveal + 2 * size * (1 << size)
        self.windows = self.all_windows()

    def cell_name(self, cell: Cell) -> str:
        return f"{COLUMNS[cell[1]]}{cell[0] + 1}"

    def named(self, cells: Iterable[Cell]) -> tuple[str, ...]:
        return tuple(self.cell_name(cell) for cell in sorted(cells))

    def all_windows(self) -> list[frozenset[Cell]]:
        """Every run of exactly `length` points."""
        windows = [
            frozenset((row + i * up, column + i * right) for i in range(self.length))
            for row, column in self.cells
            for up, right in AXES
        ]
        return [run for run in windows if run.issubset(self.cells)]

    # Plies: the listed ones first, then for each row, then for each column, all its subsets.

    def reveal_id(self, cells: Collection[Cell]) -> int:
        """One number a set: the empty one and single points count as parts of a row."""
        rows = sorted({row for row, _ in cells})
        if len(rows) <= 1:
            line = rows[0] if rows else 0
            members = sum(1 << column for _, column in cells)
        else:
            line = self.size + next(iter(cells))[1]
            members = sum(1 << row for row, _ in cells)
        return self.first_reveal + (line << self.size) + members

    def reveal_cells(self, action: int) -> list[Cell]:
        """The points of a reveal, by column, then row."""
        line, members = divmod(action - self.first_reveal, 1 << self.size)
        places = [i for i in range(self.size) if members >> i & 1]
        cells = [(line, i) if line < self.size else (i, line - self.size) for i in places]
        return sorted(cells, key=lambda cell: (cell[1], cell[0]))

    def text(self, action: int) -> str:
        if action < self.first_reveal:
            return self.texts[action]
        return "reveal:" + (",".join(self.cell_name(cell) for cell in self.reveal_cells(action)) or "none")

    def printed(self, action: int) -> str:
        return self.text(action).replace(":", " ").replace(",", " ")

    def start(self) -> State:
        return State()

    def to_move(self, state: State) -> int:
        return 1 - state.mover if state.pending else state.mover

    def legal(self, state: State) -> Sequence[int]:
        if state.outcome:
            return []
        if not state.log:
            return [self.ids[name] for name in self.places]
        if state.x_player is None:
            return [self.ids["x"], self.ids["o"]]
        if state.pending:
            return sorted(self.reveal_id(cells) for cells in self.reveals(state))
        names = [self.cell_name(cell) for cell in self.targets(state)]
        return sorted(self.ids[f"{name}:{axis}"] for name in names for axis in ("row", "column"))

    def targets(self, state: State) -> list[Cell]:
        barred = state.shown[0] | state.shown[1] | state.stones[state.mover]
        return [cell for cell in self.cells if cell not in barred]

    def announced(self, target: Cell, axis: str) -> list[Cell]:
        same = 0 if axis == "row" else 1
        return [cell for cell in self.cells if cell[same] == target[same]]

    def reveals(self, state: State) -> list[tuple[Cell, ...]]:
        """All sets of hidden stones that the answerer may reveal."""
        assert state.pending is not None
        answerer = 1 - state.mover
        hidden = state.stones[answerer] - state.shown[answerer]
        hidden_cells = [cell for cell in self.announced(*state.pending) if cell in hidden]
        return [cells for count in range(len(hidden_cells) + 1) for cells in combinations(hidden_cells, count)]

    def play(self, state: State, action: int) -> tuple[State, tuple[Event, ...]]:
        text = self.text(action)
        if text in self.places:
            after, events = self.open_game(self.places[text])
        elif text in ("x", "o"):
            after, events = self.choose(state, text)
        elif text in self.commits:
            after, events = self.commit(state, *self.commits[text])
        else:
            after, events = self.answer(state, frozenset(self.reveal_cells(action)))
        return replace(after, log=state.log + events), events

    def open_game(self, cell: Cell) -> tuple[State, tuple[Event, ...]]:
        stones = (frozenset({cell}), frozenset[Cell]())
        return State(stones, stones, mover=1), (Event("place", self.named([cell]), player=0),)

    def choose(self, state: State, choice: str) -> tuple[State, tuple[Event, ...]]:
        """Second takes x, and first is o and moves; or second stays o and moves."""
        if choice == "o":
            return replace(state, x_player=0, mover=1), (Event("keep", player=1),)
        stones = (state.stones[1], state.stones[0])
        return replace(state, stones=stones, shown=stones, x_player=1, mover=0), (Event("swap", player=1),)

    def commit(self, state: State, target: Cell, axis: str) -> tuple[State, tuple[Event, ...]]:
        mover = state.mover
        secret = Event("commit", self.named([target]), player=mover, seen_by=(mover,))
        public = Event("announce", self.named(self.announced(target, axis)), player=mover)
        return replace(state, pending=(target, axis)), (secret, public)

    def answer(self, state: State, revealed: frozenset[Cell]) -> tuple[State, tuple[Event, ...]]:
        assert state.pending is not None
        mover, answerer = state.mover, 1 - state.mover
        target, _ = state.pending
        name = self.named([target])
        events = [Event("reveal", self.named(revealed), player=answerer, amount=len(revealed))]
        stones, shown_stones = list(state.stones), list(state.shown)
        shown_stones[answerer] |= revealed
        if revealed:
            events.append(Event("show", name, player=mover))
        succeeds = target not in revealed
        if succeeds:
            stones[mover] |= {target}
            if revealed:
                shown_stones[mover] |= {target}
            events.append(Event("place", name, player=mover, seen_by=None if revealed else (mover,)))
        else:
            events.append(Event("fail", name, player=mover))
        announcements = state.told
        if succeeds and mover not in announcements and self.complete(stones[mover]):
            announcements |= {mover}
            events.append(Event("tell", player=mover))
        following = replace(
            state,
            stones=(stones[0], stones[1]),
            shown=(shown_stones[0], shown_stones[1]),
            mover=answerer,
            pending=None,
            told=announcements,
        )
        return replace(following, outcome=self.judge(following, mover, succeeds)), tuple(events)

    def complete(self, stones: frozenset[Cell]) -> list[frozenset[Cell]]:
        return [window for window in self.windows if window <= stones]

    def judge(self, state: State, mover: int, succeeded: bool) -> Result | None:
        if succeeded and (line := self.winning(state.stones[mover])):
            return won(mover, "win-line", self.named(line))
        if not self.targets(state):
            return draw_result("no legal ply")
        return None

    def winning(self, stones: frozenset[Cell]) -> frozenset[Cell]:
        """The stones of the lines that win, if there are enough of them."""
        line = self.complete(stones)
        if self.lines == 2:
            pairs = [(a, b) for a, b in combinations(line, 2) if len(a & b) <= 1]
            line = [window for pair in pairs for window in pair]
        return frozenset[Cell]().union(*line)

    def result(self, state: State) -> Result | None:
        return state.outcome

    def turn_over(self, state: State) -> bool:
        return state.pending is None

    def picture(self, state: State, viewer: int | None) -> Picture:
        board = geometry(list(self.places), [(column, -row) for row, column in self.cells], points=True)
        pieces = []
        for number, cell in enumerate(self.cells):
            for player in self.x_first(state):
                if cell in self.seen_stones(state, player, viewer):
                    side = 1 if player == self.x_first(state)[0] else 2
                    pieces.append(Stone(number, side, hidden=cell not in state.shown[player]))
        return Picture(board, tuple(pieces))

    def x_first(self, state: State) -> tuple[int, int]:
        x = state.x_player or 0
        return x, 1 - x

    def seen_stones(self, state: State, player: int, viewer: int | None) -> frozenset[Cell]:
        everything = viewer is None or viewer == player or state.outcome is not None
        return state.stones[player] if everything else state.shown[player]

    def information(self, state: State, viewer: int) -> str:
        lines = [f"player {viewer}, x is {state.x_player}"]
        for event in state.log:
            if event.seen_by is None or viewer in event.seen_by:
                lines.append(f"{event.kind} {' '.join(event.cells)} by {event.player}")
        for player in (0, 1):
            lines.append(f"stones of {player}: {' '.join(self.named(self.seen_stones(state, player, viewer)))}")
        if state.outcome:
            lines.append(f"result {state.outcome.values}")
        return "\n".join(lines)
