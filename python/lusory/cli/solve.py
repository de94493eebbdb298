"""`lusory solve`: the exact value of a position."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .._files import check_places, write_atomically
from ..errors import LusoryError
from .arguments import GAME_HELP, GameOptions, Json, Start, complete_game, game_of, seed_option
from .progress import Timer, progress, report_stop

if TYPE_CHECKING:
    from ..play.position import Position
    from ..solve import Solution, Solver

Name = Annotated[str, typer.Argument(metavar="[GAME]", help=GAME_HELP, autocompletion=complete_game)]
Best = Annotated[bool, typer.Option("--best", help="Also which plies keep the value.")]
Distance = Annotated[bool, typer.Option("--distance", help="Also how many plies a win takes against best defence.")]
ByHowMuch = Annotated[
    bool, typer.Option("--margin", help="By how much instead: for games that count points or pieces.")
]
Hours = Annotated[
    float, typer.Option("--hours", min=0.0, metavar="H", help="Stop after so long, with bounds; 0: never.")
]
Memory = Annotated[
    float, typer.Option("--memory", min=0.01, max=1024, metavar="GB", help="For what is known of positions.")
]
Threads = Annotated[int, typer.Option("--threads", min=1, max=256, metavar="N", help="How many search, or check.")]
Proof = Annotated[Path | None, typer.Option("--proof", metavar="FILE", help="Write a proof that can be checked.")]
Table = Annotated[
    Path | None,
    typer.Option("--table", metavar="FILE", help="Write the value of every position, if it is solved layer by layer."),
]
Checkpoint = Annotated[
    Path | None, typer.Option("--checkpoint", metavar="FILE", help="Save what is found, and go on from it.")
]
Verify = Annotated[
    Path | None, typer.Option("--verify", metavar="FILE", help="Check a proof or a table; GAME is not needed.")
]
Line = Annotated[bool, typer.Option("--line", help="With --verify: also the line that lasts longest.")]
Samples = Annotated[int, typer.Option("--samples", min=0, metavar="N", help="Check so many at random only; 0: all.")]
Seed = Annotated[int | None, seed_option("With --samples: draw these again.", "N")]


def solve(
    game: Name = "",
    option: GameOptions = None,
    start: Start = "",
    best: Best = False,
    distance: Distance = False,
    margin: ByHowMuch = False,
    hours: Hours = 0.0,
    memory: Memory = 1.0,
    threads: Threads = 1,
    checkpoint: Checkpoint = None,
    proof: Proof = None,
    table: Table = None,
    verify: Verify = None,
    samples: Samples = 0,
    seed: Seed = None,
    line: Line = False,
    json: Json = False,
) -> None:
    """Solve a game: who wins if nobody makes a mistake.

    \b
    lusory solve tic-tac-toe                          a draw
    lusory solve susan -o size=2 --best               and which first plies win
    lusory solve hex -o size=3 --distance             and how many plies a win takes
    lusory solve doppel -o size=4 --start a1 --margin     by how many points
    lusory solve hex -o size=3 --proof hex.proof      write a proof
    lusory solve --verify hex.proof                   check it with the reference, not the engine
    lusory solve susan -o size=3 --table susan.table  or the value of every position
    lusory solve connect-four --start 'd1 d2' --hours 0.1    with bounds where the time is too short

    For games for two. With --checkpoint it goes on where Ctrl-C, or anything else, has stopped it. Of a game with
    secrets it finds how both players mix their plies best; it has no proof.
    """
    if verify is not None:
        if game or option or start or proof or table or checkpoint or best or distance or margin:
            raise typer.BadParameter("--verify FILE takes --samples, --seed, --line, --threads and --json alone")
        from .verify import check_file

        return check_file(verify, samples, threads, line, json, seed)
    if not game:
        raise typer.BadParameter("expected a GAME, or --verify FILE")
    if samples or line or seed is not None:
        raise typer.BadParameter("--samples, --seed and --line are for --verify FILE")
    if margin and (proof or table):
        raise typer.BadParameter("a margin has no proof and no table")
    position = game_of(game, option).start().line(start)
    check_places(proof, table)
    if position.hidden and (proof or table):
        raise LusoryError("a game with secrets has no proof: strategies that mix plies are not lines to check")
    if distance and position.hidden:
        raise typer.BadParameter("a game with secrets has no distance: its strategies mix plies")
    options: dict[str, Any] = {"memory": int(memory * 2**30), "threads": threads, "seconds": hours * 3600 or None}
    teller = ProgressTeller()
    options |= {"checkpoint": checkpoint, "progress": teller}
    try:
        if margin:
            return show_margin(position, json, options)
        return show_value(position, (best, distance, json), options, proof, table)
    except KeyboardInterrupt:
        hint = "nothing is kept yet" if checkpoint else "nothing is kept (--checkpoint FILE keeps what is found)"
        kept = ", ".join(map(str, kept_files(checkpoint, margin)))
        report_stop("found", kept or None, hint, teller.text)
        raise


def kept_files(checkpoint: Path | None, margin: bool) -> list[Path]:
    """The files in which what was found is kept; a margin that takes several questions has some beside the first."""
    if checkpoint is None:
        return []
    begin = (f"{checkpoint.name}.margin", f"{checkpoint.name}.handicap")
    beside = [file for file in checkpoint.parent.glob("*") if margin and file.name.startswith(begin)]
    return [checkpoint] * checkpoint.exists() + sorted(beside)


def show_value(
    position: Position,
    wishes: tuple[bool, bool, bool],
    options: dict[str, Any],
    proof: Path | None,
    table: Path | None,
) -> None:
    """The value, and the files that show it. wishes: the best plies, the distance, in JSON."""
    from ..solve import Solver, solver_of

    best, distance, json = wishes
    solver = solver_of(position, **options) if table is None else Solver(position, table=True, **options)
    solution = solver.solve(best, distance) if isinstance(solver, Solver) else solver.solve(best)
    progress.wipe()
    show(solution, json)
    if best and not json and solution.is_solved and solution.best is None and position.result is None:
        typer.echo("Best: not sought. The search that found the value does not tell which plies keep it.")
    if isinstance(solver, Solver):
        write(solver, solution, proof, table)


def show_margin(position: Position, json: bool, options: dict[str, Any]) -> None:
    """By how much a game is won."""
    import msgspec

    from ..solve.margin import margin

    result = margin(position, **options)
    progress.wipe()
    typer.echo(msgspec.json.encode(result._asdict()).decode() if json else result.sentence)


class ProgressTeller:
    """Is called with the positions, the seconds and the outlook of a search; tells them, not too often. text: what it
    heard last."""

    def __init__(self) -> None:
        self.clock, self.text = Timer(), ""

    def __call__(self, positions: int, seconds: float, outlook: str) -> None:
        self.text = f"{positions:,} positions in {seconds:.0f} s{f'; {outlook}' if outlook else ''}"
        if self.clock.is_report_due():
            progress.tell(self.text)


def show(solution: Solution, json: bool) -> None:
    """The result, for people or programs."""
    import msgspec

    typer.echo(msgspec.json.encode(solution.to_dict()).decode() if json else str(solution))


def write(solver: Solver, solution: Solution, proof: Path | None, table: Path | None) -> None:
    """The files that were asked for, where the value is known."""
    from ..solve.certificate import certificate
    from ..solve.table_file import table_parts

    if table is not None:
        write_file(table, solution, lambda: b"".join(table_parts(solver, solution)))
    if proof is not None:
        write_file(proof, solution, lambda: certificate(solver, solution))


def write_file(path: Path, solution: Solution, content: Callable[[], bytes]) -> None:
    """A file that shows the value, where it is known."""
    if not solution.is_solved and not solution.is_narrow:
        typer.echo(f"{path} is not written: the value is open.", err=True)
        return
    data = content()
    write_atomically(path, data)
    progress.wipe()
    typer.echo(f"{path}: {len(data):,} bytes. Check it with: lusory solve --verify {path}", err=True)
