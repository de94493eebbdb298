"""`lusory print`: sheets for pen and paper."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .._files import check_places, file_for
from ..errors import LusoryError
from .arguments import GAME_HELP, GameOptions, complete_game, game_of, options_of

if TYPE_CHECKING:
    from ..printing import PrintRequest


class SheetName(StrEnum):
    """The kinds of sheet."""

    board = "board"
    record = "record"
    private = "private"
    all = "all"


class Paper(StrEnum):
    """The size of the paper."""

    a4 = "a4"
    letter = "letter"


Game = Annotated[str | None, typer.Argument(metavar="[GAME]", help=GAME_HELP, autocompletion=complete_game)]
File = Annotated[Path | None, typer.Option("--record", metavar="FILE", help="Filled from a record; - reads stdin.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="A name in .pdf or .ods; GAME.pdf if not given.")
]
As = Annotated[
    str, typer.Option("--as", metavar="PLAYER", help="With --record: as seen by first, 2, x, `public` or `all`.")
]


def print_(
    game: Game = None,
    option: GameOptions = None,
    record: File = None,
    sheet: Annotated[SheetName, typer.Option("--sheet", help="One kind of sheet.")] = SheetName.all,
    rules: Annotated[bool, typer.Option("--rules", help="The rules, too.")] = False,
    paper: Annotated[Paper, typer.Option("--paper", help="The size of the paper.")] = Paper.a4,
    out: Out = None,
    seen_as: As = "",
) -> None:
    """Print a board to play on and sheets to write the game down, as PDF or as a spreadsheet.

    \b
    lusory print susan
    lusory print gomoku -o size=19 --sheet board --paper letter
    lusory print hidden-gomoku --rules --out kit.pdf
    lusory print hidden-gomoku --out sheets.ods
    lusory print --record game.txt --out game.pdf

    A game with secrets has a private sheet for each player. A record of such a game that goes on is printed as
    everybody may see it; --as PLAYER prints what that player knows, with that private sheet, `all` everything.
    """
    from ..printing import SHEETS, PrintRequest, document, write

    sheets = SHEETS if sheet is SheetName.all else (sheet.value,)
    request = PrintRequest(options=options_of(option), sheets=sheets, rules=rules, paper=paper.value)
    if record is not None:
        subject, request = game_of_record(record, game, option, seen_as, request)
    elif seen_as:
        raise typer.BadParameter("--as: expected a --record")
    elif game is None:
        raise typer.BadParameter("expected GAME, or --record FILE")
    else:
        subject = game_of(game, option)
    file = file_of(out, subject)
    result = document(subject, request)
    file.write_bytes(write(result, file.suffix[1:]))
    names = ", ".join(page.name.lower() for page in result.pages)
    typer.echo(f"{file}: {names}")


def game_of_record(
    file: Path, name: str | None, option: list[str] | None, seen_as: str, request: PrintRequest
) -> tuple[Any, PrintRequest]:
    """The game of a record, and where it ended as its viewer may see it. Raises RecordError, and BadParameter for a
    game that the record is not of."""
    import msgspec

    from ..rules.game import Game
    from .replay import ENDED, options_text, replay_record, viewer_of

    named_game = game_of(name, option) if name else None
    record, end = replay_record(file, None if isinstance(named_game, Game) and not option else named_game)
    if isinstance(named_game, Game) and record.game.name != named_game.name:
        raise typer.BadParameter(f"--record {file}: it is of {record.game.name}, not of {named_game.name}")
    viewer = viewer_of(seen_as, record, end)
    if ENDED in record.tags and not seen_as:
        viewer = None
    options = dict(part.partition("=")[::2] for part in options_text(record.game).split() if "=" in part)
    return record.game, msgspec.structs.replace(request, position=end, viewer=viewer, tags=record.tags, options=options)


def file_of(out: Path | None, game: Any) -> Path:
    """The file to be written. Raises LusoryError for another suffix, and for one that is there and was not named."""
    from ..printing import FORMS

    file = out or file_for(game.name, ".pdf")
    if file.suffix[1:] not in FORMS:
        raise LusoryError(f"{file}: expected a name that ends in {' or '.join(f'.{form}' for form in FORMS)}")
    check_places(file)
    if out is None and file.exists():
        raise LusoryError(f"{file} is there already; --out {file} writes over it")
    return file
