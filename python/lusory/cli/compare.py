"""`lusory compare`: plays versions of a game and compares their figures."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import (
    GAME_HELP,
    GameOptions,
    Json,
    RayAddress,
    Workers,
    complete_game,
    complete_option,
    complete_player,
    game_of,
    seed_option,
    worker_spec,
    writable,
)
from .measure import report_file
from .progress import Timer, progress, report_stop

if TYPE_CHECKING:
    from ..lab.compare import Comparison, Gap
    from ..lab.figures import FigureTable
    from ..play.program import Program
    from ..rules.game import Game

Names = Annotated[
    list[str], typer.Argument(metavar="GAME...", help=GAME_HELP + " Or several.", autocompletion=complete_game)
]
With = Annotated[
    list[str] | None,
    typer.Option(
        "--with", metavar="OPTIONS", help="A version: 'draw=none size=4'; repeatable.", autocompletion=complete_option
    ),
]
Games = Annotated[int, typer.Option("--games", metavar="N", help="Of each version; with --settle at most.")]
Player = Annotated[str, typer.Option("--player", metavar="SPEC", autocompletion=complete_player, help="In every seat.")]
Seed = Annotated[int, seed_option("The same seed, the same comparison.")]
SettleOption = Annotated[
    str, typer.Option("--settle", metavar="FIGURE[=MARGIN]", help="Stop once it is known by which version has more.")
]
LogFolder = Annotated[
    Path | None,
    typer.Option("--log", metavar="DIR", help="Keep the games, and go on from them; random games need none."),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="A report: .html, .md, .json or .pdf.")]

AS_GIVEN = "as given"
WIDEST = 28
"""Characters of a version's name in the table."""


