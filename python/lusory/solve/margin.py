"""The margin of a game with best play: by how much First is ahead in the number that decides it.

A handicap is added to the number of one side, in the rules. The margin is the handicap at which the game is a draw, or
lies between two at which First wins and does not.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import msgspec

from ..play.position import Position
from ..rules.ends import Most
from ..rules.game import Game
from ..rules.logic import BySide
from ..rules.turns import Chance
from ..rules.word import Sum
from .engine_search import Progress
from .lead import lead
from .margin_checkpoint import MarginCheckpoint
from .margin_limits import margin_limit
from .safe_lead import safe_lead
from .solution import Solution
from .solver import Solver
from .unsolvable import Unsolvable, game_for_two

MOST = 1 << 10
"""The largest margin: beyond it the game is decided in another way."""


class Margin(NamedTuple):
    """Bounds of what First is ahead by with best play, negative where Second is; None where there is no bound."""

    at_least: int | None
    at_most: int | None

    @property
    def sentence(self) -> str:
        """The margin as a sentence."""
        low, high = self
        if low is not None and low == high:
            return f"With best play {'First' if low > 0 else 'Second'} is ahead by {abs(low)}." if low else EVEN
        bounds = [f"at least {low}"] * (low is not None) + [f"at most {high}"] * (high is not None)
        return f"First is ahead by {' and '.join(bounds)}." if bounds else "The margin is open."


EVEN = "With best play neither side is ahead."


def with_handicap(game: Game, points: int) -> Game:
    """The game in which Second gets so many points added to the number that decides it; First, where it is negative.

    Raises Unsolvable where nothing is counted in the end.
    """
    if not any(isinstance(end, Most) for end in game.ends):
        raise Unsolvable(f"{game.name or 'this game'}: its end counts nothing, so there is no margin")
    ends = tuple(add_handicap(end, points) if isinstance(end, Most) else end for end in game.ends)
    return msgspec.structs.replace(game, ends=ends)


def add_handicap(end: Most, points: int) -> Most:
    """An end that compares numbers, with a handicap."""
    number: Any = end.number
    first: Any
    second: Any
    first, second = number.parts if isinstance(number, BySide) else (number, number)
    parts = (first, Sum(second, points)) if points >= 0 else (Sum(first, -points), second)
    return msgspec.structs.replace(end, number=BySide(*parts))


def margin(position: Position, *, seconds: float | None = None, solver: Solver | None = None, **options: Any) -> Margin:
    """By how much First is ahead with best play; bounds where the time was too short: those of the search, else what
    the rules allow at most. solver: of the position, where it
    has been solved; what it knows is used where a lead decides the game. options: of Solver; with a checkpoint, it goes
    on from there.

    Raises Unsolvable where nothing is counted in the end, or a win by other means decides the game.
    """
    game, due = game_for_two(position), None if seconds is None else time.monotonic() + seconds
    with_handicap(game, 0)
    saved = MarginCheckpoint(position, game, options.pop("checkpoint", None))
    options["checkpoint"] = saved.file
    telling = TellingBounds(options.get("progress"))
    options["progress"] = telling
    bounds = telling.bounds = known_bounds(Margin(*saved.load()), game)
    is_from_outside = safe_lead(game) is not None
    if None in bounds or bounds.at_least != bounds.at_most:
        solver = leads_solver(solver) or leads_solver(new_solver(position, seconds, options))
    while None in bounds or bounds.at_least != bounds.at_most:
        points = next_handicap(bounds, is_from_outside)
        if abs(points) > MOST:
            raise Unsolvable("a win by other means decides this game: there is no margin")
        solution = solve_with_handicap(solver, points) if solver else None
        if solution is None:
            solver = None
            seconds_left = None if due is None else due - time.monotonic()
            options["checkpoint"] = saved.question(points)
            solver_of_points = Solver(replay_with_handicap(position, game, points), seconds=seconds_left, **options)
            solution = solver_of_points.solve()
        narrower = narrow_margin(bounds, points, solution)
        if narrower == bounds:
            break
        bounds = telling.bounds = narrower
        saved.save(*bounds)
    return within_limit(bounds, margin_limit(game))


class TellingBounds:
    """Reports the progress of a search, and the bounds so far."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress, self.bounds = progress, Margin(None, None)

    def __call__(self, positions: int, seconds: float, outlook: str) -> None:
        """Reports it."""
        if self.progress is not None:
            told = "" if self.bounds == (None, None) else self.bounds.sentence
            self.progress(positions, seconds, " ".join(text for text in (told, outlook) if text))


def known_bounds(bounds: Margin, game: Game) -> Margin:
    """The bounds, where none is known those that follow from what each ply brings at most. Questions then come from
    outside in: those far outside are answered in a moment, since the lead is soon out of reach."""
    limits = safe_lead(game)
    if limits is None:
        return bounds
    least, most = limits.margins(sum(isinstance(turn, Chance) for turn in game.opening))
    low, high = bounds
    return Margin(least if low is None else low, most if high is None else high)


def within_limit(bounds: Margin, limit: int | None) -> Margin:
    """The bounds, where none is known those that the rules set."""
    if limit is None:
        return bounds
    low, high = bounds
    return Margin(-limit if low is None else low, limit if high is None else high)


def new_solver(position: Position, seconds: float | None, options: dict[str, Any]) -> Solver | None:
    """A solver, where a lead decides the game."""
    return Solver(position, seconds=seconds, **options) if lead(game_for_two(position)) else None


def leads_solver(solver: Solver | None) -> Solver | None:
    """A solver that takes any handicap, because a lead decides the game; else the handicap has to be in the rules."""
    return solver if solver and solver.lead else None


def solve_with_handicap(solver: Solver, points: int) -> Solution | None:
    """The solution with a handicap; None where it turned out that no lead decides the game."""
    assert solver.lead is not None
    solver.handicap = solver.lead.handicap + points
    solution = solver.solve()
    solver.handicap = None
    return solution if solver.lead else None


def replay_with_handicap(position: Position, game: Game, points: int) -> Position:
    """Replays the plies of a position in the game with a handicap, from the diagram where it began with one."""
    rules, first = with_handicap(game, points), position.first
    replayed = rules.start() if position.is_from_start else rules.position(str(first), first.to_move or 0)
    for ply in position.texts:
        replayed = replayed.play(ply)
    return replayed


def next_handicap(margin: Margin, is_from_outside: bool) -> int:
    """The next handicap to try: the bound that is further out, or the middle, or twice the last one."""
    low, high = margin
    if low is not None and high is not None:
        outermost = high if high > -low else low
        return outermost if is_from_outside else (low + high) // 2
    return max(1, 2 * low) if low is not None else min(-1, 2 * high) if high is not None else 0


def narrow_margin(bounds: Margin, points: int, solution: Solution) -> Margin:
    """The bounds, narrowed by the solution with a handicap."""
    low, high = bounds
    if solution.at_least >= 0.5:
        low = points + (solution.at_least == 1.0)
    if solution.at_most <= 0.5:
        high = points - (solution.at_most == 0.0)
    return Margin(low, high)
