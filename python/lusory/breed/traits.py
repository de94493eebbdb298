"""Traits of a game by which the archive is divided: each a few classes with names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..rules.boards import Checkered, Graph, Square
from ..rules.cells import Connected, Enclosed, Enemy, Group, Line, Ranks, Ring
from ..rules.effects import Capture, Earn, Flip
from ..rules.ends import Loss, Most, NoPly, Win
from ..rules.game import Game
from ..rules.numbers import Captured
from ..rules.plies import MOVES, Hop, Place
from ..rules.traversal import words

NAMES = ("board", "play", "capture", "goal", "length", "branching")
"""The traits in their order."""
LENGTHS = ((20, "short"), (45, "medium"), (10**9, "long"))
BRANCHINGS = ((12, "narrow"), (40, "wide"), (10**9, "broad"))


class Traits(msgspec.Struct, frozen=True, order=True):
    """board: what it is made of. play: placing, moving or both. capture: how pieces go. goal: what wins. length,
    branching: by random games."""

    board: str
    play: str
    capture: str
    goal: str
    length: str
    branching: str

    @property
    def cell(self) -> str:
        """The niche in the archive."""
        return "/".join(getattr(self, name) for name in NAMES)


def traits(game: Game, figures: Mapping[str, float]) -> Traits:
    """The traits of a game whose random games had these figures (`plies`, `branching`)."""
    return Traits(
        board=board(game),
        play=play(game),
        capture=capture(game),
        goal=goal(game),
        length=class_of(figures["plies"], LENGTHS),
        branching=class_of(figures["branching"], BRANCHINGS),
    )


def class_of(value: float, classes: tuple[tuple[int, str], ...]) -> str:
    """The class of a number."""
    return next(name for most, name in classes if value <= most)


def board(game: Game) -> str:
    """Squares, hexagons, or points of a graph."""
    if isinstance(game.board, (Square, Checkered)):
        return "squares"
    return "graph" if isinstance(game.board, Graph) else "hexagons"


def play(game: Game) -> str:
    """What players do with pieces."""
    every = list(words((*game.opening, game.turn)))
    moves, places = (any(isinstance(word, kind) for word in every) for kind in (MOVES, Place))
    return "placing and moving" if moves and places else "moving" if moves else "placing"


def capture(game: Game) -> str:
    """How pieces leave the board or change sides."""
    every = list(words((game.turn, game.effects)))
    if any(isinstance(word, Flip) for word in every):
        return "flips"
    if any(isinstance(word, Capture) and any(isinstance(w, Enclosed) for w in words(word)) for word in every):
        return "encloses"
    if any(isinstance(word, Capture) for word in every):
        return "takes"
    if any(isinstance(word, Hop) and word.captures for word in every):
        return "jumps"
    return "replaces" if any(replaces(word) for word in every) else "none"


def replaces(word: Any) -> bool:
    """Whether a piece may land on another."""
    return hasattr(word, "to") and any(isinstance(part, Enemy) for part in words(word.to))


GOALS: tuple[tuple[str, type | tuple[type, ...]], ...] = (
    ("line", Line),
    ("connection", (Connected, Ring)),
    ("surround", Enclosed),
    ("group", Group),
    ("capture", Captured),
    ("reach", Ranks),
    ("last move", NoPly),
)


def goal(game: Game) -> str:
    """What the first end that decides a game is about, and whether another end decides it the other way: to strive for
    one thing and to avoid another is a game of its own."""
    for end in game.ends:
        if isinstance(end, Most):
            return "most"
        if isinstance(end, (Win, Loss)):
            name = goal_name(end)
            if isinstance(end, Win):
                return f"{name} and loss" if decides(game, Loss) else name
            return f"no {name} and win" if decides(game, Win) else f"no {name}"
    return "most" if any(isinstance(word, Earn) for word in words(game.effects)) else "other"


def goal_name(end: Any) -> str:
    """What an end is about."""
    end_words = list(words(end.when))
    return next((name for name, kinds in GOALS if any(isinstance(word, kinds) for word in end_words)), "other")


def decides(game: Game, kind: type) -> bool:
    """Whether something wins, or loses, besides that a player cannot move."""
    return any(isinstance(end, kind) and goal_name(end) != "last move" for end in game.ends)
