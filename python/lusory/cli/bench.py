"""`lusory bench`: speed of random playouts, and how the games ended."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import GAME_HELP, GameOptions, Json, complete_game, game_of, seed_option
from .progress import Timer, progress

if TYPE_CHECKING:
    from ..play.bench import Bench

Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME ...]", help=GAME_HELP, autocompletion=complete_game)]
Seconds = Annotated[float, typer.Option("--seconds", min=0.01, metavar="S", help="Play each game for S seconds.")]
Number = Annotated[int, typer.Option("--games", min=0, metavar="N", help="Or play N games of each.")]
Threads = Annotated[int, typer.Option("--threads", min=1, max=1024, metavar="N", help="Play on N threads.")]
Seed = Annotated[int, seed_option("The same seed, the same games.")]

COLUMNS = (("playouts/s", 14), ("plies/s", 14), ("length", 9), ("wins %", 16), ("draws %", 9))
COSTS = (("compile ms", 12), ("board ms", 10), ("state bytes", 13), ("played by", 14))


def bench(
    game: Games = None,
    option: GameOptions = None,
    seconds: Seconds = 1.0,
    games: Number = 0,
    threads: Threads = 1,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Play random games as fast as can be: games and plies a second, and what the games come to.

    \b
    lusory bench                                    every game, a second each
    lusory bench susan -o size=4 --seconds 5        and how often each of its ends ended it
    lusory bench hex havannah --threads 2
    lusory bench susan --games 1000000 --seed 7     the same million games each time
    lusory bench susan --json

    `wins %` is by player, first/second. `compile` is from the rules to an engine that plays them, `board` is working
    out their board. Ctrl-C stops it; the games already measured are printed.
    """
    from ..games import studied_games
    from ..play.bench import bench as run_bench

    loaded = [game_of(name, option) for name in game or sorted(studied_games())]
    table = BenchPrinter(len(loaded) == 1, json)
    try:
        for number, loaded_game in enumerate(loaded, 1):
            report = progress_callback(f"{number} of {len(loaded)}, " if len(loaded) > 1 else "", seconds, games)
            table.add(
                run_bench(loaded_game, seconds=seconds, games=games, threads=threads, seed=seed, on_progress=report)
            )
    except KeyboardInterrupt:
        progress.wipe()
        table.end()
        raise
    table.end()


def progress_callback(place: str, seconds: float, games: int) -> Callable[[Bench], None]:
    """A callback that reports the progress of a long run on stderr."""
    clock = Timer()

    def report(result: Bench) -> None:
        if clock.is_report_due():
            far = f"{result.games:,} of {games:,} games" if games else f"{result.seconds:.0f} of {seconds:.0f} s"
            progress.tell(f"{place}{result.game}: {far}")

    return report


class BenchPrinter:
    """Prints rows as they come; with --json all of them at the end. alone: there is one game, printed with details."""

    def __init__(self, alone: bool, json: bool) -> None:
        self.alone, self.json = alone, json
        self.results: list[Bench] = []

    def add(self, result: Bench) -> None:
        """Print or collect one game."""
        progress.wipe()
        if not self.json:
            if not self.results:
                typer.echo(column_names())
            typer.echo(row(result))
            for line in details(result) if self.alone else cut_off_warning(result):
                typer.echo(line)
            sys.stdout.flush()
        self.results.append(result)

    def end(self) -> None:
        """Print the JSON document, also when stopped."""
        if self.json:
            import msgspec

            typer.echo(msgspec.json.encode([to_json(result) for result in self.results]))


def column_names() -> str:
    """The names of the columns."""
    return " " * 16 + "".join(f"{name:>{width}}" for name, width in (*COLUMNS, *COSTS))


def row(result: Bench) -> str:
    """One game as a row of the table."""
    wins = "/".join(f"{percent(result, count):.1f}" for count in result.wins)
    speed = f"{result.games_per_second:,.0f}", f"{result.plies_per_second:,.0f}", f"{result.length:.1f}"
    costs = milliseconds(result.compile_seconds), milliseconds(result.board_seconds), str(result.state_bytes or "-")
    # Of a game for one, what is not won may be lost.
    draws = f"{percent(result, result.draws):.1f}" if len(result.wins) > 1 else "-"
    cells = (*speed, wins, draws, *costs, result.by)
    columns = zip(cells, (*COLUMNS, *COSTS), strict=True)
    return f"{result.game:<16}" + "".join(f" {cell:>{width - 1}}" for cell, (_, width) in columns)


def percent(result: Bench, count: int) -> float:
    """`count` as a percentage of the games."""
    return 100 * result.share(count)


def milliseconds(seconds: float | None) -> str:
    """Seconds as milliseconds; `-` where nothing was measured."""
    return "-" if seconds is None else f"{1000 * seconds:.2f}"


def details(result: Bench) -> list[str]:
    """Further lines, where there is one game: how often each end came, threads and seed."""
    ends = sorted(result.ended_by.items(), key=lambda end: -end[1])
    threads = "1 thread" if result.threads == 1 else f"{result.threads} threads"
    games = f"{result.games:,} games in {result.seconds:.2f} s on {threads}, seed {result.seed}"
    return [
        "",
        *(f"{percent(result, count):>7.2f} % ended by {end}" for end, count in ends),
        *cut_off_warning(result),
        games,
    ]


def cut_off_warning(result: Bench) -> list[str]:
    """The warning about games that were cut off; empty where none was."""
    from ..play.bench import LIMIT

    return [f"{result.game}: {result.cut_off:,} games cut off after {LIMIT:,} plies"] if result.cut_off else []


def to_json(result: Bench) -> dict[str, object]:
    """The benchmark of a game as JSON."""
    import msgspec

    rates = ("games_per_second", "plies_per_second", "length")
    return msgspec.structs.asdict(result) | {name: getattr(result, name) for name in rates}
