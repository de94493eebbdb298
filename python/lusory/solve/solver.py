"""Solves positions: chooses a method that fits the rules and runs the engine's solver."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from .._engine import Solver as EngineSolver
from .._engine import State
from ..play.position import Position
from ..rules.events import CHANCE
from ..rules.game import Game
from .deepening import Deepening
from .layers import layers
from .lead import lead
from .reduction import Reduction, reduction, without_repetition
from .secret_solver import SecretSolver
from .solution import Solution
from .unsolvable import Unsolvable, game_for_two
from .winning_sets import winning_sets

MEMORY = 1 << 30
FIRST_SLICE = 1 << 20
LONGEST_SLICE = 1 << 26
"""Positions of the first and of the longest slice; methods alternate, and slices grow."""
SHARE = 4
"""Depth-first search gets this many times the positions of proof-number search."""
REACH = 0.1
"""The share of the time that is kept for a search ply by ply, which says within how many plies there is no win."""
SHARE_ON_CELLS = 32
"""The same, of a search ply by ply, where cells must wait for others and lines win."""
CIRCLES = 1 << 16
"""Positions of the first search for a win of each player where positions can repeat."""
SAVED_EVERY = 60.0
"""Seconds between two checkpoints, at least."""
SHARE_OF_SEARCH = 20
"""The search takes at least so many times as long as the checkpoints."""
METHODS = {
    "descent": "depth-first search to the end of the game",
    "proof": "proof-number search",
    "placement": "search among winning sets",
    "deepening": "depth-first search ply by ply",
    "turns": "search for a forced win over whole turns",
}
WIDTHS = (2, 3, 4, 6, 8)
"""The numbers of turns tried in a position, one for each round."""
TURNS = 8
"""The most turns of the winner in a round."""
ENUMERATION = "retrograde analysis of all positions"
LAYERED = "retrograde analysis layer by layer"
MANY = 1 << 20
"""With fewer positions, other methods need no more time than all layers, and find distances."""
EXPECTATION = "expected values of all positions"
UNREPEATED = (
    "Repetition was left out of the rules: whoever can put off a loss for ever draws, so the value is the same."
)

Progress = Callable[[int, float], object]
"""A callback that gets the number of positions searched so far, and the seconds."""


class Solver:
    """Solves one position, and positions after it. Results are kept for the next question. memory: bytes for the
    tables. threads: how many search. seconds: when to stop, from now on; None: never. checkpoint: a file from which it
    resumes, and to which it saves answers. Raises Unsolvable where the game has secrets or is not one for two, and
    where the checkpoint is of another position.
    """

    def __init__(
        self,
        position: Position,
        *,
        memory: int = MEMORY,
        threads: int = 1,
        seconds: float | None = None,
        progress: Progress | None = None,
        checkpoint: Path | None = None,
    ) -> None:
        self.position, self.memory, self.threads, self.progress = position, memory, threads, progress
        self.begun = time.monotonic()
        self.due = None if seconds is None else self.begun + seconds
        self.game = solvable(position)
        self.rules, self.unrepeated = repetition_left_out(position, self.game)
        self.root = self.rules.start() if self.unrepeated else position
        for past_ply in position.past if self.unrepeated else ():
            self.root = self.root.follow(past_ply.action)
        if not isinstance(self.root.state, State):
            raise Unsolvable(
                f"{self.game.name or 'this game'}: the engine cannot play these rules, so it cannot solve them"
            )
        self.reduction: Reduction = reduction(self.rules)
        self.handicap: int | None = None
        """What Second gets added in place of what the rules say; only where a lead decides the game."""
        self.sets = winning_sets(self.rules)
        self.layers, self.lead = layers(self.rules, self.reduction.symmetries), lead(self.rules)
        self.engine = self.new_engine()
        self.checkpoint, self.saved, self.rest = checkpoint, self.begun, SAVED_EVERY
        self.resume()
        self.method = self.proven_by = ""
        self.deepened: dict[tuple[int, ...], Deepening] = {}
        self.answered_by: dict[tuple[int, int], str] = {}
        """The method that answered a question about the root: a player, and half points."""
        self.deep = False
        self.longer = 0

    def new_engine(self) -> EngineSolver:
        """The solver of the engine for the position, with empty tables."""
        options = self.reduction.options | (self.sets.options() if self.sets else {})
        lead_options = self.lead.options(self.root) if self.lead else {}
        self.lead = self.lead if lead_options else None
        options |= lead_options
        return EngineSolver(self.root.state, memory=self.memory, **options)

    def report_progress(self, positions: int) -> bool:
        """Reports progress; False once the time is up."""
        if self.progress is not None:
            self.progress(positions, time.monotonic() - self.begun)
        return not self.late

    def report_until_saved(self, positions: int) -> bool:
        """Reports progress; False once the time is up or a checkpoint is due."""
        return self.report_progress(positions) and not self.to_be_saved

    @property
    def to_be_saved(self) -> bool:
        """Whether a checkpoint is due."""
        return self.checkpoint is not None and time.monotonic() >= self.saved + self.rest

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self.due is not None and time.monotonic() >= self.due

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
                    self.method, self.proven_by = self.method or METHODS[method], method
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

    def leave_lead(self) -> None:
        """Solves the game as one that no lead decides: it ended without a comparison, or positions repeat."""
        self.lead = None
        self.engine = self.new_engine()

    def deepening(self, after: tuple[int, ...]) -> Deepening:
        """The search for a win ply by ply after these plies."""
        if after not in self.deepened:

            def search(player: int, within: int, positions: int) -> bool | str:
                return self.search_slice(player, 2, after, "descent", positions, within)

            self.deepened[after] = Deepening(search, lambda: self.engine.nodes)
        return self.deepened[after]

    def search_slice(
        self,
        player: int,
        halves: int,
        after: tuple[int, ...],
        method: str,
        positions: int | None = None,
        within: int | None = None,
    ) -> bool | str:
        """One slice of a search, until so many positions or the next checkpoint."""
        with self.saving():
            return self.engine.answer(
                player,
                halves,
                after=list(after),
                method=method,
                threads=self.threads,
                positions=positions,
                progress=self.report_until_saved,
                within=within,
                handicap=self.handicap,
            )

    @contextmanager
    def saving(self) -> Iterator[None]:
        """Saves the answers of a slice of a search, where a checkpoint is due or Ctrl-C ends it."""
        try:
            yield
        except KeyboardInterrupt:
            self.save()
            raise
        if self.late or self.to_be_saved:
            self.save()

    @property
    def subject(self) -> bytes:
        """The identity of a checkpoint: the rules and the plies so far."""
        plies = " ".join(self.position.contract.text(past_ply.action) for past_ply in self.position.past)
        return sha256(f"{self.rules.hash} {plies}".encode()).digest()

    def resume(self) -> None:
        """Reads the checkpoint, where there is one. Raises Unsolvable where it is of another position."""
        if self.checkpoint is None or not self.checkpoint.exists():
            return
        try:
            self.engine.load(self.checkpoint, self.subject)
        except (ValueError, OSError) as fault:
            raise Unsolvable(f"{self.checkpoint}: {fault}") from fault

    def save(self) -> None:
        """Writes the checkpoint, if one is wanted. Raises Unsolvable where that fails."""
        begun = self.saved = time.monotonic()
        if self.checkpoint is None:
            return
        try:
            self.engine.save(self.checkpoint, self.subject)
        except OSError as fault:
            raise Unsolvable(f"{self.checkpoint}: {fault}") from fault
        self.saved = time.monotonic()
        self.rest = max(SAVED_EVERY, SHARE_OF_SEARCH * (self.saved - begun))

    @property
    def rounds(self) -> tuple[tuple[str, int], ...]:
        """The methods that alternate, and their shares. Depth-first search is left out where lines are endless; where a
        lead decides the game, it knows most of all."""
        if self.lead and not self.deep:
            return (("descent", SHARE),)
        placement = (("placement", SHARE),) if self.sets and self.sets.is_free else ()
        if self.sets and self.sets.has_lines and not self.sets.is_free:
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

    @contextmanager
    def share_of_time(self, share: float) -> Iterator[None]:
        """Ends searches when this share of the time that is left is over."""
        due = self.due
        if due is not None:
            now = time.monotonic()
            self.due = now + share * max(due - now, 0.0)
        try:
            yield
        finally:
            self.due = due

    def solve(self, best: bool = False, distance: bool = False) -> Solution:
        """The value of the position. best: also which plies keep it. distance: also how long a win takes."""
        position = self.root
        if position.result:
            value = position.result.values[0]
            return self.solution((value, value), None, "the game is over")
        try:
            found = self.by_layers(best, distance)
            if found is None:
                found = self.by_questions(best, distance)
                self.save()
            return found
        except Circles:
            return self.with_circles(best)
        except ChanceWithin:
            return self.by_expectation()

    def by_questions(self, best: bool, distance: bool) -> Solution:
        if self.root.to_move == CHANCE:
            mean = self.of_chance()
            return self.solution(mean, None, self.method)
        if self.has_whole_turns:
            for width in WIDTHS:
                for player in (0, 1):
                    if self.forced_win(player, width):
                        won = (1.0 - player, 1.0 - player)
                        return self.solution(won, None, self.method, self.distance(won) if distance else None)
        seeks_wins = ("deepening", 1) in self.rounds
        with self.share_of_time(1 - REACH if seeks_wins else 1):
            bounds = self.bounds()
        if bounds[0] != bounds[1] and seeks_wins:
            found = self.win_until_late()
            if found is not None:
                return found
        best_plies = self.keeping_plies(bounds[0]) if best and bounds[0] == bounds[1] else None
        return self.solution(bounds, best_plies, self.method, self.distance(bounds) if distance else None)

    @property
    def has_whole_turns(self) -> bool:
        """Whether turns may have several plies, and one begins here."""
        return self.engine.has_long_turns and bool(self.root.contract.turn_over(self.root.state))

    def distance(self, bounds: tuple[float, float]) -> int | None:
        """The plies to the end, if the winner hurries and the loser delays; None without a winner, or where the time
        was too short: then `longer` is a number of plies that does not suffice."""
        if bounds not in ((0.0, 0.0), (1.0, 1.0)):
            return None
        winner = int(bounds[0] == 0.0)
        for plies in itertools.count(1):
            answer: bool | str = "stopped"
            while answer == "stopped" and not self.late:
                answer = self.search_slice(winner, 2, (), "descent", within=plies)
            if answer is True:
                return plies
            if answer is not False:
                break
            self.longer = plies
        return None

    def of_chance(self) -> tuple[float, float]:
        """The mean over chance plies at the root."""
        actions = self.root.contract.legal(self.root.state)
        weights = self.root.contract.weights(self.root.state)
        each = [self.bounds((action,)) for action in actions]
        low, high = (
            sum(weight * bound[k] for weight, bound in zip(weights, each, strict=True)) / sum(weights) for k in (0, 1)
        )
        return low, high

    def keeping_plies(self, value: float) -> tuple[str, ...] | None:
        """The plies that keep the value for who is to move; None where the time was too short."""
        mover = self.root.to_move or 0
        halves = round(2 * (value if mover == 0 else 1 - value))
        plies = []
        for action in self.root.contract.legal(self.root.state):
            keeps = True if halves == 0 else self.answer(mover, halves, (action,))
            if keeps is None:
                return None
            if keeps:
                plies.append(self.root.contract.text(action))
        return tuple(plies)

    def by_layers(self, best: bool, distance: bool) -> Solution | None:
        """The value by retrograde analysis layer by layer; None where the rules or the memory do not allow it, or
        where other methods do as well."""
        if self.layers is None or not MANY <= self.layers.positions < self.memory:
            return None
        bare, left = self.layers.bare.start(), self.layers.cells + 1
        while left > 0:
            answer = self.engine.solve_layer(
                bare.state,
                self.layers.cells,
                limit=self.layers.limit,
                threads=self.threads,
                progress=self.report_progress,
            )
            if not isinstance(answer, int) or isinstance(answer, bool):
                if answer == "stopped":
                    self.save()
                    return self.solution((0.0, 1.0), None, LAYERED)
                self.engine = self.new_engine()
                return None
            left = answer
            if self.to_be_saved or not left:
                self.save()
        return self.listed(best, LAYERED, distance)

    def with_circles(self, best: bool) -> Solution:
        """The value of a position that can repeat: by a short search for a win, then from all positions; where these do
        not fit in the memory or take half of the time, the search for a win goes on."""
        due, found = self.due, None if best else self.win_ply_by_ply(CIRCLES)
        if found is not None:
            return found
        if due is not None:
            self.due = (time.monotonic() + due) / 2
        try:
            listed = self.by_enumeration(best)
            if listed.is_solved or due is None:
                return listed
        except Unsolvable:
            if due is None:
                raise
        self.due = due
        del self.engine
        self.engine = self.new_engine()
        return self.win_until_late() or self.solution((0.0, 1.0), None, METHODS["deepening"])

    def win_until_late(self) -> Solution | None:
        """The solution if a search for a win of each player finds one in the time that is left. Else it is known within
        how many plies there is none."""
        size = CIRCLES
        while not self.late:
            found = self.win_ply_by_ply(size)
            if found is not None:
                return found
            size = min(2 * size, LONGEST_SLICE)
        return None

    def win_ply_by_ply(self, positions: int) -> Solution | None:
        """The solution if a search for a win of each player finds one in so many positions."""
        for player in (0, 1):
            if self.deepening(()).wins_in_slice(player, positions) is True:
                self.answered_by[player, 2] = self.proven_by = "deepening"
                distance = self.deepening(()).wins[player]
                return self.solution((1.0 - player, 1.0 - player), None, METHODS["deepening"], distance)
        return None

    def by_enumeration(self, best: bool) -> Solution:
        answer = self.engine.enumerate(progress=self.report_progress)
        if not isinstance(answer, tuple):
            if answer == "stopped":
                return self.solution((0.0, 1.0), None, ENUMERATION)
            raise_for(answer)
            raise Unsolvable(f"{answer}: the positions of this game cannot be listed")
        return self.listed(best, ENUMERATION)

    def listed(self, best: bool, method: str, distance: bool = False) -> Solution:
        """The solution by the engine's list of all positions. distance: searches for it where the list has none."""
        exact = self.engine.look_up(self.root.state)
        if exact is None:
            raise Unsolvable("the position is not among those that were listed")
        halves, plies = exact
        mover = self.root.to_move or 0
        value = (halves if mover == 0 else 2 - halves) / 2
        best_plies = tuple(self.keeping_plies_listed(halves)) if best else None
        if plies is None and distance:
            plies = self.distance((value, value))
        return self.solution((value, value), best_plies, method, plies)

    def keeping_plies_listed(self, halves: int) -> list[str]:
        """The plies that keep so many half points for who is to move, by the list of all positions."""
        mover, plies = self.root.to_move or 0, []
        for action in self.root.contract.legal(self.root.state):
            after = self.root.follow(action)
            if after.result:
                points = round(2 * after.result.values[mover])
            else:
                stored = self.engine.look_up(after.state)
                theirs = 1 if stored is None else stored[0]
                points = theirs if after.to_move == mover else 2 - theirs
            if points >= halves:
                plies.append(self.root.contract.text(action))
        return plies

    def by_expectation(self) -> Solution:
        answer = self.engine.expectation(progress=self.report_progress)
        if isinstance(answer, float):
            return self.solution((answer, answer), None, EXPECTATION)
        if answer == "stopped":
            return self.solution((0.0, 1.0), None, EXPECTATION)
        raise_for(answer, "the game can go in circles, and has chance plies")
        raise Unsolvable(f"{answer}: the positions of this game cannot be listed")

    def solution(
        self, bounds: tuple[float, float], best: tuple[str, ...] | None, method: str, distance: int | None = None
    ) -> Solution:
        position, is_open = self.position, bounds[0] != bounds[1]
        deepening = self.deepened.get(()) if is_open else None
        return Solution(
            game=self.game.name,
            hash=self.game.hash,
            start=tuple(position.contract.text(past_ply.action) for past_ply in position.past),
            at_least=bounds[0],
            at_most=bounds[1],
            best=best,
            distance=distance,
            method=method or METHODS["descent"],
            no_win_within=deepening.no_win_within if deepening else (0, 0),
            notes=(*self.notes(), *(deepening.sentences if deepening else ())),
            positions=self.engine.nodes,
            seconds=time.monotonic() - self.begun,
        )

    def notes(self) -> list[str]:
        """The properties of the rules that were used."""
        notes = []
        count = len(self.reduction.symmetries) + 1
        if count > 1:
            exchange = any(symmetry.exchange for symmetry in self.reduction.symmetries)
            notes.append(
                f"{count} symmetries of the rules{', some exchanging the sides,' if exchange else ''} were used."
            )
        if self.unrepeated:
            notes.append(UNREPEATED)
        if self.lead:
            notes.append("Positions that differ only in what was gained so far share what is known of them.")
        if self.longer and self.late:
            notes.append(f"No win can be forced within {self.longer} plies.")
        return notes


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
    if answer == "memory":
        raise Unsolvable("the memory is too small for this game: allow more with --memory")


