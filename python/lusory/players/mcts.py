"""`mcts:1000`, `mcts:0.5s`: Monte Carlo tree search, with a number of simulations or for a time. `mcts:1s,net=FILE`
(`net=shipped`): a net evaluates positions in place of random games."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

from .._engine import Knowledge, Search, State
from ..engine.machine import Machine
from ..errors import UnfitPlayer, UnknownPlayer
from ..play.position import Position
from ..play.program import contract_of
from ..play.view import View
from . import tactics, uct
from .analyse import analysis_of
from .limits import LEAF_PLAYOUTS, LONGEST, Argument, Limit, argument, limit
from .player import Player, Seen, Thought, effective_choices, legal, spread
from .spec import PlayerKind

MEBIBYTE = 1 << 20
SELECTION = ("explore", "rave", "reference", "first", "hint", "expand")
PLAYOUTS = ("cut", "leaf", "share", "peek", "decisive", "likely")
TUNING = SELECTION + PLAYOUTS
"""Options for tuning the search; docs/howto-opponents.md explains them."""
OPTIONS = ("threads", "memory", "net", *TUNING)
STRETCH = 64
"""The engine asks after so many simulations whether the choice can still change: runs of whole stretches, one after the
other, come to the same as one run."""
SLICE = 0.05
"""About so many seconds a run takes; then the stop flag is checked."""
TELL = 0.5
"""Seconds between progress reports."""


class Mcts(Player):
    """Searches with simulations, keeps its tree between plies, and plays the best ply. It stops early where the
    remaining simulations cannot change the most visited ply, unless its limit is the longest time there is."""

    heeds_stop = True

    def __init__(self, limit: Limit, game: Any, options: dict[str, Any]) -> None:
        self._limit, self._game, self._options = limit, game, options
        self._stopped = threading.Event()
        self._search: Search | None = None
        self._at: Position | None = None

    def begin(self) -> None:
        self._search = self._at = None

    def close(self) -> None:
        self.begin()

    def stop(self) -> None:
        """See Player."""
        self._stopped.set()

    def choose(self, seen: Seen, rng: random.Random) -> str | int:
        """See Player."""
        started = time.monotonic()
        self._stopped.clear()
        self.thought = None
        plies = legal(seen)
        if len(plies) == 1:
            return plies[0]
        if isinstance(seen, View):
            return self._blindly(seen, rng, started)
        if not isinstance(seen.state, State):
            ply, self.thought = uct.choose(seen, self._limit, rng, self._stopped)
            return tactics.avoid_blunder(seen, ply)
        search = self._follow(seen) or Search(seen.state, seed=rng.getrandbits(64), **self._options)
        report = self._report(search, started, seen.to_move)
        self._search, self._at = search, seen
        best = plies[0] if report["best"] is None else report["best"]
        return (
            best
            if report.get("proven")
            else tactics.avoid_blunder(seen, best, [ply for ply, *_ in report.get("plies", ())])
        )

    def _blindly(self, seen: View, rng: random.Random, started: float) -> str | int:
        """Searches the player's knowledge; a random legal ply where no consistent state was found in time."""
        if not isinstance(seen.knows, Knowledge):
            raise UnfitPlayer(f"mcts: {seen.game.name or 'this game'} hides something, and the engine does not play it")
        if self._search is None or not self._search.follow(seen.knows):
            self._search = Search(seen.knows, seed=rng.getrandbits(64), **self._options)
        best = self._report(self._search, started, seen.to_move)["best"]
        return rng.choice(seen.moves) if best is None else contract_of(seen.game).text(best)

    def _report(self, search: Search, started: float, mover: int | None) -> dict[str, Any]:
        """The report of the search once the limit is reached, with time counted from `started`. The mean of the best
        ply overestimates the position, the more the fewer simulations a ply has; so the value reported is the mean over
        all simulations, unless it is proven."""
        budget = SearchBudget(self._limit, self._options.get("threads", 1), started)
        next_report = started + TELL
        while budget.run(search) and not self._stopped.is_set():
            if self.tell is not None and time.monotonic() >= next_report:
                next_report += TELL
                self._tell(search, started)
        report: dict[str, Any] = search.report() or {"best": None}
        if report["best"] is not None:
            value = report["value"] if report["proven"] or mover is None else report["values"][mover]
            plies = [(visits, worth) for _, visits, worth, _ in report["plies"]]
            self.thought = Thought(value, effective_choices([visits for visits, _ in plies]), spread(plies))
        if self.tell is not None:
            self._tell(search, started)
        return report

    def _tell(self, search: Search, started: float) -> None:
        report = search.report()
        if self.tell is not None and report is not None and report["best"] is not None:
            self.tell(analysis_of(contract_of(self._game), report, time.monotonic() - started))

    def _follow(self, seen: Position) -> Search | None:
        """Reuses the tree of an earlier position of this game."""
        search, earlier_position = self._search, self._at
        if search is None or earlier_position is None or seen.past[: earlier_position.ply] != earlier_position.past:
            return None
        followed = all(search.advance(past_ply.action) for past_ply in seen.past[earlier_position.ply :])
        return search if followed and search.state == seen.state else None


