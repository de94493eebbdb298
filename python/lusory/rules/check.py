"""Checks that a rule value makes sense on its board. Each error names the path, the value found and what fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from .cells import Announced, At, Connected, Corners, Edges, Here, Kind, Line, Marked, Ranks, Revealed, Shade, Where
from .chance import check_chance
from .directions import Diagonal, Dir, Forward
from .effects import Mark, Promote, Unmark
from .ends import NoPly, Quiet, Repeats
from .logic import BySide
from .numbers import Hand, Rolled
from .plies import ActionWord, Keep, Pass, Place, Roll, Swap
from .secrecy import check_secrecy
from .setup import InHand, Put
from .spec import specs, value_text
from .static_evaluation import WORDS, BoardScene, check_announcements, edges
from .traversal import walk, words
from .turns import Chance, Commit, Reveal
from .word import Word

if TYPE_CHECKING:
    from .game import Game
    from .geometry import Geometry

DEEPEST = 64
"""The limit of nested words."""


def check_game(game: Game) -> None:
    """RuleError at the first word that cannot make sense here."""
    _depth(game)
    geometry = game.geometry
    for path, word in walk(game):
        for kind, check in ON_BOARD.items():
            if isinstance(word, kind):
                check(word, path, geometry)
    for part in PARTS:
        part(game)


def _depth(game: Game) -> None:
    """Limits nesting, so that readers of a value may recurse."""
    level: list[Any] = [game, *game.terms.values()]
    for _ in range(DEEPEST):
        level = [part for value in level for part in _parts(value)]
        if not level:
            return
    raise RuleError("", f"words {DEEPEST} deep in each other", f"expected less than {DEEPEST}")


def _parts(value: Any) -> list[Any]:
    cls: Any = type(value)
    fields = [getattr(value, spec.name) for spec in specs(cls) if spec.name not in ("about", "terms")]
    flat = [part for field in fields for part in (field if isinstance(field, tuple) else (field,))]
    lists = [part for field in flat for part in (field if isinstance(field, tuple) else (field,))]
    return [part for part in lists if isinstance(part, Word)]


def _names(names: str, known_names: tuple[str, ...], path: str, part_of_board: str) -> None:
    for name in names.split():
        if name not in known_names:
            known_text = " ".join(known_names) if len(known_names) <= 24 else f"{known_names[0]} to {known_names[-1]}"
            raise RuleError(path, value_text(name), f"expected {part_of_board} of the board: {known_text}")


def _at(word: At, path: str, geometry: Geometry) -> None:
    if not word.names.split():
        raise RuleError(f"{path}.names", value_text(word.names), "expected names of cells")
    _names(word.names, geometry.names, f"{path}.names", "cells")


def _edges(word: Edges, path: str, geometry: Geometry) -> None:
    _names(word.names, tuple(label for label, _ in geometry.edges), f"{path}.names", "edges")


def _diagonal(word: Diagonal, path: str, geometry: Geometry) -> None:
    if not geometry.diagonals:
        names = " ".join(geometry.directions)
        raise RuleError(path, "diagonal", f"expected directions of this board, which has no diagonal ones: {names}")


def _dir(word: Dir, path: str, geometry: Geometry) -> None:
    if not word.names.split():
        raise RuleError(f"{path}.names", value_text(word.names), "expected labels of directions")
    _names(word.names, geometry.directions, f"{path}.names", "directions")


def _line(word: Line, path: str, geometry: Geometry) -> None:
    longest = geometry.longest(geometry.every)
    if word.n > longest:
        raise RuleError(f"{path}.n", word.n, f"the longest line on {geometry.described} is {longest}")


def _forward(word: Forward, path: str, geometry: Geometry) -> None:
    if not geometry.forward:
        raise RuleError(path, "forward", "expected a board that says which directions are forward")


def _check_connected_regions(game: Game) -> None:
    """There must be at least as many regions as a Connected asks for."""
    for path, word in walk(game):
        most = _regions(word.regions, game.geometry) if isinstance(word, Connected) else 1
        if not most:
            raise RuleError(f"{path}.regions", "no region", "expected one or more")
        if isinstance(word, Connected) and word.n is not None and word.n > most:
            raise RuleError(f"{path}.n", word.n, f"expected 1 to {most}, as many as there are regions")


def _regions(word: Any, geometry: Geometry) -> int:
    """The greatest possible number of regions."""
    if isinstance(word, tuple):
        return len(word)
    if isinstance(word, Edges):
        return len(edges(geometry, word))
    if isinstance(word, Corners):
        return len(geometry.corners)
    parts = word.parts if isinstance(word, BySide) else (word.then, word.otherwise)
    return max(_regions(part, geometry) for part in parts if part is not None)


def _ranks(word: Ranks, path: str, geometry: Geometry, players: int) -> None:
    most = min(len(ranks) for ranks in geometry.ranks[:players])
    if not most:
        lines = "rows" if not geometry.rows else "columns"
        raise RuleError(path, value_text(word), f"expected a board with {lines} (a Graph takes {lines}=...)")
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
    Diagonal: _diagonal,
    Line: _line,
    Forward: _forward,
    Shade: _shade,
    Place: _shape,
}


def _sides(game: Game) -> None:
    for path, word in walk(game):
        if isinstance(word, BySide) and len(word.parts) != game.players:
            raise RuleError(f"{path}.parts", len(word.parts), f"expected a part for each of {game.players} sides")
        if isinstance(word, Ranks):
            _ranks(word, path, game.geometry, game.players)
        if isinstance(word, Swap) and game.players != 2:
            raise RuleError(path, value_text(word), "expected two players where sides are exchanged")
        if isinstance(word, Put) and not 0 <= word.side <= game.players:
            raise RuleError(f"{path}.side", word.side, f"expected 0 (nobody) to {game.players}")
        if isinstance(word, Commit) and word.answer is not None and game.players < 2:
            raise RuleError(
                f"{path}.answer", value_text(word.answer), "expected nothing: a single player has no opponent"
            )


def _kinds(game: Game) -> None:
    kinds_used = {w.kind for w in words(game) if isinstance(w, (Put, Place, Promote, InHand))}
    for path, word in walk(game):
        if isinstance(word, (Kind, Hand)) and word.kind not in kinds_used:
            kinds = f": {', '.join(sorted(kinds_used))}" if kinds_used else ", into which no piece comes"
            raise RuleError(f"{path}.kind", value_text(word.kind), f"expected a kind of this game{kinds}")
        kind = getattr(word, "kind", "x")
        if not (kind.isascii() and kind.replace("-", "").isalnum()):
            raise RuleError(f"{path}.kind", value_text(kind), "expected a name of letters, digits and hyphens")
        if isinstance(word, Rolled) and not any(isinstance(w, Roll) for w in words(game)):
            raise RuleError(path, value_text(word), "expected a Roll somewhere in the game")


LONGEST_MARK = 32
"""The most turns that a mark may stay."""


def _marks(game: Game) -> None:
    """Every name of a mark is given by a Mark and asked for by a Marked, and its marks all stay equally long."""
    turns: dict[str, int | None] = {}
    names_read = {word.name for word in words(game) if isinstance(word, Marked)}
    for path, word in walk(game):
        if isinstance(word, Mark):
            _mark(word, path, turns.setdefault(word.name, word.turns))
            if game.has_secrets:
                text = "expected no marks in a game with secrets: all see them, and they could tell what is hidden"
                raise RuleError(path, value_text(word), text)
    for path, word in walk(game):
        if isinstance(word, (Marked, Unmark)) and word.name not in turns:
            mark_names = ", ".join(sorted(turns)) or "there is none"
            raise RuleError(
                f"{path}.name", value_text(word.name), f"expected the name of a Mark of this game: {mark_names}"
            )
        if isinstance(word, Mark) and word.name not in names_read:
            text = "expected a name that some Marked of this game asks for"
            raise RuleError(f"{path}.name", value_text(word.name), text)


def _mark(word: Mark, path: str, turns: int | None) -> None:
    if not (word.name.isascii() and word.name.replace("-", "").isalnum()):
        raise RuleError(f"{path}.name", value_text(word.name), "expected a name of letters, digits and hyphens")
    if word.turns is not None and not 1 <= word.turns <= LONGEST_MARK:
        raise RuleError(f"{path}.turns", word.turns, f"expected 1 to {LONGEST_MARK}")
    if word.turns != turns:
        found = "nothing" if word.turns is None else word.turns
        text = "nothing" if turns is None else str(turns)
        raise RuleError(f"{path}.turns", found, f"expected {text}, as in the other Mark of this name")


def _places(game: Game) -> None:
    """Some words are allowed only in certain places."""
    words_by_path = list(walk(game))
    no_ply_paths = [f"{path}.ply" for path, word in words_by_path if isinstance(word, NoPly)]
    commits = [path for path, word in words_by_path if isinstance(word, Commit)]
    in_commits = [f"{path}.{part}" for path in commits for part in ("ply", "answer", "fails")]
    rolls = [f"{path}.ply" for path, word in words_by_path if isinstance(word, Chance)]
    where_conditions = [f"{path}.when" for path, word in words_by_path if isinstance(word, Where)]
    barred = [f"{path}.unless" for path, word in words_by_path if isinstance(word, ActionWord)]
    for path, word in words_by_path:
        in_ends = path.startswith("ends[") and not _under(path, no_ply_paths)
        if isinstance(word, (Quiet, NoPly)) and not in_ends:
            raise RuleError(path, value_text(word), "expected in `ends` only: it looks at the course of the game")
        if isinstance(word, Repeats) and not (in_ends or _under(path, barred)):
            raise RuleError(path, value_text(word), "expected in `ends`, or in the `unless` of a ply")
        if isinstance(word, Repeats) and commits and not in_ends:
            raise RuleError(path, value_text(word), "expected in `ends` only: with secrets nobody sees all that stands")
        if isinstance(word, (Announced, Revealed)) and not _under(path, in_commits):
            raise RuleError(path, value_text(word), "expected inside a Commit only")
        if isinstance(word, Here) and not _under(path, where_conditions):
            raise RuleError(path, value_text(word), "expected inside the `when` of a Where only")
        if isinstance(word, Reveal) and not any(path == f"{commit}.answer" for commit in commits):
            raise RuleError(path, value_text(word), "expected as the answer of a Commit only")
        if isinstance(word, Roll) and not _under(path, rolls):
            raise RuleError(path, value_text(word), "expected inside a Chance only")
        if isinstance(word, NoPly) and any(isinstance(w, Commit) for w in words(word.ply)):
            raise RuleError(f"{path}.ply", value_text(word.ply), "expected no Commit")


def _under(path: str, places: list[str]) -> bool:
    """Whether a path leads through one of these places. Paths distinguish two uses of the same word."""
    return any(path == place or path.startswith((f"{place}.", f"{place}[")) for place in places)


def _setup(game: Game) -> None:
    for path, word in walk(game.setup, "setup"):
        is_allowed = word.sort in ("setup", "board") or type(word) in WORDS
        if not is_allowed:
            raise RuleError(path, value_text(word), "expected words of the board alone in a setup")


def _stones(game: Game) -> None:
    """At the start a cell holds at most one piece, and each kind has at most one InHand."""
    occupied, kinds = 0, set()
    for i, word in enumerate(game.setup):
        if isinstance(word, InHand):
            if word.kind in kinds:
                raise RuleError(f"setup[{i}].kind", value_text(word.kind), "expected a kind that is not yet handed out")
            kinds.add(word.kind)
        if isinstance(word, Put):
            cells = BoardScene(game.geometry, max(word.side - 1, 0)).cells(word.at)
            if cells & occupied:
                twice = game.geometry.named(cells & occupied)[0]
                raise RuleError(f"setup[{i}].at", f"a second piece on {twice}", "expected one piece a cell")
            occupied |= cells


def _texts(game: Game) -> None:
    """The text of a ply without cells must equal no cell's name and no other such text."""
    word_of_text: dict[str, type[Word]] = {"end": Word}
    for path, word in walk(game):
        if not isinstance(word, (Pass, Swap, Keep)):
            continue
        text = word.text
        if not (text.isascii() and text.isalnum()) or text in game.geometry.index:
            raise RuleError(f"{path}.text", value_text(text), "expected letters and digits that name no cell")
        if word_of_text.setdefault(text, type(word)) is not type(word):
            raise RuleError(f"{path}.text", value_text(text), "expected a text no other ply has")


