"""Words for atomic plies: what one action may be. Each may have `needs`, `unless`, `then` and `mark`."""

from __future__ import annotations

from typing import ClassVar

from .cells import Empty, Own
from .word import Cells, Condition, Directions, Effect, Not, Number, PlyWord, Side

COMMON = {
    "needs": "judged before the ply, which is on offer only where it holds; `to`, `origin`, `heading` are the ply's",
    "unless": "judged after the ply and all effects; where it holds the ply may not be played",
    "then": "effects of this ply alone, before those of the game",
    "mark": "a letter added to its text (`b2-c3:w`), to tell apart plies that move alike",
}


class ActionWord(PlyWord, frozen=True, kw_only=True):
    """The base class of atomic plies. form: how its text is built."""

    needs: Condition | None = None
    unless: Condition | None = None
    then: tuple[Effect, ...] = ()
    mark: str = ""
    form: ClassVar[str] = ""

    def check(self) -> None:
        if self.mark and self.form in ("word", "roll"):
            raise self.refuse("mark", "expected nothing: its text tells it apart")
        if self.mark and not (self.mark.isascii() and self.mark.isalnum()):
            raise self.refuse("mark", "expected letters or digits")


class Place(ActionWord, frozen=True):
    """Put a piece on a cell. A piece that stands there (where `to` allows it) is captured. Where the setup gave the
    side a hand of that kind, the new piece comes from the hand."""

    to: Cells = Empty()
    kind: str = "stone"
    owner: Side = Own()
    shape: tuple[str, ...] = ()
    form = "cell"
    example = "Place(to=empty & Adjacent(neutral), owner=neutral)"
    source = "most games; Ludii's `Add`, Ludax's `place`"
    fields = {
        "to": "the cells it may be put on",
        "kind": "the kind of piece",
        "owner": "own or neutral: whose piece it is",
        "shape": "more cells to fill, each a walk from the cell: labels of directions with blanks between; all must be "
        "in `to`",
    } | COMMON


class Step(ActionWord, frozen=True):
    """Move a piece to a neighbouring cell. A piece that stands there (where `to` allows it) is captured."""

    what: Cells
    to: Cells = Empty()
    directions: Directions | None = None
    form = "move"
    example = "Step(own, to=empty | enemy, directions=forward & diagonal)"
    source = "susan, breakthrough; Ludii's `Step`"
    fields = {
        "what": "the pieces that may move",
        "to": "the cells they may land on",
        "directions": "which way; cells that share a side if not given",
    } | COMMON


class Slide(ActionWord, frozen=True):
    """Move a piece in a straight line over any distance or the one given. A piece on the landing cell (where `to`
    allows it) is captured."""

    what: Cells
    to: Cells = Empty()
    directions: Directions | None = None
    distance: Number | None = None
    through: Cells = Empty()
    form = "move"
    example = "Slide(own, directions=every)"
    source = "rook and queen moves, amazons, lines of action; Ludii's `Slide`"
    fields = {
        "what": "the pieces that may move",
        "to": "the cells they may land on",
        "directions": "which way; cells that share a side if not given",
        "distance": "how far exactly, any if not given; `origin` and `heading` are the ply's",
        "through": "the cells they may pass",
    } | COMMON

    def check(self) -> None:
        ActionWord.check(self)
        if isinstance(self.distance, int) and self.distance < 1:
            raise self.refuse("distance", "expected 1 or more")


class Leap(ActionWord, frozen=True):
    """Move a piece to a cell a number of steps away, or anywhere, whatever lies between. A piece on the landing cell
    (where `to` allows it) is captured."""

    what: Cells
    to: Cells = Empty()
    distance: int | None = None
    directions: Directions | None = None
    form = "move"
    example = "Leap(own, distance=2, directions=every)"
    source = "ataxx; flying in nine men's morris; Ludii's `Leap`"
    fields = {
        "what": "the pieces that may move",
        "to": "the cells they may land on",
        "distance": "the least number of steps to the landing cell; any cell if not given",
        "directions": "steps along these count; cells that share a side if not given",
    } | COMMON

    def check(self) -> None:
        ActionWord.check(self)
        if self.distance is not None and self.distance < 1:
            raise self.refuse("distance", "expected 1 or more")


class Hop(ActionWord, frozen=True):
    """Jump with a piece over a neighbouring piece to the cell right beyond. The piece jumped over is captured unless
    `captures` is false."""

    what: Cells
    over: Cells = Not(Empty())
    to: Cells = Empty()
    directions: Directions | None = None
    captures: bool = True
    form = "jump"
    example = "Hop(own, over=enemy, directions=forward)"
    source = "serendipity, konane, draughts; Ludii's `Hop`"
    fields = {
        "what": "the pieces that may jump",
        "over": "what may be jumped over",
        "to": "the cells they may land on",
        "directions": "which way; cells that share a side if not given",
        "captures": "whether the piece jumped over is captured",
    } | COMMON


MOVES = (Step, Slide, Leap, Hop)
"""The plies that move a piece."""


class Remove(ActionWord, frozen=True):
    """Lift a piece off the board. Lifting a piece of another side, or nobody's, captures it."""

    what: Cells
    form = "lift"
    example = "Remove(enemy & ~Line(3, enemy))"
    source = "nine men's morris, konane; Ludii's `Remove`"
    fields = {"what": "the pieces that may be lifted"} | COMMON


class Pass(ActionWord, frozen=True):
    """Do nothing. It is never played automatically."""

    text: str = "pass"
    form = "word"
    example = "First(Place(), Pass())"
    source = "go, reversi; Ludii's `Pass`"
    fields = {"text": "how it is written"} | COMMON


class Swap(ActionWord, frozen=True):
    """Exchange sides with the other player. The side to move stays the same."""

    text: str = "swap"
    form = "word"
    example = "opening=[Place(), Either(Place(), Swap())]"
    source = "the pie rule; Ludii's `Swap Players`"
    fields = {"text": "how it is written"} | COMMON


class Keep(ActionWord, frozen=True):
    """Decline to exchange sides. The side to move stays the same."""

    text: str = "keep"
    form = "word"
    example = 'Either(Swap(text="x"), Keep(text="o"))'
    source = "choosing sides in hidden gomoku and swap openings of renju"
    fields = {"text": "how it is written"} | COMMON


class Roll(ActionWord, frozen=True):
    """Roll a die: the number is read by `Rolled()`. A chance ply: it stands in a Chance."""

    sides: int = 6
    weights: tuple[int, ...] = ()
    form = "roll"
    example = "Chance(Roll(4))"
    source = "games with dice; Ludii's `dice`"
    fields = {"sides": "faces, numbered from 1", "weights": "a whole weight a face; alike if not given"} | COMMON

    def check(self) -> None:
        ActionWord.check(self)
        if not 2 <= self.sides <= 1000:
            raise self.refuse("sides", "expected 2 to 1000")
        if self.weights and (len(self.weights) != self.sides or min(self.weights) < 1):
            raise self.refuse("weights", f"expected {self.sides} positive whole numbers, one a face")
