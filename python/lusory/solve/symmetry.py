"""Proves which symmetries a rule value has: of its board, and those that exchange the two sides.

A symmetry of the board is one of the rules if every set of cells and of directions that they name is mapped to itself;
one that exchanges the sides, if what they name for one side is mapped to what they name for the other. All other words
treat cells, directions and sides alike, so that nothing else can tell a position from its image. The start need not be
symmetric.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from ..rules.cells import Column, Corners, Edges, Row
from ..rules.game import Game
from ..rules.geometry import Geometry, bits, mask_of
from ..rules.logic import BySide
from ..rules.plies import Place
from ..rules.spec import specs
from ..rules.static_evaluation import WORDS, BoardScene, edges
from ..rules.traversal import PLAIN, words
from ..rules.word import Word, sort_of


class GameSymmetry(NamedTuple):
    """cells, ways: the image of each cell and of each direction. exchange: whether it also exchanges the two sides."""

    cells: tuple[int, ...]
    ways: tuple[int, ...]
    exchange: bool

    @property
    def for_engine(self) -> tuple[list[int], list[int], bool]:
        """As the engine's Solver takes it."""
        return list(self.cells), list(self.ways), self.exchange

    def image(self, cells: int) -> int:
        """The image of a set of cells."""
        return mask_of(self.cells[cell] for cell in bits(cells))

    def directions(self, ways: int) -> int:
        """The image of a set of directions."""
        return mask_of(self.ways[way] for way in bits(ways))

    def side(self, side: int) -> int:
        """The image of a side."""
        return 1 - side if self.exchange and side < 2 else side


def symmetries(game: Game) -> tuple[GameSymmetry, ...]:
    """Every symmetry of the rules but the identity. With the identity they form a group."""
    board = game.geometry
    symmetries_found = []
    for cells in board.symmetries:
        ways = images_of_directions(board, cells)
        if ways is None:
            continue
        for exchange in (False, True) if game.players == 2 else (False,):
            symmetry = GameSymmetry(cells, ways, exchange)
            if (exchange or any(i != cell for i, cell in enumerate(cells))) and has(game, symmetry):
                symmetries_found.append(symmetry)
    return tuple(symmetries_found)


def treats_sides_alike(game: Game) -> bool:
    """Whether every word of the rules means for each side what it means for the next one."""
    board = game.geometry
    identity = GameSymmetry(tuple(range(len(board.names))), tuple(range(len(board.steps))), False)
    match, parts = SymmetryMatch(game, identity), (game.opening, game.turn, game.effects, game.ends)
    sides = range(game.players)
    return all(match.matches(part, part, side, (side + 1) % game.players) for side in sides for part in parts)


def images_of_directions(board: Geometry, cells: tuple[int, ...]) -> tuple[int, ...] | None:
    """The image of each direction under a permutation of the cells; None where a direction has none."""
    mapped = {
        tuple(sorted((cells[cell], cells[to]) for cell, to in enumerate(steps) if to >= 0)): way
        for way, steps in enumerate(board.steps)
    }
    plain = [tuple(sorted((cell, to) for cell, to in enumerate(steps) if to >= 0)) for steps in board.steps]
    images = {way: plain.index(pairs) for pairs, way in mapped.items() if pairs in plain}
    if len(images) < len(board.steps) or len(set(images.values())) < len(board.steps):
        return None
    ways = tuple(images[way] for way in range(len(board.steps)))
    for way, back in enumerate(board.opposite):
        if (board.opposite[ways[way]] if back < 0 else ways[back]) != (back if back < 0 else board.opposite[ways[way]]):
            return None
    classes = (board.sides, board.diagonals)
    keeps_classes = all(mask_of(ways[way] for way in bits(whole_class)) == whole_class for whole_class in classes)
    return ways if keeps_classes else None


