"""Printed puzzle sheets: nine puzzles to a page, the solutions on the last pages."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import LusoryError
from ..printing import PAPERS, Document
from ..printing.boards import board
from ..printing.build import describe_board, title_of
from ..printing.document import Page
from ..rules.game import Game
from .puzzle import Puzzle, PuzzleSet

ON_PAGE = 9
SOLUTIONS = 3
"""Refutations of wrong plies that a solution names, at most."""


def document(puzzle_set: PuzzleSet, game: Game, paper: str = "a4") -> Document:
    """The sheets of a set. Raises LusoryError where it is empty or the paper is unknown."""
    if paper not in PAPERS:
        raise LusoryError(f"paper {paper[:40]}: expected {' or '.join(PAPERS)}")
    if not puzzle_set.puzzles:
        raise LusoryError(f"{puzzle_set.game}: there are no puzzles to print")
    pages = (*boards(puzzle_set, game), solutions(puzzle_set, game))
    return Document(f"{title_of(game)}: puzzles", pages, paper)


def boards(puzzle_set: PuzzleSet, game: Game) -> Iterator[Page]:
    """The positions, numbered."""
    for at in range(0, len(puzzle_set.puzzles), ON_PAGE):
        part = puzzle_set.puzzles[at : at + ON_PAGE]
        figures = tuple(figure(at + number, puzzle, game) for number, puzzle in enumerate(part, 1))
        name = f"{at + 1} to {at + len(part)}"
        yield Page("puzzles", name, f"{title_of(game)}: puzzles {name}", about(puzzle_set, game), figures=figures)


def figure(number: int, puzzle: Puzzle, game: Game) -> tuple[str, str]:
    """The board of a puzzle, and the task below it."""
    position = puzzle.position(game)
    return board(position.picture()).svg, f"{number}. {puzzle.task_on_board(position)} ({grade(puzzle)})"


def about(puzzle_set: PuzzleSet, game: Game) -> str:
    """Board and options, and what a puzzle is."""
    return f"{describe_board(game, puzzle_set.options)}. One move is right in each, proven by search."


def grade(puzzle: Puzzle) -> str:
    """How hard a puzzle is, by the levels that miss it."""
    return f"missed by level {puzzle.level}" if puzzle.level else "every level finds it"


def solutions(puzzle_set: PuzzleSet, game: Game) -> Page:
    """The right ply of each, how it goes on, and what refutes others."""
    lines = tuple(solution(number, puzzle, game) for number, puzzle in enumerate(puzzle_set.puzzles, 1))
    return Page("puzzles", "Solutions", f"{title_of(game)}: solutions", text=(("Solutions", lines),))


def solution(number: int, puzzle: Puzzle, game: Game) -> str:
    """One solution in a line."""
    position = puzzle.position(game)
    refutation_texts = ", ".join(
        f"{ply} ({refutation})" for ply, refutation in list(puzzle.refutations.items())[:SOLUTIONS]
    )
    texts = []
    for ply in puzzle.line or (puzzle.solution,):
        following = position.play(ply)
        texts.append(position.contract.printed(following.past[-1].action))
        position = following
    return f"{number}. {'; '.join(texts)}." + (
        f" Wrong, with the answer: {refutation_texts}." if refutation_texts else ""
    )
