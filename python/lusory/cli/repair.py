"""`lusory repair`: the smallest change of a game that meets a goal."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .._files import check_places
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
)
from .compare import number
from .progress import Timer, progress, report_stop

if TYPE_CHECKING:
    from ..lab.figures import Measurement
    from ..lab.repair import Repair, Trial
    from ..lab.repair.race import Stand
    from ..rules.options import Definition

GoalText = Annotated[str, typer.Option("--goal", metavar="GOAL", help="'first<=0.52 draws<=10%'")]
Games = Annotated[int, typer.Option("--games", metavar="N", help="The most that one change plays.")]
Player = Annotated[str, typer.Option("--player", metavar="SPEC", autocompletion=complete_player, help="In every seat.")]
Changes = Annotated[int, typer.Option("--changes", min=0, max=100_000, metavar="N", help="Tried, smallest first.")]
Unforced = Annotated[
    int, typer.Option("--unforced", min=0, metavar="N", help="Search N positions for a forced win of each player.")
]
Seed = Annotated[int, seed_option("The same seed, the same repair.")]
NOT_KEPT = "nothing is kept (--log FILE keeps what is played)"
LogFile = Annotated[Path | None, typer.Option("--log", metavar="FILE", help="Keep what is played, and go on from it.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the repaired game, as JSON.")]

WIDE = 96


def repair(
    game: GameName,
    goal: GoalText,
    option: GameOptions = None,
    player: Player = "random",
    games: Games = 10_000,
    changes: Changes = 60,
    unforced: Unforced = 0,
    seed: Seed = 0,
    workers: Workers = 0,
    ray: RayAddress = "",
    log: LogFile = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Find the smallest change of a game that meets a goal, and prove it on fresh games.

    \b
    lusory repair serendipity -o target=13 --goal 'draws<=10%' --games 2000
    lusory repair gomoku -o size=9 --goal '0.48<=first<=0.52' --games 20000
    lusory repair susan --goal 'draws<=5%,plies<=60' --games 4000 --log repair.jsonl
    lusory repair gomoku -o size=5 --goal '0.4<=score<=0.6' --unforced 100000

    Tried are other values of each option, and rules of which one word is changed: a number, a choice, an end for
    another, a draw rule more, a swap rule. All race; those that miss the goal play few games. Figures are numbers
    of each game: first, draws, score, plies, turns, branching, captures, drama, and `by quiet`, how often a clause with
    that word ended it. With --unforced a change with a forced win of a player is none. GAME may then be the file
    that --out has written.
    """
    from ..lab.json_log import holds_entries
    from ..lab.repair import repair as run_repair

    check_places(out)
    rules, options = game_of(game, option), options_of(option)
    clock = Timer()
    try:
        result = run_repair(
            rules,
            goal,
            definition=definition_of(game),
            options=options,
            games=games,
            player=player,
            seed=seed,
            workers=worker_spec(workers, ray),
            most=changes,
            unforced=unforced,
            log=log,
            command=command(game, option or [], goal, player, games, changes, unforced, seed),
            on_progress=lambda state: report_progress(state, clock),
        )
    except KeyboardInterrupt:
        report_stop("played", log if log and holds_entries(log) else None, "nothing is kept yet" if log else NOT_KEPT)
        raise
    finally:
        progress.wipe()
    if out is not None:
        write(result, out)
    if json:
        typer.echo(result.json())
        return
    for line in lines(result, game, option or []):
        typer.echo(line)


def definition_of(name: str) -> Definition | None:
    """The function that builds the game from its options, if there is one."""
    from ..games import catalogue
    from ..play.game_file import definition

    return catalogue().get(name) or definition(name)


def command(
    game: str, option: list[str], goal: str, player: str, games: int, changes: int, unforced: int, seed: int
) -> str:
    """The command line that repeats the repair."""
    words = ["lusory", "repair", *game_words(game, option), "--goal", goal]
    numbers = ["--games", str(games), "--changes", str(changes), "--seed", str(seed)]
    numbers += ["--unforced", str(unforced)] if unforced else []
    return shlex.join([*words, "--player", player, *numbers])


def write(result: Repair, path: Path) -> None:
    """Writes the changed game, where a change is proven."""
    from ..rules import codec

    if result.change is None:
        progress.wipe()
        typer.echo(f"lusory: {path} is not written: no change is proven to meet the goal", err=True)
        return
    path.write_text(codec.write(codec.read(result.change.value, name=result.name)), encoding="utf-8")


def report_progress(state: Stand, clock: Timer) -> None:
    """Report progress on stderr."""
    if clock.is_report_due():
        progress.tell(f"{state.open} changes at {state.look:,} of {state.games:,} games; now {state.name[:50]}")


