"""Tables computed once for a game: its kinds of piece, the numbers of its turn's parts, what must be counted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from ..rules.cells import Last
from ..rules.effects import Earn, Mark, Promote, Tell
from ..rules.ends import NoPly, Quiet, Repeats
from ..rules.game import Game
from ..rules.geometry import bits, union
from ..rules.numbers import Score
from ..rules.plies import Place
from ..rules.setup import InHand, Put
from ..rules.traversal import words
from ..rules.turns import Repeat, Sequence
from ..rules.word import Ply, sort_of


class Tables:
    """The tables. Owners are 0 (neutral) and 1 to n; the set of owner o's pieces of kind k is o * len(kinds) + k."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.geometry = game.geometry
        self.actions = game.actions
        kinds = {w.kind: None for w in words(game) if isinstance(w, (Put, Place, Promote, InHand))}
        self.kinds = tuple(kinds) or ("stone",)
        self.sides = game.players
        self.planes = (self.sides + 1) * len(self.kinds)
        self.hidden = game.has_secrets
        self.turns: tuple[Ply, ...] = (*game.opening, game.turn)
        self.nodes: dict[Any, int] = {}
        tested_plies = tuple(w.ply for w in words(game.ends) if isinstance(w, NoPly))
        for word in words((*self.turns, *tested_plies)):
            if sort_of(word) == "ply":
                self.nodes.setdefault(word, len(self.nodes))
        self.parts = tuple(self.nodes)
        self.quiets = tuple({(w.without, w.unit): None for w in words(game) if isinstance(w, Quiet)})
        self.repeats = any(isinstance(w, Repeats) for w in words(game))
        self.memory = max((w.back for w in words(game) if isinstance(w, Last)), default=0)
        self.tells = tuple({w: None for w in words(game) if isinstance(w, Tell)})
        self.marks = layers_of_marks(game)
        self.handed = {w.kind: w.n for w in game.setup if isinstance(w, InHand)}

    @cached_property
    def unmarked(self) -> tuple[int, ...]:
        """The sets of marked cells of a state without marks."""
        return (0,) * sum(map(len, self.marks.values()))

    def plane(self, owner: int, kind: str) -> int:
        """The number of a set of pieces."""
        return owner * len(self.kinds) + self.kinds.index(kind)

    def owned(self, owner: int) -> range:
        """The numbers of an owner's sets of pieces."""
        return range(owner * len(self.kinds), (owner + 1) * len(self.kinds))

    def piece(self, plane: int) -> tuple[int, str]:
        """(owner, kind) of a set."""
        owner, kind = divmod(plane, len(self.kinds))
        return owner, self.kinds[kind]

    def label(self, plane: int) -> str:
        """The name of a set of pieces in the information state: `side 2, king`."""
        owner, kind = self.piece(plane)
        return f"{f'side {owner}' if owner else 'nobody'}, {kind}"

    def agenda(self, turn: int) -> tuple[int, ...]:
        """The agenda of a complete turn, by number: first those of the opening, then always the normal turn."""
        return (self.nodes[self.turns[min(turn, len(self.turns) - 1)]] * 2,)

    @cached_property
    def counted(self) -> str:
        """What a player's score counts: points where a word refers to them, else captured pieces."""
        parts = list(words(self.game))
        return "scores" if any(isinstance(w, (Earn, Score)) for w in parts) else "captured"

    @cached_property
    def says_again(self) -> bool:
        """Whether, with secrets, another turn of the same side could look like the rest of the same turn."""
        several = any(isinstance(word, (Sequence, Repeat)) for word in self.parts)
        return self.hidden and (self.sides > 1 or several)

    @cached_property
    def many_kinds(self) -> bool:
        """Whether events must state the kind of piece."""
        return len(self.kinds) > 1


def marks_of(tables: Tables, sets: Iterable[int]) -> tuple[tuple[int, str], ...]:
    """The marked cells with the names of their marks, by cell. sets: as a state holds them."""
    layers = tuple(sets)
    marked = {name: union(layers[layer] for layer in numbers) for name, numbers in tables.marks.items()}
    return tuple(sorted((cell, name) for name, cells in marked.items() for cell in bits(cells)))


def hands_of(tables: Tables, hands: tuple[int, ...]) -> tuple[tuple[int, str, int], ...]:
    """Side, kind and number of the pieces in hand, for the kinds that come from hands. hands: as a state holds them."""
    places = enumerate((side, kind) for side in range(1, tables.sides + 1) for kind in tables.kinds)
    return tuple((side, kind, hands[place]) for place, (side, kind) in places if kind in tables.handed)


def layers_of_marks(game: Game) -> dict[str, range]:
    """For each name of a mark the numbers of its sets of cells: one, or for marks that stay n turns n + 1, by the turns
    that they still stay after this one."""
    turns = {word.name: word.turns for word in words(game) if isinstance(word, Mark)}
    layers: dict[str, range] = {}
    first = 0
    for name, stay in turns.items():
        layers[name] = range(first, first + 1 + (stay or 0))
        first = layers[name].stop
    return layers