def has(game: Game, symmetry: GameSymmetry) -> bool:
    """Whether the rules have the symmetry."""
    match = SymmetryMatch(game, symmetry)
    parts = (game.opening, game.turn, game.effects, game.ends)
    return all(match.matches(part, part, side, symmetry.side(side)) for side in range(game.players) for part in parts)


def unproven_ends(game: Game, cells: tuple[int, ...]) -> tuple[tuple[Any, int], ...]:
    """The ends that are not proven to mean the same when the board is mapped so, each side staying itself: each with
    the side for which it is not."""
    pairs = [(end, side) for end in game.ends for side in range(game.players)]
    ways = images_of_directions(game.geometry, cells)
    if ways is None:
        return tuple(pairs)
    match = SymmetryMatch(game, GameSymmetry(cells, ways, False))
    return tuple((end, side) for end, side in pairs if not match.matches(end, end, side, side))


class SymmetryMatch:
    """Compares what words mean for a side with the image of what others mean for the side's image."""

    def __init__(self, game: Game, symmetry: GameSymmetry) -> None:
        self.board, self.symmetry, self.players = game.geometry, symmetry, game.players

    def matches(self, word: Any, image_word: Any, side: int, image: int) -> bool:
        """Whether the image of `word`, for `side`, means what `image_word` means for side `image`. Lists are compared
        item by item."""
        word, image_word = self.choice_of_side(word, side), self.choice_of_side(image_word, image)
        if isinstance(word, tuple) and isinstance(image_word, tuple):
            return len(word) == len(image_word) and all(
                self.matches(a, b, side, image) for a, b in zip(word, image_word, strict=True)
            )
        if not isinstance(word, Word) or not isinstance(image_word, Word):
            return bool(word == image_word)
        if static(word) and static(image_word):
            return self.same_set(word, image_word, side, image)
        if type(word) is not type(image_word) or not self.fits(word):
            return False
        return self.same_fields(word, image_word, side, image)

    def choice_of_side(self, word: Any, side: int) -> Any:
        """The word that a choice by side selects for a side."""
        while isinstance(word, BySide):
            if side >= len(word.parts):
                return None
            word = word.parts[side]
        return word

    def same_fields(self, word: Word, image_word: Word, side: int, image: int) -> bool:
        for spec in specs(type(word)):
            a, b = getattr(word, spec.name), getattr(image_word, spec.name)
            if spec.sort in PLAIN:
                if a != b:
                    return False
            elif not self.matches(a, b, side, image):
                return False
        return True

    def same_set(self, word: Word, image_word: Word, side: int, image: int) -> bool:
        """Words of the board alone: their sets are compared."""
        if "directions" in (sort_of(word), sort_of(image_word)):
            mapped = self.symmetry.directions(self.scene(side).directions(word))
            return mapped == self.scene(image).directions(image_word)
        mapped_regions = Counter(self.symmetry.image(region) for region in self.regions(word, side))
        return mapped_regions == Counter(self.regions(image_word, image))

    def regions(self, word: Word, side: int) -> tuple[int, ...]:
        """A word of regions as their sets; a set of cells is one."""
        if isinstance(word, Edges):
            return edges(self.board, word)
        if isinstance(word, Corners):
            return self.board.corners
        return (self.scene(side).cells(word),)

    def scene(self, side: int) -> BoardScene:
        return BoardScene(self.board, side)

    def fits(self, word: Word) -> bool:
        """Whether the symmetry preserves words that read more of the board than neighbours."""
        if isinstance(word, Row):
            return self.keeps(self.board.rows)
        if isinstance(word, Column):
            return self.keeps(self.board.columns)
        if isinstance(word, Place) and word.shape:
            return all(way == image for way, image in enumerate(self.symmetry.ways))
        return True

    def keeps(self, lines: tuple[tuple[str, int], ...]) -> bool:
        sets = {cells for _, cells in lines}
        return {self.symmetry.image(cells) for cells in sets} == sets


def static(word: Word) -> bool:
    """Whether the word depends on the board and the side alone."""
    return all(type(part) in WORDS for part in words(word))
