"""Does a rule value make sense on its board? Each check names the path, what stands there, what could."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from .cells import Announced, At, Edges, Kind, Line, Ranks, Revealed, Shade
from .directions import Dir
from .effects import Promote
from .ends import NoPly, Quiet, Repeats
from .logic import BySide
from .numbers import Hand, Rolled
from .plies import Keep, Pass, Place, Roll, Swap
from .setup import InHand, Put
from .spec import shown
from .static import WORDS, check_announcements
from .turns import Chance, Commit, Either, First, Repeat, Reveal
from .walk import walk, words
from .word import Word

if TYPE_CHECKING:
    from .game import Game
    from .geometry import Geometry


def check_game(game: Game) -> None:
    """RuleError at the first word that cannot make sense here."""
    geometry = game.geometry
    for path, word in walk(game):
        for kind, check in ON_BOARD.items():
            if isinstance(word, kind):
                check(word, path, geometry)
    for part in (_sides, _kinds, _places, _setup, _texts, _nature, check_announcements):
        part(game)


def _names(names: str, known: tuple[str, ...], path: str, what: str) -> None:
    for name in names.split():
        if name not in known:
            few = " ".join(known) if len(known) <= 24 else f"{known[0]} to {known[-1]}"
            raise RuleError(path, shown(name), f"expected {what} of the board: {few}")


def _at(word: At, path: str, geometry: Geometry) -> None:
    if not word.names.split():
        raise RuleError(f"{path}.names", shown(word.names), "expected names of cells")
    _names(word.names, geometry.names, f"{path}.names", "cells")


def _edges(word: Edges, path: str, geometry: Geometry) -> None:
    _names(word.names, tuple(label for label, _ in geometry.edges), f"{path}.names", "edges")


def _dir(word: Dir, path: str, geometry: Geometry) -> None:
    if not word.names.split():
        raise RuleError(f"{path}.names", shown(word.names), "expected labels of directions")
    _names(word.names, geometry.directions, f"{path}.names", "directions")


def _line(word: Line, path: str, geometry: Geometry) -> None:
    longest = geometry.longest(geometry.every)
    if word.n > longest:
        raise RuleError(f"{path}.n", word.n, f"the longest line on {geometry.described} is {longest}")


def _ranks(word: Ranks, path: str, geometry: Geometry) -> None:
    most = min(len(ranks) for ranks in geometry.ranks)
    for name in ("first", "last"):
        value = getattr(word, name)
        if value is not None and abs(value) > most:
            raise RuleError(f"{path}.{name}", value, f"expected a rank from -{most} to {most} on {geometry.described}")


def _shade(word: Shade, path: str, geometry: Geometry) -> None:
    if not 0 <= word.index < len(geometry.shades):
        raise RuleError(f"{path}.index", word.index, f"expected 0 to {len(geometry.shades) - 1}")


def _shape(word: Place, path: str, geometry: Geometry) -> None:
    for i, steps in enumerate(word.shape):
        _names(steps, geometry.directions, f"{path}.shape[{i}]", "directions")
    if word.owner.atom == "enemy":
        raise RuleError(f"{path}.owner", "enemy", "expected own or neutral")


ON_BOARD: dict[type[Word], Callable[[Any, str, Geometry], None]] = {
    At: _at,
    Edges: _edges,
    Dir: _dir,
    Line: _line,
    Ranks: _ranks,
    Shade: _shade,
    Place: _shape,
}


def _sides(game: Game) -> None:
    for path, word in walk(game):
        if isinstance(word, BySide) and len(word.parts) != game.players:
            raise RuleError(f"{path}.parts", len(word.parts), f"expected a part for each of {game.players} sides")
        if isinstance(word, Swap) and game.players != 2:
            raise RuleError(path, shown(word), "expected two players where sides are exchanged")
        if isinstance(word, Put) and not 0 <= word.side <= game.players:
            raise RuleError(f"{path}.side", word.side, f"expected 0 (nobody) to {game.players}")
        if isinstance(word, Commit) and word.answer is not None and game.players < 2:
            raise RuleError(f"{path}.answer", shown(word.answer), "expected nothing: a single player has no opponent")


def _kinds(game: Game) -> None:
    known = {w.kind for w in words(game) if isinstance(w, (Put, Place, Promote, InHand))}
    for path, word in walk(game):
        if isinstance(word, (Kind, Hand)) and word.kind not in known:
            raise RuleError(
                f"{path}.kind", shown(word.kind), f"expected a kind of this game: {', '.join(sorted(known))}"
            )
        kind = getattr(word, "kind", "x")
        if not (kind.isascii() and kind.replace("-", "").isalnum()):
            raise RuleError(f"{path}.kind", shown(kind), "expected a name of letters, digits and hyphens")
        if isinstance(word, Rolled) and not any(isinstance(w, Roll) for w in words(game)):
            raise RuleError(path, shown(word), "expected a Roll somewhere in the game")


def _places(game: Game) -> None:
    """Some words stand only in certain places."""
    judged = {id(w) for end in game.ends for w in words(end)}
    inside = {id(w) for c in words(game) if isinstance(c, Commit) for w in words((c.answer, c.fails, c.ply)) if w}
    answers = {id(c.answer) for c in words(game) if isinstance(c, Commit)}
    rolls = {id(w) for c in words(game) if isinstance(c, Chance) for w in words(c)}
    for path, word in walk(game):
        if isinstance(word, (Quiet, Repeats, NoPly)) and id(word) not in judged:
            raise RuleError(path, shown(word), "expected in `ends` only: it looks at the course of the game")
        if isinstance(word, (Announced, Revealed)) and id(word) not in inside:
            raise RuleError(path, shown(word), "expected inside a Commit only")
        if isinstance(word, Reveal) and id(word) not in answers:
            raise RuleError(path, shown(word), "expected as the answer of a Commit only")
        if isinstance(word, Roll) and id(word) not in rolls:
            raise RuleError(path, shown(word), "expected inside a Chance only")
        if isinstance(word, NoPly) and word.ply is not None and any(isinstance(w, Commit) for w in words(word.ply)):
            raise RuleError(f"{path}.ply", shown(word.ply), "expected no Commit")


def _setup(game: Game) -> None:
    for path, word in walk(game.setup, "setup"):
        fits = word.sort in ("setup", "board") or type(word) in WORDS
        if not fits:
            raise RuleError(path, shown(word), "expected words of the board alone in a setup")


def _texts(game: Game) -> None:
    """A ply that is a mere word must not read like a cell, nor like another such ply."""
    seen: dict[str, type[Word]] = {"end": Word}
    for path, word in walk(game):
        if not isinstance(word, (Pass, Swap, Keep)):
            continue
        text = word.text
        if not (text.isascii() and text.isalnum()) or text in game.geometry.index:
            raise RuleError(f"{path}.text", shown(text), "expected letters and digits that name no cell")
        if seen.setdefault(text, type(word)) is not type(word):
            raise RuleError(f"{path}.text", shown(text), "expected a text no other ply has")


def _nature(game: Game) -> None:
    """Nature chooses at the start of a step, never among a player's plies."""
    for path, word in walk(game):
        nested: tuple[Any, ...] = word.parts if isinstance(word, (Either, First)) else ()
        if isinstance(word, Repeat):
            nested = (word.ply,)
        for i, part in enumerate(nested):
            if any(isinstance(w, Chance) for w in words(part)):
                raise RuleError(f"{path}.parts[{i}]", shown(part), "expected no Chance inside a choice or a chain")
        if isinstance(word, Chance) and any(isinstance(w, (Chance, Commit, Swap, Keep)) for w in words(word.ply)):
            raise RuleError(f"{path}.ply", shown(word.ply), "expected plies nature can make: Place, Roll, Remove, ...")
