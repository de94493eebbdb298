"""`lusory play`: a game in the terminal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .._files import read_text
from ..errors import LusoryError, OptionError
from ..texts import gettext, speaking, terminal_language
from .arguments import GAME_HELP, GameOptions, Spec, Start, complete_game, game_of

if TYPE_CHECKING:
    from ..players import Player
    from .seats import Resumed

Game = Annotated[str | None, typer.Argument(metavar="[GAME]", help=GAME_HELP, autocompletion=complete_game)]
Seed = Annotated[int | None, typer.Option("--seed", help="Seed of chance plies and machines: the same game again.")]
Plain = Annotated[bool, typer.Option("--plain", help="Line by line, as where there is no terminal.")]
Resume = Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")]
Diagram = Annotated[
    Path | None,
    typer.Option("--diagram", metavar="FILE", help="Begin with the board in FILE, drawn as the terminal draws it."),
]
ToMove = Annotated[int, typer.Option("--to-move", metavar="N", min=1, help="With --diagram: who moves, 1 is first.")]
Seat = Annotated[
    str | None,
    typer.Option("--seat", metavar="PLAYER", help="Yours: first, 2, the side (x) or a name in the saved game."),
]

Names = Annotated[
    str, typer.Option("--names", metavar="A=NAME,...", help="Names of the people: of first, 2, x, or the name so far.")
]


def play(
    game: Game = None,
    option: GameOptions = None,
    first: Spec = None,
    second: Spec = None,
    third: Spec = None,
    fourth: Spec = None,
    seat: Seat = None,
    names: Names = "",
    seed: Seed = None,
    start: Start = "",
    resume: Resume = None,
    diagram: Diagram = None,
    to_move: ToMove = 1,
    plain: Plain = False,
) -> None:
    """Play in the terminal: you against the machine, or several people at one keyboard.

    \b
    lusory play                                     choose from a menu
    lusory play susan
    lusory play doppel -o size=5 --first random     the machine begins
    lusory play hidden-gomoku --second human        two people; the screen is handed over
    lusory play doppel --start d4                   the chance ply given by hand
    lusory play susan --seat second                 the same as --first level:4 --second human
    lusory play susan --diagram board.txt           begin with a board of your own
    lusory play hex --second human --names first=Ada,second=Bo
    lusory play --resume game.txt                   go on with what `save` wrote, everybody in the same seat
    lusory play --resume game.txt --seat second     take that seat; machines take the others

    SPEC is `human`, `level:1` to `level:10`, `random` or another player (docs/howto-match.md); the default
    opponent is `level:4`. In the game, `help` lists what can be typed, `?` the legal plies.
    """
    with speaking(terminal_language()):
        try:
            play_in_terminal(
                game, option, (first, second, third, fourth), seat, names, seed, start, resume, diagram, to_move, plain
            )
        except OptionError as fault:
            raise OptionError(fault.phrase.said(gettext)) from fault


def play_in_terminal(
    game: str | None,
    option: list[str] | None,
    given: Sequence[str | None],
    seat: str | None,
    names: str,
    seed: int | None,
    start: str,
    resume: Path | None,
    diagram: Path | None,
    to_move: int,
    plain: bool,
) -> None:
    """Set the game up and play it. given: the specs of the players, by player."""
    from .screen import Screen, can_draw
    from .seats import labels, names_of_people, seat_specs
    from .terminal_game import TerminalGame

    if resume and diagram:
        raise typer.BadParameter("--diagram and --resume: expected one of them")
    if resume and option:
        raise typer.BadParameter("--resume and -o: a saved game has its options")
    if to_move != 1 and not diagram:
        raise typer.BadParameter("--to-move is for --diagram FILE; --start plays plies")
    screen = Screen()
    position, saved_game = read_saved_game(resume, game) if resume else (None, None)
    if position is None:
        rules = game_of(game, option) if game else ask_for_game(screen, option)
        if rules is None:
            return
        position = set_up(rules, diagram, to_move) if diagram else rules.start()
    position = position.line(start)
    specs = seat_specs(given, seat, position, saved_game.tags if saved_game else None)
    tags = saved_game.tags if saved_game else {}
    seat_names = labels(specs, {**tags, **names_of_people(names, specs, position, tags)})
    players = [seat_of(spec, position.game) for spec in specs]
    try:
        if plain or not can_draw():
            TerminalGame(screen, position, seat_names, players, random.Random(seed), saved_game).run()
        else:
            play_on_board(position, seat_names, players, random.Random(seed), saved_game)
    finally:
        for player in players:
            if player is not None:
                player.close()


def set_up(game: Any, file: Path, to_move: int) -> Any:
    """The position drawn in a file. Raises BadParameter, which names the file."""
    from ..play.diagram import DiagramError, position

    if not 1 <= to_move <= game.players:
        raise typer.BadParameter(f"--to-move {to_move}: expected 1 to {game.players}")
    try:
        diagram = read_text(file)
    except LusoryError as fault:
        raise typer.BadParameter(f"--diagram: {fault}") from fault
    try:
        return position(game, diagram, to_move - 1)
    except DiagramError as fault:
        raise DiagramError(f"{file}: {fault}") from fault


def play_on_board(
    position: Any, specs: list[str], players: list[Any], rng: random.Random, saved_game: Resumed | None
) -> None:
    """Play in the textual app, with colours, mouse and arrow keys."""
    from .board import BoardApp
    from .screen import Screen

    app = BoardApp(position, specs, players, rng, saved_game)
    app.run()
    app.session.screen = Screen()
    app.session.say_goodbye()


def read_saved_game(file: Path, game: str | None) -> tuple[Any, Resumed]:
    """The last position of a saved game, and what is needed to continue it."""
    from .replay import replay_record
    from .seats import Resumed

    record, position = replay_record(file, game_of(game, None) if game else None)
    return position, Resumed(tuple(ply.text for ply in position.record().plies), record.tags)


def ask_for_game(screen: Any, option: list[str] | None) -> Any:
    """A game chosen from the menu; None when the person leaves it."""
    from .menu import choose

    name = choose(screen)
    return game_of(name, option) if name else None


def seat_of(spec: str, game: Any) -> Player | None:
    """The player of a spec, or None for a person."""
    from ..players import player
    from .seats import HUMAN

    return None if spec == HUMAN else player(spec, game)
