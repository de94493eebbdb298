"""Words that compose plies: choice, priority, the steps of a turn, repetition, chance, secret placements."""

from __future__ import annotations

from collections.abc import Sequence as Many
from typing import TYPE_CHECKING

from .plies import ActionWord
from .word import Cells, Condition, Ply, PlyWord


class Either(PlyWord, frozen=True):
    """Any ply of any part. Where two parts offer the same ply, the first counts."""

    parts: tuple[Ply, ...]
    variadic = True
    example = "Either(Place(), Step(own))"
    source = "Ludii's `or`"
    fields = {"parts": "plies"}

    if TYPE_CHECKING:

        def __init__(self, *parts: Ply) -> None: ...

    def check(self) -> None:
        if not self.parts:
            raise self.refuse("parts", "expected one ply or more")


class First(PlyWord, frozen=True):
    """The plies of the first part that has any."""

    parts: tuple[Ply, ...]
    variadic = True
    example = "First(Hop(own), Step(own))"
    source = "Ludii's `priority`"
    fields = {"parts": "plies, in order of priority"}

    if TYPE_CHECKING:

        def __init__(self, *parts: Ply) -> None: ...

    def check(self) -> None:
        if not self.parts:
            raise self.refuse("parts", "expected one ply or more")


class Sequence(PlyWord, frozen=True):
    """The steps of a turn, one after the other. A step that is impossible ends the turn, an `If` without `otherwise`
    whose condition fails is skipped. With `stop` the player may `end` the turn before any step but one of chance,
    which comes at once; where nothing but ending is left the turn ends by itself."""

    parts: tuple[Ply, ...]
    stop: bool = False
    variadic = True
    example = "Sequence(Slide(own, directions=every), Place(to=Ray(just, every)))"
    source = "serendipity, amazons; Ludii's `then` and `moveAgain`"
    fields = {"parts": "the steps", "stop": "the turn may be ended before any step but one of chance"}

    if TYPE_CHECKING:

        def __init__(self, *parts: Ply, stop: bool = False) -> None: ...

    def check(self) -> None:
        if not self.parts:
            raise self.refuse("parts", "expected one ply or more")


class Repeat(PlyWord, frozen=True):
    """The same ply again and again within a turn, as long as it is possible (and `while_` holds). Unless `must` is true
    the player may stop. Where nothing else follows in the turn, he stops by `end`, which is played automatically when
    nothing else is legal."""

    ply: Ply
    must: bool = False
    while_: Condition | None = None
    example = "Sequence(Hop(own, over=enemy), Repeat(Hop(just, over=enemy), must=True))"
    source = "draughts' chains; Ludii's `moveAgain`"
    fields = {"ply": "what is repeated", "must": "going on is obligatory", "while_": "judged before each time"}


class Chance(PlyWord, frozen=True):
    """Chance chooses among the plies of `ply`, alike or by their weights. The side to move stays the same."""

    ply: Ply
    example = "opening=[Chance(Place(owner=neutral))]"
    source = "doppel's first square; OpenSpiel's chance nodes"
    fields = {"ply": "what chance chooses among"}


class Commit(PlyWord, frozen=True):
    """A placement made in secret. The mover fixes it and announces one of the sets of `announce`; the next side
    answers; then it fails or takes place. It stays hidden unless the answer revealed something: then the target is
    shown. Each kind of announcement is a part of the ply's text: `B4:row`."""

    ply: Ply
    announce: tuple[Cells, ...] = ()
    answer: Ply | None = None
    fails: Condition | None = None
    example = "Commit(Place(to=~own & ~open), announce=[Row(to), Column(to)], answer=Reveal(own & announced))"
    source = "Hidden Move Double Gomoku; phantom games"
    fields = {
        "ply": "the Place that is committed",
        "announce": "sets of cells, of which the mover announces one; none: nothing is announced",
        "answer": "a Reveal by the next side; there, own and enemy are the answerer's",
        "fails": "judged after the answer: the placement does not take place and the target is shown",
    }

    if TYPE_CHECKING:

        def __init__(
            self,
            ply: Ply,
            announce: Many[Cells] = (),
            answer: Ply | None = None,
            fails: Condition | None = None,
        ) -> None: ...

    def check(self) -> None:
        if not isinstance(self.ply, ActionWord) or self.ply.form != "cell" or getattr(self.ply, "shape", None):
            raise self.refuse("ply", "expected a Place of one cell")
        if self.ply.owner.atom != "own":  # type: ignore[attr-defined]
            raise self.refuse("ply", "expected a Place of the mover's own piece: nobody could hide another")
        if self.answer is not None and not isinstance(self.answer, Reveal):
            raise self.refuse("answer", "expected a Reveal")


class Reveal(ActionWord, frozen=True):
    """Show any number of one's hidden pieces, none included. Always a ply, also when there is nothing to show. A hidden
    piece may share its cell with an open one of another side."""

    what: Cells
    form = "reveal"
    example = "Commit(Place(), announce=[Row(to)], answer=Reveal(own & announced))"
    source = "Hidden Move Double Gomoku"
    single = "the one way to answer a Commit; it shows whatever set of pieces it is given"
    fields = {
        "what": "where the hidden pieces stand that may be shown",
        "needs": "not used: a Reveal is always possible",
        "unless": "not used",
        "then": "not used: what follows a placement follows the Commit",
        "mark": "not used",
    }

    def check(self) -> None:
        for name in ("needs", "unless", "then", "mark"):
            if getattr(self, name) not in (None, "", ()):
                raise self.refuse(name, "expected nothing: a Reveal is always possible")