class SearchBudget:
    """The rest of a limit, used in runs of about a time slice."""

    def __init__(self, limit: Limit, threads: int, started: float) -> None:
        self.limit, self.step, self.begun = limit, STRETCH * threads, started
        self.done, self.size = 0, self.step
        self.settle = limit.seconds != LONGEST

    def run(self, search: Search) -> bool:
        """Runs one slice; False once the limit is reached or the result is proven."""
        return self._count(search) if self.limit.number is not None else self._time(search)

    def _count(self, search: Search) -> bool:
        number = min(self.size, (self.limit.number or 0) - self.done)
        self.done += number
        simulations_left, started = (self.limit.number or 0) - self.done, time.monotonic()
        going = search.run(simulations=number, settle=self.settle, ahead=simulations_left)
        elapsed = time.monotonic() - started
        if elapsed < SLICE / 2:
            self.size *= 2
        elif elapsed > 2 * SLICE:
            self.size = max(self.step, self.size // (2 * self.step) * self.step)
        return going and simulations_left > 0

    def _time(self, search: Search) -> bool:
        seconds_left = self.begun + (self.limit.seconds or 0.0) - time.monotonic()
        seconds = max(0.0, min(SLICE, seconds_left))
        if seconds_left - seconds < SLICE / 5:
            seconds = max(0.0, seconds_left)
        going = search.run(seconds=seconds, settle=self.settle, ahead=max(0.0, seconds_left - seconds))
        return going and seconds_left > seconds


def options(parsed: Argument) -> dict[str, Any]:
    """The options of a search from those of a spec. Raises UnknownPlayer."""
    search_options: dict[str, Any] = {}
    for key, text in ((key, text) for key, text in parsed.options.items() if key != "net"):
        value = _number(key, text)
        if key == "memory":
            search_options[key] = int(value * MEBIBYTE)
        elif key == "explore":
            search_options["exploration"] = value
        elif key == "rave" and text == "off":
            search_options[key] = None
        else:
            search_options[key] = value if key in ("rave", "first", "hint") else int(value)
    return search_options


def _number(key: str, text: str) -> float:
    try:
        value = 0.0 if (key, text) == ("rave", "off") else float(text)
    except ValueError:
        value = -1.0
    least = 1 if key in ("threads", "memory", "expand", "cut", "leaf") else 0
    most = 1024 if key == "threads" else 1_000_000
    if not least <= value <= most:
        raise UnknownPlayer(f"{key}={text}: expected a number from {least} to {most}")
    return value


def make(text: str, game: Any) -> Player:
    """Makes the player from the argument of the spec."""
    parsed = argument(text, OPTIONS)
    until, search_options = limit(parsed.head, "simulations"), options(parsed)
    if file := parsed.options.get("net"):
        search_options["net"] = net_evaluator(file, game)
    if until.seconds is not None:
        search_options.setdefault("leaf", LEAF_PLAYOUTS)
    return Mcts(until, game, search_options)


def net_evaluator(file: str, game: Any) -> Any:
    """The net of a file, or the shipped one, as the engine takes it. Raises UnknownPlayer."""
    from .net import NET, net_of

    if reason := NET.unfit(game):
        raise UnknownPlayer(f"net={file}: {game.name or 'this game'} cannot have it: {reason}")
    return net_of(file, game).net


def unfit(game: Any) -> str:
    """Why the player cannot play a game; empty where it can."""
    contract: Any = contract_of(game)
    if getattr(contract, "hidden", False) and not isinstance(contract, Machine):
        return "it hides something, and the engine does not play it; use random"
    return ""


MCTS = PlayerKind(
    "mcts",
    ("mcts:1000", "mcts:0.5s"),
    "searches so many random games, or so long",
    make,
    unfit,
    limits=("seconds", "count"),
)
"""See PlayerKind."""
