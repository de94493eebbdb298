"""A puzzle and a set of puzzles as data, and the sets that come with the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from ..errors import LusoryError
from ..games import load as load_game
from ..play.contract import seats
from ..play.position import Position
from ..rules.game import Game

WIN, DRAW = 2, 1
"""What a puzzle asks for, in half points."""


class DamagedPuzzles(LusoryError):
    """Raised for a file that is no set of puzzles, or one of other rules."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position in which one ply is right.

    id: eight hexadecimal digits, the same for symmetric positions. plies: from the start of the game to the position.
    player: who is to move, 0 or 1. halves: what the ply keeps, WIN or DRAW. solution: the ply. line: best play from
    the position, the solution first. refutations: the answer to each wrong ply; none where the turn goes on after it.
    level: the highest level of our players that misses the ply; 0 where every level finds it.
    """

    id: str
    plies: tuple[str, ...]
    player: int
    halves: int
    solution: str
    line: tuple[str, ...] = ()
    refutations: dict[str, str] = {}
    level: int = 0

    @property
    def task(self) -> str:
        """The task as a sentence."""
        return self.task_of(("First", "Second")[self.player])

    def task_of(self, mover: str) -> str:
        """The task, with another name for the player to move."""
        return f"{mover} to move and win" if self.halves == WIN else f"{mover} to move and draw"

    def task_on_board(self, position: Position) -> str:
        """The task below a drawing: who is to move is called by the colour of his stones, where players own some."""
        sides, picture = seats(position.contract, position.state) or (), position.picture()
        if self.player not in sides or not any(stone.side for stone in picture.stones):
            return self.task
        return self.task_of(picture.colours[sides.index(self.player)].capitalize())

    def position(self, game: Game) -> Position:
        """The position. Raises IllegalPly where the game does not go so."""
        position = game.start()
        for ply in self.plies:
            position = position.play(ply)
        return position


class PuzzleSet(msgspec.Struct, frozen=True, kw_only=True):
    """Puzzles of a rule value. options: as the game was asked for. hash: of the rules. seed: of the games that were
    searched; games: how many were, so that a later run goes on after them. positions: of one question to the solver.
    least: easier puzzles, by their level, were left out."""

    format: str = "lusory"
    version: int = 1
    kind: str = "puzzles"
    game: str
    options: dict[str, str] = {}
    hash: str
    seed: int = 0
    games: int = 0
    positions: int
    least: int = 0
    puzzles: tuple[Puzzle, ...] = ()

    def rules(self) -> Game:
        """The rules, of the catalogue. Raises DamagedPuzzles where they have changed since."""
        game: Any = load_game(self.game, **self.options)
        if game.hash != self.hash:
            raise DamagedPuzzles(f"{self.game}: the puzzles are of other rules ({self.hash[:12]})")
        assert isinstance(game, Game)
        return game

    def puzzle(self, puzzle_id: str) -> Puzzle | None:
        """The puzzle with an id."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == puzzle_id), None)

    def of_day(self, day: int) -> Puzzle:
        """The puzzle of a day, counted from any date: each comes once before one comes again."""
        step = next(n for n in range(max(1, len(self.puzzles) * 5 // 8), len(self.puzzles) + 2) if coprime(n, self))
        return self.puzzles[day * step % len(self.puzzles)]

    def encode(self) -> bytes:
        """The set as JSON, a line for each puzzle."""
        head, lines = (
            msgspec.structs.replace(self, puzzles=()),
            [msgspec.json.encode(puzzle) for puzzle in self.puzzles],
        )
        head_bytes = msgspec.json.encode(head).removesuffix(b"[]}")
        return head_bytes + b"[\n" + b",\n".join(lines) + b"\n]}\n"


def coprime(step: int, of: PuzzleSet) -> bool:
    """Whether every puzzle comes up in steps of this length."""
    from math import gcd

    return gcd(step, len(of.puzzles)) == 1


def decode(data: bytes, source: str) -> PuzzleSet:
    """A set from its JSON. Raises DamagedPuzzles."""
    try:
        puzzle_set = msgspec.json.decode(data, type=PuzzleSet)
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise DamagedPuzzles(f"{source}: no set of puzzles: {fault}") from fault
    if (puzzle_set.format, puzzle_set.version, puzzle_set.kind) != ("lusory", 1, "puzzles"):
        raise DamagedPuzzles(f"{source}: expected a set of puzzles of version 1")
    return puzzle_set


def load(path: Path) -> PuzzleSet:
    """A set from a file. Raises DamagedPuzzles; OSError where it cannot be read."""
    return decode(path.read_bytes(), str(path))


@cache
def shipped_games() -> tuple[str, ...]:
    """The games that have puzzles in the package."""
    files_listed = (files(__package__) / "data").iterdir()
    return tuple(
        sorted(resource.name.removesuffix(".json") for resource in files_listed if resource.name.endswith(".json"))
    )


@cache
def shipped(game: str) -> PuzzleSet | None:
    """The puzzles of a game that come with the package; None where there are none."""
    if game not in shipped_games():
        return None
    return decode((files(__package__) / "data" / f"{game}.json").read_bytes(), game)
