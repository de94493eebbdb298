"""`lusory replay`: checks a record and shows it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from itertools import combinations, islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..draw import text as draw_text
from ..explain.other_ends import other_ends
from ..play.narration import explain_ply, headline, result_line, sentences, status
from ..play.renaming import SEATS, rename_players, with_names
from ..play.spectator import SPECTATOR, picture_for
from .arguments import Json, game_of
from .seats import parse_names, people_in_tags, player_named, printable

if TYPE_CHECKING:
    from ..play.position import Position
    from ..play.program import Program
    from ..play.record import Record
    from ..rules.game import Game

Explain = Annotated[bool, typer.Option("--explain", help="Narrate the game ply by ply.")]
Boards = Annotated[bool, typer.Option("--boards", help="Draw the board after each turn.")]
As = Annotated[
    str,
    typer.Option("--as", metavar="PLAYER", help="As seen by first, 2, x, a name in the record, `public` or `all`."),
]
Names = Annotated[
    str,
    typer.Option("--names", metavar="A=NAME,...", help="Other names: of first, 2, x or a name in the record."),
]
ALL, PUBLIC = "all", "public"
ENDED = "ended"
"""The tag of a game that ended outside its rules, by resignation for example."""


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as text or JSON; - reads stdin.")],
    explain: Explain = False,
    boards: Boards = False,
    seen_as: As = "",
    names: Names = "",
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Of a Python class: which one.")] = None,
    json: Json = False,
) -> None:
    """Check a record, and show the game and how it ended.

    \b
    lusory replay game.txt
    lusory replay game.txt --explain
    lusory replay game.json --boards
    lusory replay game.txt --as second --explain    the game as second saw it
    lusory replay game.txt --names first=Ada,second=Bo --explain
    lusory replay game.txt --json > game.json       (the stored form)

    A game with secrets that goes on is shown as everybody may see it. --as PLAYER shows, and with --json writes, what
    that player may know; `public` what everybody may, `all` everything. At its end a game is open to all.

    --names tells the game with other names for its players, in the tags and in every sentence.
    """
    record, end = replay_record(file, game_of(game, None) if game else None)
    viewer = viewer_of(seen_as, record, end)
    new_names = parse_names(names, end, record.tags)
    if viewer == SPECTATOR and not seen_as:
        players = ", ".join(SEATS[: end.contract.players])
        typer.echo(f"lusory: secrets are left out; --as {players} or {ALL} shows more", err=True)
    visible = record if viewer is None else record.seen_by(None if viewer == SPECTATOR else viewer)
    visible = rename_players(visible, new_names)
    if json:
        typer.echo(visible.json().rstrip("\n"))
        return
    show(visible, end, viewer, explain, boards, people_in_tags(end, visible.tags) | new_names)


def stands(record: Record, end: Position, names: Mapping[int, str]) -> str:
    """How the game ended, by its rules or outside them, or who is to move."""
    if end.result is None and ENDED in record.tags:
        return printable(record.tags[ENDED])
    return with_names(result_line(end) if end.result else status(end), names)


def viewer_of(seen_as: str, record: Record, end: Position) -> int | None:
    """The viewer of a record; None sees everything. Raises BadParameter, which lists the players."""
    folded = seen_as.strip().casefold()
    if not folded:
        over = end.result is not None or ENDED in record.tags
        return SPECTATOR if end.hidden and not over else None
    if folded in (ALL, PUBLIC):
        return None if folded == ALL else SPECTATOR
    return player_named(seen_as, end, record.tags, "--as", (PUBLIC, ALL))


def read_record(file: Path, game: Game | Program | None = None) -> Record:
    """The record of a file; RecordError names the file. game: the one it must be of; of a Python class it is needed."""
    import sys

    from ..errors import RecordError
    from ..play.catalogue import locate_fault
    from ..play.record import LARGEST, read

    if str(file) != "-" and file.is_file() and file.stat().st_size > LARGEST:
        raise RecordError(f"{file}: {file.stat().st_size} bytes, expected a record of at most {LARGEST}")
    try:
        text = sys.stdin.buffer.read(LARGEST + 1) if str(file) == "-" else file.read_bytes()
        return read(text, game)
    except RecordError as fault:
        raise RecordError(locate_fault(file, text, fault)) from fault


def replay_record(file: Path, game: Game | Program | None = None) -> tuple[Record, Position]:
    """The record of a file and where it ends; RecordError names the file."""
    from ..errors import RecordError

    record = read_record(file, game)
    try:
        return record, record.replay()
    except RecordError as fault:
        raise RecordError(f"{file}: {fault}") from fault


def show(
    record: Record,
    end: Position,
    viewer: int | None,
    explain: bool,
    boards: bool,
    names: Mapping[int, str],
) -> None:
    """The tags, the turns, the last board, the result, as far as the viewer may know. record: as the viewer has it.
    names: of the players."""
    typer.echo(headline(end.game))
    typer.echo(f"options: {options}" if (options := options_text(end.game)) else "", nl=bool(options))
    for name, value in record.tags.items():
        typer.echo(printable(f"{name}: {value}"))
    typer.echo()
    for line in narration(end, viewer, explain, boards) if explain or boards else turn_lines(record):
        typer.echo(with_names(line, names) if explain or boards else line)
    if not boards:
        typer.echo("\n" + draw_text.board(picture_for(end, viewer)))
    typer.echo("\n" + stands(record, end, names))
    for line in other_ends(end) if explain else ():
        typer.echo(with_names(line, names))


TRIED = 300
"""How many combinations of options are tried."""


def options_text(game: object) -> str:
    """The options with which a known game has these rules; empty where it has them by default."""
    from ..errors import LusoryError
    from ..games import catalogue
    from ..rules.game import Game
    from ..rules.options import text_of
    from .arguments import values_of

    catalogued = catalogue().get(game.name) if isinstance(game, Game) else None
    if catalogued is None or not isinstance(game, Game) or catalogued.build() == game:
        return ""
    values = {o.name: [v for v in values_of(o.reader) if v != text_of(o.default)] for o in catalogued.options}
    settings = (
        dict(zip(names, combination, strict=True))
        for n in range(1, len(values) + 1)
        for names in combinations(values, n)
        for combination in product(*(values[name] for name in names))
    )
    for setting in islice(settings, TRIED):
        with contextlib.suppress(LusoryError):
            if catalogued.build(**setting) == game:
                return " ".join(f"{name}={value}" for name, value in setting.items())
    return f"the rules differ from those of {catalogued.name} without options"


def turn_lines(record: Record) -> list[str]:
    """The turns, one a line."""
    return [f"{number:>3}. {turn}" for number, turn in enumerate(record.turns(), 1)]


def narration(end: Position, viewer: int | None, explain: bool, boards: bool) -> Iterator[str]:
    """The narration ply by ply, and the board after each turn, as the viewer saw them at the time."""
    from ..play.position import Position

    position = Position(end.game, end.contract, end.contract.start())
    for number, ply in enumerate(end.past, 1):
        position = position.follow(ply.action)
        first, *other_lines = explain_ply(position, viewer) if explain else sentences(position, viewer)
        yield f"{number:>3}. {first}"
        yield from (f"     {line}" for line in other_lines)
        if boards and (ply.turn_over or position.result):
            yield f"\n{draw_text.board(picture_for(position, viewer))}\n"