def compare(
    game: Names,
    option: GameOptions = None,
    versions: With = None,
    games: Games = 10_000,
    player: Player = "random",
    seed: Seed = 0,
    workers: Workers = 0,
    ray: RayAddress = "",
    settle: SettleOption = "",
    log: LogFolder = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Play versions of a game, or several games, side by side, and say by how much they differ.

    \b
    lusory compare susan --with draw=slides:4 --games 2000
    lusory compare susan --with draw=slides:4 --with draw=slides:6 --with draw=none --games 2000
    lusory compare hex y -o size=6 --games 2000
    lusory compare susan --with draw=slides:5 --settle draws --games 20000
    lusory compare susan --with draw=slides:5 --settle score=0.05 --games 20000

    With one --with the version is held against the game as -o has it; with several they are held against the first of
    them ('' is the game as it is). Several games are held against the first, each with the same -o. Game number i of
    all versions meets the same chance, so that differences are taken game by game. --settle plays until it is sure
    which version has more of a figure, or that they differ by less than MARGIN; --games is then the most.
    """
    from ..lab.compare import compare as run_comparison

    writable(out)
    named_games = versions_of(game, option or [], versions or [])
    clock = Timer()
    try:
        result = run_comparison(
            [named_game for _, named_game in named_games],
            [name for name, _ in named_games],
            games=games,
            player=player,
            seed=seed,
            workers=worker_spec(workers, ray),
            settle=settle or None,
            log=log,
            command=command(game, option or [], versions or [], games, player, seed, settle),
            on_progress=lambda done: report_progress(done, clock),
        )
    except KeyboardInterrupt:
        report_stop("played", file_of_games(log, [named_game for _, named_game in named_games]))
        raise
    finally:
        progress.wipe()
    with report_file(result, out) as notes:
        for line in [result.json().decode()] if json else [*lines(result), *notes]:
            typer.echo(line)


def versions_of(names: list[str], option: list[str], versions: list[str]) -> list[tuple[str, Game | Program]]:
    """The versions with their names."""
    if len(names) > 1:
        if versions:
            raise typer.BadParameter("--with is for one GAME: expected either several games or several versions")
        return [(name, game_of(name, option)) for name in names]
    if not versions:
        raise typer.BadParameter("one version: expected --with, or several games")
    changes = versions if len(versions) > 1 else ["", *versions]
    return [(text.strip() or AS_GIVEN, game_of(names[0], [*option, *parts(text)])) for text in changes]


def parts(text: str) -> list[str]:
    """`draw=none size=4` or `draw=none,size=4` as options."""
    return [part for part in re.split(r"[\s,]+", text) if part]


def command(
    names: list[str], option: list[str], versions: list[str], games: int, player: str, seed: int, settle: str
) -> str:
    """The command line that repeats the comparison."""
    words = ["lusory", "compare", *names]
    words += [word for text in option for word in ("-o", text)]
    words += [word for text in versions for word in ("--with", text)]
    words += ["--games", str(games), "--player", player, "--seed", str(seed)]
    return shlex.join([*words, *(["--settle", settle] if settle else [])])


def report_progress(progress_made: Any, clock: Timer) -> None:
    """Report progress on stderr."""
    if clock.is_report_due() and progress_made.done:
        seconds_left = clock.passed / progress_made.done * (progress_made.games - progress_made.done)
        progress.tell(
            f"{progress_made.done:,} of {progress_made.games:,} games of each version, about {seconds_left:.0f} s left"
        )


def file_of_games(log: Path | None, versions: list[Game | Program]) -> Path | None:
    """The log where games are in it, as those of random players never are."""
    from ..lab.compare.run import log_file
    from ..lab.json_log import holds_entries

    files = [log / log_file(i, version) for i, version in enumerate(versions)] if log else []
    return log if any(map(holds_entries, files)) else None


def lines(comparison: Comparison) -> Iterator[str]:
    """The comparison as lines of text."""
    names = ", ".join(comparison.names)
    yield f"{names}: {comparison.games:,} games of each, {comparison.player}, seed {comparison.seed}"
    yield from rules(comparison)
    for i, name in enumerate(comparison.names[1:], 1):
        yield ""
        yield f"{name} against {comparison.names[0]}"
        yield from table(comparison, i)
    yield from endings(comparison)
    yield ""
    yield "The intervals of one figure hold for all versions together with 95 %: of twenty figures that do not differ,"
    yield "one looks settled."
    yield from comparison.notes


def rules(comparison: Comparison) -> Iterator[str]:
    """The differences between the rules of each version and of the first."""
    from ..lab.compare import difference_lines

    for name, changes in zip(comparison.names[1:], comparison.changes[1:], strict=True):
        yield ""
        yield f"The rules of {name}, where they are not those of {comparison.names[0]}"
        for line in difference_lines(changes) or ["they are written in Python, so they cannot be compared"]:
            yield f"  {line}"


def table(comparison: Comparison, version: int) -> Iterator[str]:
    """A table with a line for each figure."""
    names = [short(comparison.names[i]) for i in (0, version)]
    wide = max(10, *map(len, names))
    yield f"  {'':<16}" + "".join(f"{name:>{wide + 2}}" for name in names) + f"{'difference':>14}  95 % between"
    gaps = [gap for gap in comparison.gaps if gap.version == version]
    yield from (row(comparison, gap, wide) for gap in gaps if gap.value is not None)
    if silent := [gap.figure for gap in gaps if gap.value is None]:
        yield f"  not told: {', '.join(silent)}"


def endings(comparison: Comparison) -> Iterator[str]:
    """How often each end ended the games of each version."""
    tables = [version.table("ends") for version in comparison.versions]
    labels = list(dict.fromkeys(row.label for table in tables for row in table.rows))
    if not labels:
        return
    wide = max(10, *(len(short(name)) for name in comparison.names))
    longest = max(map(len, labels))
    yield ""
    yield f"{'How games end':<{longest + 2}}" + "".join(f"{short(name):>{wide + 2}}" for name in comparison.names)
    for label in labels:
        shares = [share(table, label) for table in tables]
        yield f"  {label:<{longest}}" + "".join(f"{text:>{wide + 2}}" for text in shares)


def share(table: FigureTable, label: str) -> str:
    """How often an end came; `-` in a version that does not have it."""
    row = next((row for row in table.rows if row.label == label), None)
    return "-" if row is None else number(row.figures[table.columns.index("share")].value, "share")


def row(comparison: Comparison, gap: Gap, wide: int) -> str:
    """One figure of two versions."""
    values = [comparison.versions[i].figure(gap.figure) for i in (0, gap.version)]
    cells = "".join(f"{number(figure.value, gap.unit):>{wide + 2}}" for figure in values)
    head = f"  {gap.figure:<16}{cells}"
    if gap.value is None or gap.low is None or gap.high is None:
        return f"{head}{'':>14}  {gap.why}"
    bounds = f"{number(gap.low, gap.unit, signed=True)} and {number(gap.high, gap.unit, signed=True)}"
    return f"{head}{number(gap.value, gap.unit, signed=True):>14}  {bounds:<24}{verdict(comparison, gap)}"


def verdict(comparison: Comparison, gap: Gap) -> str:
    """What a difference means: settled, or how many more games would settle it."""
    if comparison.settle is not None and gap.figure == comparison.settle.figure and comparison.settle.alike(gap):
        return f"within {comparison.settle.margin:g}"
    if gap.settled:
        return "settled"
    if gap.low == gap.high == 0:
        return "equal"
    if gap.more is None:
        return gap.why or "open; no number of games would settle it"
    from ..lab.intervals import round_up

    return f"open; about {round_up(gap.more):,} games more would settle it 4 times in 5"


def number(value: float | None, unit: str, signed: bool = False) -> str:
    """A value in its unit."""
    if value is None:
        return "-"
    sign = "+" if signed else ""
    return f"{100 * value:{sign}.1f} %" if unit == "share" else f"{value:{sign}.4g}"


def short(name: str) -> str:
    """A name cut to the width of its column."""
    return name if len(name) <= WIDEST else name[: WIDEST - 3] + "..."
