"""Hints for fields whose random values would seldom make sense: names on the board, small numbers, related fields.

A field without a hint is drawn by its type; most words need none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..rules.cells import Adjacent, Column, Row, announced, empty, enemy, here, moved, neutral, open_, own, to, visited
from ..rules.directions import every
from ..rules.numbers import Count
from ..rules.plies import Place
from ..rules.static_evaluation import BoardScene
from ..rules.turns import Reveal
from ..rules.word import Compare

if TYPE_CHECKING:
    from .random_words import Drawing

WHOLE = (1, 2, 3, 4)
SHOWN = 10
"""The most cells that a Reveal chooses among, since it has a ply for each subset."""


def _texts(*texts: str) -> Callable[[Drawing], str]:
    return lambda d: d.one([text for text in texts if text not in d.geometry.index])


def _edges(d: Drawing) -> str:
    names = tuple(label for label, _ in d.geometry.edges)
    return " ".join(d.some(names, 3)) if names else ""


def _walks(d: Drawing) -> tuple[str, ...]:
    """More cells of a shape."""
    names = d.geometry.directions or ("",)
    return tuple(" ".join(d.one(names) for _ in range(1 + d.below(2))) for _ in range(1 + d.below(2)))


def _line(d: Drawing, depth: int) -> dict[str, Any]:
    longest = d.geometry.longest(d.geometry.every)
    n = 2 + d.below(max(1, min(longest - 1, 4)))
    times = 1 if len(d.geometry.names) > 50 else 1 + d.below(2)
    if times > 1:
        return {"n": n, "times": times, "share": d.below(n), "exact": False}
    return {"n": n, "times": 1, "share": 0}


def _ranks(d: Drawing, depth: int) -> dict[str, Any]:
    first = 1 + d.below(2)
    last = first + d.below(2)
    return d.one(
        (
            {"first": first, "last": None},
            {"first": first, "last": last},
            {"first": -first, "last": None},
            {"first": -last, "last": -first},
        )
    )


def _roll(d: Drawing, depth: int) -> dict[str, Any]:
    sides = 2 + d.below(5)
    return {"sides": sides, "weights": tuple(1 + d.below(3) for _ in range(sides)) if d.odds(1, 2) else ()}


def _commit(d: Drawing, depth: int) -> dict[str, Any]:
    """A placement on cells that look empty, with a small announcement and an answer by the next side."""
    place = d.build(Place, "ply", depth - 1, shape=(), owner=own, to=d.one((~own & ~open_, empty, ~own, empty & ~to)))
    announce = tuple(_announcement(d) for _ in range(d.below(3)))
    is_small = announce or len(d.geometry.names) <= SHOWN
    reveal = _reveal(d, depth) if is_small and d.players > 1 and not d.odds(1, 4) else None
    with d.allowing("announced", "revealed"):
        fails = d.word("condition", depth - 1) if d.odds(1, 2) else None
    return {"ply": place, "announce": announce, "answer": reveal, "fails": fails}


def _announcement(d: Drawing) -> Any:
    """A set of cells around the target, small enough for an answer."""
    with d.board_only("to"):
        word = d.one((Row(to), Column(to))) if d.odds(1, 2) else d.word("cells", 1)
    cells = range(len(d.geometry.names))
    if all(BoardScene(d.geometry, 0, 1 << cell).cells(word).bit_count() <= SHOWN for cell in cells):
        return word
    return to


def _reveal(d: Drawing, depth: int) -> Any:
    with d.allowing("announced"):
        cells: Any = d.one((own & announced, own)) if d.odds(1, 2) else d.word("cells", depth - 1)
    return Reveal(cells)


def _when(d: Drawing) -> Any:
    """A condition on single cells: mostly of the cells next to them."""
    with d.allowing("here"):
        if not d.odds(1, 2):
            return d.word("condition", 1)
        near_condition: Any = d.one(
            (Adjacent(here), Adjacent(here, every), Adjacent(here) & own, Adjacent(here) & empty)
        )
        return d.one(
            (
                near_condition & d.word("cells", 0),
                d.build(Compare, "condition", 1, left=Count(near_condition), right=d.below(4)),
            )
        )


def _unless(d: Drawing) -> Any:
    """A forbidden condition, sometimes a repetition."""
    with d.allowing("repeats"):
        return d.word("condition", 1)


SETS: dict[str, Callable[[Drawing, int], dict[str, Any]]] = {
    "line": _line,
    "ranks": _ranks,
    "roll": _roll,
    "commit": _commit,
}
"""Functions for fields that must fit together, by word."""

HINTS: dict[str, Callable[[Drawing], Any]] = {
    "at.names": lambda d: " ".join(d.some(d.geometry.names, 4)),
    "dir.names": lambda d: " ".join(d.some(d.geometry.directions or ("N",), 3)),
    "edges.names": _edges,
    "shade.index": lambda d: d.below(len(d.geometry.shades)),
    "place.shape": _walks,
    "place.owner": lambda d: d.one((own, neutral)),
    "side": lambda d: d.one((own, enemy)),
    "put.side": lambda d: d.below(d.players + 1),
    "kind": lambda d: d.one(d.kinds),
    "mark": lambda d: d.one(("a", "b", "q2")),
    "where.when": _when,
    "pass.text": _texts("pass", "wait"),
    "pass.mark": lambda d: "",
    "swap.text": _texts("swap", "trade"),
    "swap.mark": lambda d: "",
    "keep.text": _texts("keep", "stay"),
    "keep.mark": lambda d: "",
    "roll.mark": lambda d: "",
    "quiet.n": lambda d: 1 + d.below(12),
    "repeats.n": lambda d: 2 + d.below(3),
    "in-hand.n": lambda d: 1 + d.below(12),
    "what": lambda d: (
        d.word("cells", 2) if d.odds(1, 3) else d.one((own, own, own, neutral, own & ~moved, own | enemy))
    ),
    "to": lambda d: d.word("cells", 2) if d.odds(1, 3) else d.one((empty, empty, empty | enemy, empty & ~visited)),
    "unless": _unless,
    "compare.left": lambda d: d.word("number", 1) if d.odds(1, 8) else d.build(d.one(_counters()), "number", 1),
    "connected.n": lambda d: 1 + d.below(3),
}
"""Values by word and field, or by the name of a field alone."""


def _counters() -> list[Any]:
    from ..rules.numbers import Captured, Count, Groups, Score

    return [Count, Captured, Score, Groups]
