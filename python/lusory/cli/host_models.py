"""`lusory host register` and related commands: certificates and nets that tables offer as players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import LusoryError
from .arguments import Json
from .host import print_json
from .progress import Timer, progress
from .serve import Config, Data, settings_of
from .verify import naming, reporter

File = Annotated[Path, typer.Argument(metavar="FILE", help="A file of `lusory solve --proof` or `--table`, or a net.")]
Id = Annotated[str, typer.Option("--id", metavar="ID", help="Its name at tables; the name of the file if not given.")]
Unchecked = Annotated[bool, typer.Option("--unchecked", help="Believe a certificate or a table without checking it.")]
ModelSpec = Annotated[str, typer.Argument(metavar="SPEC", help="As `lusory host registered` lists it: perfect:ID.")]


def folder(data: Path | None, config: Path | None) -> str:
    """The data folder. Raises LusoryError where there is none."""
    path = str(settings_of(config, {"data": data}).data)
    if not Path(path).is_dir():
        raise LusoryError(f"{path}: no such folder; --data names the one that the server keeps its tables in")
    return path


def register(
    file: File, model_id: Id = "", unchecked: Unchecked = False, data: Data = None, config: Config = None
) -> None:
    """Let tables have a certificate, a table of positions or a net as a player, by an id.

    \b
    lusory host register hex.proof --id hex-3 --data DIR

    Then `perfect:hex-3` or `net:hex-3` sits at tables with exactly its rules and options, and the analysis of such a
    table says of every move whether it wins, draws or loses. A certificate or a table is checked first, position by
    position, with the reference. It works while the server runs.
    """
    from ..server.registered_models import read_kind
    from ..server.registered_models import register as register_file

    to = folder(data, config)
    kind, name, _ = read_kind(file)
    if kind == "perfect" and not unchecked:
        check(file)
    model = register_file(to, file, model_id or file.stem.lower(), kind == "perfect" and not unchecked)
    typer.echo(f"{model.spec} is registered, for {name or 'a game without a name'} ({model.hash[:12]})")


def check(file: Path) -> None:
    """Checks a certificate or a table in full. Raises LusoryError where it fails."""
    from ..solve.solved_file import load

    naming(file, lambda: load(file).check_all(reporter(Timer())))
    progress.wipe()


def registered(data: Data = None, config: Config = None, json: Json = False) -> None:
    """The certificates, tables of positions and nets that tables have as players.

    \b
    lusory host registered --data DIR
    """
    import msgspec

    from ..server.registered_models import list_models as list_models

    models = list_models(folder(data, config))
    if json:
        return print_json(msgspec.to_builtins(models))
    for model in models:
        checked_text = "" if model.kind == "net" else ", checked" if model.checked else ", not checked"
        typer.echo(f"{model.spec}  for {model.name or 'a game without a name'} ({model.hash[:12]}){checked_text}")
    if not models:
        typer.echo("Nothing is registered.")


def unregister(spec: ModelSpec, data: Data = None, config: Config = None) -> None:
    """Take a certificate or a net away; where it sits at a table, its next ply is a random one.

    \b
    lusory host unregister perfect:hex-3 --data DIR
    """
    from ..server.registered_models import unregister as remove

    if not remove(folder(data, config), spec):
        raise LusoryError(f"{spec[:60]}: nothing of this name is registered; `lusory host registered` lists them")
    typer.echo(f"{spec} is not registered any more")


def add_model_commands(host: typer.Typer) -> None:
    """Adds these commands to `lusory host`."""
    for command in (register, registered, unregister):
        host.command()(command)
