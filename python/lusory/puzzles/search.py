"""Finds puzzles: plays games, looks at their positions from the end backwards, and keeps those with one right ply."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Literal

import msgspec

from ..errors import UnfitPlayer
from ..play.position import Position
from ..players import Player, player
from ..players.levels import first_fitting_spec
from ..rules.events import CHANCE
from ..rules.game import Game
from ..solve.past_positions import board_of
from ..solve.symmetry import GameSymmetry, symmetries
from .grade import level
from .judge import PuzzleJudge
from .puzzle import DRAW, WIN, Puzzle, PuzzleSet

PLAYED_BY = ("mcts:60", "random")
OPENING = (3, 8)
"""The number of random plies that begin a game."""
RANDOM = 0.1
"""Share of random plies afterwards: mistakes are what puzzles are made of."""
LONGEST = 400
"""Plies of a game that is searched."""
LEAST = 3
"""Plies to choose from, at least."""
MOST_FROM_A_GAME = 4
"""Puzzles from one game, at most."""
UNDECIDED = 1
"""The search of a game ends with so many positions that were not decided."""
BARREN = 2000
"""The search ends with so many games in a row that had no new puzzle. Of the catalogue, gomoku has fewest: one in
a hundred games."""
LINE = 9
"""Plies of the line of a puzzle, at most."""


class FoundPuzzle(msgspec.Struct, frozen=True):
    """A position with one right ply."""

    position: Position
    halves: int
    solution: int


class PuzzleSearch:
    """Goes on with a set of puzzles, game by game. Equal sets give equal results.

    Raises Unsolvable where the solver cannot prove positions of the game.
    """

    def __init__(self, puzzle_set: PuzzleSet, game: Game) -> None:
        self.puzzle_set, self.game = puzzle_set, game
        self.symmetries = symmetries(game)
        self.known_ids: set[str] = set()
        self.player = player(first_fitting_spec(PLAYED_BY, game), game)
        PuzzleJudge(game.start(), puzzle_set.positions)

    def run(self, number: int) -> Iterator[PuzzleSet]:
        """The set after every game, until it has so many puzzles, or BARREN games in a row had none."""
        barren = 0
        while len(self.puzzle_set.puzzles) < number and barren < BARREN:
            self.known_ids = {puzzle.id for puzzle in self.puzzle_set.puzzles}
            added = self.of_game(self.puzzle_set.games)
            puzzles = (*self.puzzle_set.puzzles, *added)
            # A game of which puzzles are left over is searched again when more are asked for.
            games = self.puzzle_set.games + (len(puzzles) <= number)
            self.puzzle_set = msgspec.structs.replace(self.puzzle_set, puzzles=puzzles[:number], games=games)
            barren = 0 if added else barren + 1
            yield self.puzzle_set

    def of_game(self, index: int) -> list[Puzzle]:
        """New puzzles from the game with this number."""
        rng = random.Random(f"{self.puzzle_set.seed} {index}")
        judge = PuzzleJudge(self.game.start(), self.puzzle_set.positions)
        puzzles: list[Puzzle] = []
        positions = play_with_mistakes(self.game, self.player, rng)
        for found_puzzle in earliest(judge, positions):
            puzzle_id = identity(found_puzzle.position, self.symmetries)
            if puzzle_id in self.known_ids:
                continue
            self.known_ids.add(puzzle_id)
            missed_by = level_or_zero(found_puzzle)
            if missed_by >= self.puzzle_set.least:
                puzzles.append(make_puzzle(found_puzzle, puzzle_id, judge, missed_by))
        return puzzles


def play_with_mistakes(game: Game, chooser: Player, rng: random.Random) -> list[Position]:
    """The positions of a game with some mistakes."""
    position = game.start()
    positions, opening = [position], rng.randint(*OPENING)
    chooser.begin()
    while position.result is None and position.ply < LONGEST:
        if position.to_move == CHANCE:
            position = position.chance(rng)
        elif position.ply < opening or rng.random() < RANDOM:
            position = position.follow(rng.choice(position.moves().ids))
        else:
            position = position.play(chooser.choose(position, rng))
        positions.append(position)
    return positions


def earliest(judge: PuzzleJudge, positions: list[Position]) -> list[FoundPuzzle]:
    """The positions with one right ply that are farthest from the end of the game."""
    puzzles: list[FoundPuzzle] = []
    undecided = 0
    counts = count_boards(positions)
    for position in reversed(positions):
        if not fits(position) or counts[repr(board_of(position))] > 1:
            continue
        found_puzzle = find_puzzle(judge, position)
        if found_puzzle is None:
            undecided += 1
            if undecided == UNDECIDED:
                break
        elif found_puzzle:
            puzzles += [found_puzzle] * (not judge.needs_past(position))
    return puzzles[-MOST_FROM_A_GAME:]


def count_boards(positions: list[Position]) -> dict[str, int]:
    """How often the same pieces stood."""
    return Counter(repr(board_of(position)) for position in positions)


def fits(position: Position) -> bool:
    """Whether a player has some choice here. It may be within a turn: where its first plies may come in any order, no
    single one of them is right."""
    mover = position.to_move
    return position.result is None and mover is not None and mover >= 0 and len(position.moves()) >= LEAST


def find_puzzle(judge: PuzzleJudge, position: Position) -> FoundPuzzle | Literal[False] | None:
    """The puzzle in a position; False where there is none, None where that was not found out."""
    mover = position.to_move or 0
    for halves in (WIN, DRAW):
        is_keeping = judge.gets(position, mover, halves)
        if is_keeping is None:
            return None
        if is_keeping:
            plies = judge.keeping(position, mover, halves, most=2)
            if plies is None:
                return None
            if len(plies) != 1 or position.follow(plies[0]).result is not None:
                return False
            return FoundPuzzle(position, halves, plies[0])
    return False


def identity(position: Position, of_game: tuple[GameSymmetry, ...]) -> str:
    """A key that symmetric positions share: a digest of the pieces and who is to move; within a turn also of the pieces
    before it."""
    mover, begun = position.to_move or 0, begin_of_turn(position)
    boards = [board_of(position)] if begun is position else [board_of(position), board_of(begun)]
    images = [(*map(sorted, boards), mover)]
    for symmetry in of_game:
        images.append((*(image_of(board, symmetry) for board in boards), symmetry.side(mover)))
    return sha256(repr(min(images)).encode()).hexdigest()[:8]


def image_of(board: tuple[tuple[int, int, str], ...], symmetry: GameSymmetry) -> list[tuple[int, int, str]]:
    """The pieces under a symmetry, sorted."""
    return sorted(
        (symmetry.cells[cell], symmetry.side(side - 1) + 1 if side else 0, kind) for cell, side, kind in board
    )


def begin_of_turn(position: Position) -> Position:
    """The position in which the turn began."""
    if position.ply == 0 or position.contract.turn_over(position.state):
        return position
    begun = here = position.first
    for past_ply in position.past:
        here = here.follow(past_ply.action)
        if here.contract.turn_over(here.state):
            begun = here
    return begun


def level_or_zero(found_puzzle: FoundPuzzle) -> int:
    """The level of a puzzle; 0 in games that have no levels."""
    try:
        return level(found_puzzle.position, found_puzzle.solution)
    except UnfitPlayer:
        return 0


def make_puzzle(found_puzzle: FoundPuzzle, puzzle_id: str, judge: PuzzleJudge, missed_by: int) -> Puzzle:
    """The puzzle with its line and its refutations."""
    position, contract = found_puzzle.position, found_puzzle.position.contract
    mover = position.to_move or 0
    return Puzzle(
        id=puzzle_id,
        plies=position.texts,
        player=mover,
        halves=found_puzzle.halves,
        solution=contract.text(found_puzzle.solution),
        line=tuple(best_line(judge, position.follow(found_puzzle.solution), mover, found_puzzle.halves)),
        refutations=refutations(judge, found_puzzle, mover),
        level=missed_by,
    )


def best_line(judge: PuzzleJudge, position: Position, player: int, halves: int) -> Iterator[str]:
    """The solution, and best play after it: the other resists as long as the solver needs most work."""
    contract = position.contract
    yield contract.text(position.past[-1].action)
    for _ in range(LINE - 1):
        if position.result is not None or position.to_move == CHANCE:
            return
        choose = judge.winning if position.to_move == player else judge.hardest_to_prove
        action = choose(position, player, halves)
        if action is None:
            return
        yield contract.text(action)
        position = position.follow(action)


def refutations(judge: PuzzleJudge, found_puzzle: FoundPuzzle, player: int) -> dict[str, str]:
    """The answer to each wrong ply after which the other is to move."""
    contract, replies = found_puzzle.position.contract, {}
    for action in found_puzzle.position.moves().ids:
        after = found_puzzle.position.follow(action)
        if action == found_puzzle.solution or after.result is not None or after.to_move != 1 - player:
            continue
        refutation = judge.refuting_ply(after, player, found_puzzle.halves)
        if refutation is not None:
            replies[contract.text(action)] = contract.text(refutation)
    return replies
