"""Two lines of five with hidden stones: announce a row or a column, and hear what stands there."""

from typing import Annotated

from ..rules import *
from . import game


@game
def hidden_gomoku(
    size: Annotated[int, Whole(3, 13), "columns and rows"] = 9,
    length: Annotated[int | None, Whole(2, most="size"), "stones in a line; 5, or the most the size allows"] = None,
    lines: Annotated[int, Whole(1, 2), "lines that win"] = 2,
) -> Game:
    length = within("length", min(5, size) if length is None else length, 2, size)
    return Game(
        board=Square(size, names="go", look="points"),
        opening=[Place(), Either(Swap("x"), Keep("o"))],
        turn=Commit(
            Place(to=~own & ~open),
            announce=[Row(to), Column(to)],
            answer=Reveal(own & announced),
            fails=to & revealed,
        ),
        effects=[Tell(Line(length), once=True)],
        ends=[Win(Line(length, times=lines, share=lines - 1)), Draw(NoPly())],
    )
