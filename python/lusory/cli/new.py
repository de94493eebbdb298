"""`lusory new`: a commented game to start from."""

from __future__ import annotations

import keyword
from pathlib import Path
from typing import Annotated

import typer

from ..errors import LusoryError

PYTHON = '''"""A game of my own: three in a row on a small board, but whoever is stuck loses.

Play it:    lusory play {file}
Check it:   lusory check {file}
Read it:    lusory rules {file}
"""

from typing import Annotated

from lusory.games import game
from lusory.rules import *


@game
def {name}(
    # Options: `lusory play {file} -o size=5`. A type, a range and what it is for.
    size: Annotated[int, Whole(3, 9), "columns and rows"] = 4,
) -> Game:
    return Game(
        # Where it is played. Others: Hexagon(5), Checkered(8), Triangle(7), Rhombus(11), Trapezium(7) ...
        board=Square(size),
        # What stands there at the start (nothing, here): Put(Ranks(1, 2), side=1), Put(Ranks(-2, -1), side=2)
        setup=[],
        # What a turn is: one ply. `Either` offers a choice, `Sequence` several plies one after the other.
        # Place() puts a stone of one's own on an empty cell, Step(own) moves one of them to a cell beside it.
        turn=Either(Place(), Step(own)),
        # What follows each ply by itself, in order: Capture(Enclosed(enemy)), Flip(...), Earn(1, when=...)
        effects=[],
        # How it ends: judged in order after each ply, the first that holds ends the game.
        ends=[
            Win(Line(3)),  # three or more in a row, in any direction
            Loss(Enclosed(own, unit="cell")),  # a stone of one's own without an empty cell beside it
            Draw(Quiet(10, without="placement")),  # nobody placed a stone for ten plies
        ],
    )
'''

EXPRESSION = """Game(board=Square(4), turn=Either(Place(), Step(own)), ends=[
    Win(Line(3)), Loss(Enclosed(own, unit="cell")), Draw(Quiet(10, without="placement"))])"""
"""The same as an expression."""

File = Annotated[Path, typer.Argument(metavar="FILE", help="mygame.py, or mygame.json for the bare rule value.")]


def new(file: File) -> None:
    """Write a commented game to start from. A file that is there is never written over.

    \b
    lusory new mygame.py
    lusory check mygame.py
    lusory play mygame.py
    """
    if file.suffix not in (".py", ".json"):
        raise typer.BadParameter(f"{file}: expected a name that ends in .py or .json")
    path_text = file.as_posix()
    if not path_text.isprintable() or set('\\"`') & set(path_text):
        raise typer.BadParameter(f"{path_text!r}: expected a name of plain characters")
    name = function_name(file.stem)
    text = as_json(name) if file.suffix == ".json" else PYTHON.format(file=path_text, name=name)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise LusoryError(f"{file} is there already; nothing was written") from None
    typer.echo(f"Wrote {file}. Try it: lusory check {file}; play it: lusory play {file}")


def function_name(stem: str) -> str:
    """The name of the function: one that is not used otherwise in the file."""
    from .. import rules

    name = "".join(c if c.isalnum() and c.isascii() else "_" for c in stem.lower()).strip("_") or "mygame"
    if name[0].isdigit():
        return f"game_{name}"
    return f"{name}_game" if keyword.iskeyword(name) or name in ("game", "size") or hasattr(rules, name) else name


def as_json(name: str) -> str:
    """The same game as a rule value."""
    from ..rules import codec

    return codec.write(codec.read(EXPRESSION, name))
