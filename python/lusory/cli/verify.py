"""`lusory solve --verify`: checks a proof or a table with the reference."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import typer

from ..errors import LusoryError
from .progress import Timer, progress

if TYPE_CHECKING:
    from ..rules.game import Game
    from ..solve.certificate import Certificate
    from ..solve.table_file import PositionTable

Result = TypeVar("Result")


class SampleToCheck(NamedTuple):
    """size: how many are checked at random; 0: all."""

    size: int
    seed: int

    @property
    def note(self) -> str:
        """How to repeat it."""
        return f" (--seed {self.seed} draws the same again)" if self.size else ""

    @property
    def as_data(self) -> dict[str, int]:
        """The same for programs."""
        return {"seed": self.seed} if self.size else {}


def check_file(path: Path, samples: int, threads: int, line: bool, json: bool, seed: int | None = None) -> None:
    """Checks a file that `lusory solve --proof` or `--table` wrote. seed: of the samples; without it others are drawn
    each time. Raises LusoryError where it fails."""
    from ..solve.solved_file import load
    from ..solve.table_file import PositionTable

    try:
        file = naming(path, lambda: load(path))
    except OSError as fault:
        raise LusoryError(f"{path}: {fault.strerror or fault}") from fault
    sample = SampleToCheck(samples, secrets.randbits(63) if seed is None else seed)
    if not isinstance(file, PositionTable):
        return naming(path, lambda: check_proof(file, sample, threads, line, json), sample.note)
    if line or threads > 1:
        raise typer.BadParameter("a table has no line, and one process checks it: --line and --threads are for proofs")
    naming(path, lambda: check_table(file, sample, json), sample.note)


def check_table(table: PositionTable, sample: SampleToCheck, json: bool) -> None:
    """Checks a table: random positions, or all of them. Raises LusoryError where a value is wrong."""
    from ..solve.layer_check import LayerChecker
    from ..solve.solver import UNREPEATED
    from ..solve.table_lookup import TableLookup

    checker, report = LayerChecker(table.values), reporter(Timer())
    check = checker.check(sample.size, sample.seed, report) if sample.size else checker.check_all(report)
    progress.wipe()
    value = TableLookup(table).halves_of(table.game.start(), 0) / 2
    if json:
        checked = [{**check._asdict(), "proven": check.is_proven}]
        tell({"at_least": value, "at_most": value, "checked": checked} | sample.as_data)
        return
    typer.echo(subject(table.game))
    typer.echo(check.sentence + sample.note)
    typer.echo(f"From the start: {('Second wins', 'a draw', 'First wins')[round(2 * value)]}.")
    if table.leaves_repetition_out:
        typer.echo(UNREPEATED)


def check_proof(file: Certificate, sample: SampleToCheck, threads: int, line: bool, json: bool) -> None:
    """Checks a proof, by so many processes where all of it is checked. Raises LusoryError where it fails."""
    from ..solve.certificate import verify
    from ..solve.parallel_check import verify_in_parallel

    report = reporter(Timer())
    checks = (
        verify_in_parallel(file, threads, report)
        if threads > 1 and not sample.size
        else verify(file, sample.size or None, report, sample.seed)
    )
    progress.wipe()
    low, high = file.bounds
    if json:
        parts = [{**check._asdict(), "proven": check.is_proven} for check in checks]
        lines = {"line": plies_of(file)} if line else {}
        tell({"at_least": low, "at_most": high, "checked": parts} | sample.as_data | lines)
        return
    start = " ".join(file.header.start)
    typer.echo(subject(file.rules()) + (f" after {start}" if start else ""))
    for check in checks:
        typer.echo(check.sentence + sample.note)
    if low == high and all(check.is_proven for check in checks):
        typer.echo(file.solution.sentence)
    if line:
        typer.echo(f"Longest line: {' '.join(plies_of(file))}")
    sys.stdout.flush()


def subject(rules: Game) -> str:
    """What a file is about. Anybody can write any name into a file: a name of the catalogue is told as such only where
    the rules are that game's."""
    from ..games import find

    try:
        usual = find(rules.name).build() if rules.name else None
    except LusoryError:
        usual = None
    if usual is None:
        name = f'Rules called "{rules.name}"' if rules.name else "A game without a name"
    else:
        is_usual = usual.hash == rules.hash
        name = rules.name if is_usual else f'Rules called "{rules.name}", with options or changes'
    return f"{name} ({rules.hash[:12]}), on {rules.geometry.described}"


def naming(path: Path, work: Callable[[], Result], note: str = "") -> Result:
    """The result of some work on a file; its errors name the file, with a note."""
    try:
        return work()
    except LusoryError as fault:
        raise LusoryError(f"{path}: {fault}{note}") from fault


def reporter(clock: Timer) -> Callable[[int, int], None]:
    """Reports progress, not too often."""

    def on_checked(completed: int, of: int) -> None:
        if clock.is_report_due():
            progress.tell(f"{completed:,} of {of:,} positions checked")

    return on_checked


def tell(report: dict[str, Any]) -> None:
    """The result for programs."""
    import msgspec

    typer.echo(msgspec.json.encode(report).decode())


def plies_of(file: Certificate) -> list[str]:
    """The line of the first proof in which the other player holds out longest. Raises LusoryError without one."""
    from ..solve.winning_line import winning_line

    *_, last = winning_line(file)
    return list(last.texts[len(file.header.start) :])
