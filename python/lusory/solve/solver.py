"""Solves positions: chooses a method that fits the rules; which plies keep the value, how long a win takes."""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from typing import Any, Unpack

from .._numbers import check_quantity, check_whole
from ..play.position import Position
from ..rules.ends import Quiet
from ..rules.events import CHANCE
from ..rules.traversal import words
from ..rules.turns import Chance
from .engine_search import MEMORY, SearchOptions
from .outlook import LayersOutlook, ListOutlook, Outlook
from .past_positions import past_matters
from .questions import LONGEST_SLICE, METHODS, ChanceWithin, Circles, Questions, raise_for
from .secret_solver import SecretSolver
from .solution import Solution
from .turn_length import every_turn_ends
from .unsolvable import Unsolvable, game_for_two

REACH = 0.1
"""The share of the time that is kept for a search ply by ply, which says within how many plies there is no win."""
CIRCLES = 1 << 16
"""Positions of the first search for a win of each player where positions can repeat."""
WIDTHS = (2, 3, 4, 6, 8)
"""The numbers of turns tried in a position, one for each round."""
ENUMERATION = "retrograde analysis of all positions"
LAYERED = "retrograde analysis layer by layer"
NO_TABLE = "only a game that is solved layer by layer has a table; --proof is for all others"
NO_FILE = "a game in whose turns chance decides has neither a table nor a proof"
MANY = 1 << 20
"""With fewer positions, other methods need no more time than all layers, and find distances."""
EXPECTATION = "expected values of all positions"
ENDLESS_EXPECTATION = "best replies to a strategy of each player, over all positions"
ENDLESS_METHODS = (ENUMERATION, LAYERED, ENDLESS_EXPECTATION)
FULL = "The memory is full: more of it (--memory) brings the bounds closer together."
ENDLESS = "Play without end counts as a draw."
UNREPEATED = (
    "Repetition was left out of the rules: whoever can put off a loss for ever draws, so the value is the same."
)


