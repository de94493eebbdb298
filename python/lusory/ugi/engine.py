"""UGI server side: offers a game as an engine that reads commands, answers them and has a player choose plies."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from ..errors import LusoryError
from ..play.position import Position
from ..play.program import Program
from ..rules.game import Game

NOBODY = "none"
"""The answer when no ply can be chosen: the game is over."""
WINS = ("p1win", "p2win", "p3win", "p4win")
SHARE = 30
"""A ply gets this fraction of the time left on a clock: one part in so many."""
PATIENCE = 0.05
"""Seconds between calls of `stop` until a search has ended."""


class GoLimits(NamedTuple):
    """The limits of a `go` command; None where it gives none."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False


class Finding(NamedTuple):
    """A progress report of a search: the expected line, and further fields."""

    seconds: float
    simulations: int
    line: tuple[str, ...]
    text: str


class Chooser(Protocol):
    """The interface of a player. `stop` is called from another thread while `choose` runs, until that has ended."""

    def choose(self, position: Position, limits: GoLimits, tell: Callable[[Finding], None]) -> str:
        """The canonical text of a legal ply. `tell` may be called with progress reports."""

    def stop(self) -> None:
        """Ends the search soon; `choose` returns its best ply so far."""

    def begin(self) -> None:
        """Starts another game."""


