"""Recognises sets of cells that have a name: lines of sight, a knight's move, the line of the move."""

from __future__ import annotations

from typing import Any

from .. import cells as c
from ..boards import Square
from ..directions import Diagonal, Dir, Forward, Orthogonal, PlyHeading
from ..word import And, Opposite, Or
from .direction_text import direction_phrase
from .grammar import Speech
from .nouns import Noun, cell_noun

LINE_OF_THE_MOVE = {
    c.Origin(),
    c.Ray(c.Origin(), PlyHeading(), c.Everywhere()),
    c.Ray(c.Origin(), Opposite(PlyHeading()), c.Everywhere()),
}
NOTHING_BETWEEN = "with nothing between"
COMPASS_STEPS = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}
KNIGHT = {(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x * y) == 2}


def knights_start(s: Speech, word: Or) -> Any:
    """Where a knight starts, if these are the eight cells it may jump to, each reached by two steps."""
    if not isinstance(s.game.board, Square) or not all(two_steps(part) for part in word.parts):
        return None
    parts: Any = word.parts
    starts = {part.of.of for part in parts}
    steps = [(first, second) for part in parts for first in offsets(part.of) for second in offsets(part)]
    reached = {(first[0] + second[0], first[1] + second[1]) for first, second in steps}
    return starts.pop() if len(starts) == 1 and reached == KNIGHT else None


def two_steps(word: Any) -> bool:
    """A step after a step, both in directions by name."""
    return all(isinstance(w, c.Shift) and isinstance(w.directions, Dir) for w in (word, getattr(word, "of", None)))


def offsets(word: Any) -> list[tuple[int, int]]:
    """How far each direction of a shift leads across and up."""
    parts = [[COMPASS_STEPS[letter] for letter in name] for name in word.directions.names.split()]
    return [(sum(x for x, _ in steps), sum(y for _, y in steps)) for steps in parts]


def in_sight(s: Speech, word: c.Shift) -> Noun | None:
    """The first cells after runs of empty cells (or after no cell at all)."""
    if not isinstance(word.of, Or) or not one_way(word.directions):
        return None
    start: Any
    *starts, run = word.of.parts
    start = starts[0] if len(starts) == 1 else Or(*starts)
    if run != c.Ray(start, word.directions):
        return None
    return straight_line_cells(s, start, word.directions)


def straight_line_cells(s: Speech, start: Any, directions: Any) -> Noun:
    """The first cells in straight lines from others."""
    from .cells import noun

    direction_text = direction_phrase(s, directions)
    line = f"in a straight line ({direction_text})" if direction_text else "in a straight line"
    start_text = noun(s, start).one()
    if start_text.endswith(NOTHING_BETWEEN):
        return cell_noun(s, f"{line}, {NOTHING_BETWEEN}, from {start_text}")
    return cell_noun(s, f"{line} from {start_text} {NOTHING_BETWEEN}")


def one_way(directions: Any) -> bool:
    """Whether the set is a single direction. A step in another would leave the straight line of the run before it."""
    if isinstance(directions, Dir):
        return len(directions.names.split()) == 1
    return directions in (And(Forward(), Orthogonal()), And(Opposite(Forward()), Orthogonal()))


def seen_each_way(s: Speech, word: Or) -> Noun | None:
    """What is met first in straight lines, each way by itself: the ways together."""
    parts: list[Any] = list(word.parts)
    if not all(isinstance(w, c.Shift) and isinstance(w.directions, Dir) and in_sight(s, w) for w in parts):
        return None
    if len({w.of.parts[:-1] for w in parts}) != 1:
        return None
    starts = parts[0].of.parts[:-1]
    names = {w.directions.names for w in parts}
    every_way = {frozenset("NESW"): Orthogonal(), frozenset(("NE", "NW", "SE", "SW")): Diagonal()}
    directions = every_way.get(frozenset(names)) if isinstance(s.game.board, Square) else None
    start = starts[0] if len(starts) == 1 else Or(*starts)
    return straight_line_cells(s, start, Dir(" ".join(sorted(names))) if directions is None else directions)
