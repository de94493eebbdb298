"""`lusory breed`: new games from known ones."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from textwrap import fill, indent
from typing import TYPE_CHECKING, Annotated

import typer

from .._counts import count_phrase
from ..errors import LusoryError
from .arguments import Json, RayAddress, Workers, complete_game, seed_option, worker_spec
from .progress import Timer, progress, report_stop

if TYPE_CHECKING:
    from ..breed import Bred, Kept
    from ..breed.run import Breeding
    from ..breed.taste import Taste
    from ..lab.pool import WorkerSpec

From = Annotated[
    list[str] | None,
    typer.Option("--from", metavar="GAME", autocompletion=complete_game, help="A parent; repeatable. All, if none."),
]
Children = Annotated[int | None, typer.Option("--children", min=1, metavar="N", help="So many, in batches of 16.")]
Hours = Annotated[float | None, typer.Option("--hours", min=0.0001, metavar="H", help="As long as that.")]
Seed = Annotated[int, seed_option("The same seed, the same archive.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Keep log and litter there, and go on.")]
GoalText = Annotated[str, typer.Option("--goal", metavar="GOAL", help="'draws<=10% plies<=40'; what is bred for.")]
Votes = Annotated[
    Path | None,
    typer.Option("--taste", metavar="FILE", help="A CSV of votes, voter,better,worse: breed what people like."),
]
Nets = Annotated[
    float | None,
    typer.Option("--nets", min=0.0, max=1000, metavar="M", help="Learn the best few games for M minutes each."),
]
Rename = Annotated[
    list[str] | None,
    typer.Option("--rename", metavar="OLD=NEW", help="Another name for a game of the litter in DIR; repeatable."),
]
MOST_SHOWN = 10
SELDOM = 64
"""Where stderr is no terminal, a line is printed after so many batches."""
WIDE = 96

CHILDREN = 1000
"""Where neither a number nor a time is given."""


def breed(
    parents: From = None,
    children: Children = None,
    hours: Hours = None,
    seed: Seed = 0,
    workers: Workers = 0,
    ray: RayAddress = "",
    out: Out = None,
    goal: GoalText = "",
    taste: Votes = None,
    nets: Nets = None,
    rename: Rename = None,
    json: Json = False,
) -> None:
    """Breed games: children of known ones, screened by play, the best of each kind kept.

    \b
    lusory breed --children 20000 --out bred
    lusory breed --from yavalath --from susan --hours 1 --out bred
    lusory breed --from susan --goal '20<=plies<=40 draws<=5%' --out bred
    lusory play bred/games/NAME.json

    Children differ from their parents by a part of another game or by small changes. What is worth keeping ends, lets
    both players win, rewards the deeper search and stays open. --goal adds figures to reach, as of `lusory repair`; a
    game counts the less the farther it is from them. --taste is a CSV of votes on games of a litter.json beside it, or
    of the catalogue. --out keeps a log, from which the same command goes on, and the litter: a page with all games, and
    a file for each. --nets trains a net for each of the best six games of the litter, and tells how they go between
    such players. --rename gives a find another name for good. Without --children and --hours it is 1000 children, or as
    many as the log has, if more; with --nets or --rename as many as the log has.
    """
    from ..breed import breed as run_breeding

    for option, given in (("--nets", nets is not None), ("--rename", bool(rename))):
        if given and out is None:
            raise LusoryError(f"{option}: expected --out, too: what it makes is kept in that folder")
    if out is not None and rename:
        from ..breed.renaming import check_before

        check_before(out, rename)
    clock = Timer()
    model = read_taste(taste, out)
    run = partial(
        run_breeding, parents or (), seed=seed, workers=worker_spec(workers, ray), out=out, goal=goal, taste=model
    )
    count = children if children is not None or hours is not None else children_by_default(out, rename, nets)
    try:
        result = run(children=count, hours=hours, on_progress=lambda run: report_progress(run, clock))
    except KeyboardInterrupt:
        progress.wipe()
        write_interrupted(run, out)
        raise
    finally:
        progress.wipe()
    chosen: dict[str, str] = {}
    if out is not None:
        if rename:
            rename_games(result, out, rename)
        chosen = names_in(out)
        write_litter(result, out, chosen, nets, worker_spec(workers, ray))
    if json:
        from msgspec.json import encode

        typer.echo(encode(result))
        return
    for line in lines(result, out, chosen):
        typer.echo(line)


def rename_games(result: Bred, out: Path, changes: list[str]) -> None:
    """Gives games of the litter the names that people chose."""
    from ..breed.renaming import rename

    rename(result, out, changes)


def names_in(out: Path) -> dict[str, str]:
    """The names that people have given to games of the litter in a folder."""
    from ..breed.renaming import chosen_names

    return chosen_names(out)


def write_litter(result: Bred, out: Path, chosen: dict[str, str], nets: float | None, workers: WorkerSpec) -> None:
    """Writes the litter; with nets, of so many minutes, those of the best games come in a second version of it."""
    from ..breed.finalists import learn_finalists
    from ..breed.litter import litter, write

    write(result, out, chosen=chosen)
    if nets is not None:
        values = [newborn.value for newborn in litter(result, chosen)]
        try:
            figures = learn_finalists(
                values, out, nets, workers=workers, on_progress=lambda name: progress.tell(f"a net learns {name}")
            )
        finally:
            progress.wipe()
        write(result, out, figures, chosen)


def read_taste(votes: Path | None, out: Path | None) -> Taste | None:
    """The model of a file of votes on games of the litter and the catalogue; its validation is reported on stderr."""
    if votes is None:
        return None
    from ..breed.litter import ARCHIVE
    from ..breed.taste import taste_of

    litter = next((folder / ARCHIVE for folder in (votes.parent, out) if folder and (folder / ARCHIVE).exists()), None)
    model = taste_of(votes, litter)
    typer.echo(f"lusory: {model}", err=True)
    return model


def children_by_default(out: Path | None, rename: list[str] | None, nets: float | None) -> int:
    """How many children where neither a number nor a time is given: no fewer than the log has, so that no game of the
    litter is lost, and no more where names or nets are what is asked for."""
    from ..breed.run import logged_children

    logged = logged_children(out) if out is not None else 0
    return logged if logged and (rename or nets is not None) else max(CHILDREN, logged)


def write_interrupted(run: Callable[..., Bred], out: Path | None) -> None:
    """Writes the litter of what was bred until Ctrl-C, and says where it is."""
    from ..breed.run import logged_children

    logged = logged_children(out) if out is not None else 0
    if out is not None and logged:
        litter_of_log = run(children=logged, workers=1, isolated=False)
        write_litter(litter_of_log, out, names_in(out), None, 1)
    report_stop("bred", out if logged else None, "nothing is kept yet" if out else "nothing is kept")


def report_progress(run: Breeding, clock: Timer) -> None:
    """Report progress on stderr."""
    if not clock.is_report_due() or not (sys.stderr.isatty() or run.done % SELDOM == 0):
        return
    so_far = run.result()
    best = f"; best {so_far.elites[0].worth:.2f}: {one_line(so_far.elites[0])}" if so_far.elites else ""
    screened, elites = so_far.screens["random games"], len(so_far.elites)
    progress.tell(f"{so_far.born:,} born, {screened:,} well played, {elites} kept{best}"[:150])


def one_line(elite: Kept) -> str:
    """The goal of a game in a sentence."""
    from ..rules.english import sheet

    return " ".join(sheet(elite.game).goal.split())


def lines(result: Bred, out: Path | None, chosen: dict[str, str]) -> Iterator[str]:
    """The run as lines of text."""
    from ..breed.aim import goal_note
    from ..breed.litter import litter

    children = count_phrase(result.children, "child", "children")
    founders = count_phrase(len(result.setting.founders), "game")
    yield f"{children} of {founders}, seed {result.setting.seed}; " + (f"{100 * result.valid:.1f} % of drafts valid")
    yield "met  " + ", ".join(f"{screen} {count:,}" for screen, count in result.screens.items())
    if odd := {fate: count for fate, count in result.fates.items() if fate in ("monster", "crashed", "unborn")}:
        yield "     " + ", ".join(f"{fate} {count:,}" for fate, count in odd.items())
    yield f"kept {len(result.elites)}, one for each combination of traits" + (", the best:" if result.elites else "")
    for newborn in litter(result, chosen)[:MOST_SHOWN]:
        value, low, high = newborn.quality
        traits = ", ".join(newborn.traits.values())
        note = goal_note(newborn.miss, result.setting.aim.goal)
        yield f"  {value:.2f} ({low:.2f} to {high:.2f})  {newborn.name:<12} {traits}  {note}".rstrip()
        yield indent(fill(newborn.goal, WIDE), " " * 6)
    if out is not None:
        yield f"all of them: {out / 'litter.html'}"