class Engine:
    """Reads commands line by line and answers with `say`, which is called from two threads, never concurrently."""

    def __init__(self, game: Game | Program, chooser: Chooser, say: Callable[[str], None]) -> None:
        self.game, self.chooser = game, chooser
        self.start = self.position = game.start()
        self.plies: list[str] = []
        self._say, self._lock = say, threading.Lock()
        self._search: threading.Thread | None = None
        self._stopped = threading.Event()

    def serve(self, lines: Iterable[str]) -> None:
        """Handles commands until `quit`, which does not wait for a search, or until the input ends."""
        for line in lines:
            if not self.handle(line):
                self._stopped.set()
                return self.chooser.stop()
        self.stop()

    def handle(self, line: str) -> bool:
        """Handles one command; False for `quit`."""
        command, *rest = line.split() or [""]
        if command == "quit":
            return False
        act = getattr(self, f"_{command}", None) if command in COMMANDS else None
        if act is not None:
            act(rest)
        elif command:
            self.say(f"info string {command[:60]}: no such command, expected one of {' '.join(COMMANDS)} quit")
        return True

    def say(self, line: str) -> None:
        """Writes one line to the client."""
        with self._lock:
            self._say(line)

    def _ugi(self, rest: list[str]) -> None:
        name = "-".join((self.game.name or "game").split())
        for line in (f"id name lusory {name}", "id author the lusory authors", "ugiok"):
            self.say(line)

    def _isready(self, rest: list[str]) -> None:
        self.say("readyok")

    def _setoption(self, rest: list[str]) -> None:
        self.say("info string there are no options: rules are chosen on the command line")

    def _uginewgame(self, rest: list[str]) -> None:
        self.stop()
        self.position, self.plies = self.start, []
        self.chooser.begin()

    def _position(self, rest: list[str]) -> None:
        """Keeps the past that a position shares with the one before, so that a player can reuse its search tree."""
        self.stop()
        if not rest or rest[0] != "startpos" or rest[1:2] not in ([], ["moves"]):
            self.say("info string expected position startpos, or position startpos moves ...")
            return
        plies = rest[2:]
        continues = self.plies == plies[: len(self.plies)]
        position, plies_done = (self.position, len(self.plies)) if continues else (self.start, 0)
        for number, ply in enumerate(plies[plies_done:], plies_done + 1):
            if ply not in position.moves():
                self.say(f"info string ply {number}, {position.refusal(ply)}")
                return
            position = position.play(ply)
        self.position, self.plies = position, plies

    def _query(self, rest: list[str]) -> None:
        query = rest[0] if rest else ""
        if query == "gameover":
            self.say(f"response {yes_or_no(self.position.result is not None)}")
        elif query == "p1turn":
            self.say(f"response {yes_or_no(self.position.to_move == 0)}")
        elif query == "result":
            self.say(f"response {result(self.position)}")
        else:
            self.say("info string expected query gameover, query p1turn or query result")

    def _go(self, rest: list[str]) -> None:
        self.stop()
        mover = self.position.to_move
        if mover is None or mover < 0:
            self.say(f"info string {'the game is over' if mover is None else 'a chance ply is next'}")
            self.say(f"bestmove {NOBODY}")
            return
        try:
            limits = limits_of(rest, mover)
        except ValueError as fault:
            self.say(f"info string go: {fault}")
            self.say(f"bestmove {NOBODY}")
            return
        self._stopped.clear()
        self._search = threading.Thread(target=self._think, args=(self.position, limits), daemon=True)
        self._search.start()

    def _think(self, position: Position, limits: GoLimits) -> None:
        try:
            ply = self.chooser.choose(position, limits, self._inform)
        except Exception as fault:
            text = str(fault) if isinstance(fault, LusoryError) else f"{type(fault).__name__} {fault}"
            self.say(f"info string {' '.join(text.split())}")
            ply = NOBODY
        if limits.infinite:
            self._stopped.wait()
        self.say(f"bestmove {ply}")

    def _inform(self, finding: Finding) -> None:
        """Writes a line of `info`; text after `string` is for people."""
        rate = finding.simulations / max(finding.seconds, 0.001)
        numbers = f"time {1000 * finding.seconds:.0f} nodes {finding.simulations} nps {rate:.0f}"
        self.say(f"info {numbers} pv {' '.join(finding.line)} string {finding.text}")

    def _stop(self, rest: list[str]) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends a running search, and returns after its answer was written. The search may be about to begin,
        so `stop` is repeated until it has ended."""
        search, self._search = self._search, None
        if search is not None:
            self._stopped.set()
            while search.is_alive():
                self.chooser.stop()
                search.join(PATIENCE)


COMMANDS = ("ugi", "isready", "setoption", "uginewgame", "position", "go", "stop", "query")


def yes_or_no(condition: bool) -> str:
    """`true` or `false`."""
    return "true" if condition else "false"


def result(position: Position) -> str:
    """The winner; `none` while the game goes on."""
    outcome = position.result
    if outcome is None:
        return "none"
    return next((win for win, value in zip(WINS, outcome.values, strict=False) if value == 1.0), "draw")


def limits_of(rest: list[str], mover: int) -> GoLimits:
    """The limits of a `go` command. Raises ValueError for invalid ones."""
    values: dict[str, int] = {}
    words = iter(rest)
    infinite = False
    for word in words:
        if word == "infinite":
            infinite = True
        elif word in ("movetime", "nodes", "depth") or (word[:1] == "p" and word[2:] in ("time", "inc")):
            number = next(words, "")
            if not number.lstrip("-").isdecimal() or len(number) > 12:
                raise ValueError(f"{word} {number or 'nothing'}, expected a whole number")
            values[word] = max(int(number), 0 if word.endswith("inc") else 1)
        else:
            raise ValueError(f"{word[:60]}, expected movetime, nodes, depth, p1time, p1inc or infinite")
    seconds = values["movetime"] / 1000 if "movetime" in values else clock(values, f"p{mover + 1}")
    return GoLimits(seconds, values.get("nodes"), values.get("depth"), infinite)


def clock(values: dict[str, int], player: str) -> float | None:
    """Seconds for a ply, of a clock with so many milliseconds left and so many more after each ply."""
    remaining = values.get(f"{player}time")
    if remaining is None:
        return None
    increment = values.get(f"{player}inc", 0)
    return max(0.001, min(remaining / SHARE + 0.8 * increment, 0.5 * remaining) / 1000)
