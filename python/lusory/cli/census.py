"""`lusory census`: counts the sequences of plies by length, and how they end."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import typer

from .arguments import GameName, GameOptions, Json, Start, game_of
from .progress import Timer, progress

Depth = Annotated[int, typer.Option("--depth", "-d", min=1, metavar="N", help="Count 1 to N plies.")]
Divide = Annotated[bool, typer.Option("--divide", help="The last row for each first ply apart.")]
Turns = Annotated[bool, typer.Option("--turns", help="Count whole turns, not plies.")]


def census(
    game: GameName,
    depth: Depth,
    option: GameOptions = None,
    start: Start = "",
    divide: Divide = False,
    turns: Turns = False,
    json: Json = False,
) -> None:
    """How many sequences of plies there are, how many of them end the game, and how.

    \b
    lusory census susan --depth 3
    lusory census doppel -o size=4 --start a1 --depth 6
    lusory census serendipity -o size=4 --depth 2 --turns
    lusory census tic-tac-toe --depth 4 --divide
    lusory census susan --depth 3 --json               [[61,0,0,0,0],[3690,0,0,0,0],...]

    Ctrl-C stops it; the rows already counted are printed.
    """
    from ..play import census as counting

    counting.check_depth(depth)
    position = game_of(game, option).start().line(start)
    contract = position.contract
    table = CensusPrinter(contract.players, json)
    try:
        if divide:
            start_plies = list(position.texts)
            parts = counting.divide(contract, depth, start=start_plies, turns=turns)
            table.print_divide(parts, len(position.moves()))
        else:
            table.print_census(with_progress(counting.rows(contract, depth, position.state, turns), depth))
    except KeyboardInterrupt:
        progress.wipe()
        table.end()
        raise
    table.end()


def with_progress(rows: Iterable[list[int]], depth: int) -> Iterator[list[int]]:
    """The same rows; long counts report progress on stderr."""
    clock = Timer()
    for number, row in enumerate(rows, 1):
        progress.wipe()
        yield row
        if number < depth and clock.is_report_due():
            progress.tell(f"depth {number} of {depth} counted in {clock.passed:.0f} s")


class CensusPrinter:
    """Prints rows as they come; with --json all of them at the end."""

    def __init__(self, players: int, json: bool) -> None:
        wins = ["first", "second", "third", "fourth"][:players]
        self.heads = ["nodes", "finished", *wins, "draws" if players > 1 else "not won"]
        self.json = json
        self.rows: list[object] = []

    def print_census(self, rows: Iterable[Sequence[int]]) -> None:
        """Print the rows of a census."""
        self._head("depth")
        for row in rows:
            self._row(str(len(self.rows) + 1), row)
            self.rows.append(row)

    def print_divide(self, parts: Iterable[tuple[str, list[list[int]]]], total: int) -> None:
        """Print the last row for each first ply, and their sum."""
        self._head("ply")
        clock, sums = Timer(), [0] * len(self.heads)
        for number, (text, rows) in enumerate(parts, 1):
            progress.wipe()
            self._row(text, rows[-1])
            self.rows.append([text, rows[-1]])
            sums = [a + b for a, b in zip(sums, rows[-1], strict=True)]
            if number < total and clock.is_report_due():
                progress.tell(f"{number} of {total} plies counted")
        progress.wipe()
        self._row("all", sums)

    def end(self) -> None:
        """Print the JSON document, also when stopped."""
        if self.json:
            import msgspec

            typer.echo(msgspec.json.encode(self.rows))

    def _head(self, of: str) -> None:
        if not self.json:
            typer.echo(f"{of:>9}" + "".join(f"{head:>15}" for head in self.heads))

    def _row(self, name: str, row: Sequence[int]) -> None:
        if not self.json:
            typer.echo(f"{name:>9}" + "".join(f"{n:>15,}" for n in row))
            sys.stdout.flush()
