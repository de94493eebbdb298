"""`lusory club admin`: the commands of `lusory host`, by their longer name."""

from __future__ import annotations

import typer

club = typer.Typer(name="club", rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})


@club.callback()
def about() -> None:
    """A club on a web table: people, reports and moderators.

    \b
    lusory club admin reports --data DIR
    lusory club admin appoint ID --role moderator --data DIR

    `lusory host` is short for `lusory club admin`.
    """
