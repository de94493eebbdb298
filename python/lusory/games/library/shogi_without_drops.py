"""Shogi as it was before captured pieces came back: take the king."""

from __future__ import annotations

from typing import Any as Anything

import msgspec

from ...rules import *
from ...rules.word import Ply
from .. import game
from .chess import AHEAD, ASIDE

GOLD = forward | orthogonal
"""Which way a gold general goes."""

SLOW: dict[str, Anything] = {
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

FAST: dict[str, Anything] = {
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
    free, zone, jump = empty | enemy, (origin | to) & Ranks(-3, -1), Shift(Shift(origin, AHEAD), ASIDE)

    def forms(kind: str, ply: Anything) -> list[Ply]:
        if kind not in CROWNED:
            return [ply]
        last = {"pawn": Ranks(-1), "lance": Ranks(-1), "knight": Ranks(-2, -1)}.get(kind)
        plain_ply = ply if last is None else msgspec.structs.replace(ply, to=free & ~last)
        needs = Some(zone) if ply.needs is None else All(zone, ply.needs)
        crown = msgspec.structs.replace(ply, needs=needs, then=(Promote(to, CROWNED[kind]),), mark="p")
        return [plain_ply, crown]

    plies = [
        *(forms(kind, Step(own & Kind(kind), directions=directions, to=free)) for kind, directions in SLOW.items()),
        *(forms(kind, Slide(own & Kind(kind), directions=directions, to=free)) for kind, directions in FAST.items()),
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
        turn=Either(*(ply for piece_plies in plies for ply in piece_plies)),
        ends=[Win(No(enemy & Kind("king"))), Draw(NoPly()), Draw(Repeats(4)), Draw(Quiet(300, without="capture"))],
    )
