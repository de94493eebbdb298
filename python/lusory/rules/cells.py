"""Words for sets of cells: what stands where, parts of the board, cells of plies, shapes of play."""

from __future__ import annotations

from typing import Literal

from .word import Cells, CellsWord, Condition, Directions, Number, Regions, RegionsWord, Side


class Own(CellsWord, frozen=True):
    """Cells with a piece of the mover's side. As a side: the mover's."""

    atom = "own"
    is_side = True
    example = "Step(own)"
    source = "Ludii's `sites Occupied by:Mover`"


class Enemy(CellsWord, frozen=True):
    """Cells with a piece of any other side. As a side: the others'."""

    atom = "enemy"
    is_side = True
    example = "Capture(Enclosed(enemy))"
    source = "Ludii's `sites Occupied by:Enemy`"


class Neutral(CellsWord, frozen=True):
    """Cells with a piece that belongs to nobody. As a side: nobody's."""

    atom = "neutral"
    is_side = True
    example = "Step(neutral)"
    source = "Ludii's `sites Occupied by:Neutral`"


class Empty(CellsWord, frozen=True):
    """Cells without any piece (in a player's view of a hidden game: without any piece he sees)."""

    atom = "empty"
    example = "Place(to=empty)"
    source = "Ludii's `sites Empty`"


class Everywhere(CellsWord, frozen=True):
    """Every cell of the board."""

    atom = "everywhere"
    example = "Ray(origin, through=everywhere)"
    source = "Ludii's `sites Board`"


class Kind(CellsWord, frozen=True):
    """Cells with a piece of this kind, whoever owns it."""

    kind: str
    example = 'Step(own & Kind("king"), directions=diagonal)'
    source = "kinds of piece, as in chess and draughts"
    fields = {"kind": "the name of a kind that some setup, Place or Promote brings into the game"}


class At(CellsWord, frozen=True):
    """The cells with these names."""

    names: str
    example = 'Put(At("d5 e4"), side=1)'
    source = "coordinates"
    fields = {"names": "names of cells with blanks between"}


class Ranks(CellsWord, frozen=True):
    """Whole rows counted from the side's own home: 1 is the home row, -1 the farthest."""

    first: int
    last: int | None = None
    example = "Win(own & Ranks(-1))"
    source = "ranks, as in chess; Ludii's `sites Top`"
    fields = {"first": "the nearest of them", "last": "the last of them, `first` if not given"}

    def check(self) -> None:
        if self.first == 0:
            raise self.refuse("first", "expected 1, 2, ... from home or -1, -2, ... from the far side")
        if self.last is not None and (self.last == 0 or (self.last > 0) != (self.first > 0) or self.last < self.first):
            raise self.refuse("last", "expected a rank after `first`, counted from the same side")


class Row(CellsWord, frozen=True):
    """Every cell in a row with a cell of the set."""

    of: Cells
    example = "Commit(Place(), announce=[Row(to), Column(to)])"
    source = "rows of the board"
    fields = {"of": "cells"}


class Column(CellsWord, frozen=True):
    """Every cell in a column with a cell of the set."""

    of: Cells
    example = "Commit(Place(), announce=[Row(to), Column(to)])"
    source = "columns of the board"
    fields = {"of": "cells"}


class Center(CellsWord, frozen=True):
    """The middle cell, or the cells round the middle where there is none."""

    example = "Remove(own & (Center() | Corners()))"
    source = "Ludii's `sites Centre`"


class Shade(CellsWord, frozen=True):
    """The cells of one colour of the board's colouring: on squares 0 is the colour of a1."""

    index: int
    example = "Put(Shade(0), side=1)"
    source = "the checkered board; Ludii's `sites Phase`"
    fields = {"index": "which colour, from 0"}


class Edges(RegionsWord, frozen=True):
    """The edges of the board, each a set of cells: `top`, `right`, `bottom`, `left` as far as the board has them; on a
    hexagon `top`, `top-right`, `bottom-right`, `bottom`, `bottom-left`, `top-left`; on a Graph those that it names."""

    names: str = ""
    corners: bool = True
    example = 'Connected(own, Edges("top bottom"))'
    source = "connection games; Ludii's `Sides`"
    fields = {"names": "which edges, by name, with blanks between; all if empty", "corners": "with their corner cells"}


class Corners(RegionsWord, frozen=True):
    """The corners of the board, each a set of one cell."""

    example = "Connected(own, Corners(), n=2)"
    source = "havannah; Ludii's `sites Corners`"


