"""`lusory replay`: checks a record and shows it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import combinations, islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..play.tell import explained, headline, result_line, sentences, status
from .arguments import Json

if TYPE_CHECKING:
    from ..play.position import Position
    from ..play.record import Record

Explain = Annotated[bool, typer.Option("--explain", help="Tell the game ply by ply, in sentences.")]
Boards = Annotated[bool, typer.Option("--boards", help="Draw the board after each turn.")]


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as text or JSON; - reads stdin.")],
    explain: Explain = False,
    boards: Boards = False,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Of a Python class: which one.")] = None,
    json: Json = False,
) -> None:
    """Check a record, and show the game and how it ended.

    \b
    lusory replay game.txt
    lusory replay game.txt --explain
    lusory replay game.json --boards
    lusory replay game.txt --json > game.json       (the stored form)
    """
    record, end = replayed(file, game)
    if json:
        typer.echo(record.json().rstrip("\n"))
        return
    show(record, end, explain, boards)


def opened(file: Path, game: str | None = None) -> Record:
    """The record of a file; RecordError names the file."""
    import sys

    from ..errors import RecordError
    from ..play.catalogue import load, located
    from ..play.record import LARGEST, read

    if str(file) != "-" and file.is_file() and file.stat().st_size > LARGEST:
        raise RecordError(f"{file}: {file.stat().st_size} bytes, expected a record of at most {LARGEST}")
    try:
        text = sys.stdin.buffer.read(LARGEST + 1) if str(file) == "-" else file.read_bytes()
        return read(text, load(game) if game else None)
    except RecordError as fault:
        raise RecordError(located(file, text, fault)) from fault


def replayed(file: Path, game: str | None = None) -> tuple[Record, Position]:
    """The record of a file and where it ends; RecordError names the file."""
    from ..errors import RecordError

    record = opened(file, game)
    try:
        return record, record.replay()
    except RecordError as fault:
        raise RecordError(f"{file}: {fault}") from fault


def show(record: Record, end: Position, explain: bool, boards: bool) -> None:
    """The tags, the turns, the last board, the result."""
    typer.echo(headline(end.game))
    typer.echo(f"options: {chosen}" if (chosen := options_told(end.game)) else "", nl=bool(chosen))
    for name, value in record.tags.items():
        typer.echo(f"{name}: {value}")
    typer.echo()
    for line in told(end, explain, boards) if explain or boards else numbered(record):
        typer.echo(line)
    if not boards:
        typer.echo("\n" + end.text())
    typer.echo("\n" + (result_line(end) if end.result else status(end)))


TRIED = 300
"""So many ways to set the options are tried."""


def options_told(game: object) -> str:
    """With which options a known game has these rules; empty where it has them without."""
    from ..errors import LusoryError
    from ..games import catalogue
    from ..rules.game import Game
    from ..rules.options import text_of
    from .arguments import values_of

    known = catalogue().get(game.name) if isinstance(game, Game) else None
    if known is None or not isinstance(game, Game) or known.build() == game:
        return ""
    values = {o.name: [v for v in values_of(o.reader) if v != text_of(o.default)] for o in known.options}
    ways = (
        dict(zip(names, given, strict=True))
        for n in range(1, len(values) + 1)
        for names in combinations(values, n)
        for given in product(*(values[name] for name in names))
    )
    for way in islice(ways, TRIED):
        with contextlib.suppress(LusoryError):
            if known.build(**way) == game:
                return " ".join(f"{name}={value}" for name, value in way.items())
    return f"the rules differ from those of {known.name} without options"


def numbered(record: Record) -> list[str]:
    """The turns, one a line."""
    return [f"{number:>3}. {turn}" for number, turn in enumerate(record.turns(), 1)]


def told(end: Position, explain: bool, boards: bool) -> Iterator[str]:
    """Ply by ply in sentences; the board after each turn."""
    from ..play.position import Position

    position = Position(end.game, end.contract, end.contract.start())
    for number, played in enumerate(end.past, 1):
        position = position.follow(played.action)
        first, *others = explained(position) if explain else sentences(position)
        yield f"{number:>3}. {first}"
        yield from (f"     {other}" for other in others)
        if boards and (played.turn_over or position.result):
            yield f"\n{position.text()}\n"
