"""Run across the board, or put up a fence in the other's way; nobody may be shut in."""

from typing import Annotated

from ...rules import *
from ...rules.word import Cells, Directions, Ply
from .. import game

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def beyond(cells: Cells, direction: Directions) -> Cells:
    """The squares next to these that no fence shuts off; the fences stand on the lines between squares."""
    return Shift(Shift(cells, direction) & empty, direction)


@game
def quoridor(
    size: Annotated[int, Whole(3, 9, step=2), "squares along an edge"] = 9,
    fences: Annotated[int, Whole(1, 20), "fences that each player has"] = 10,
) -> Game:
    wide, middle = 2 * size - 1, LETTERS[size - 1]
    odd, even = range(1, wide + 1, 2), range(2, wide, 2)
    crossing = At(" ".join(f"{LETTERS[x - 1]}{y}" for x in even for y in even))
    upright = At(" ".join(f"{LETTERS[x - 1]}{y}" for x in even for y in odd))
    lying = At(" ".join(f"{LETTERS[x - 1]}{y}" for x in odd for y in even))
    pawn = Kind("pawn")
    shut_in = Any(
        *(
            No(Group(~Kind("panel") & ~crossing, at=side & pawn) & home)
            for side, home in ((own, Ranks(-1)), (enemy, Ranks(1)))
        )
    )

    def fence(at: Cells, direction: str) -> Ply:
        return Place(
            to=empty & (at | crossing),
            kind="panel",
            owner=neutral,
            shape=(direction, f"{direction} {direction}"),
            needs=to & at,
            unless=shut_in,
        )

    def jumps(direction: str, left: str, right: str) -> Cells:
        jumped_pawn = beyond(own & pawn, Dir(direction)) & enemy
        stopped = jumped_pawn & ~Shift(empty, -Dir(direction))
        return beyond(jumped_pawn, Dir(direction)) | beyond(stopped, Dir(left)) | beyond(stopped, Dir(right))

    over = [jumps(*sides) for sides in ("NEW", "ENS", "SEW", "WNS")]
    reached = over[0] | over[1] | over[2] | over[3]
    return Game(
        board=Square(wide),
        setup=[
            Put(At(f"{middle}1"), side=1, kind="pawn"),
            Put(At(f"{middle}{wide}"), side=2, kind="pawn"),
            InHand(3 * fences, kind="panel"),
        ],
        turn=Either(
            Slide(own & pawn, distance=2),
            Leap(own & pawn, to=empty & reached),
            fence(upright, "N"),
            fence(lying, "E"),
        ),
        ends=[Win(own & pawn & Ranks(-1)), Draw(NoPly()), Draw(Repeats(3))],
        terms={"in reach by a jump": reached},
    )
