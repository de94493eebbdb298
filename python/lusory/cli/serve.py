"""`lusory serve`: the web table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import LusoryError

Config = Annotated[Path | None, typer.Option("--config", metavar="FILE", help="Settings, as TOML.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Where everything is kept.")]
Database = Annotated[str | None, typer.Option("--database", metavar="URL", help="postgresql://..., not a file.")]


def serve(
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="8000 unless said; 0 is any.")] = None,
    host: Annotated[str | None, typer.Option(help="127.0.0.1 unless said; 0.0.0.0 lets others in.")] = None,
    data: Data = None,
    database: Database = None,
    base: Annotated[str | None, typer.Option(help="The path under which a proxy offers it, as /play.")] = None,
    config: Config = None,
    mail_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Take mails in by SMTP here; 0 is any port.")
    ] = None,
    mail_lmtp: Annotated[int | None, typer.Option(min=0, max=65535, help="The same by LMTP.")] = None,
    shelf: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Games beside the known ones, as `lusory breed --out DIR` keeps them."),
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Say every setting, and what would not work, and end.")
    ] = False,
) -> None:
    """Any game in the browser: alone, against the machine, or with a friend far away.

    \b
    lusory serve --open
    lusory serve --port 9000 --data DIR
    lusory serve --shelf DIR                (newborn games: DIR is of `lusory breed`; `bred` comes with lusory)
    lusory serve --config FILE --check      (docs/howto-serve.md lists the settings)
    """
    options: dict[str, object] = {"port": port, "host": host, "data": data, "database": database, "base": base}
    settings = settings_of(config, options | {"mail_in.smtp": mail_port, "mail_in.lmtp": mail_lmtp})
    if shelf:
        from ..games.shelves import use

        use(shelf)
    try:
        if check:
            return tell(settings)
        from ..server.run import serve as run
    except ModuleNotFoundError as fault:
        raise LusoryError(f"{fault.name} is missing: the table needs pip install 'lusory[serve]'") from None
    run(settings, show)


def settings_of(config: Path | None, options: dict[str, object]) -> Any:
    """The settings from everywhere."""
    from ..server import settings

    plain = {name: str(value) if isinstance(value, Path) else value for name, value in options.items()}
    return settings.read(config, os.environ, plain)


def tell(settings: Any) -> None:
    """Every setting, and what follows from them. Ends with 1 where something would not work."""
    from ..server.settings_check import findings, list_settings

    all_findings = findings(settings)
    typer.echo(
        "\n".join(
            [*list_settings(settings), "", *(f"{finding.kind + ':':<7}{finding.text}" for finding in all_findings)]
        )
    )
    if any(finding.kind == "wrong" for finding in all_findings):
        raise typer.Exit(1)
