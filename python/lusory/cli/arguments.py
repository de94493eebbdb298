"""Arguments and options that several commands share: GAME, -o key=value, --json; and their shell completion."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .._numbers import LARGEST_SEED

if TYPE_CHECKING:
    from ..lab.pool import WorkerSpec
    from ..play.program import Program
    from ..rules.game import Game


Workers = Annotated[int, typer.Option("--workers", min=0, max=1024, metavar="N", help="Processes; 0: one a processor.")]
RayAddress = Annotated[
    str, typer.Option("--ray", metavar="ADDRESS", help="Use the machines of a Ray cluster: `auto` or host:port.")
]


def seed_option(help_text: str, metavar: str | None = None) -> Any:
    """--seed in the range that the engine takes. help_text: what a seed determines."""
    return typer.Option("--seed", min=0, max=LARGEST_SEED, metavar=metavar, help=help_text)


def worker_spec(workers: int, ray: str) -> WorkerSpec:
    """The workers that play games. Raises typer.BadParameter where both options are given."""
    from ..lab.pool import RayCluster

    if ray and workers:
        raise typer.BadParameter("a cluster has one worker a processor: expected one of --workers and --ray")
    return RayCluster(ray) if ray else workers


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """The names of the games with their descriptions; the shell completes paths."""
    from ..games import catalogue

    return [(name, game.summary) for name, game in sorted(catalogue().items()) if name.startswith(incomplete)]


def complete_option(ctx: typer.Context, incomplete: str) -> list[str]:
    """`size=` and so on, of the game already typed; after `=` the values, where they can be listed."""
    from ..games import catalogue

    typed = [ctx.params.get("game"), *ctx.args]
    game = next((catalogue()[name] for name in typed if name in catalogue()), None)
    if game is None:
        return []
    key, sign, value = incomplete.partition("=")
    if not sign:
        return [f"{option.name}=" for option in game.options if option.name.startswith(key)]
    option = next((option for option in game.options if option.name == key), None)
    return [f"{key}={text}" for text in values_of(option.reader if option else None) if text.startswith(value)]


def values_of(reader: Any) -> list[str]:
    """The values of an option, where they can be listed."""
    from ..rules.options import OneOf, Whole, text_of

    if isinstance(reader, OneOf):
        return [text_of(choice) for choice in reader.choices]
    if isinstance(reader, Whole) and reader.high is not None:
        return [str(n) for n in range(reader.low, reader.high + 1, reader.step)]
    return []


def complete_player(incomplete: str) -> list[str]:
    """The specs of players."""
    from ..players import KINDS

    return [form for kind in KINDS for form in kind.forms if form.startswith(incomplete)]


GAME_HELP = "A name from `lusory games`, a file with a rule value, or file.py:function."

GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "-o", "--option", metavar="KEY=VALUE", help="A rule option; repeatable.", autocompletion=complete_option
    ),
]
Json = Annotated[bool, typer.Option("--json", help="For programs.")]
Start = Annotated[str, typer.Option("--start", metavar="PLIES", help="Plies to begin with: --start 'a1 b1'.")]
Spec = Annotated[str | None, typer.Option(metavar="SPEC", autocompletion=complete_player)]


def options_of(texts: list[str] | None) -> dict[str, str]:
    """`-o size=4 -o draw=none` as names and texts."""
    options = {}
    for part in texts or ():
        key, sign, value = part.partition("=")
        if not (key.strip() and sign):
            raise typer.BadParameter(f"{part}: expected KEY=VALUE, as in -o size=4")
        options[key.strip().replace("-", "_")] = value.strip()
    return options


def game_of(name: str, options: list[str] | None) -> Game | Program:
    """The game that GAME and -o name."""
    from ..play.catalogue import load

    return load(name, **options_of(options))


def game_words(name: str, options: list[str] | None) -> list[str]:
    """GAME and -o as they were typed, for a command line."""
    return [name, *(word for text in options or () for word in ("-o", text))]


def writable(out: Path | None) -> None:
    """Check that a report can be written, before games are played."""
    if out is not None:
        from ..lab import report

        report.check(out)
