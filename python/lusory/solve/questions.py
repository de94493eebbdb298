"""Questions to the engine: does a player get so many half points? Methods alternate until one answers."""

from __future__ import annotations

import weakref
from typing import Unpack

from ..play.position import Position
from ..rules.events import PLAYER_NAMES
from .deepening import Deepening
from .engine_search import EngineSearch, SearchOptions
from .outlook import Outlook
from .unsolvable import Unsolvable

FIRST_SLICE = 1 << 20
LONGEST_SLICE = 1 << 26
"""Positions of the first and of the longest slice; methods alternate, and slices grow."""
SHARE = 4
"""Depth-first search gets this many times the positions of proof-number search."""
SHARE_ON_CELLS = 32
"""The same, of a search ply by ply, where depth-first search plays on sets of cells."""
METHODS = {
    "descent": "depth-first search to the end of the game",
    "parts": "depth-first search among independent parts",
    "proof": "proof-number search",
    "placement": "search among winning sets",
    "deepening": "depth-first search ply by ply",
    "turns": "search for a forced win over whole turns",
}
TURNS = 8
"""The most turns of the winner in a round."""


class Questions(EngineSearch):
    """Answers questions about one position, and positions after it. The arguments are those of Solver."""

    def __init__(self, position: Position, **options: Unpack[SearchOptions]) -> None:
        super().__init__(position, **options)
        self.method = self.proven_by = ""
        self.deepened: dict[tuple[int, ...], Deepening] = {}
        self.answered_by: dict[tuple[int, int], str] = {}
        """The method that answered a question about the root: a player, and half points."""
        self.deep = False

    def answer(self, player: int, halves: int, after: tuple[int, ...] = ()) -> bool | None:
        """Whether a player gets at least so many half points after these plies. None where the time was too short.

        Raises Circles or ChanceWithin where depth-first methods do not fit, Unsolvable where there is no memory.
        """
        slice_size, undecided = FIRST_SLICE, set()
        while not self.late:
            for method, share in self.rounds:
                if method in undecided:
                    continue
                size = slice_size * share
                if method == "deepening":
                    result = self.deepening(after).answer(player, halves, size)
                else:
                    result = self.search_slice(player, halves, after, method, size)
                if isinstance(result, bool):
                    said = self.descent_in_words if method == "descent" else METHODS[method]
                    self.method, self.proven_by = self.method or said, method
                    if not after:
                        self.answered_by[player, halves] = method
                    return result
                if self.lead and result in ("undecided", "circles"):
                    self.leave_lead()
                    if self.handicap is not None:
                        return None
                    break
                if result == "undecided":
                    undecided.add(method)
                self.deep = self.deep or (result == "deep" and method == "descent")
                if result == "deep" and method == "proof":
                    return None
                raise_for(result)
                if self.late:
                    return None
            slice_size = min(2 * slice_size, LONGEST_SLICE)
        return None

    @property
    def descent_in_words(self) -> str:
        """What depth-first search is called for this game."""
        return METHODS["descent" if self.local_plies is None else "parts"]

    def leave_lead(self) -> None:
        """Solves the game as one that no lead decides: it ended without a comparison, or positions repeat."""
        self.lead = None
        self.engine = self.new_engine()
        self.resume()

    def deepening(self, after: tuple[int, ...]) -> Deepening:
        """The search for a win ply by ply after these plies."""
        if after not in self.deepened:
            # In a reference cycle the tables would outlive the solver, beside those of the next one.
            solver = weakref.proxy(self)

            def search(player: int, within: int, positions: int) -> bool | str:
                solver.look_ahead(player, 2, after, "descent", within, solver.deepened[after].growth(player))
                answer: bool | str = solver.search_slice(player, 2, after, "descent", positions, within)
                return answer

            self.deepened[after] = Deepening(search, lambda: int(solver.engine.nodes))
        return self.deepened[after]

    @property
    def rounds(self) -> tuple[tuple[str, int], ...]:
        """The methods that alternate, and their shares. Depth-first search is left out where lines are endless; where a
        lead decides the game, it knows most of all."""
        if self.lead and not self.deep:
            return (("descent", SHARE),)
        placement = (("placement", SHARE),) if self.sets and self.sets.is_free else ()
        if self.local_plies or (self.sets and self.sets.has_lines and not self.sets.is_free):
            return (("descent", SHARE_ON_CELLS), ("deepening", 1))
        to_the_end = () if self.deep else (("descent", SHARE),)
        return (*placement, *to_the_end, ("proof", 1), ("deepening", 1))

    def proof_method(self, player: int, halves: int) -> str:
        """The method that proves that a player gets so many half points. That the other one gets fewer than the rest
        says the same."""
        if self.proven_by == "turns":
            return "turns"
        methods = (self.answered_by.get(question) for question in ((player, halves), (1 - player, 3 - halves)))
        return "placement" if "placement" in methods else "descent"

    def proof_limit(self, player: int, halves: int) -> int | None:
        """The plies within which a player wins, where only a search ply by ply has found that."""
        methods = {self.answered_by.get(question) for question in ((player, halves), (1 - player, 3 - halves))}
        wins = self.deepening(()).wins
        return wins.get(player) if halves == 2 and "deepening" in methods else None

    def forced_win(self, player: int, width: int) -> bool:
        """Whether a forced win is found by whole turns, if so many turns are tried in a position."""
        for turns in range(1, TURNS + 1):
            answer = self.by_turns(player, turns, width)
            if answer is True:
                self.method, self.proven_by = METHODS["turns"], "turns"
                return True
            if answer is not False:
                return False
        return False

    def by_turns(self, player: int, turns: int, width: int) -> bool | str:
        """A search over whole turns in slices, each until the next checkpoint."""
        self.outlook = Outlook(f"does {PLAYER_NAMES[player]} win within {turns} turns, {width} tried in each position")
        while True:
            with self.saving():
                answer = self.engine.forced_win(
                    player, turns, width, threads=self.threads, progress=self.report_until_saved
                )
            if answer != "stopped" or self.late or self.checkpoint is None:
                return answer

    def bounds(self, after: tuple[int, ...] = ()) -> tuple[float, float]:
        """Bounds of First's result after these plies. Each question gets half of the time that is left; then both
        get the rest."""
        with self.share_of_time(1 / 2):
            wins = self.answer(0, 2, after)
        draws = None
        if not wins:
            with self.share_of_time(1 / 2 if wins is None else 1):
                draws = self.answer(0, 1, after)
        if wins is None and draws is not False:
            wins = self.answer(0, 2, after)
        if wins:
            return 1.0, 1.0
        if draws is False:
            return 0.0, 0.0
        return 0.5 if draws else 0.0, 1.0 if wins is None else 0.5


class Circles(Exception):
    """Raised where a position can repeat: depth-first search cannot solve it."""


class ChanceWithin(Exception):
    """Raised where chance plies come later in the game."""


def raise_for(answer: object, circles: str = "") -> None:
    """Raises the error that an answer of the engine stands for, if any."""
    if answer == "circles":
        if circles:
            raise Unsolvable(circles)
        raise Circles
    if answer == "chance":
        raise ChanceWithin
    if answer == "disk":
        raise Unsolvable("the file of plies beside the checkpoint cannot be written or read: is the disk full?")
    if answer == "memory":
        raise Unsolvable("the memory is too small for this game: allow more with --memory")
