"""The class Game: board, setup, turn, effects and ends as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex

import msgspec

from ..errors import LusoryError, RuleError
from .about import About, check_about
from .actions import Actions
from .check import check_game
from .expression_text import spell
from .picture import COLOURS
from .spec import check_value, specs, value_text
from .terms import Term, check_terms, named_parts
from .traversal import words
from .turns import Commit
from .word import Board, Effect, End, Ply, RecordMeta, Setup, Word

if TYPE_CHECKING:
    from ..lab.figures import Measurement
    from ..play.batch import GameBatch
    from ..play.position import Position
    from ..solve import Solution
    from .geometry import Geometry

CAPACITY = 2**31
"""Ply ids are below this."""


LONGEST_NAME = 200
"""A game's name has at most this many characters: records hold it in a tag, drawings in their title."""


BESIDE_THE_RULES = ("about", "terms", "colours")
"""Fields that count neither for equality nor for the hash."""


class Game(msgspec.Struct, frozen=True, eq=False, dict=True, metaclass=RecordMeta):
    """The rules of a game as a value. Games are equal, and have the same hash, when their rules are equal: neither
    the name nor `about` counts.

    board: where it is played. turn: what the side to move does. setup: what stands on the board at the start.
    opening: turns played once, before all others. effects: what follows each ply by itself, in order.
    ends: tested in order after each ply; the first that holds ends the game. players: 1 to 4.
    terms: names for parts of the rules, used in every text about them; they do not count for equality either.
    colours: of the stones of each side, where First has not black and Second white: `("white", "black")` in chess.
        They do not count for equality either.
    """

    board: Board
    turn: Ply
    setup: tuple[Setup, ...] = ()
    opening: tuple[Ply, ...] = ()
    effects: tuple[Effect, ...] = ()
    ends: tuple[End, ...] = ()
    players: int = 2
    name: str = ""
    about: About | None = None
    terms: dict[str, Word] = {}
    colours: tuple[str, ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            board: Board,
            turn: Ply,
            setup: Sequence[Setup] = (),
            opening: Sequence[Ply] = (),
            effects: Sequence[Effect] = (),
            ends: Sequence[End] = (),
            players: int = 2,
            name: str = "",
            about: About | None = None,
            terms: Mapping[str, Word] = ...,
            colours: Sequence[str] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        for spec in specs(Game):
            if spec.name not in BESIDE_THE_RULES:
                msgspec.structs.force_setattr(self, spec.name, check_value(spec, getattr(self, spec.name)))
        if not self.name.isprintable() or len(self.name) > LONGEST_NAME:
            raise RuleError(
                "name", value_text(self.name), f"expected at most {LONGEST_NAME} printable characters on one line"
            )
        if self.about is not None:
            check_about(self.about)
        if not 1 <= self.players <= 4:
            raise RuleError("players", value_text(self.players), "expected 1 to 4")
        msgspec.structs.force_setattr(self, "terms", check_terms(self.terms))
        msgspec.structs.force_setattr(self, "colours", check_colours(self.colours, self.players))
        check_game(self)
        if self.num_actions > CAPACITY:
            count = str(self.num_actions) if self.num_actions < 10**15 else f"about 2^{self.num_actions.bit_length()}"
            raise RuleError("turn", f"{count} different plies", f"expected at most {CAPACITY}")
        if clash := self.actions.clash():
            raise RuleError("turn", f"two plies with the text {clash}", "expected a text for each: give one a `mark`")

    @property
    def rules(self) -> tuple[Any, ...]:
        """The fields that count for equality."""
        return (self.board, self.turn, self.setup, self.opening, self.effects, self.ends, self.players)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.rules == other.rules

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.rules)

    def __repr__(self) -> str:
        fields = [
            (spec.name, getattr(self, spec.name))
            for spec in specs(Game)
            if spec.name not in BESIDE_THE_RULES and (spec.required or getattr(self, spec.name) != spec.default)
        ]
        terms = ", ".join(f"{name!r}: {spell(word)}" for name, word in self.terms.items())
        arguments = [f"{name}={spell(value)}" for name, value in fields]
        arguments += [f"terms={{{terms}}}"] if terms else []
        arguments += [f"colours={spell(self.colours)}"] if self.colours else []
        return f"Game({', '.join(arguments)})"

    @property
    def colours_of_sides(self) -> tuple[str, ...]:
        """The colour of each side's stones; of sides that nobody plays, too."""
        return self.colours + tuple(colour for colour in COLOURS if colour not in self.colours)

    @property
    def geometry(self) -> Geometry:
        """The geometry of the board."""
        return self.board.geometry()

    @cached_property
    def actions(self) -> Actions:
        """The numbering of all plies."""
        return Actions(self)

    @cached_property
    def named_parts(self) -> dict[Word, Term]:
        """The parts of the rules that have a name, each as given and with own and enemy exchanged."""
        return named_parts(self.terms)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Every word of the rules once, a word before its parts."""
        return tuple(dict.fromkeys(words(self)))

    @property
    def has_secrets(self) -> bool:
        """Whether players place pieces in secret."""
        return any(isinstance(word, Commit) for word in words(self))

    @property
    def num_actions(self) -> int:
        """Every ply's id is below this number."""
        return self.actions.total

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the canonical JSON, in hexadecimal: the same on every machine and in every release."""
        from .codec import digest

        return digest(self)

    def start(self, seed: int | None = None) -> Position:
        """The position before the first ply. With a seed the chance plies of the opening are drawn from it; without
        one they are left to be played (`game.start().play("a1")`)."""
        from ..play.program import start

        return start(self, seed)

    def position(self, diagram: str, to_move: SupportsIndex = 0) -> Position:
        """The position that a diagram shows: the board as `print(position)` draws it. to_move: the player, from 0.

        The opening is over and all pieces are open; captured pieces, points, hands and counters are as at the start.
        Raises DiagramError (a LusoryError), which names the line and the cell.
        """
        from ..play.diagram import position

        return position(self, diagram, to_move)

    def batch(self, n: SupportsIndex, seed: SupportsIndex = 0) -> GameBatch:
        """`n` games side by side as numpy arrays: `game.batch(1024, seed=1)`. See `lusory.play.batch.GameBatch`. Raises
        LusoryError where there are too many plies for so many games, and where numpy is not installed."""
        try:
            from ..play.batch import GameBatch
        except ModuleNotFoundError as fault:
            if fault.name != "numpy":
                raise
            raise LusoryError("numpy is not installed: pip install 'lusory[lab]'") from None

        return GameBatch(self, n, seed)

    def measure(self, **options: Any) -> Measurement:
        """Play the game many times and compute statistics: `game.measure(games=1000, player="mcts:200")`. Takes the
        arguments of `lusory.lab.measure`."""
        from ..lab.measure import measure

        return measure(self, **options)

    def solve(self, **options: Any) -> Solution:
        """The exact value of the game with best play: `game.solve(best=True, seconds=60)`. Takes the arguments of
        `lusory.solve.solve`. Raises Unsolvable (a LusoryError) for games that cannot be solved."""
        from ..solve import solve

        return solve(self.start(), **options)


def check_colours(colours: Any, players: int) -> tuple[str, ...]:
    """The colours as a tuple: none, or another one for each player. Raises RuleError."""
    if not isinstance(colours, (list, tuple)) or not set(map(type, colours)) <= {str}:
        raise RuleError("colours", value_text(colours), "expected a list of colours")
    if colours and (len(set(colours)) != players or len(colours) != players or not set(colours) <= set(COLOURS)):
        expected = f"expected {players} of {', '.join(COLOURS)}, each once, or none"
        raise RuleError("colours", value_text(tuple(colours)), expected)
    return tuple(colours)