def solvable(position: Position) -> Game:
    """The rules of a position without secrets. Raises Unsolvable where they cannot be solved so."""
    game = game_for_two(position)
    if position.hidden:
        raise Unsolvable("the players of this game keep secrets: there is no proof of what it is worth")
    return game


def repetition_left_out(position: Position, game: Game) -> tuple[Game, bool]:
    """The rules to solve, and whether they lack the draw by repetition."""
    from_start = position.first.state == position.contract.start()
    rest = without_repetition(game) if from_start else None
    return (game, False) if rest is None else (rest, True)


def solve(position: Position, *, best: bool = False, distance: bool = False, **options: Any) -> Solution:
    """The exact value of a position. Takes the arguments of Solver; best: also which plies keep the value.
    distance: also how long a win takes.

    Raises Unsolvable, with the reason, where that cannot be found.
    """
    solver = solver_of(position, **options)
    return solver.solve(best, distance) if isinstance(solver, Solver) else solver.solve(best)


def solver_of(position: Position, **options: Any) -> Solver | SecretSolver:
    """The solver that fits a position. Takes the arguments of Solver; of a game with secrets those of SecretSolver.
    Raises Unsolvable as these do, and where a game with secrets is to be saved."""
    if not position.hidden:
        return Solver(position, **options)
    game_for_two(position)
    if options.get("checkpoint") is not None:
        raise Unsolvable("a game with secrets has no checkpoint: it is solved in one go")
    return SecretSolver(
        position,
        memory=options.get("memory", MEMORY),
        seconds=options.get("seconds"),
        progress=options.get("progress"),
    )
