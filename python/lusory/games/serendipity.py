"""Stones belong to nobody: two steps with two stones, then jumps with a third."""

from typing import Annotated, Literal

from ..rules import *
from . import game


@game
def serendipity(
    size: Annotated[int, Whole(4, 12, step=2), "columns and rows of the checkerboard, even"] = 8,
    rows: Annotated[int | None, Whole(1, most="size/2 - 1"), "filled rows on each side; 3, or all that fit"] = None,
    target: Annotated[int | None, Whole(1, most="stones - 1"), "captures that win; just under half of all"] = None,
    repeat: Annotated[int, Whole(2, off=True), "how often the same stones stand before captures decide"] = 3,
    quiet: Annotated[int, Whole(1, off=True), "turns in a row without capture before captures decide"] = 50,
    opening: Annotated[Literal["turn", "step", "swap"], "first's first turn: all, a step, or a swap after it"] = "turn",
) -> Game:
    rows = within("rows", min(3, size // 2 - 1) if rows is None else rows, 1, size // 2 - 1)
    target = within("target", (rows * size - 1) // 2 if target is None else target, 1, rows * size - 1)
    reach = [All(Count(neutral) >= 3, Captured(side) + Count(neutral) - 1 >= target) for side in (own, enemy)]
    stuck = [*unless_off(repeat, Repeats), *unless_off(quiet, lambda n: Quiet(n, without="capture", unit="turn"))]
    turn = Sequence(Step(neutral), Step(neutral & ~moved), Hop(neutral & ~moved), Repeat(Hop(just)), stop=True)
    return Game(
        board=Checkered(size),
        setup=[Put(Ranks(1, rows) | Ranks(-rows, -1), side=0)],
        opening={"turn": (), "step": (Step(neutral),), "swap": (turn, Either(Swap(), Keep("stay")))}[opening],
        turn=turn,
        ends=[
            Win(Captured(own) >= target),
            Most(Captured(own), when=Quiet(2, unit="turn"), at="turn"),
            Draw(No(Any(*reach)), at="turn"),
            *(Most(Captured(own), when=when, at="turn") for when in stuck),
        ],
        terms={f"can still reach {target}": reach[0]},
    )
