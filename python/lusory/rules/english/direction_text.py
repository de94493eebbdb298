"""Generates English for directions: adverbs for moves, adverbs before `next to`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import directions as d
from ..boards import Square
from ..geometry import Geometry
from ..graph import Graph
from ..logic import BySide, If
from ..word import And, Not, Opposite, Or
from .grammar import LETTERS, Speech, join_with_and

COMPASS = {
    "square": {"N": "up", "S": "down", "E": "right", "W": "left"},
    "corner": {"NE": "up and right", "NW": "up and left", "SE": "down and right", "SW": "down and left"},
    "hexagon": {"E": "right", "W": "left"},
}


def direction_phrase(s: Speech, word: Any) -> str:
    """The adverb of a move: `straight up, down, left or right`, `diagonally forward`. Empty for all neighbours."""
    if word is None:
        return "up, down, left or right" if isinstance(s.game.board, Square) else ""
    return WAYS[type(word)](s, word)


def manner(s: Speech, word: Any) -> str:
    """The adverb before `next to`: orthogonally, diagonally."""
    if word is None or isinstance(word, d.Orthogonal):
        return ""
    if isinstance(word, d.Every):
        return "directly or diagonally " if _corners(s) else ""
    return {d.Diagonal: "diagonally ", d.Forward: "ahead, "}.get(type(word), "")


def touching_phrase(s: Speech, word: Any, target_text: str) -> str:
    """`next to` something, with the directions where only some count."""
    direction_text = manner(s, word)
    if direction_text or word is None or isinstance(word, (d.Every, d.Orthogonal)):
        return f"{direction_text}next to {target_text}"
    direction_text = direction_phrase(s, word).rstrip(",")
    return f"one step {direction_text}{',' if ', ' in direction_text else ''} from {target_text}"


def link_note(s: Speech, word: Any) -> str:
    """Which neighbours connect, where that is not told once of all groups."""
    if word is None or isinstance(word, d.Orthogonal) or s.groups_diagonally:
        return ""
    if isinstance(word, d.Every):
        return "(diagonal neighbours connect too)" if _corners(s) else ""
    directions_text = direction_phrase(s, word).rstrip(",")
    return f"(connected {directions_text})" if directions_text else ""


def step_note(s: Speech, word: Any) -> str:
    """The directions of each of several steps, where not all that share a side will do."""
    if word is None or isinstance(word, d.Orthogonal):
        return ""
    if isinstance(word, d.Every):
        return " (diagonal steps count too)" if _corners(s) else ""
    return f" (each step {direction_phrase(s, word).rstrip(',')})"


def _corners(s: Speech) -> bool:
    geometry = s.game.geometry
    return bool(geometry.diagonals) and geometry.diagonals != geometry.sides


def _every(s: Speech, word: Any) -> str:
    return "in any of the eight directions" if isinstance(s.game.board, Square) else "in any direction"


def _orthogonal(s: Speech, word: Any) -> str:
    if isinstance(s.game.board, Square):
        return "up, down, left or right"
    return "orthogonally (not diagonally)" if _corners(s) else ""


def _forward(s: Speech, word: Any) -> str:
    geometry = s.game.geometry
    if geometry.sides == geometry.diagonals:
        return "diagonally forward"
    return "forward, straight or diagonally" if _corners(s) else "forward"


def _and(s: Speech, word: And) -> str:
    kinds = [type(part) for part in word.parts]
    pair = set(kinds)
    if pair == {d.Forward, d.Diagonal}:
        return "diagonally forward"
    if pair == {d.Forward, d.Orthogonal}:
        return "straight forward"
    if len(kinds) == 2 and Opposite(d.Forward()) in word.parts and pair & {d.Diagonal, d.Orthogonal}:
        return "diagonally backward" if d.Diagonal in pair else "straight backward"
    required = [direction_phrase(s, part) or "to a neighbour" for part in word.parts if not isinstance(part, Not)]
    barred = [direction_phrase(s, part.of) or "to a neighbour" for part in word.parts if isinstance(part, Not)]
    text = " and at once ".join(required) or "in any direction"
    return f"{text}, but not {join_with_and(barred, 'or')}," if barred else text


def _or(s: Speech, word: Or) -> str:
    if {type(part) for part in word.parts} == {d.Forward, d.Diagonal} and len(word.parts) == 2 and _corners(s):
        return "diagonally in any direction or straight forward"
    if {type(part) for part in word.parts} == {d.Forward, d.Orthogonal} and len(word.parts) == 2 and _corners(s):
        return "straight in any direction or diagonally forward"
    return join_with_and((direction_phrase(s, part) or "to a neighbour" for part in word.parts), "or")


SLANTED = {"NE": "to the upper right", "NW": "to the upper left", "SE": "to the lower right", "SW": "to the lower left"}
PLAIN_WAYS = {(1, 0): "right", (-1, 0): "left", (0, -1): "up", (0, 1): "down", (1, -1): SLANTED["NE"],
              (-1, -1): SLANTED["NW"], (1, 1): SLANTED["SE"], (-1, 1): SLANTED["SW"]}  # fmt: skip
"""How a step is told that leads to the right or not (1, 0, -1) and down or not."""


def _dir(s: Speech, word: d.Dir) -> str:
    names = word.names.split()
    if isinstance(s.game.board, Graph):
        return join_with_and((drawn_way(s.game.geometry, name) or f"in direction {name}" for name in names), "or")
    table = COMPASS["square"] | COMPASS["corner"] if isinstance(s.game.board, Square) else COMPASS["hexagon"]
    return join_with_and((table.get(name) or SLANTED.get(name) or f"in direction {name}" for name in names), "or")


def drawn_way(geometry: Geometry, name: str) -> str:
    """Where all steps of a direction lead on the drawn board, if that is one way."""
    steps = geometry.steps[geometry.directions.index(name)]
    ways = {
        (sign(x2 - x1), sign(y2 - y1))
        for (x1, y1), end in zip(geometry.centres, steps, strict=True)
        if end >= 0
        for x2, y2 in (geometry.centres[end],)
    }
    return PLAIN_WAYS.get(ways.pop(), "") if len(ways) == 1 else ""


def sign(number: float) -> int:
    """1, 0 or -1."""
    return (number > 0.01) - (number < -0.01)


def phrase_between(s: Speech, word: d.Heading) -> str:
    """The phrase for a direction from one cell to another."""
    from .cells import noun

    return f"from {noun(s, word.start).one()} to {noun(s, word.end).one()}"


def opposite(s: Speech, word: Any) -> str:
    """The phrase for opposite directions."""
    if isinstance(word, d.Heading):
        return f"in the direction opposite to the one {phrase_between(s, word)}"
    if isinstance(word, d.PlyHeading):
        return f"in the direction opposite to the {'move' if s.after or s.of_ply else 'previous step'}"
    if isinstance(word, d.Forward):
        return _forward(s, word).replace("forward", "backward")
    if isinstance(word, d.Dir) and (opposite_direction := opposite_names(s, word)) is not None:
        return _dir(s, opposite_direction)
    text = direction_phrase(s, word).removeprefix("to ").removeprefix("in ")
    return f"opposite to {text or 'any direction'}"


def opposite_names(s: Speech, word: d.Dir) -> d.Dir | None:
    """The directions that lead back, by name; None where one has no opposite."""
    geometry = s.game.geometry
    index = {name: i for i, name in enumerate(geometry.directions)}
    back = [geometry.opposite[index[name]] for name in word.names.split() if name in index]
    return d.Dir(" ".join(geometry.directions[i] for i in back)) if back and all(i >= 0 for i in back) else None


def _by_side(s: Speech, word: BySide) -> str:
    return join_with_and(
        (f"{direction_phrase(s, part)} for {letter}" for part, letter in zip(word.parts, LETTERS, strict=False)), "and"
    )


def _if(s: Speech, word: If) -> str:
    from .conditions import clause

    otherwise_text = f", otherwise {direction_phrase(s, word.otherwise)}" if word.otherwise is not None else ""
    return f"({direction_phrase(s, word.then)} if {clause(s, word.when)}{otherwise_text})"


def heading_phrase(s: Speech) -> str:
    """The phrase for a PlyHeading: of this ply, or of the ply before where the ply is not chosen yet."""
    if s.after or s.of_ply:
        return "in the direction of the move"
    none = s.before is not None and not s.before.sets(d.PlyHeading())
    return f"in the same direction as {'the previous step (there is none)' if none else 'before'}"


WAYS: dict[type, Callable[[Speech, Any], str]] = {
    d.Every: _every,
    d.Orthogonal: _orthogonal,
    d.Diagonal: lambda s, w: "diagonally",
    d.Forward: _forward,
    d.Dir: _dir,
    d.Heading: lambda s, w: f"in the direction {phrase_between(s, w)}",
    d.PlyHeading: lambda s, w: heading_phrase(s),
    Opposite: lambda s, w: opposite(s, w.of),
    And: _and,
    Or: _or,
    Not: lambda s, w: f"in any direction other than {direction_phrase(s, w.of)}",
    BySide: _by_side,
    If: _if,
}
