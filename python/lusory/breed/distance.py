"""How far the rules of two games are from each other: the tree edit distance of their words, with costs by meaning.

A word that is left out or put in costs 1, a name such as `own` or `empty` less, another word of the same sort a little
less than both, another number by how often it is doubled. The cheapest way to make one tree of the other is found as
Zhang and Shasha do (1989, Simple fast algorithms for the editing distance between trees and related problems), for each
field of the game by itself: a word of the effects does not become one of the ends. Fields are small, and games share
many, so a distance of fields is remembered.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ..rules.game import Game
from ..rules.spec import specs_of
from ..rules.word import Word
from .canonical import canonical
from .parts import FIELDS

WORD, ATOM, OTHER_WORD, ALIEN, CHOICE = 1.0, 0.5, 0.8, 1.6, 0.3
DOUBLED = 0.4
"""A number that is doubled."""
PLAIN = (int, float, str, bool, type(None))


class RuleNode(NamedTuple):
    """A word in a tree. name: its class, or the field of a game. sort: what it may stand for. arguments: its plain
    fields. parts: its children."""

    name: str
    sort: str
    arguments: tuple[tuple[str, Any], ...] = ()
    parts: tuple[RuleNode, ...] = ()
    cost: float = WORD


@lru_cache(maxsize=256)
def trees(game: Game) -> tuple[RuleNode, ...]:
    """The rules as a tree for each field, the board first, in their canonical form."""
    canonical_game = canonical(game)
    return (
        board(canonical_game),
        *(RuleNode(name, "field", (), many(getattr(canonical_game, name)), 0.0) for name in FIELDS),
    )


def board(game: Game) -> RuleNode:
    """The board: its kind and how many cells it has, whatever it is made by."""
    return RuleNode(type(game.board).__name__, "board", (("cells", len(game.geometry.names)),))


def many(value: Any) -> tuple[RuleNode, ...]:
    """The trees of a list, or of one word."""
    return tuple(node(part) for part in (value if isinstance(value, tuple) else (value,)))


def node(value: Any) -> RuleNode:
    """The tree of a word, a number, or a list of regions."""
    if isinstance(value, tuple):
        return RuleNode("list", "regions", (), many(value), ATOM)
    if not isinstance(value, Word):
        return RuleNode("number", "number", (("n", value),), (), ATOM)
    arguments: list[tuple[str, Any]] = []
    parts: list[RuleNode] = []
    for spec in specs_of(value):
        argument = getattr(value, spec.name)
        if argument == spec.default and not spec.required:
            continue
        if plain(argument) and spec.sort != "Number":
            arguments.append((spec.name, argument))
        else:
            parts += many(argument) if spec.many else (node(argument),)
    cost = ATOM if not parts and not arguments else WORD
    return RuleNode(type(value).__name__, value.sort_here(), tuple(arguments), tuple(parts), cost)


def plain(value: Any) -> bool:
    """Whether the value is no word, nor a list of words."""
    return isinstance(value, PLAIN) or (isinstance(value, tuple) and all(isinstance(part, PLAIN) for part in value))


def word_cost(a: RuleNode, b: RuleNode) -> float:
    """The cost of one word for another."""
    if a.name == b.name:
        return arguments_cost(a, b)
    if "field" in (a.sort, b.sort):
        return 99.0
    if a.sort == b.sort:
        return OTHER_WORD * max(a.cost, b.cost) + (size_ratio(a, b) if a.sort == "board" else 0.0)
    return ALIEN


def size_ratio(a: RuleNode, b: RuleNode) -> float:
    """How much larger a board is."""
    return differs(a.arguments[0][1], b.arguments[0][1]) / 2


def arguments_cost(a: RuleNode, b: RuleNode) -> float:
    """The cost of other arguments."""
    if a.arguments == b.arguments:
        return 0.0
    was, new = dict(a.arguments), dict(b.arguments)
    return sum(differs(was.get(name), new.get(name)) for name in sorted({*was, *new}))


def differs(was: Any, new: Any) -> float:
    """The cost of another argument."""
    if was == new:
        return 0.0
    numbers = isinstance(was, int) and isinstance(new, int) and not isinstance(was, bool)
    if not numbers or was * new <= 0:
        return CHOICE
    return min(1.0, DOUBLED * max(abs(math.log2(abs(new) / abs(was))), 0.25))


def distance(a: Game, b: Game) -> float:
    """How far two games are from each other: 0 for equal rules."""
    return round(sum(edits(a, b) for a, b in zip(trees(a), trees(b), strict=True) if a is not b), 6)


class Flat(NamedTuple):
    """A tree from its leaves up: nodes in postorder, the leftmost leaf below each, and the roots of the parts that the
    algorithm looks at one by one."""

    nodes: tuple[RuleNode, ...]
    left: tuple[int, ...]
    roots: tuple[int, ...]


@lru_cache(maxsize=256)
def flat(root: RuleNode) -> Flat:
    """A tree from its leaves up."""
    nodes: list[RuleNode] = []
    leftmost: list[int] = []

    def visit(node: RuleNode) -> int:
        first = [visit(part) for part in node.parts]
        nodes.append(node)
        leftmost.append(first[0] if first else len(nodes) - 1)
        return leftmost[-1]

    visit(root)
    roots = tuple(i for i, leaf in enumerate(leftmost) if leaf not in leftmost[i + 1 :])
    return Flat(tuple(nodes), tuple(leftmost), roots)


@lru_cache(maxsize=256)
def edits(first: RuleNode, second: RuleNode) -> float:
    """The least cost of edits that make one tree of the other."""
    if first == second:
        return 0.0
    a, b = flat(first), flat(second)
    distances = [[0.0] * len(b.nodes) for _ in a.nodes]
    for i in a.roots:
        for j in b.roots:
            compare(a, b, i, j, distances)
    return distances[-1][-1]


def compare(a: Flat, b: Flat, i: int, j: int, distances: list[list[float]]) -> None:
    """The distances of all parts of two subtrees that begin at their leftmost leaves."""
    p, q = a.left[i], b.left[j]
    rows, columns = i - p + 2, j - q + 2
    table = [[0.0] * columns for _ in range(rows)]
    for x in range(1, rows):
        table[x][0] = table[x - 1][0] + a.nodes[p + x - 1].cost
    for y in range(1, columns):
        table[0][y] = table[0][y - 1] + b.nodes[q + y - 1].cost
    for x in range(1, rows):
        m = p + x - 1
        row, above = table[x], table[x - 1]
        for y in range(1, columns):
            n = q + y - 1
            best = min(above[y] + a.nodes[m].cost, row[y - 1] + b.nodes[n].cost)
            if a.left[m] == p and b.left[n] == q:
                row[y] = distances[m][n] = min(best, above[y - 1] + word_cost(a.nodes[m], b.nodes[n]))
            else:
                row[y] = min(best, table[a.left[m] - p][b.left[n] - q] + distances[m][n])


@lru_cache(maxsize=256)
def bag(game: Game) -> Counter[str]:
    """The words of a game and how often each stands in it."""
    return Counter(f"{node.name} {node.arguments}" for field in trees(game) for node in flat(field).nodes)


def near(game: Game, candidates: Sequence[Game], most: int = 3, tried: int = 5) -> list[tuple[float, int]]:
    """The nearest of some games, as (distance, number). Trees are compared only with so many that share most words."""
    words = bag(game)
    apart = sorted((((words - bag(other)) + (bag(other) - words)).total(), i) for i, other in enumerate(candidates))
    return sorted((distance(game, candidates[i]), i) for _, i in apart[:tried])[:most]
