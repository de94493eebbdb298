"""`lusory play`: a game in the terminal."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import GAME_HELP, GameOptions, Spec, Start, complete_game, game_of

if TYPE_CHECKING:
    from ..players import Player

HUMAN = "human"
"""As in players/spec.py, which is not loaded for a mere --help."""

Game = Annotated[str | None, typer.Argument(metavar="[GAME]", help=GAME_HELP, autocompletion=complete_game)]
Seed = Annotated[int | None, typer.Option("--seed", help="Rolls for nature and the machine: the same game again.")]
Plain = Annotated[bool, typer.Option("--plain", help="Line by line, as where there is no terminal.")]
Resume = Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")]


def play(
    game: Game = None,
    option: GameOptions = None,
    first: Spec = None,
    second: Spec = None,
    third: Spec = None,
    fourth: Spec = None,
    seed: Seed = None,
    start: Start = "",
    resume: Resume = None,
    plain: Plain = False,
) -> None:
    """Play in the terminal: you against the machine, or several people at one keyboard.

    \b
    lusory play                                     choose from a menu
    lusory play susan
    lusory play doppel -o size=5 --first random     the machine begins
    lusory play hidden-gomoku --second human        two people; the screen is handed over
    lusory play doppel --start d4                   the chance ply given by hand
    lusory play --resume game.txt                   go on with what `save` wrote

    SPEC is `human`, `level:1` to `level:10`, `random` or another player (docs/howto-match.md); who names nobody meets
    `level:4`. In the game, `help` lists what can be typed, `?` the legal plies.
    """
    from .screen import Screen
    from .table import Table

    screen = Screen()
    position = resumed(resume, game) if resume else None
    if position is None:
        found = game_of(game, option) if game else chosen(screen, option)
        if found is None:
            return
        position = found.start()
    kept = [ply.text for ply in position.record().plies] if resume else None
    position = position.line(start)
    specs = seated((first, second, third, fourth), position.contract.players, position.game)
    players = [seat(spec, position.game) for spec in specs]
    try:
        if plain or not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):  # it draws on the last
            Table(screen, position, specs, players, random.Random(seed), kept).run()
        else:
            on_a_board(position, specs, players, random.Random(seed), kept)
    finally:
        for player in players:
            if player is not None:
                player.close()


def on_a_board(position: Any, specs: list[str], players: list[Any], rng: random.Random, kept: list[str] | None) -> None:
    """With colours, mouse and arrow keys."""
    from .board import BoardApp
    from .screen import Screen

    app = BoardApp(position, specs, players, rng, kept)
    app.run()
    app.desk.screen = Screen()
    app.desk.part()


def resumed(file: Path, game: str | None) -> Any:
    """The position at which a saved game stands."""
    from .replay import replayed

    return replayed(file, game)[1]


def chosen(screen: Any, option: list[str] | None) -> Any:
    """A game from the menu; None when nobody wants one."""
    from .menu import choose

    name = choose(screen)
    return game_of(name, option) if name else None


def seated(given: tuple[str | None, ...], players: int, game: Any) -> list[str]:
    """A spec for each player. First is human and the others machines, unless it is said otherwise; where first is said
    to be a machine and nobody human, the next is."""
    for number, spec in enumerate(given[players:], players):
        if spec is not None:
            raise typer.BadParameter(
                f"--{('first', 'second', 'third', 'fourth')[number]}: the game has {players} players"
            )
    specs = list(given[:players])
    if None in specs and (HUMAN not in specs or specs[0] is None):
        specs[specs.index(None)] = HUMAN
    from ..players.standing import opponent

    return [spec or opponent(game) for spec in specs]


def seat(spec: str, game: Any) -> Player | None:
    """Who sits there: a player of its own mind, or None for a person."""
    from ..players import player

    return None if spec == HUMAN else player(spec, game)
