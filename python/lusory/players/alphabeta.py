"""`alphabeta:4`, `alphabeta:1s`: alpha-beta search to a depth or for a time, in games of two players without secrets.
Where turns have several plies, it searches whole turns. Positions are evaluated by features read from the rules;
`lusory tune` learns their weights."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

from .._engine import AlphaBeta, State
from ..engine import Machine
from ..errors import LusoryError, UnknownPlayer
from ..play.position import Position
from ..play.program import contract_of
from . import tactics, weights
from .analyse import Analysis
from .limits import Argument, Limit, argument, count, limit
from .player import Player, Seen, Thought
from .spec import PlayerKind

DEEPEST = 100
MEBIBYTE = 1 << 20
TWO = 2
"""So deep a search sees what the next turn can win."""
OPTIONS = ("memory", "weights")


class AlphaBetaPlayer(Player):
    """Searches by iterative deepening and plays the best ply of the last depth; where turns have several plies, the
    plies of the best turn. It is deterministic."""

    heeds_stop = True

    def __init__(self, limit: Limit, game: Any, options: dict[str, Any]) -> None:
        self._limit, self._contract, self._options = limit, contract_of(game), options
        self._stopped = threading.Event()
        self.begin()

    def begin(self) -> None:
        self._search: AlphaBeta | None = None
        self._plan: list[int] = []
        self._expected: Any = None

    def close(self) -> None:
        self.begin()

    def stop(self) -> None:
        """See Player."""
        self._stopped.set()

    def choose(self, seen: Seen, rng: random.Random) -> int:
        """See Player."""
        self._stopped.clear()
        assert isinstance(seen, Position) and isinstance(seen.state, State)
        legal, self.thought = seen.moves().ids, None
        if len(legal) == 1:
            return legal[0]
        if not self._plan or seen.state != self._expected:
            self._plan = self._turn(seen.state)
        ply, *self._plan = self._plan
        self._expected = seen.contract.play(seen.state, ply)[0] if self._plan else None
        return ply

    def _turn(self, state: State) -> list[int]:
        """The remaining plies of the best turn."""
        started = time.monotonic()
        if self._search is None:
            self._search = AlphaBeta(state, **self._options)
        else:
            self._search.go_to(state)
        self._search.run(self._limit.number, self._limit.seconds, lambda: not self._stopped.is_set())
        report = self._search.report()
        if not report["proven"] and (turn := state.winning_turn(tactics.MOST)):
            self.thought = Thought(1.0)
            return turn
        if not report["proven"] and self._loses(state, report["turn"]):
            self._search.run(TWO)
            report = self._search.report()
        if self.tell is not None:
            self.tell(analysis_of(self._contract, report, time.monotonic() - started))
        self.thought = Thought(report["value"])
        best_turn: list[int] = report["turn"]
        return best_turn

    def _loses(self, state: State, turn: list[int]) -> bool:
        """Whether the other player has a turn that wins after this one, where there are few turns to choose from."""
        if len(state.turns(tactics.MOST)[0]) > tactics.CHOICES:
            return False
        for ply in turn:
            state = self._contract.play(state, ply)[0]
        return state.winning_turn(tactics.MOST) is not None


def analysis_of(contract: Any, report: dict[str, Any], seconds: float) -> Analysis:
    """Converts a search report to an Analysis with texts of plies. Values that are not proven have no interval."""
    value = report["value"]
    return Analysis(
        best=contract.text(report["best"]),
        line=tuple(map(contract.text, report["line"])),
        value=value,
        interval=(value, value) if report["proven"] else (0.0, 1.0),
        proven=report["proven"],
        values=(value, 1 - value) if report["to_move"] == 0 else (1 - value, value),
        solved=report["proven"],
        simulations=report["nodes"],
        visits=report["nodes"],
        seconds=seconds,
        full=False,
        plies=(),
    )


def _options(parsed: Argument, game: Any) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if "memory" in parsed.options:
        options["memory"] = count(parsed.options["memory"], "MiB", 1 << 20) * MEBIBYTE
    try:
        return options | weights.options(game, parsed.options.get("weights", ""))
    except LusoryError as fault:
        raise UnknownPlayer(f"weights={parsed.options.get('weights', '')}: {fault}") from None


def make(text: str, game: Any) -> Player:
    """Makes the player from the argument of the spec."""
    parsed = argument(text, OPTIONS)
    return AlphaBetaPlayer(limit(parsed.head, "plies", DEEPEST), game, _options(parsed, game))


def unfit(game: Any) -> str:
    """Why the player cannot play a game; empty where it can."""
    contract: Any = contract_of(game)
    if contract.players != 2:
        return f"it is for {contract.players}, and alpha-beta searches games of two; use mcts:1000"
    if getattr(contract, "hidden", False):
        return "it hides something, which alpha-beta cannot see through; use mcts:1000"
    if not isinstance(contract, Machine):
        return "the engine does not play it; use mcts:1000"
    return ""


ALPHABETA = PlayerKind(
    "alphabeta",
    ("alphabeta:4", "alphabeta:1s"),
    "searches all ways so many plies deep, or for so long",
    make,
    unfit,
    limits=("seconds", "depth"),
)
"""See PlayerKind."""