def _signs(game: Game) -> None:
    """The x of a jump (`a1xb2`) or of a lifted piece (`xa1`) must not be mistaken for a part of a cell's name."""
    index = game.geometry.index
    jumps, lifts = (any(w.form == form for w in words(game) if isinstance(w, ActionWord)) for form in ("jump", "lift"))
    for name in index if jumps or lifts else ():
        for i in (i for i, letter in enumerate(name) if letter == "x"):
            jump = jumps and (name[:i] in index or (lifts and name[i + 1 :] in index and "x" + name[:i] in index))
            if jump or (lifts and i == 0 and name[1:] in index):
                raise RuleError("board", f"a cell called {name}", "expected names that read unlike jumps and captures")
    for path, word in walk(game):
        text = word.text if isinstance(word, (Pass, Swap, Keep)) else ""
        for i in (i for i, letter in enumerate(text) if letter == "x"):
            if text[i + 1 :] in index and ((lifts and i == 0) or (jumps and text[:i] in index)):
                raise RuleError(
                    f"{path}.text", value_text(text), "expected a text that reads unlike a jump or a capture"
                )


PARTS: tuple[Callable[[Game], None], ...] = (
    _check_connected_regions,
    _sides,
    _kinds,
    _marks,
    _places,
    _setup,
    _stones,
    _texts,
    _signs,
    check_chance,
    check_announcements,
    check_secrecy,
)
