"""A rule value played by the engine. It offers the contract of play/contract.py, and agrees with the reference."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from functools import cached_property

from .._engine import Engine, Knowledge, State
from .._numbers import check_player
from ..errors import IllegalPly, LongTurn, LusoryError, Phrase
from ..reference import Reference
from ..reference import State as ReferenceState
from ..reference.progression import NOTHING_LEGAL
from ..reference.tables import Tables, hands_of, marks_of
from ..rules.events import Event, Result, Witness
from ..rules.expression_text import spell
from ..rules.game import Game
from ..rules.geometry import mask_of
from ..rules.picture import Picture, Stone
from .conversion import form_of, reason, state_of
from .form import EventForm, WitnessPart, encode, read_events, read_position
from .program import program

LONGEST_TURN = 1000
"""As in play/position.py, which this package cannot import."""


ENTRY = 40
"""Bytes that a table takes for a state, besides the state."""


class Machine:
    """A compiled game. States are the engine's; see Contract for the members. Raises ValueError, with the reason, where
    the engine cannot play the value.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = game.name
        self.players = game.players
        self.num_actions = game.num_actions
        self.tables = Tables(game)
        self.hidden = self.tables.hidden
        self.kinds = self.tables.kinds
        self.counted = self.tables.counted
        self.engine = Engine(program(game))
        self._names = game.geometry.names
        self.facts = tuple(spell(word.fact) for word in self.tables.tells)
        self.sets = tuple(map(self.tables.label, range(self.tables.planes)))
        self._spelled = {"told": self.facts, "set": self.sets, "mark": tuple(self.tables.marks)}
        self._ends = tuple(spell(end) for end in game.ends)

    @cached_property
    def reference(self) -> Reference:
        """The reference of the same rules, for explanations that the engine does not give."""
        return Reference(self.game)

    def start(self) -> State:
        """The setup, with side 1 to move."""
        return self.engine.start()

    def to_move(self, state: State) -> int:
        return state.to_move()

    def legal(self, state: State) -> tuple[int, ...]:
        return state.legal()

    def weights(self, state: State) -> tuple[int, ...]:
        return state.weights()

    def play(self, state: State, action: int) -> tuple[State, tuple[Event, ...]]:
        reached = state.play(action) if 0 <= action < self.num_actions else None
        if reached is None:
            raise IllegalPly(self.text(action), "not legal here")
        return reached[0], tuple(self.event(event) for event in read_events(reached[1]))

    def event(self, form: EventForm) -> Event:
        """An event with the names of its cells."""
        names = tuple(self._names[cell] for cell in form.cells)
        piece = "" if form.piece is None else self.kinds[form.piece]
        seen_by = None if form.seen_by is None else (form.seen_by,)
        return Event(form.kind, names, form.player, form.amount, piece, self._why(form.witness), seen_by)

    def _why(self, parts: tuple[WitnessPart, ...]) -> Witness:
        return tuple(
            (reason(name, number, self._spelled), tuple(self._names[cell] for cell in cells))
            for (name, number), cells in parts
        )

    def result(self, state: State) -> Result | None:
        parts = state.result()
        if parts is None:
            return None
        values, end, witness, counts = parts
        by = NOTHING_LEGAL if end is None else self._ends[end]
        return Result(values, by, tuple(self._names[cell] for cell in witness), counts)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores()

    def seats(self, state: State) -> tuple[int, ...]:
        """The player of each side."""
        return state.seats()

    def text(self, action: int) -> str:
        return self.game.actions.text(action)

    def printed(self, action: int) -> str:
        return self.game.actions.printed(action)

    def turn_over(self, state: State) -> bool:
        return state.turn_over()

    def picture(self, state: State, viewer: int | None) -> Picture:
        """The board as a player may see it; of a finished game all is shown."""
        result = state.result()
        placed = state.stones(None if result else viewer)
        stones = tuple(Stone(cell, side, self.kinds[kind], hidden) for cell, side, kind, hidden in placed)
        marks = marks_of(self.tables, map(mask_of, state.marks())) if self.tables.marks else ()
        line = result[2] if result else ()
        colours, hands = self.game.colours_of_sides, self.hands(state)
        return Picture(
            self.game.geometry, stones, line=line, marks=marks, hands=hands, kinds=self.kinds, colours=colours
        )

    def hands(self, state: State) -> tuple[tuple[int, str, int], ...]:
        """Side, kind and number of the pieces in hand, for the kinds that come from hands."""
        return hands_of(self.tables, state.hands()) if self.tables.handed else ()

    def information(self, state: State, viewer: int) -> str:
        check_player(viewer, self.players)
        return state.information(viewer)

    def sample(self, state: State, viewer: int, rng: random.Random) -> State:
        """A state that agrees with all the viewer knows (see reference/sampling.py for which).

        Raises LusoryError where none was found in time.
        """
        check_player(viewer, self.players)
        return sample_or_error(state.sample(viewer, rng.getrandbits(64)))

    def knowledge(self, state: State, viewer: int) -> Knowledge:
        """All that the viewer knows, and nothing else."""
        check_player(viewer, self.players)
        return state.knows(viewer)

    def imagined(self, knowledge: Knowledge, rng: random.Random) -> State:
        """A state that agrees with a player's knowledge, drawn as by `sample`."""
        return sample_or_error(knowledge.sample(rng.getrandbits(64)))

    def consistent(self, state: State, viewer: int) -> Iterator[State]:
        """All states that agree with the viewer's knowledge, each once. For small boards."""
        check_player(viewer, self.players)
        return iter(state.consistent(viewer))

    def census(self, state: State, depth: int, turns: bool = False, begun: bool = False) -> Iterator[list[int]]:
        """The rows of play/census.py. begun: the first ply has been made, and belongs to the first row.

        Raises LongTurn, or LusoryError where more states would have to be held at once than half the memory takes.
        """
        most = memory() // 2 // (sys.getsizeof(state) + ENTRY)
        try:
            yield from state.census(depth, turns=turns, begun=begun, threads=processors(), most_states=most)
        except RecursionError as fault:
            raise LongTurn(f"a turn of more than {LONGEST_TURN} plies") from fault
        except MemoryError as fault:
            text = f"more than {most:,} states to be held at once, which is more than half the memory takes"
            raise LusoryError(f"{text}; expected a smaller depth") from fault

    def best_turn(
        self, state: State, method: str, rng: random.Random, most: int
    ) -> tuple[tuple[int, ...], tuple[int, int], bool]:
        """The turn with the largest gain: its plies, its gain (the growth of its player's lead, and how the game
        ended), and whether all turns were searched. At most `most` plies are tried. method: `greedy`, `reply` (less the
        best reply), `tries:N`; ties are broken by `rng`."""
        plies, value, complete = state.best_turn(method, rng.getrandbits(64), most)
        return tuple(plies), value, complete

    def why_not(self, state: State, text: str) -> Phrase:
        """Why a text is no legal ply here, from the reference."""
        return self.reference.why_not(self.stored(state), text)

    def forbidden_by(self, state: State, text: str) -> str:
        """The expressions of the rules that forbid a ply, from the reference."""
        return self.reference.forbidden_by(self.stored(state), text)

    def stored(self, state: State) -> ReferenceState:
        """The state as plain data for pickling: a state of the reference."""
        return state_of(self, read_position(state.dump()))

    def restored(self, stored: ReferenceState) -> State:
        """The engine's state, from stored data."""
        return self.engine.load(encode(form_of(self, stored)))


def sample_or_error(sample: State | None) -> State:
    """The sample; raises LusoryError where there is none."""
    if sample is None:
        raise LusoryError("no state was found that agrees with all the player knows: there are too many to try")
    return sample


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory() -> int:
    """The memory of this machine in bytes; infinite where it is unknown."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 2**62
