"""Mate the king."""

from __future__ import annotations

from typing import Any as Anything

from ...rules import *
from ...rules.word import Cells, Directions, Ply
from .. import game

ROOK, KING, RUNNER = "unmoved-rook", "unmoved-king", "advanced-pawn"
ROOKS, KINGS = Kind("rook") | Kind(ROOK), Kind("king") | Kind(KING)
PAWNS = Kind("pawn") | Kind(RUNNER)
AHEAD, ASIDE = forward & orthogonal, forward & diagonal


def knights(cells: Cells) -> Cells:
    """Where a knight on these cells may jump."""
    return (
        Shift(Shift(cells, Dir("N")), Dir("NE NW"))
        | Shift(Shift(cells, Dir("S")), Dir("SE SW"))
        | Shift(Shift(cells, Dir("E")), Dir("NE SE"))
        | Shift(Shift(cells, Dir("W")), Dir("NW SW"))
    )


def attacked(by: Anything) -> Anything:
    """Squares that a side's pieces attack; kings of the other side hide nothing behind them."""
    pawn_directions = ASIDE if by == own else -forward & diagonal
    free_cells = empty | ((enemy if by == own else own) & KINGS)
    return (
        Ray(by & (ROOKS | Kind("queen")), orthogonal, through=free_cells)
        | Ray(by & (Kind("bishop") | Kind("queen")), diagonal, through=free_cells)
        | knights(by & Kind("knight"))
        | Adjacent(by & KINGS, every)
        | Shift(by & PAWNS, pawn_directions)
    )


DANGER = attacked(enemy)
CHECK = Some(own & KINGS & DANGER)


def castling(wing: Directions, back: Directions, rook: Cells, between: int) -> Ply:
    """The king goes two squares towards an unmoved rook, which then stands on its other side.

    rook: where the rook stands once the king has moved. between: how many squares, all empty, lie between them before.
    """
    king = own & Kind(KING)
    free = Ray(king, wing, until=own & Kind(ROOK), length=between)
    safe = No((king | Shift(king, wing)) & DANGER)
    return Sequence(
        Slide(king, directions=wing, distance=2, needs=All(free, safe), unless=CHECK, then=(Promote(to, "king"),)),
        Leap(own & Kind(ROOK) & rook, to=Shift(just, back), then=(Promote(to, "rook"),)),
    )


def chess_moves() -> list[Ply]:
    """All but castling."""
    free, far = empty | enemy, Ranks(-1)
    crowns = [
        Step(own & PAWNS, to=t & far, directions=d, mark=m, unless=CHECK, then=(Promote(to, k),))
        for m, k in (("q", "queen"), ("r", "rook"), ("b", "bishop"), ("n", "knight"))
        for t, d in ((empty, AHEAD), (enemy, ASIDE))
    ]
    behind = Shift(to, -forward & orthogonal) & enemy & Kind(RUNNER)
    plain = Promote(to, "pawn")
    return [
        Step(own & KINGS, to=free, directions=every, unless=CHECK, then=(Promote(to, "king"),)),
        Slide(own & Kind("queen"), to=free, directions=every, unless=CHECK),
        Slide(own & ROOKS, to=free, directions=orthogonal, unless=CHECK, then=(Promote(to, "rook"),)),
        Slide(own & Kind("bishop"), to=free, directions=diagonal, unless=CHECK),
        Leap(own & Kind("knight"), to=free, distance=3, needs=to & knights(origin), unless=CHECK),
        Step(own & PAWNS, to=empty & ~far, directions=AHEAD, unless=CHECK, then=(plain,)),
        Step(own & PAWNS, to=enemy & ~far, directions=ASIDE, unless=CHECK, then=(plain,)),
        Slide(own & PAWNS & Ranks(2), directions=AHEAD, distance=2, unless=CHECK, then=(Promote(to, RUNNER),)),
        Step(own & PAWNS, directions=ASIDE, needs=behind, unless=CHECK, then=(Capture(behind), plain), mark="e"),
        *crowns,
    ]


@game
def chess() -> Game:
    east, west = Dir("E"), Dir("W")
    back = (ROOK, "knight", "bishop", "queen", KING, "bishop", "knight", ROOK)
    files = tuple(zip("abcdefgh", back, strict=True))
    return Game(
        board=Square(8),
        setup=[
            *(Put(Ranks(2), side=side, kind="pawn") for side in (1, 2)),
            *(Put(At(f"{f}{r}"), side=side, kind=kind) for side, r in ((1, 1), (2, 8)) for f, kind in files),
        ],
        turn=Either(
            *chess_moves(),
            castling(east, west, Shift(just, east), 2),
            castling(west, east, Shift(Shift(just, west), west), 3),
        ),
        effects=[Promote(own & Kind(RUNNER) & ~to, "pawn")],
        ends=[
            If(NoPly(), Win(Some(enemy & KINGS & attacked(own)))),
            Draw(NoPly()),
            Draw(Repeats(3)),
            Draw(Quiet(100, without="capture")),
        ],
        terms={"attacked": DANGER, "in check": CHECK},
        colours=("white", "black"),
    )