class To(CellsWord, frozen=True):
    """The cell where the ply ends: the stone placed, the landing cell. Empty after a pass."""

    atom = "to"
    example = "Flip(Ray(to, every, through=enemy, until=own))"
    source = "Ludii's `last To`"


class Origin(CellsWord, frozen=True):
    """The cell where the ply's piece came from. Empty when it moved none."""

    atom = "origin"
    example = "Capture(Ray(origin, -heading, through=enemy))"
    source = "Ludii's `last From`"


class Just(CellsWord, frozen=True):
    """The cell of the piece that the previous ply of this turn placed or moved."""

    atom = "just"
    example = "Repeat(Hop(just))"
    source = "chains, as in draughts"


class Moved(CellsWord, frozen=True):
    """The cells of the pieces that were moved or placed in this turn."""

    atom = "moved"
    example = "Step(neutral & ~moved)"
    source = "serendipity's second step with a different stone"


class Visited(CellsWord, frozen=True):
    """Cells that plies of this turn started from or ended on."""

    atom = "visited"
    example = "Step(just, to=empty & ~visited)"
    source = "fanorona: no point twice in a turn"


class Last(CellsWord, frozen=True):
    """The cell where a side's last ply ended (`back` 1), the one before (2), ... Empty where there was none."""

    side: Side
    back: int = 1
    example = "Place(to=empty & Adjacent(Last(enemy)))"
    source = "doppel's echo; games in which a ply must answer the last"
    fields = {"side": "own or enemy", "back": "how many plies with an end cell ago, from 1"}

    def check(self) -> None:
        if self.back < 1:
            raise self.refuse("back", "expected 1 or more")


class Adjacent(CellsWord, frozen=True):
    """Cells next to at least one cell of the set."""

    of: Cells
    directions: Directions | None = None
    example = "Place(to=empty & Adjacent(neutral))"
    source = "Ludii's `sites Around`"
    fields = {"of": "cells", "directions": "which way; cells that share a side if not given"}


class Shift(CellsWord, frozen=True):
    """The set moved one step; in several directions the results are joined. What leaves the board is lost."""

    of: Cells
    directions: Directions
    example = "Shift(Last(enemy), -heading)"
    source = "translation"
    fields = {"of": "cells", "directions": "which way"}


class Ray(CellsWord, frozen=True):
    """Runs of cells that start next to a cell of `start` and go on through `through`, without the start. With `until`
    the run must end on a cell of it, which is not part of the run; otherwise it is empty. Runs are joined."""

    start: Cells
    directions: Directions | None = None
    through: Cells = Empty()
    until: Cells | None = None
    length: Number | None = None
    example = "Capture(Ray(to, every, through=enemy, until=own, length=2))"
    source = "flanking in reversi and pente, the amazon's shot; Ludii's `between` and `custodial`"
    fields = {
        "start": "where the runs start",
        "directions": "which way; cells that share a side if not given",
        "through": "what the run may pass",
        "until": "what must stand right after the run",
        "length": "how long the run must be exactly; without `until` a longer one is cut",
    }


class Enclosed(CellsWord, frozen=True):
    """Pieces without an empty neighbour: whole groups, or single cells."""

    of: Cells
    unit: Literal["group", "cell"] = "group"
    directions: Directions | None = None
    example = "Capture(Enclosed(enemy))"
    source = "go's liberties; susan's surrounded stones; Ludii's `surround`"
    fields = {
        "of": "the pieces",
        "unit": "group: connected pieces share their empty neighbours; cell: each piece alone",
        "directions": "which neighbours count; those that share a side if not given",
    }


MOST_LINES = 4
"""More lines at once than any board game asks for take too long to look for."""


class Line(CellsWord, frozen=True):
    """Cells in straight unbroken lines of `n` or more. With `times`: cells of that many lines of exactly `n` cells
    each, any two sharing at most `share` cells."""

    n: int
    of: Cells = Own()
    exact: bool = False
    times: int = 1
    share: int = 0
    directions: Directions | None = None
    example = "Win(Line(5))"
    source = "tic-tac-toe, gomoku; two lines: Hidden Move Double Gomoku; Ludii's `is Line`"
    fields = {
        "n": "how long",
        "of": "what the line is made of",
        "exact": "a longer line does not count",
        "times": "how many lines",
        "share": "how many cells two of them may share",
        "directions": "along which directions; all if not given",
    }

    def check(self) -> None:
        if self.n < 2:
            raise self.refuse("n", "expected 2 or more")
        if not 1 <= self.times <= MOST_LINES:
            raise self.refuse("times", f"expected 1 to {MOST_LINES}")
        if not 0 <= self.share < self.n:
            raise self.refuse("share", f"expected 0 to {self.n - 1}, less than the line is long")
        if self.exact and self.times > 1:
            raise self.refuse("exact", "expected false where `times` counts lines of exactly n")


