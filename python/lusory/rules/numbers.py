"""Words for numbers."""

from __future__ import annotations

from .cells import Empty, Own
from .word import Cells, Directions, NumberWord, Side


class Count(NumberWord, frozen=True):
    """How many cells there are in the set."""

    of: Cells
    example = "Most(Count(own), when=No(empty))"
    source = "Ludii's `count Sites`"
    fields = {"of": "cells"}


class Groups(NumberWord, frozen=True):
    """How many connected groups there are."""

    of: Cells
    directions: Directions | None = None
    example = "Groups(own, directions=every) <= 1"
    source = "lines of action; Ludii's `count Groups`"
    single = "it counts groups of any pieces; a goal that Connected cannot say, since it links no regions"
    fields = {"of": "the pieces", "directions": "what connects; cells that share a side if not given"}


class Distance(NumberWord, frozen=True):
    """The steps of a shortest way from a cell of `start` to a cell of `end`. Every cell between them is in `through`.
    Where there is no way, the number of cells of the board, which no way is as long as."""

    start: Cells
    end: Cells
    through: Cells = Empty()
    directions: Directions | None = None
    example = "Step(own, needs=Distance(to, Center(), everywhere) <= Distance(origin, Center(), everywhere))"
    source = "Agon, in which nothing moves away from the centre; Ludii's `count Steps`"
    single = "it measures between any sets over any others, wherever a number may stand"
    fields = {
        "start": "where the way begins",
        "end": "where it ends",
        "through": "the cells between them",
        "directions": "its steps; to cells that share a side if not given",
    }


class Captured(NumberWord, frozen=True):
    """How many pieces the side has captured so far (its own do not count)."""

    side: Side = Own()
    example = "Captured(own) >= 10"
    source = "pente; serendipity"
    fields = {"side": "own or enemy"}


class Score(NumberWord, frozen=True):
    """The points the side has earned."""

    side: Side = Own()
    example = "Most(Score(own), when=No(empty))"
    source = "doppel; Ludii's `score`"
    fields = {"side": "own or enemy"}


class Hand(NumberWord, frozen=True):
    """How many pieces of a kind the side still holds to place."""

    side: Side = Own()
    kind: str = "stone"
    example = "If(Hand(own) >= 1, Place(), Step(own))"
    source = "nine men's morris; Ludii's `hand`"
    fields = {"side": "own or enemy", "kind": "the kind of piece"}


class Rolled(NumberWord, frozen=True):
    """The last roll of the dice; 0 before the first."""

    example = "Slide(own, distance=Rolled())"
    source = "games with dice; Ludii's `count Pips`"
