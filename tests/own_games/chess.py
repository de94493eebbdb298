"""Chess with all its moves, and shogi as it was before captured pieces could be dropped."""

from __future__ import annotations

import typing

import msgspec

from lusory.games import game
from lusory.rules import *
from lusory.rules.word import Cells, Directions, Ply

from ..plain_chess import knights

ROOK, KING, RUNNER = "unmoved-rook", "unmoved-king", "advanced-pawn"
ROOKS, KINGS = Kind("rook") | Kind(ROOK), Kind("king") | Kind(KING)
PAWNS = Kind("pawn") | Kind(RUNNER)
AHEAD, ASIDE = forward & orthogonal, forward & diagonal


def attacked(by: typing.Any) -> typing.Any:
    """Squares that a side's pieces attack; kings of the other side hide nothing behind them."""
    ways = ASIDE if by == own else -forward & diagonal
    free = empty | ((enemy if by == own else own) & KINGS)
    return (
        Ray(by & (ROOKS | Kind("queen")), orthogonal, through=free)
        | Ray(by & (Kind("bishop") | Kind("queen")), diagonal, through=free)
        | knights(by & Kind("knight"))
        | Adjacent(by & KINGS, every)
        | Shift(by & PAWNS, ways)
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
    return [
        Step(own & KINGS, to=free, directions=every, unless=CHECK, then=(Promote(to, "king"),)),
        Slide(own & Kind("queen"), to=free, directions=every, unless=CHECK),
        Slide(own & ROOKS, to=free, directions=orthogonal, unless=CHECK, then=(Promote(to, "rook"),)),
        Slide(own & Kind("bishop"), to=free, directions=diagonal, unless=CHECK),
        Leap(own & Kind("knight"), to=free, distance=3, needs=to & knights(origin), unless=CHECK),
        Step(own & PAWNS, to=empty & ~far, directions=AHEAD, unless=CHECK),
        Step(own & PAWNS, to=enemy & ~far, directions=ASIDE, unless=CHECK),
        Slide(own & PAWNS & Ranks(2), directions=AHEAD, distance=2, unless=CHECK, then=(Promote(to, RUNNER),)),
        Step(own & PAWNS, directions=ASIDE, needs=behind, unless=CHECK, then=(Capture(behind),), mark="e"),
        *crowns,
    ]


@game
def full_chess() -> Game:
    """Chess with castling and captures in passing: kinds of piece tell what has moved, and what may be taken so."""
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
    )


GOLD = forward | orthogonal
"""Which way a gold general goes."""

SLOW: dict[str, typing.Any] = {
    "king": every,
    "gold": GOLD,
    "silver": forward | diagonal,
    "pawn": AHEAD,
    "promoted-silver": GOLD,
    "promoted-knight": GOLD,
    "promoted-lance": GOLD,
    "promoted-pawn": GOLD,
    "dragon": diagonal,
    "horse": orthogonal,
}
"""Pieces that go one square, and which way."""

FAST: dict[str, typing.Any] = {
    "rook": orthogonal,
    "bishop": diagonal,
    "lance": AHEAD,
    "dragon": orthogonal,
    "horse": diagonal,
}
"""Pieces that go any distance."""

CROWNED = {
    "rook": "dragon",
    "bishop": "horse",
    "silver": "promoted-silver",
    "knight": "promoted-knight",
    "lance": "promoted-lance",
    "pawn": "promoted-pawn",
}


@game
def shogi_without_drops() -> Game:
    """Shogi of before the sixteenth century, without drops (`dobutsu_shogi` has them).

    What can no more move must be promoted. Taking the king wins, as in play without a referee for checks.
    """
    free, zone, jump = empty | enemy, (origin | to) & Ranks(-3, -1), Shift(Shift(origin, AHEAD), ASIDE)

    def forms(kind: str, ply: typing.Any) -> list[Ply]:
        if kind not in CROWNED:
            return [ply]
        last = {"pawn": Ranks(-1), "lance": Ranks(-1), "knight": Ranks(-2, -1)}.get(kind)
        kept = ply if last is None else msgspec.structs.replace(ply, to=free & ~last)
        needs = Some(zone) if ply.needs is None else All(zone, ply.needs)
        crown = msgspec.structs.replace(ply, needs=needs, then=(Promote(to, CROWNED[kind]),), mark="p")
        return [kept, crown]

    plies = [
        *(forms(kind, Step(own & Kind(kind), directions=ways, to=free)) for kind, ways in SLOW.items()),
        *(forms(kind, Slide(own & Kind(kind), directions=ways, to=free)) for kind, ways in FAST.items()),
        forms("knight", Leap(own & Kind("knight"), to=free, distance=3, needs=to & jump)),
    ]
    back = {1: ("lance", "knight", "silver", "gold", "king", "gold", "silver", "knight", "lance")}
    back[2] = back[1]
    files = "abcdefghi"
    return Game(
        board=Square(9),
        setup=[
            *(Put(Ranks(3), side=s, kind="pawn") for s in (1, 2)),
            *(
                Put(At(f"{f}{1 if s == 1 else 9}"), side=s, kind=k)
                for s in (1, 2)
                for f, k in zip(files, back[s], strict=True)
            ),
            *(
                Put(At(cell), side=s, kind=k)
                for cell, s, k in (("b2", 1, "bishop"), ("h2", 1, "rook"), ("h8", 2, "bishop"), ("b8", 2, "rook"))
            ),
        ],
        turn=Either(*(ply for forms_ in plies for ply in forms_)),
        ends=[Win(No(enemy & Kind("king"))), Draw(NoPly()), Draw(Repeats(4)), Draw(Quiet(300, without="capture"))],
    )


@game
def jeson_mor() -> Game:
    """Mongolia: nine knights each; whoever leaves the middle square after standing there wins."""
    return Game(
        board=Square(9),
        setup=[Put(Ranks(1), side=side, kind="knight") for side in (1, 2)],
        turn=Leap(own, to=empty | enemy, distance=3, needs=to & knights(origin)),
        ends=[Win(origin & Center()), Win(No(enemy)), Win(NoPly()), Draw(Repeats(3)), Draw(Quiet(100, "capture"))],
    )
