"""A canonical form of rule values: equal for rules that differ in the order of what has no order, in words that say
nothing, in how a board looks, or by a symmetry of the board.

Conditions and sets are sorted, flattened and freed of repetitions; double negations go. Ends of the same kind in a row
are sorted, ends of different kinds are not: the first that holds counts. Ends that need not be written go
(needless_ends.py). The board keeps its size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from ..errors import RuleError
from ..rules import codec
from ..rules.boards import Graph, Hexagon, Rhombus, Square
from ..rules.cells import At, Column, Edges, Ranks, Row, Shade
from ..rules.directions import Dir, Forward
from ..rules.game import Game
from ..rules.geometry import Geometry, bits
from ..rules.logic import All, BySide, No, Some
from ..rules.logic import Any as OneOf
from ..rules.plies import ActionWord
from ..rules.traversal import words
from ..rules.turns import Either, First, Sequence
from ..rules.word import And, Not, Or, Sum, Word
from .needless_ends import needed_ends
from .parts import FIELDS, Fields, built, map_words, rules_of

UNORDERED = (And, Or, All, OneOf, Sum)
"""Words whose parts have no order."""
MERGING = (And, Or, All, OneOf)
"""Of these, words to which a part twice means no more than once."""
ORIENTED = (Ranks, Row, Column, Forward)
"""Words that a symmetry of the board may not keep."""
SIDED = (At, Edges, Dir, Shade)
"""Words that a symmetry changes into others of the same kind."""


def key(game: Game) -> str:
    """The hash of the canonical form: equal for games that are equal up to order and symmetry."""
    return hashlib.sha256(min(texts(game))).hexdigest()


def texts(game: Game) -> Iterator[bytes]:
    """The canonical texts of a game and of its images under the symmetries of its board."""
    canonical_game = canonical(game)
    yield codec.canonical(canonical_game)
    every = list(words(canonical_game))
    if any(isinstance(word, ORIENTED) for word in every) or not any(isinstance(word, SIDED) for word in every):
        return
    for image in canonical_game.geometry.symmetries[1:]:
        if (image_game := mirror_game(canonical_game, image)) is not None:
            yield codec.canonical(canonical(image_game))


@lru_cache(maxsize=256)
def canonical(game: Game) -> Game:
    """The game in its canonical form, without a name; itself where that form makes no sense (it always should)."""
    try:
        return built(canonical_fields(game)) or bare_game(game)
    except RuleError:
        return bare_game(game)


def canonical_fields(game: Game) -> Fields:
    """The rules in their canonical form. Raises RuleError where that form makes no sense."""
    fields = rules_of(game)
    fields |= {name: map_words(fields[name], simple) for name in FIELDS}
    fields["ends"] = needed_ends(sort_ends(fields["ends"]), fields)
    fields["setup"] = tuple(sorted(fields["setup"], key=text))
    if not any(isinstance(word, At) for name in FIELDS for word in words(fields[name])):
        fields["board"] = bare_board(fields["board"])
    return fields


def bare_game(game: Game) -> Game:
    """The game as it is, without a name."""
    return msgspec.structs.replace(game, name="", about=None, terms={})


def text(value: Any) -> bytes:
    """A part as JSON, by which parts are sorted."""
    return msgspec.json.encode(codec.plain(value), order="deterministic")


def simple(word: Word) -> Any:
    """The word in its canonical form, its parts being so."""
    try:
        return _simple(word)
    except RuleError:
        return word


def _simple(word: Any) -> Any:
    if isinstance(word, UNORDERED):
        return _sorted(word)
    if isinstance(word, (Either, First, Sequence)) and len(word.parts) == 1 and not getattr(word, "stop", False):
        return word.parts[0]
    if isinstance(word, Either):
        return _either(word)
    if isinstance(word, BySide) and len(set(map(text, word.parts))) == 1:
        return word.parts[0]
    if isinstance(word, Not) and isinstance(word.of, Not):
        return word.of.of
    if isinstance(word, No) and isinstance(word.of, Some):
        return No(word.of.of)
    if isinstance(word, (At, Dir, Edges)):
        return msgspec.structs.replace(word, names=" ".join(sorted(set(word.names.split()))))
    return word


def _sorted(word: Any) -> Any:
    """A word without order: flat, each part once, sorted; its part where one is left."""
    kind = type(word)
    flat = [inner for part in word.parts for inner in (part.parts if isinstance(part, kind) else (part,))]
    if isinstance(word, MERGING):
        flat = list({text(part): part for part in flat}.values())
    flat.sort(key=text)
    return flat[0] if len(flat) == 1 else kind(*flat)


def _either(word: Either) -> Any:
    """A choice: flat, each part once; sorted where no part does more than its ply."""
    flat = [inner for part in word.parts for inner in (part.parts if isinstance(part, Either) else (part,))]
    flat = list({text(part): part for part in flat}.values())
    if all(isinstance(part, ActionWord) and not part.then for part in flat):
        flat.sort(key=text)
    return flat[0] if len(flat) == 1 else Either(*flat)


def sort_ends(ends: tuple[Any, ...]) -> tuple[Any, ...]:
    """Ends of the same kind in a row sorted, each once."""
    ordered: list[Any] = []
    for end in dict.fromkeys(ends):
        place = len(ordered)
        while place and type(ordered[place - 1]) is type(end) and text(ordered[place - 1]) > text(end):
            place -= 1
        ordered.insert(place, end)
    return tuple(ordered)


def bare_board(board: Any) -> Any:
    """The board as it is played on, however it looks and names its cells."""
    if isinstance(board, Square):
        return Square(board.columns, board.rows)
    if isinstance(board, Hexagon):
        return Hexagon(board.size)
    if isinstance(board, Rhombus):
        return Rhombus(board.columns, board.rows)
    return board


def mirror_game(game: Game, image: tuple[int, ...]) -> Game | None:
    """The game seen in a symmetry of its board; None where a word has no image there."""
    if isinstance(game.board, Graph):
        return None
    geometry = game.geometry
    try:
        change: dict[Any, Callable[[Any], Any]] = {
            At: lambda word: At(" ".join(geometry.names[image[geometry.index[name]]] for name in word.names.split())),
            Edges: lambda word: msgspec.structs.replace(word, names=_edges(word.names, geometry, image)),
            Dir: lambda word: Dir(" ".join(_direction(name, geometry, image) for name in word.names.split())),
            Shade: lambda word: Shade(_class(geometry.shades, word.index, image)),
        }
        fields = rules_of(game)
        turn = {name: map_words(fields[name], lambda word: change.get(type(word), _same)(word)) for name in FIELDS}
    except (LookupError, RuleError):
        return None
    return built(fields | turn)


def _same(word: Any) -> Any:
    return word


def _image_of(mask: int, image: tuple[int, ...]) -> int:
    mapped = 0
    for cell in bits(mask):
        mapped |= 1 << image[cell]
    return mapped


def _class(masks: tuple[int, ...], index: int, image: tuple[int, ...]) -> int:
    """The number of the class of cells that one becomes. Raises LookupError."""
    least_image = _image_of(masks[index], image)
    return next(i for i, mask in enumerate(masks) if mask == least_image) if least_image in masks else masks[len(masks)]


def _edges(names: str, geometry: Geometry, image: tuple[int, ...]) -> str:
    """The names of the edges that some edges become. Raises LookupError."""
    by_name, by_mask = dict(geometry.edges), {mask: name for name, mask in geometry.edges}
    return " ".join(by_mask[_image_of(by_name[name], image)] for name in names.split())


def _direction(name: str, geometry: Geometry, image: tuple[int, ...]) -> str:
    """The direction that one becomes. Raises LookupError."""
    steps = geometry.steps[geometry.directions.index(name)]
    cell, neighbour = next((cell, to) for cell, to in enumerate(steps) if to >= 0)
    for other, ways in zip(geometry.directions, geometry.steps, strict=True):
        if ways[image[cell]] == image[neighbour]:
            return other
    raise LookupError(name)
