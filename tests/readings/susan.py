"""Second implementation of susan, from the designer's rules and the decisions on open points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True)
class State:
    """slides: how many slides in a row; stood: the positions since the last placement (no older one can recur)."""

    stones: tuple[frozenset[Cell], frozenset[Cell]] = (frozenset(), frozenset())
    mover: int = 0
    slides: int = 0
    stood: Standings = frozenset()
    outcome: Result | None = None


class Susan(Written):
    """Place a stone or slide one; whoever has a surrounded stone loses, the mover first."""

    name = "susan"

    def __init__(self, size: int = 5, draw: str = "slides:6") -> None:
        require(whole(size) and 2 <= size <= 8, "size", size, "2 to 8")
        self.draw, self.limit = read_draw(draw)
        self.cells = hexagon(size)
        self.names = {cell: f"{LETTERS[cell[0]]}{cell[1] + 1 - max(0, cell[0] - size + 1)}" for cell in self.cells}
        self.near = {cell: [place for place in around(cell) if place in self.names] for cell in self.cells}
        self.places = {self.names[cell]: cell for cell in self.cells}
        self.slides = {f"{self.names[a]}-{self.names[b]}": (a, b) for a in self.cells for b in self.near[a]}
        self.list_plies([*self.places, *self.slides])

    def printed(self, action: int) -> str:
        return self.text(action).replace("-", " -> ")

    def start(self) -> State:
        empty = State()
        if self.draw != "repeat":
            return empty
        return State(stood=stand(frozenset(), (empty.stones, 0))[0])

    def to_move(self, state: State) -> int:
        return state.mover

    def empty(self, state: State, cell: Cell) -> bool:
        return cell not in state.stones[0] and cell not in state.stones[1]

    def legal(self, state: State) -> Sequence[int]:
        if state.outcome:
            return []
        texts = [self.names[cell] for cell in self.cells if self.empty(state, cell)]
        for stone in state.stones[state.mover]:
            for cell in self.near[stone]:
                if self.empty(state, cell):
                    texts.append(f"{self.names[stone]}-{self.names[cell]}")
        return sorted(self.ids[text] for text in texts)

    def play(self, state: State, action: int) -> tuple[State, tuple[Event, ...]]:
        text = self.text(action)
        own_stones = state.stones[state.mover]
        if text in self.places:
            own_stones |= {self.places[text]}
            event = Event("place", (text,), player=state.mover)
        else:
            origin, landing = self.slides[text]
            own_stones = own_stones - {origin} | {landing}
            event = Event("move", (self.names[origin], self.names[landing]), player=state.mover)
        stones = (own_stones, state.stones[1]) if state.mover == 0 else (state.stones[0], own_stones)
        return self.judge(state, stones, placed=text in self.places), (event,)

    def judge(self, before: State, stones: tuple[frozenset[Cell], frozenset[Cell]], placed: bool) -> State:
        mover, opponent = before.mover, 1 - before.mover
        slides, stood, times = 0, before.stood, 0
        if self.draw in ("slides", "last") and not placed:
            slides = before.slides + 1
        if self.draw == "repeat":
            stood, times = stand(frozenset() if placed else stood, (stones, opponent))
        outcome: Result | None = None
        if own_surrounded := self.surrounded(stones, mover):
            outcome = won(opponent, "suicide: the mover's own stone is surrounded", own_surrounded)
        elif captured := self.surrounded(stones, opponent):
            outcome = won(mover, "surrounded", captured)
        elif self.draw == "slides" and slides >= self.limit:
            outcome = draw_result("slides in a row")
        elif self.draw == "last" and slides >= self.limit:
            outcome = won(opponent, "the last slide in a row")
        elif self.draw == "repeat" and times >= self.limit:
            outcome = draw_result("repetition")
        return State(stones, opponent, slides, stood, outcome)

    def surrounded(self, stones: tuple[frozenset[Cell], frozenset[Cell]], player: int) -> tuple[str, ...]:
        filled = stones[0] | stones[1]
        return tuple(self.names[stone] for stone in sorted(stones[player]) if filled.issuperset(self.near[stone]))

    def result(self, state: State) -> Result | None:
        return state.outcome

    def picture(self, state: State, viewer: int | None) -> Picture:
        board = geometry(list(self.places), [hexagon_centre(cell) for cell in self.cells])
        sides = {cell: player + 1 for player in (0, 1) for cell in state.stones[player]}
        return Picture(board, tuple(Stone(i, sides[cell]) for i, cell in enumerate(self.cells) if cell in sides))

    def information(self, state: State, viewer: int) -> str:
        first, second = state.stones
        stood = sorted(repr((sorted(s[0][0]), sorted(s[0][1]), s[1], n)) for s, n in state.stood)  # type: ignore[index]
        return repr((sorted(first), sorted(second), state.mover, state.slides, stood, state.outcome))


def read_draw(draw: str) -> tuple[str, int]:
    """The draw rule and its number: slides:6, repeat:2, last:6 (who makes the last slide loses) or none."""
    rule, _, number = draw.partition(":")
    if draw == "none":
        return "none", 0
    least = {"slides": 1, "repeat": 2, "last": 1}
    good = rule in least and number.isdecimal() and int(number) >= least[rule]
    require(good, "draw", draw, "slides:N with N ≥ 1, repeat:N with N ≥ 2, last:N with N ≥ 1, or none")
    return rule, int(number)
