"""Plays the other side of a puzzle: checks the solver's plies and replies with the best resistance."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import msgspec

from ..play.position import Position
from ..rules.events import CHANCE
from ..rules.game import Game
from .judge import PuzzleJudge
from .puzzle import Puzzle

TURNS = 3
"""A puzzle is solved after so many own turns that keep the value, if the game has not ended before."""
FACTOR = 4
"""A question may take so many times the positions that it took when the puzzle was found."""


class Reply(msgspec.Struct, frozen=True):
    """keeps: whether the last ply keeps what the puzzle asks for; None where that was not found out. solved: whether
    the puzzle is done. plies: the answer, as many as the other side makes until the player is to move again."""

    keeps: bool | None
    solved: bool = False
    plies: tuple[str, ...] = ()


def reply(puzzle: Puzzle, game: Game, plies_played: Sequence[str], positions: int, seconds: float = inf) -> Reply:
    """The answer to what was played from the puzzle's position, both sides, the player's ply last.

    positions: as the set says. seconds: the solver may take so long; what it has not found out by then is played by
    the ply that took most work so far, or any.

    Raises IllegalPly.
    """
    start = puzzle.position(game)
    position, turns = start, 0
    for ply in plies_played:
        before, position = position, position.play(ply)
        turns += before.to_move == puzzle.player and position.to_move != puzzle.player
    if position.result is not None:
        is_kept = ends_well(puzzle, position)
        return Reply(is_kept, is_kept)
    judge = PuzzleJudge(game.start(), FACTOR * positions, seconds)
    is_right = first_ply_is_right(puzzle, plies_played)
    if is_right is None and not judge.needs_past(position):
        is_right = judge.gets(position, puzzle.player, puzzle.halves)
    if is_right and turns >= TURNS:
        return Reply(True, True)
    if is_right is False and len(plies_played) == 1 and plies_played[0] in puzzle.refutations:
        return Reply(False, False, (puzzle.refutations[plies_played[0]],))
    plies = answers(judge, position, puzzle, is_right)
    return Reply(is_right, bool(is_right) and ends_well(puzzle, position, plies), plies)


def ends_well(puzzle: Puzzle, position: Position, plies: Sequence[str] = ()) -> bool:
    """Whether the game is over after these plies, and the player has what the puzzle asks for."""
    for ply in plies:
        position = position.play(ply)
    return position.result is not None and 2 * position.result.values[puzzle.player] >= puzzle.halves


def first_ply_is_right(puzzle: Puzzle, first_plies: Sequence[str]) -> bool | None:
    """Whether the first ply is the one that solves the puzzle."""
    return first_plies[0] == puzzle.solution if len(first_plies) == 1 else None


def answers(judge: PuzzleJudge, position: Position, puzzle: Puzzle, is_keeping: bool | None) -> tuple[str, ...]:
    """The plies of the other side until the player is to move again, or the game ends."""
    plies: list[str] = []
    while position.result is None and position.to_move not in (puzzle.player, CHANCE):
        choose = judge.refuting_ply if is_keeping is False else judge.hardest_to_prove
        action = choose(position, puzzle.player, puzzle.halves)
        if action is None:
            action = position.moves().ids[0]
        plies.append(position.contract.text(action))
        position = position.follow(action)
    return tuple(plies)
