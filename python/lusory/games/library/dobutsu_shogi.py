"""Shogi on three by four squares, with drops: catch the lion."""

from __future__ import annotations

from functools import reduce
from operator import or_

from ...rules import *
from ...rules.word import Cells, Directions, Ply
from .. import game

HELD = 6
"""No hand holds more: lions never go to one."""

DIAGONAL = "NE SE SW NW"
FIELDS = tuple((f"{'abc'[x]}{y + 1}", x, y) for x in range(3) for y in range(4))
LINKS = tuple(
    (label, name, f"{'abc'[x + right]}{y + up + 1}")
    for name, x, y in FIELDS
    for label, right, up in (("N", 0, 1), ("E", 1, 0), ("NE", 1, 1), ("NW", -1, 1))
    if 0 <= x + right <= 2 and y + up <= 3
)
HANDS = tuple(tuple(f"{letter}{k}" for k in range(1, HELD + 1)) for letter in "pq")


def little_board() -> Graph:
    """Three by four squares, and a row of places for the pieces in each hand."""
    fields = [(name, float(x) + 1.5, 5.0 - y) for name, x, y in FIELDS]
    hand_cells = [(cell, float(k), 6.5 if side == 0 else 0.5) for side in (0, 1) for k, cell in enumerate(HANDS[side])]
    chains = [("E", hand[k], hand[k + 1]) for hand in HANDS for k in range(HELD - 1)]
    return Graph(
        cells=(*fields, *hand_cells),
        links=(*LINKS, *chains),
        opposites=(("N", "S"), ("E", "W"), ("NE", "SW"), ("NW", "SE")),
        diagonals=tuple(DIAGONAL.split()),
        forward=("N NE NW", "S SE SW"),
        look="cells",
    )


def reach(by: Cells, ahead: Directions) -> Cells:
    """Where the pieces of a side may go; `ahead`: away from its home."""
    directions_of: dict[str, Directions] = {
        "lion": every,
        "giraffe": orthogonal,
        "elephant": diagonal,
        "chick": ahead & orthogonal,
        "hen": ahead | orthogonal,
    }
    first, *others = (Shift(by & Kind(kind), directions) for kind, directions in directions_of.items())
    return reduce(or_, others, first)


@game
def dobutsu_shogi() -> Game:
    # A capture is two plies: the piece goes to the captor's hand, changes sides and loses its promotion; then the
    # captor steps where it stood. A drop is a leap from the hand.
    board = At(" ".join(name for name, _, _ in FIELDS))
    hand, far = BySide(*(At(" ".join(cells)) for cells in HANDS)), BySide(At("a4 b4 c4"), At("a1 b1 c1"))
    lion, vacated = Kind("lion"), visited & empty
    next_place = hand & empty & ~Shift(hand & empty, Dir("E"))
    attacked, threatened = reach(own, forward), reach(enemy, -forward)

    def steps(to: Cells) -> Ply:
        return Either(
            Step(own & lion, to=to, directions=every),
            Step(own & board & Kind("giraffe"), to=to, directions=orthogonal),
            Step(own & board & Kind("elephant"), to=to, directions=diagonal),
            Step(own & board & Kind("hen"), to=to, directions=forward | orthogonal),
            Step(own & board & Kind("chick"), to=to, directions=forward & orthogonal, then=(Promote(to_far, "hen"),)),
        )

    to_far = to & far
    take = Leap(
        enemy & ~lion & board & attacked,
        to=next_place,
        then=(Flip(to), Promote(to & Kind("hen"), "chick")),
        mark="take",
    )
    ranks = ("elephant", "lion", "giraffe")
    return Game(
        board=little_board(),
        setup=[
            *(
                Put(At(f"{file}{1 + 3 * s}"), side=s + 1, kind=kind)
                for s in (0, 1)
                for file, kind in zip("abc" if s == 0 else "cba", ranks, strict=True)
            ),
            *(Put(At(cell), side=s, kind="chick") for s, cell in ((1, "b2"), (2, "b3"))),
        ],
        turn=Either(
            steps(empty & board | enemy & lion),
            Sequence(take, steps(vacated)),
            Leap(own & hand, to=board & empty),
        ),
        ends=[Win(No(enemy & lion)), Win(own & lion & far & ~threatened), Draw(NoPly()), Draw(Repeats(3))],
        terms={
            "on the board": board,
            "in hand": hand,
            "in the farthest row": far,
            "in reach": attacked,
            "in the next free place of the hand": next_place,
        },
    )
