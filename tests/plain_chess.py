"""Chess without castling and captures in passing: a large rule value whose parts have names."""

from functools import reduce
from operator import or_
from typing import Any

from lusory.rules import (
    Adjacent,
    At,
    Dir,
    Draw,
    Either,
    Game,
    If,
    Kind,
    Leap,
    NoPly,
    Promote,
    Put,
    Quiet,
    Ranks,
    Ray,
    Repeats,
    Shift,
    Slide,
    Some,
    Square,
    Step,
    Win,
    diagonal,
    empty,
    enemy,
    every,
    forward,
    origin,
    orthogonal,
    own,
    to,
)


def of(name, side=own):
    return side & Kind(name)


STRAIGHT, SLANTED = ("N", "S", "E", "W"), ("NE", "NW", "SE", "SW")


def knights(cells):
    """Where a knight on these cells may jump."""
    return (
        Shift(Shift(cells, Dir("N")), Dir("NE NW"))
        | Shift(Shift(cells, Dir("S")), Dir("SE SW"))
        | Shift(Shift(cells, Dir("E")), Dir("NE SE"))
        | Shift(Shift(cells, Dir("W")), Dir("NW SW"))
    )


def first_met(cells, directions):
    """What is met first from these cells in straight lines, each way by itself."""
    first, *rest = (Shift(cells | Ray(cells, Dir(direction)), Dir(direction)) for direction in directions)
    return reduce(or_, rest, first)


def attackers(cells, by):
    """Pieces of a side that attack one of these cells."""
    pawns = Shift(cells, forward & diagonal if by is enemy else -forward & diagonal)
    return (
        (first_met(cells, STRAIGHT) & by & (Kind("rook") | Kind("queen")))
        | (first_met(cells, SLANTED) & by & (Kind("bishop") | Kind("queen")))
        | (knights(cells) & by & Kind("knight"))
        | (Adjacent(cells, every) & by & Kind("king"))
        | (pawns & by & Kind("pawn"))
    )


check = Some(attackers(of("king"), enemy))
free = empty | enemy
BACK = ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook")
safe: Any = {"unless": check}
pawn = of("pawn")
far = Ranks(-1)


promotions = [
    Step(pawn, to=t, directions=d, mark=m, needs=to & far, then=(Promote(to, k),), **safe)
    for m, k in (("q", "queen"), ("r", "rook"), ("b", "bishop"), ("n", "knight"))
    for t, d in ((empty, forward & orthogonal), (enemy, forward & diagonal))
]
moves = [
    Step(of("king"), to=free, directions=every, **safe),
    Slide(of("queen"), to=free, directions=every, **safe),
    Slide(of("rook"), to=free, directions=orthogonal, **safe),
    Slide(of("bishop"), to=free, directions=diagonal, **safe),
    Leap(of("knight"), to=free, distance=3, directions=orthogonal, needs=to & knights(origin), **safe),
    Step(pawn, to=empty & ~far, directions=forward & orthogonal, **safe),
    Step(pawn, to=enemy & ~far, directions=forward & diagonal, **safe),
    Slide(pawn & Ranks(2), to=empty, directions=forward & orthogonal, distance=2, **safe),
    *promotions,
]
chess = Game(
    board=Square(8),
    setup=[
        *(Put(Ranks(2), side=s, kind="pawn") for s in (1, 2)),
        *(
            Put(At(f"{f}{r}"), side=s, kind=k)
            for s, r in ((1, 1), (2, 8))
            for f, k in zip("abcdefgh", BACK, strict=True)
        ),
    ],
    turn=Either(*moves),
    ends=[
        If(NoPly(), Win(Some(attackers(of("king", enemy), own)))),
        Draw(NoPly()),
        Draw(Repeats(3)),
        Draw(Quiet(100, without="capture")),
    ],
    terms={"in check": check},
)
