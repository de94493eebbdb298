"""`lusory measure`: plays a game many times and reports its figures."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .._counts import count_phrase
from ..errors import LusoryError
from .arguments import (
    GameName,
    GameOptions,
    Json,
    RayAddress,
    Workers,
    complete_player,
    game_of,
    game_words,
    options_of,
    seed_option,
    worker_spec,
    writable,
)
from .progress import Timer, progress

if TYPE_CHECKING:
    from ..lab.compare import Comparison
    from ..lab.figures import Figure, FigureTable, Measurement
    from ..lab.measure import Measuring
    from ..lab.pool import WorkerSpec

Games = Annotated[int, typer.Option("--games", min=1, metavar="N", help="How many.")]
Player = Annotated[str, typer.Option("--player", metavar="SPEC", autocompletion=complete_player, help="Who plays.")]
Second = Annotated[str, typer.Option("--second", metavar="SPEC", autocompletion=complete_player, help="The second.")]
Seed = Annotated[int, seed_option("The same seed, the same figures.")]
Limit = Annotated[int, typer.Option("--limit", min=1, max=100_000, metavar="N", help="Cut games after so many plies.")]
Opening = Annotated[int, typer.Option("--opening", min=0, max=1000, metavar="N", help="Random plies to begin with.")]
Judge = Annotated[str, typer.Option("--judge", metavar="mcts:N", help="Judges positions, instead of the players.")]
LogFile = Annotated[Path | None, typer.Option("--log", metavar="FILE", help="Keep the games, and go on from them.")]
Records = Annotated[Path | None, typer.Option("--records", metavar="DIR", help="Games that were played, instead.")]
Ladder = Annotated[int, typer.Option("--ladder", min=0, metavar="N", help="Climb the skill ladder, N games a rung.")]
Rungs = Annotated[
    int,
    typer.Option("--rungs", min=0, max=12, metavar="N", help="With --ladder: N rungs, whether they pay or not."),
]
Figures = Annotated[str, typer.Option("--figures", metavar="A,B", help="Only these measures.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="A report: .html, .md, .json or .pdf.")]

Lively = Annotated[bool, typer.Option("--interactive", help="Plots of the .html that answer to the mouse.")]

BAR = 20
MOST_ROWS = 12


def measure(
    game: GameName,
    option: GameOptions = None,
    games: Games = 1000,
    player: Player = "random",
    second: Second = "",
    seed: Seed = 0,
    workers: Workers = 0,
    ray: RayAddress = "",
    limit: Limit = 2000,
    opening: Opening = 0,
    judge: Judge = "",
    log: LogFile = None,
    records: Records = None,
    ladder: Ladder = 0,
    rungs: Rungs = 0,
    figures: Figures = "",
    json: Json = False,
    out: Out = None,
    interactive: Lively = False,
) -> None:
    """Play a game many times, and say what came of it: who wins, how games end, how long they are, how the lead goes
    back and forth, each with the interval it lies in.

    \b
    lusory measure susan --games 100000                 random play
    lusory measure susan --games 200 --player mcts:200  how players play who search
    lusory measure susan --games 200 --player mcts:200 --log susan.jsonl --out susan.html
    lusory measure susan --records games                games that were played and kept
    lusory measure susan --figures first,draws,ends

    What the games cannot tell is not told, and why is said. With --log an interrupted measurement goes on where it was;
    random games need none.
    Ctrl-C ends it; what was played by then is reported.
    """
    writable(out)
    if rungs and not ladder:
        raise typer.BadParameter("--rungs is for --ladder N")
    if interactive and out is None:
        raise typer.BadParameter("--interactive is for --out FILE.html")
    rules = game_of(game, option)
    names = [name.strip().replace("-", " ") for name in figures.split(",") if name.strip()]
    rest = {"games": games, "player": player, "second": second, "seed": seed, "limit": limit}
    rest |= {"opening": opening, "judge": judge, "ladder": ladder, "rungs": rungs}
    shell_command = command(game, option, **({"records": records} if records else rest), figures=figures)
    run = new_measurement(rules, game, option, (games, player, second, seed, limit, opening, judge, names), records)
    try:
        play_games(run, worker_spec(workers, ray), log, records, (ladder, rungs))
    except KeyboardInterrupt:
        progress.wipe()
        if run.done:
            show(run.measurement(shell_command), options_of(option), json, out, interactive)
        raise
    progress.wipe()
    show(run.measurement(shell_command), options_of(option), json, out, interactive)


def play_games(
    run: Measuring, workers: WorkerSpec, log: Path | None, records: Path | None, skill: tuple[int, int]
) -> None:
    """Play or read all the games. skill: games of a rung of the ladder, and its rungs."""
    ladder, rungs = skill
    clock = Timer()
    if records is not None:
        from ..lab.collect.recorded import files

        run.read(files(records), lambda run: report_progress(run, clock))
    else:
        run.run(workers, run.useful_log(log), lambda run: report_progress(run, clock))
    if ladder:
        run.climb(ladder, workers, lambda rung, games: report_rung(rung, games, ladder, clock), rungs)


def new_measurement(
    rules: Any, game: str, option: list[str] | None, rest: tuple[Any, ...], records: Path | None
) -> Measuring:
    """A new measurement, not started yet."""
    from ..lab.collect.series import SeriesSetting
    from ..lab.matches.workers import ClassSource
    from ..lab.measure import Measuring, of_records

    games, player, second, seed, limit, opening, judge, names = rest
    if records is not None:
        return of_records(rules, names)
    setting = SeriesSetting.of(rules, player, second, seed, limit, opening, judge)
    source = None if setting.game.startswith("{") else ClassSource(game, options_of(option))
    return Measuring(rules, setting, games, names, source)


def command(game: str, option: list[str] | None, **rest: Any) -> str:
    """The command line that repeats the measurement."""
    usual = {"second": "", "limit": 2000, "opening": 0, "judge": "", "ladder": 0, "rungs": 0, "figures": ""}
    words = ["lusory", "measure", *game_words(game, option)]
    for name, value in rest.items():
        if value != usual.get(name):
            words += [f"--{name}", str(value)]
    return shlex.join(words)


def report_progress(run: Measuring, clock: Timer) -> None:
    """Report progress on stderr."""
    if not clock.is_report_due():
        return
    share = min(1.0, run.done / run.games)
    bar = "#" * int(share * BAR) + "." * (BAR - int(share * BAR))
    seconds_left = clock.passed / share * (1 - share) if share else 0
    progress.tell(f"{run.game.name} [{bar}] {run.done:,} of {run.games:,} games, about {seconds_left:.0f} s left")


def report_rung(rung: int, games: int, of: int, clock: Timer) -> None:
    """Report the progress of the ladder on stderr."""
    if clock.is_report_due():
        progress.tell(f"rung {rung + 1} of the ladder: {games} of {of} games")


def show(
    measurement: Measurement, options: dict[str, str], json: bool, out: Path | None, interactive: bool = False
) -> None:
    """Print the measurement."""
    import msgspec

    measurement = msgspec.structs.replace(measurement, options=options)
    with report_file(measurement, out, interactive) as notes:
        for line in [measurement.json().decode()] if json else [*lines(measurement), *notes]:
            typer.echo(line)


@contextlib.contextmanager
def report_file(
    measurement: Measurement | Comparison, out: Path | None, interactive: bool = False
) -> Iterator[list[str]]:
    """Write the report, if one is requested, before anything is printed; an error in writing is reported last."""
    fault: LusoryError | None = None
    if out is not None:
        from ..lab import report

        try:
            report.write(measurement, out, interactive=interactive)
        except LusoryError as error:
            fault = error
    yield [f"written to {out}"] if out is not None and fault is None else []
    if fault is not None:
        raise fault


def lines(measurement: Measurement) -> Iterator[str]:
    """The measurement as lines of text."""
    games = count_phrase(measurement.games, "game")
    yield f"{measurement.name or 'game'}: {games}, {measurement.players}, seed {measurement.seed}"
    with_value = [figure for figure in measurement.figures if figure.value is not None]
    for figure in with_value:
        yield row(figure)
    for table in measurement.tables:
        if table.rows:
            yield from end_rows(measurement, table) if table.name == "ends" else rows(table)
    yield from missing_figures([figure for figure in measurement.figures if figure.value is None])
    yield from (f"  {note}" for note in measurement.notes)


def row(figure: Figure) -> str:
    """The line of a figure: its name, value, bounds, unit, and number of games."""
    unit = "" if figure.unit == "share" else figure.unit
    games = f"{figure.games:,} {'game ' if figure.games == 1 else 'games'}"
    lack = f" ({figure.why})" if figure.why else ""
    return f"  {figure.name:<14}{number(figure):>10}  {bounds(figure):<20}{unit:<9}{games:>16}{lack}".rstrip()


def number(figure: Figure) -> str:
    """The value of a figure; shares as percentages."""
    return "-" if figure.value is None else number_text(figure.value, figure.unit)


def bounds(figure: Figure) -> str:
    """The bounds of a figure."""
    if figure.low is None or figure.high is None:
        return ""
    return f"{number_text(figure.low, figure.unit)} to {number_text(figure.high, figure.unit)}"


def number_text(value: float, unit: str) -> str:
    """A number for people."""
    if unit == "share":
        return f"{100 * value:.1f} %"
    if unit in ("openings", "rungs"):
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 100 else f"{value:.3f}" if abs(value) < 1 else f"{value:.2f}"


def end_rows(measurement: Measurement, table: FigureTable) -> Iterator[str]:
    """What ended games: numbered rows, then what each number stands for, in the words of the rules sheet."""
    import msgspec

    from ..lab.report.rules import explain_spelling

    parts = [(row, explain_spelling(measurement, row.label)) for row in table.rows[:MOST_ROWS]]
    numbered = [msgspec.structs.replace(row, label=str(clause.number or "-")) for row, clause in parts]
    yield from rows(msgspec.structs.replace(table, rows=(*numbered, *table.rows[MOST_ROWS:])))
    yield ""
    yield from (f"  {row.label:<4}{clause.text}" for row, (_, clause) in zip(numbered, parts, strict=True))


def rows(table: FigureTable) -> Iterator[str]:
    """The lines of a table, the most frequent first."""
    width = max(len(table.name), *(len(row.label) for row in table.rows[:MOST_ROWS]))
    yield ""
    yield f"  {table.name:<{width}}" + "".join(f"{column:>29}" for column in table.columns)
    for row in table.rows[:MOST_ROWS]:
        cells = (f"{number(figure)} ({bounds(figure)})" if bounds(figure) else number(figure) for figure in row.figures)
        yield f"  {row.label:<{width}}" + "".join(f"{cell:>29}" for cell in cells)
    if len(table.rows) > MOST_ROWS:
        yield f"  and {len(table.rows) - MOST_ROWS} more"


def missing_figures(figures: Sequence[Figure]) -> Iterator[str]:
    """The figures that could not be computed, by reason."""
    whys: dict[str, list[str]] = {}
    for figure in figures:
        whys.setdefault(figure.why, []).append(figure.name)
    if whys:
        yield ""
    for reason, names in whys.items():
        yield f"  not told: {', '.join(names)} ({reason})"