class Solver(Questions):
    """Solves one position, and positions after it. Results are kept for the next question. memory: bytes for the
    tables. threads: how many search. seconds: when to stop, from now on; None: never. checkpoint: a file from which it
    resumes, and to which it saves answers. asks_plies: questions about single plies will be asked. table: whether the
    value of every position is wanted, so that small boards, too, are solved layer by layer. Raises Unsolvable where
    the game has secrets or is not one for two, where the checkpoint is of another position, and where a table is wanted
    of a game that has none.
    """

    def __init__(self, position: Position, *, table: bool = False, **options: Unpack[SearchOptions]) -> None:
        super().__init__(position, **options)
        self.wants_table = table
        if table:
            self.check_table()
        self.longer = 0
        """Plies that do not suffice for a win, where the time was too short to find how many do."""

    def solve(self, best: bool = False, distance: bool = False) -> Solution:
        """The value of the position. best: also which plies keep it. distance: also how long a win takes."""
        position = self.root
        if position.result:
            value = position.result.values[0]
            return self.solution((value, value), None, "the game is over")
        try:
            return self.by_search(best, distance)
        except ChanceWithin:
            return self.by_expectation()

    def by_search(self, best: bool, distance: bool) -> Solution:
        """The value of a position without chance; raises ChanceWithin where a chance ply is met."""
        try:
            found = self.by_layers(best, distance)
            if found is None:
                found = self.by_questions(best, distance)
                self.save()
            return found
        except Circles:
            return self.with_circles(best)

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
        """Whether turns may have several plies, none of them without an end, and one begins here."""
        is_fit = self.engine.has_long_turns and every_turn_ends(self.rules)
        return is_fit and bool(self.root.contract.turn_over(self.root.state))

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
        if self.may_come_back(halves):
            return None
        plies = []
        for action in self.root.contract.legal(self.root.state):
            keeps = True if halves == 0 else self.answer(mover, halves, (action,))
            if keeps is None:
                return None
            if keeps:
                plies.append(self.root.contract.text(action))
        return tuple(plies)

    def may_come_back(self, halves: int) -> bool:
        """Whether a win after some ply may come back to the position, and then be none: it was left out of the rules
        that it draws."""
        return halves == 2 and self.unrepeated and past_matters(self.game, self.position, plies=True)

    def check_table(self) -> None:
        """Raises Unsolvable where there will be no table, before anything is searched."""
        if self.layers is None:
            rolls = any(isinstance(word, Chance) for word in words(self.game.turn))
            raise Unsolvable(NO_FILE if rolls else NO_TABLE)
        if self.layers.positions >= self.memory:
            needed = self.layers.positions * 1.1 / 2**30
            raise Unsolvable(f"a table of about {self.layers.positions:,} positions needs --memory {needed:.2g}")

    def by_layers(self, best: bool, distance: bool) -> Solution | None:
        """The value by retrograde analysis layer by layer; None where the rules or the memory do not allow it, or
        where other methods do as well."""
        if self.layers is None or self.layers.positions >= self.memory:
            return None
        if self.layers.positions < MANY and not self.wants_table:
            return None
        bare, left = self.layers.bare.start(), self.layers.cells + 1
        self.outlook = LayersOutlook(self.layers.positions)
        while left > 0:
            with self.saving():
                answer = self.engine.solve_layer(
                    bare.state,
                    self.layers.cells,
                    limit=self.layers.limit,
                    threads=self.threads,
                    progress=self.report_progress,
                )
            if not isinstance(answer, int) or isinstance(answer, bool):
                if answer == "stopped":
                    return self.solution((0.0, 1.0), None, LAYERED)
                self.engine = self.new_engine()
                return None
            left = answer
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
        except ChanceWithin:
            self.due = due
            raise
        except Unsolvable:
            if due is None:
                raise
        # The checkpoint keeps the positions that were listed: with more time, listing goes on there.
        self.due, self.checkpoint = due, None
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
        answer: tuple[int, int | None] | str | None = "stopped"
        self.outlook = ListOutlook()
        while answer == "stopped":
            with self.saving():
                answer = self.engine.enumerate(edges=self.file_of_plies, progress=self.report_until_saved)
            if answer == "stopped" and self.late:
                return self.solution((0.0, 1.0), None, ENUMERATION)
        if not isinstance(answer, tuple):
            if answer == "memory" and self.checkpoint is None:
                raise Unsolvable(
                    "the memory is too small for this game: allow more, or keep all plies on disk with --checkpoint"
                )
            raise_for(answer)
            raise Unsolvable(f"{answer}: the positions of this game cannot be listed")
        if self.file_of_plies is not None and self.checkpoint is not None and not self.checkpoint.exists():
            self.file_of_plies.unlink(missing_ok=True)
        return self.listed(best, ENUMERATION)

    def listed(self, best: bool, method: str, distance: bool = False) -> Solution:
        """The solution by the engine's list of all positions. distance: searches for it where the list has none."""
        exact = self.engine.look_up(self.root.state)
        if exact is None:
            raise Unsolvable("the position is not among those that were listed")
        halves, plies = exact
        mover = self.root.to_move or 0
        value = (halves if mover == 0 else 2 - halves) / 2
        best_plies = tuple(self.keeping_plies_listed(halves)) if best and not self.may_come_back(halves) else None
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
        """The expected value; bounds where the time or the memory ends."""
        self.outlook = Outlook("the expected value")
        answer = self.until_finished(lambda: self.engine.expectation(progress=self.report_until_saved))
        if isinstance(answer, tuple):
            self.save()
            is_full = answer[0] != answer[1] and not self.late
            return self.solution(answer, None, EXPECTATION, notes=(FULL,) if is_full else ())
        try:
            raise_for(answer)
        except Circles:
            return self.by_endless_expectation()
        raise Unsolvable(f"{answer}: the positions of this game cannot be listed")

    def by_endless_expectation(self) -> Solution:
        """Bounds of the expected value where positions can repeat, by a list of all positions. They meet but for
        rounding where the strategies are the best."""
        self.outlook = ListOutlook()
        answer = self.until_finished(lambda: self.engine.expectation(endless=True, progress=self.report_until_saved))
        self.save()
        bounds = answer if isinstance(answer, tuple) else (0.0, 1.0)
        return self.solution(bounds, None, ENDLESS_EXPECTATION, notes=(FULL,) if answer == "memory" else ())

    def solution(
        self,
        bounds: tuple[float, float],
        best: tuple[str, ...] | None,
        method: str,
        distance: int | None = None,
        notes: tuple[str, ...] = (),
    ) -> Solution:
        position, is_open = self.position, bounds[0] != bounds[1]
        deepening = self.deepened.get(()) if is_open else None
        return Solution(
            game=self.game.name,
            hash=self.game.hash,
            start=position.texts,
            at_least=bounds[0],
            at_most=bounds[1],
            best=best,
            distance=distance,
            method=method or self.descent_in_words,
            no_win_within=deepening.no_win_within if deepening else (0, 0),
            notes=(*notes, *self.notes(method), *(deepening.sentences if deepening else ())),
            positions=self.engine.nodes,
            seconds=time.monotonic() - self.begun,
        )

    def notes(self, method: str) -> list[str]:
        """The properties of the rules that were used, and what the method takes play without end for."""
        notes = []
        count = len(self.reduction.symmetries) + 1
        if count > 1:
            exchange = any(symmetry.exchange for symmetry in self.reduction.symmetries)
            notes.append(
                f"{count} symmetries of the rules{', some exchanging the sides,' if exchange else ''} were used."
            )
        if self.unrepeated:
            notes.append(UNREPEATED)
        elif method in ENDLESS_METHODS and not any(isinstance(word, Quiet) for word in words(self.rules)):
            notes.append(ENDLESS)
        if self.lead:
            notes.append("Positions that differ only in what was gained so far share what is known of them.")
        if self.longer and self.late:
            notes.append(f"No win can be forced within {self.longer} plies.")
        return notes


def solve(position: Position, *, best: bool = False, distance: bool = False, **options: Any) -> Solution:
    """The exact value of a position. Takes the arguments of Solver; best: also which plies keep the value.
    distance: also how long a win takes.

    Raises Unsolvable, with the reason, where that cannot be found.
    """
    solver = solver_of(position, **options)
    if isinstance(solver, Solver):
        return solver.solve(best, distance)
    if distance:
        raise Unsolvable("a game with secrets has no distance: its strategies mix plies")
    return solver.solve(best)


def solver_of(position: Position, **options: Any) -> Solver | SecretSolver:
    """The solver that fits a position. Takes the arguments of Solver; of a game with secrets those of SecretSolver.
    Raises Unsolvable as these do."""
    check_options(options)
    if not position.hidden:
        return Solver(position, **options)
    game_for_two(position)
    return SecretSolver(
        position,
        memory=options.get("memory", MEMORY),
        seconds=options.get("seconds"),
        progress=options.get("progress"),
        checkpoint=options.get("checkpoint"),
    )


def check_options(options: dict[str, Any]) -> None:
    """Raises LusoryError for options that make no sense; a checkpoint may be named by a text."""
    memory, threads, seconds = (options.get(name) for name in ("memory", "threads", "seconds"))
    if memory is not None:
        check_whole("memory", memory, 0, 2**63 - 1)
    if threads is not None:
        check_whole("threads", threads, 1, 256)
    if seconds is not None:
        check_quantity("seconds", seconds)
    if options.get("checkpoint") is not None:
        options["checkpoint"] = Path(options["checkpoint"])
