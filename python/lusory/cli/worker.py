"""`lusory worker`: machines of a club think on this host, too."""

from __future__ import annotations

from typing import Annotated

import typer

from ..errors import LusoryError
from .serve import Config, Data, settings_of

Url = Annotated[str | None, typer.Option("--database", metavar="URL", help="postgresql://..., of the servers.")]
Count = Annotated[
    int | None, typer.Option("--workers", min=1, metavar="N", help="Searches at once for people who wait; 2.")
]


def worker(database: Url = None, data: Data = None, workers: Count = None, config: Config = None) -> None:
    """Think for the machines of a web table whose servers share a PostgreSQL database.

    \b
    lusory worker --database postgresql://lusory@db.example/lusory
    lusory worker --database URL --workers 8 --data DIR     (DIR has certificates and nets that are players)

    It takes searches from a queue in the database until Ctrl-C. What it has begun then, another takes on.
    """
    options: dict[str, object] = {"database": database, "data": data, "workers": workers}
    settings = settings_of(config, options)
    if not settings.url.startswith("postgresql"):
        raise LusoryError("database: expected postgresql://USER@HOST/NAME; with a file one server thinks for itself")
    try:
        from ..server.search_worker import work
    except ModuleNotFoundError as fault:
        raise LusoryError(f"{fault.name} is missing: a worker needs pip install 'lusory[serve,pg]'") from None
    work(settings)