def lines(result: Repair, game: str, option: list[str]) -> Iterator[str]:
    """The repair as lines of text."""
    name = " ".join([result.name or "game", *(text for text in option)])
    yield f"{name}: {result.goal}; {len(result.trials) - 1} changes, {result.player}, seed {result.seed}"
    yield from verdict(result, game, option)
    yield ""
    yield f"{'cost':>5} {'games':>9}  {heads(result)}fate"
    for trial in result.trials:
        yield from row(result, trial)


def verdict(result: Repair, game: str, option: list[str]) -> Iterator[str]:
    """The outcome: the proven change, or why there is none."""
    for proof in result.proofs:
        evidence = fresh_games(proof.measurement, result.goal.figures)
        trial = result.trials[proof.trial]
        if not proof.proven:
            yield from wrap(f"Not proven: {trial.name}: {proof.why}, in {proof.measurement.games:,} fresh games")
        elif proof.trial == 0:
            yield "The game as it is meets the goal: no change is needed."
            yield from (f"  {evidence}", *(f"  {sentence}" for sentence in proof.searched))
        else:
            yield "The smallest change that is proven to meet the goal:"
            for line in trial.differences:
                yield from wrap(line, "  ")
            if trial.option:
                yield f"  lusory play {game} " + " ".join(
                    f"-o {text}" for text in (*other_options(option, trial), trial.option)
                )
            yield from (f"  {evidence}", *(f"  {sentence}" for sentence in proof.searched))
    if result.change is None:
        yield from wrap(f"No change is proven to meet the goal. The nearest is: {result.trials[result.nearest].name}")
    yield from undecided_changes(result)
    yield from open_proofs(result)


def open_proofs(result: Repair) -> Iterator[str]:
    """Changes that fresh games neither proved nor refuted."""
    from ..lab.repair.proof import is_open
    from ..lab.repair.run import PROOFS

    names = [
        result.trials[proof.trial].name
        for proof in result.proofs
        if not proof.proven and is_open(proof.measurement, result.goal, PROOFS)
    ]
    if names:
        smaller = "Smaller, and neither" if result.found is not None else "Neither"
        games = f"{result.games:,} fresh games"
        yield from wrap(f"{smaller} proven nor refuted by {games}: {', '.join(names)}. Raise --games to decide.")


def fresh_games(measurement: Measurement, names: Sequence[str]) -> str:
    """What fresh games showed, and how many of them were cut."""
    cut = f", {measurement.cut:,} of {measurement.games:,} cut as too long" if measurement.cut else ""
    return f"on fresh games{cut}: " + "; ".join(interval(measurement, name) for name in names)


def other_options(option: list[str], trial: Trial) -> list[str]:
    """The options that the change leaves as they are."""
    option_name = trial.option.partition("=")[0]
    return [text for text in option if text.partition("=")[0].strip().replace("-", "_") != option_name]


def undecided_changes(result: Repair) -> Iterator[str]:
    """Smaller changes that were left undecided because there were too few games."""
    proved = {proof.trial for proof in result.proofs}
    last = result.found if result.found is not None else 0
    names = [trial.name for i, trial in enumerate(result.trials[:last]) if trial.fate == "open" and i not in proved]
    if names:
        yield from wrap(f"Smaller, and not decided by {result.games:,} games: {', '.join(names)}")


def interval(measurement: Measurement, name: str) -> str:
    """A figure with its bounds."""
    figure = measurement.figure(name)
    unit = figure.unit
    if figure.low is None:
        return f"{name} {number(figure.value, unit)}"
    return (
        f"{name} {number(figure.value, unit)}, 95 % between {number(figure.low, unit)} and {number(figure.high, unit)}"
    )


def heads(result: Repair) -> str:
    """The heads of the columns: the figures of the goal."""
    return "".join(f"{name:>9}  " for name in result.goal.figures)


def row(result: Repair, trial: Trial) -> Iterator[str]:
    """The line of one change."""
    values = {figure.name: number(figure.value, figure.unit) for figure in trial.figures}
    cells = "".join(f"{values.get(name, '-'):>9}  " for name in result.goal.figures)
    head = f"{trial.cost:>5.2f} {trial.games:>9,}  {cells}{trial.fate:<8}"
    yield head + textwrap.shorten(trial.name, max(20, WIDE + 24 - len(head)), placeholder=" ...")


def wrap(text: str, indent: str = "") -> list[str]:
    """Lines broken between words."""
    return textwrap.wrap(text, WIDE, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)
