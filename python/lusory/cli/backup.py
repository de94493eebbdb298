"""`lusory backup`: exports everything the web table stores as plain records, and restores it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from .._counts import count_phrase
from ..errors import LusoryError
from .serve import Config, Data, Database, settings_of

if TYPE_CHECKING:
    from ..server.settings import Settings
    from ..server.store.export import ExportLine

File = Annotated[Path, typer.Argument(metavar="FILE", help="Plain records: lines of JSON.")]


def backup(
    file: File,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    restore: Annotated[bool, typer.Option("--restore", help="Take in what FILE holds.")] = False,
) -> None:
    """Copy everything the web table keeps, also while it is served; or take such a copy in.

    \b
    lusory backup FILE --data DIR
    lusory backup FILE --database URL --restore

    SQLite and PostgreSQL keep the same, so a copy moves from one to the other. What is there already stays as it is.
    """
    settings = settings_of(config, {"data": data, "database": database})
    try:
        from ..server.private_files import replace_private
        from ..server.store import export
    except ModuleNotFoundError as fault:
        raise LusoryError(f"{fault.name} is missing: the table needs pip install 'lusory[serve]'") from None
    if restore:
        _take_in(file, settings)
        return
    if not settings.database and not Path(settings.url.removeprefix("sqlite:///")).exists():
        raise LusoryError(f"{settings.data}: no tables are kept there; expected --data or --database")
    if file.is_dir():
        raise LusoryError(f"{file}: a folder, expected a file")
    new_file = file.with_name(file.name + ".new")
    try:
        with replace_private(new_file) as out:
            count = _write(out, export.export_lines(settings.url))
        new_file.replace(file)
    except BaseException as fault:
        with contextlib.suppress(OSError):
            new_file.unlink()  # half a copy would keep a full disk full, and the server from its work
        if isinstance(fault, OSError):
            raise LusoryError(f"{file}: {fault.strerror}") from None
        raise
    typer.echo(f"{count_phrase(count, 'table')}, and all people, comments and moderation, copied to {file}")


def _take_in(file: Path, settings: Settings) -> None:
    """Take in what a copy holds, and say how much that was."""
    from ..server.store.export import DamagedCopy, import_lines

    try:
        with file.open("rb") as lines, _nobody_serves(settings):
            result = import_lines(settings.url, lines)
    except DamagedCopy as fault:
        raise LusoryError(f"{file}: {fault}; nothing was taken in") from None
    stayed = f", {result.stayed:,} {'was' if result.stayed == 1 else 'were'} there already" if result.stayed else ""
    tables, rows = count_phrase(result.come, "table"), count_phrase(result.rows, "row")
    typer.echo(f"{tables} taken in{stayed}; {rows} of people, comments and moderation")
    if not result.whole:
        typer.echo(
            f"lusory: {file}: an older version made this copy, and nobody can tell whether its end is missing", err=True
        )


@contextlib.contextmanager
def _nobody_serves(settings: Settings) -> Iterator[None]:
    """Keeps servers from an SQLite database. One that runs would know nothing of blocks that come in, and let clocks
    count the time since the copy was made. Raises LusoryError where one runs. Of PostgreSQL the database tells."""
    from ..server.host_key import ADDRESS
    from ..server.lock import Lock, is_held
    from ..server.private_files import make_private_folder
    from ..server.store.engine import url_of

    url, folder = url_of(settings.url), Path(settings.data)
    if url.get_backend_name() != "sqlite":
        yield
        return
    beside = Path(url.database or "").absolute().parent  # where the server's folder was not named
    make_private_folder(folder)
    is_other = (beside / "lock").exists() and not beside.samefile(folder)
    with contextlib.ExitStack() as locks:
        for place in [folder, beside] if is_other else [folder]:
            fault = LusoryError(f"{place}: a server runs on this folder; stop it before you take in a copy")
            if (place / ADDRESS).exists() and is_held(place / "lock"):
                raise fault
            try:
                locks.enter_context(Lock(place / "lock"))  # also of a server that has just started
            except LusoryError:
                raise fault from None
        yield


def _write(out: IO[bytes], lines: Iterable[ExportLine]) -> int:
    """Write the lines of a copy to the disk. Returns how many tables they hold."""
    count = 0
    for line in lines:
        out.write(line.text)
        count += line.is_table
    out.flush()
    os.fsync(out.fileno())
    return count
