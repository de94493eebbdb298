"""`lusory study`: shows or repeats the studies of five games."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import LusoryError
from .arguments import RayAddress, Workers, seed_option, worker_spec
from .progress import Timer, progress

if TYPE_CHECKING:
    from ..lab.pool import WorkerSpec
    from ..lab.studies import Study, StudyResults


def complete_study(incomplete: str) -> list[str]:
    """The names of the studies."""
    from ..lab.studies import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


Name = Annotated[str, typer.Argument(metavar="[NAME]", autocompletion=complete_study, help="Which; none lists them.")]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="The page, its pictures and its data go there.")]
Scale = Annotated[float, typer.Option("--games-scale", metavar="X", help="Play so many times as many games.")]
Seed = Annotated[int, seed_option("The same seed, the same figures.")]
Logs = Annotated[Path | None, typer.Option("--logs", metavar="DIR", help="Keep the games, and go on from them.")]
Redraw = Annotated[bool, typer.Option("--redraw", help="Play nothing: make the page again from its data.")]
Again = Annotated[bool, typer.Option("--again", help="Play it again, and write its page and data.")]

BAR = 20
STUDIES_FOLDER = Path("docs/studies")
"""Where the results of lusory's own studies are, seen from its repository."""
GONE = "nothing is kept; with --logs DIR a study goes on where it was stopped"


def study(
    name: Name = "",
    out: Out = STUDIES_FOLDER,
    games_scale: Scale = 1.0,
    seed: Seed = 1,
    workers: Workers = 0,
    ray: RayAddress = "",
    logs: Logs = None,
    redraw: Redraw = False,
    again: Again = False,
) -> None:
    """Study a question about a game: play its versions at several strengths, and write a page of the results.

    \b
    lusory study                                            which there are
    lusory study susan                                      its result, where it was played
    lusory study susan --again                              play it again, in hours
    lusory study susan --again --games-scale 0.1 --out x    a tenth of the games, a first look
    lusory study susan --again --logs logs --workers 2      keep the games; goes on where it was stopped
    lusory study susan --redraw                             the page again from its data

    Without --again it plays nothing, and shows the results kept under --out. A page has the answer first, then tables
    with intervals, plots, what it rests on, and one sentence for the designer. No player looks at a clock: the same
    seed gives the same page.
    """
    from ..lab import studies
    from ..lab.studies import page

    if not name:
        for study_name in studies.NAMES:
            typer.echo(f"{study_name:<16}{studies.study(study_name).title}")
        return
    selected = studies.study(name)
    if not (again or redraw):
        show(selected, out)
        return
    results = (
        play_study(selected, games_scale, seed, worker_spec(workers, ray), logs)
        if again
        else studies.read(out / "data" / f"{name}.json")
    )
    progress.wipe()
    files = page.write(selected, results, out)
    index = out / "index.md"
    index.write_text(page.index(studies.studies_with_results(out)), encoding="utf-8")
    for line in selected.answer(results):
        typer.echo(line)
    typer.echo(f"\n{selected.sentence(results)}\n")
    typer.echo("\n".join(str(path) for path in (*files, index)))


def show(study: Study, out: Path) -> None:
    """The result of a study that was played; where it was not, how to play it."""
    from ..lab import studies

    try:
        results = studies.read(out / "data" / f"{study.name}.json")
    except LusoryError:
        if out == STUDIES_FOLDER and show_shipped(study):
            return
        raise LusoryError(
            f"{study.name}: no results in {out}; `lusory study {study.name} --again --out DIR` plays the study"
        ) from None
    typer.echo(f"{study.title}\n\n{study.question}\n")
    for line in study.answer(results):
        typer.echo(line)
    typer.echo(f"\n{study.sentence(results)}\n\nAll figures: {out / study.name}.md")


def show_shipped(study: Study) -> bool:
    """The result that comes with the package, in one sentence; False where there is none."""
    from ..server.studies import studies

    page = next((page for page in studies().values() if page.name == study.name), None)
    if page is None:
        return False
    typer.echo(f"{study.title}\n\n{page.question}\n\n{page.sentence}\n\nThe whole study: the page of the game.")
    return True


def play_study(study: Study, scale: float, seed: int, workers: WorkerSpec, logs: Path | None) -> StudyResults:
    """Play the study. Without a folder for logs the games are not kept."""
    from ..lab.studies import StudyRun

    clock = Timer()

    def show_progress(task: str, completed: float) -> None:
        if clock.is_report_due():
            bar = "#" * int(completed * BAR) + "." * (BAR - int(completed * BAR))
            progress.tell(f"{study.name} [{bar}] {task}, {clock.passed:.0f} s")

    with tempfile.TemporaryDirectory() as passing:
        bench = StudyRun(
            study, logs or Path(passing), scale=scale, seed=seed, workers=workers, on_progress=show_progress
        )
        try:
            return bench.run()
        except KeyboardInterrupt:
            progress.wipe()
            typer.echo("what was played is kept: the same command goes on" if logs else GONE, err=True)
            raise