class Group(CellsWord, frozen=True):
    """Connected groups of `of`: those with a cell in `at`, of at least `size` cells."""

    of: Cells = Own()
    at: Cells | None = None
    size: Number = 1
    directions: Directions | None = None
    example = "Group(own, at=to, size=4)"
    source = "oust, lines of action; Ludii's `sites Group`"
    fields = {
        "of": "the pieces",
        "at": "cells a group must hold one of; any group if not given",
        "size": "the least number of cells",
        "directions": "what connects; cells that share a side if not given",
    }


class Connected(CellsWord, frozen=True):
    """Connected groups of `of` that touch at least `n` of the regions."""

    of: Cells
    regions: Regions
    n: int | None = None
    directions: Directions | None = None
    example = "Win(Connected(own, Edges(), n=3))"
    source = "hex, y, havannah; Ludii's `is Connected`"
    fields = {
        "of": "the pieces",
        "regions": "sets of cells to be linked",
        "n": "how many of them; all if not given",
        "directions": "what connects; cells that share a side if not given",
    }

    def check(self) -> None:
        if self.n is not None and self.n < 1:
            raise self.refuse("n", "expected 1 or more")


class Ring(CellsWord, frozen=True):
    """Pieces that form a loop round at least one cell, whatever stands on it."""

    of: Cells = Own()
    directions: Directions | None = None
    example = "Win(Ring(own))"
    source = "havannah; Ludii's `is Loop`"
    single = "a loop is a figure like a line or a link, and stands wherever one of those may"
    fields = {"of": "the pieces", "directions": "what connects; cells that share a side if not given"}

    def check(self) -> None:
        text = "" if self.directions is None else getattr(self.directions, "atom", "no")
        if text not in ("", "orthogonal", "every"):
            raise self.refuse("directions", "expected orthogonal or every: what else would be round a cell?")


class Here(CellsWord, frozen=True):
    """The cell that a `Where` tests. It stands only in the `when` of a Where."""

    atom = "here"
    example = "Capture(Where(enemy, Count(Adjacent(here) & own) >= 3))"
    source = "set-builder notation; Ludii's `site` in `forEach`"
    single = "it is the variable of `Where`, and any condition on a cell may use it"


class Where(CellsWord, frozen=True):
    """The cells of a set for which a condition holds. In the condition, `here` is the cell that is tested."""

    of: Cells
    when: Condition
    example = "Place(to=Where(empty, Count(Adjacent(here) & own) >= 2))"
    source = "Conway's Game of Life; set-builder notation; Ludii's `forEach Site`"
    fields = {"of": "the cells that are tested", "when": "what must hold for a cell, which is `here`"}
    single = "it selects from any set by any condition on a cell"


class Marked(CellsWord, frozen=True):
    """Cells that bear a mark of this name now."""

    name: str
    example = 'Step(own, to=empty & ~Marked("left"))'
    source = "Martian Chess; en passant in chess; Ludii's remembered values"
    single = "a mark can tell any past of a cell"
    fields = {"name": "the name that a Mark in the game gives"}


class Open(CellsWord, frozen=True):
    """Cells where a piece stands that everybody sees."""

    atom = "open"
    example = "Place(to=~own & ~open)"
    source = "games with hidden pieces"


class Announced(CellsWord, frozen=True):
    """The cells that the ply being answered announced."""

    atom = "announced"
    example = "Reveal(own & announced)"
    source = "Hidden Move Double Gomoku; salvo in battleship"
    single = "what was announced is whatever the Commit lists: a row, a column, any set of cells"


class Revealed(CellsWord, frozen=True):
    """The cells that the answer revealed."""

    atom = "revealed"
    example = "Commit(Place(), fails=to & revealed)"
    source = "Hidden Move Double Gomoku"
    single = "what the answer showed, for any use; another game may score or capture it"


own = Own()
enemy = Enemy()
neutral = Neutral()
empty = Empty()
everywhere = Everywhere()
to = To()
origin = Origin()
just = Just()
moved = Moved()
here = Here()
visited = Visited()
open_ = Open()
announced = Announced()
revealed = Revealed()
