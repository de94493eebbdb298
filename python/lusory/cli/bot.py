"""`lusory bot`: a player of lusory, or an engine, plays on a web table."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from .arguments import complete_player

ServerUrl = Annotated[str, typer.Option("--server", metavar="URL", help="The web table.")]
TokenText = Annotated[
    str, typer.Option("--token", metavar="T", envvar="LUSORY_BOT_TOKEN", help="Of the account; from its page Account.")
]
Who = Annotated[
    str, typer.Option("--player", metavar="SPEC", autocompletion=complete_player, help="Who chooses; also ugi:COMMAND.")
]
Accepted = Annotated[list[str] | None, typer.Option("--game", metavar="NAME", help="Accept this game; again for more.")]
ClockKind = Annotated[
    list[str] | None,
    typer.Option("--clock", metavar="KIND", help="Accept unlimited, clock, correspondence or bank; again for more."),
]
RatedGames = Annotated[str, typer.Option("--rated", metavar="WHICH", help="any, rated or casual.")]
Least = Annotated[float, typer.Option("--least", min=0, metavar="SECONDS", help="A clock gives at least so much.")]
AtOnce = Annotated[int, typer.Option("--at-once", min=1, max=100, metavar="N", help="Games at once.")]


def bot(
    server: ServerUrl,
    token: TokenText,
    player: Who = "level:3",
    game: Accepted = None,
    clock: ClockKind = None,
    rated: RatedGames = "any",
    least: Least = 0.0,
    at_once: AtOnce = 4,
) -> None:
    """Let a player of lusory, or a UGI engine, play on a web table, as the account of a token.

    \b
    lusory bot --server URL --token TOKEN --player level:5
    lusory bot --server URL --token TOKEN --player 'ugi:COMMAND' --game susan --rated casual

    It accepts the challenges that the options allow, of games without secrets, and plays until Ctrl-C. Games that go on
    then are taken up when it runs again. Where the connection breaks it is tried again, after pauses that grow.
    """
    from ..bots import Acceptance, BotRunner, Connection
    from ..games import find
    from ..players import read_spec

    read_spec(player)
    acceptance = Acceptance(
        tuple(find(name).name for name in game or ()), check_clocks(clock), check_rated(rated), least, at_once
    )
    runner = BotRunner(
        Connection(server, token), player, acceptance, lambda message: print(message, file=sys.stderr, flush=True)
    )
    try:
        runner.run()
    except KeyboardInterrupt:
        print("ended; games that go on wait on the server", file=sys.stderr)
        raise


def check_clocks(kinds: list[str] | None) -> tuple[str, ...]:
    """Kinds of clocks. Raises BadParameter."""
    from ..bots import CLOCKS

    for kind in kinds or ():
        if kind not in CLOCKS:
            raise typer.BadParameter(f"{kind}: expected {', '.join(CLOCKS)}", param_hint="--clock")
    return tuple(kinds) if kinds else CLOCKS


def check_rated(rated: str) -> str:
    """Which games: rated ones or not. Raises BadParameter."""
    from ..bots.acceptance import RATED

    if rated not in RATED:
        raise typer.BadParameter(f"{rated}: expected {', '.join(RATED)}", param_hint="--rated")
    return rated
