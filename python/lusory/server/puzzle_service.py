"""Puzzles for the web: what a page shows of one, and the answers of the solver. Run in worker processes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from ..draw import svg
from ..play.position import Position
from ..puzzles import Puzzle, PuzzleSet, reply, shipped, shipped_games
from . import visibility
from .positions import as_data
from .table import Refused

DAY = 86_400
SECONDS = 4.0
"""The solver may take so long for an answer."""
VIEW_FIELDS = ("svg", "entry", "to_move", "said", "result")


def today() -> int:
    """Days since 1970, as counted in Greenwich."""
    return int(time.time() // DAY)


def puzzles_of(game: str) -> PuzzleSet:
    """The puzzles of a game. Raises Refused where it has none."""
    puzzle_set = shipped(game)
    if puzzle_set is None:
        raise Refused(
            404,
            "there are no puzzles of %(game)s; there are of %(shipped_games)s",
            "game",
            game=game[:60],
            shipped_games=", ".join(shipped_games()),
        )
    return puzzle_set


def puzzle_of(game: str, puzzle_id: str) -> tuple[PuzzleSet, Puzzle]:
    """A puzzle by its id. Raises Refused."""
    puzzle_set = puzzles_of(game)
    puzzle = puzzle_set.puzzle(puzzle_id)
    if puzzle is None:
        raise Refused(404, "%(game)s has no puzzle %(id)s", "id", game=game, id=puzzle_id[:20])
    return puzzle_set, puzzle


def encode_puzzle(game: str, puzzle_id: str) -> dict[str, Any]:
    """A puzzle without its solution."""
    puzzle_set, puzzle = puzzle_of(game, puzzle_id)
    position = puzzle.position(puzzle_set.rules())
    return {
        "id": puzzle.id,
        "game": game,
        "options": puzzle_set.options,
        "task": puzzle.task,
        "player": puzzle.player,
        "level": puzzle.level,
        **visibility.board(position),
        "position": encode_position(position),
    }


@cache
def task(game: str, puzzle_id: str) -> str:
    """What is to be done: the player to move by the colour of the stones, where players own some."""
    puzzle_set, puzzle = puzzle_of(game, puzzle_id)
    return puzzle.task_on_board(puzzle.position(puzzle_set.rules()))


def answer_plies(game: str, puzzle_id: str, plies: Sequence[str]) -> dict[str, Any]:
    """The answer to the plies played from the position of a puzzle, both sides; the position after it."""
    puzzle_set, puzzle = puzzle_of(game, puzzle_id)
    rules = puzzle_set.rules()
    reply_ply = reply(puzzle, rules, plies, puzzle_set.positions, SECONDS)
    position = puzzle.position(rules)
    for ply in (*plies, *reply_ply.plies):
        position = position.play(ply)
    texts = [position.contract.printed(past_ply.action) for past_ply in position.past[len(puzzle.plies) :]]
    return {**msgspec.to_builtins(reply_ply), "printed": texts, "position": encode_position(position)}


def solution(game: str, puzzle_id: str) -> dict[str, Any]:
    """The solution of a puzzle: its line as texts and as printed, with the drawing after each ply."""
    puzzle_set, puzzle = puzzle_of(game, puzzle_id)
    position = puzzle.position(puzzle_set.rules())
    steps = []
    for ply in puzzle.line or (puzzle.solution,):
        position = position.play(ply)
        steps.append(
            {"text": ply, "printed": position.contract.printed(position.past[-1].action), **encode_position(position)}
        )
    return {"steps": steps, "refutations": puzzle.refutations}


def encode_position(position: Position) -> dict[str, Any]:
    """What a page needs of a position."""
    data = as_data(position)
    shown_data: dict[str, Any] = msgspec.to_builtins({name: data[name] for name in VIEW_FIELDS})
    return shown_data


def draw_puzzle(game: str, puzzle_id: str) -> str:
    """The board of a puzzle as SVG."""
    puzzle_set, puzzle = puzzle_of(game, puzzle_id)
    return svg.thumbnail(puzzle.position(puzzle_set.rules()).picture())
