"""`lusory pupil`: bring up a player of one's own by playing with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import LusoryError
from .arguments import GAME_HELP, GameOptions, complete_game, game_of, options_of, seed_option
from .learn import rule_value
from .progress import progress

if TYPE_CHECKING:
    from ..learn.pupil import Pupil, PupilGame, PupilVersion
    from ..play.position import Position
    from ..players import Player

File = Annotated[Path, typer.Argument(metavar="FILE", help="The pupil.")]
NewFile = Annotated[Path, typer.Argument(metavar="FILE", help="Where the pupil is kept, as ada.pupil.")]
Name = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)]
Called = Annotated[
    str, typer.Option("--name", metavar="NAME", help="What it is called; the name of the file if not given.")
]
Seed = Annotated[int, seed_option("Of its first weights.", "N")]
Minutes = Annotated[
    float, typer.Option("--minutes", min=0.0, max=10_000, metavar="M", help="Practise for so long, on one core.")
]
Rounds = Annotated[int, typer.Option("--rounds", min=0, metavar="N", help="Practise so many rounds instead.")]
Second = Annotated[bool, typer.Option("--second", help="You move second.")]
Plain = Annotated[bool, typer.Option("--plain", help="Line by line, as where there is no terminal.")]
Records = Annotated[list[Path], typer.Argument(metavar="RECORD..", help="Finished games, as text or JSON.")]
Number = Annotated[int, typer.Argument(metavar="VERSION", help="As `lusory pupil show` counts them.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask back.")]
Out = Annotated[Path, typer.Argument(metavar="NET", help="The file to write.")]

pupil = typer.Typer(
    name="pupil",
    help="Bring up a player of your own: it learns from the games that you play with it.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@pupil.callback()
def about() -> None:
    """Bring up a player of your own. It begins knowing nothing, learns from every finished game with you, and practises
    against itself in between, for as long as you let it.

    \b
    lusory pupil new ada.pupil susan -o size=4
    lusory pupil play ada.pupil
    lusory pupil practise ada.pupil --minutes 2
    lusory pupil show ada.pupil
    lusory match susan -o size=4 --first pupil:ada.pupil --second level:3 --games 20
    """


@pupil.command()
def new(file: NewFile, game: Name, option: GameOptions = None, name: Called = "", seed: Seed = 0) -> None:
    """A pupil that knows nothing but the rules."""
    from ..learn.pupil import Pupil

    if file.exists():
        raise LusoryError(f"{file} exists: take another name, or remove it first")
    pupil = Pupil.new(name or file.stem, rule_value(game_of(game, option)), seed, options_of(option))
    save(pupil, file)
    typer.echo(f"{pupil.name} knows the rules of {pupil.game.name or 'its game'}, and nothing else.")
    if pupil.net.without_patterns:
        typer.echo(pupil.net.without_patterns)
    typer.echo(f"Play with it: lusory pupil play {file}")


@pupil.command()
def play(
    file: File, moves_second: Second = False, minutes: Minutes = 0.5, rounds: Rounds = 0, plain: Plain = False
) -> None:
    """Play a game with a pupil. It learns from it when it is over, and practises then."""
    from ..learn.pupil import game_of as finished_game
    from ..players.net import with_net

    pupil = read_pupil(file)
    person = 1 if moves_second else 0
    player = with_net(pupil.net, pupil.game)
    position = play_game(pupil, player, person, plain)
    player.close()
    if position.result is None:
        typer.echo(f"The game was not finished: {pupil.name} learns nothing from it.")
        return
    seats = [seat for seat in range(pupil.game.players) if seat != person]
    teach(pupil, file, [finished_game(position, seats)], minutes, rounds)


@pupil.command()
def practise(file: File, minutes: Minutes = 2.0, rounds: Rounds = 0) -> None:
    """Let a pupil play against itself. Ctrl-C ends it; what was learnt is kept."""
    teach(read_pupil(file), file, [], minutes, rounds)


@pupil.command()
def learn(file: File, records: Records, minutes: Minutes = 0.5, rounds: Rounds = 0) -> None:
    """Let a pupil learn from finished games of others."""
    pupil = read_pupil(file)
    teach(pupil, file, [game_of_record(pupil, path) for path in records], minutes, rounds)


@pupil.command()
def show(file: File) -> None:
    """What has become of a pupil: its versions, its strength, its favourite opening, what it likes and fears."""
    for line in description(read_pupil(file)):
        typer.echo(line)


@pupil.command()
def back(file: File, number: Number, yes: Yes = False) -> None:
    """Make a pupil what it was at an earlier version. Later versions are forgotten, its games are kept."""
    pupil = read_pupil(file)
    if number < len(pupil.versions) and not yes:
        typer.confirm(f"Forget the versions after {number}?", abort=True)
    pupil.go_back(number)
    save(pupil, file)
    typer.echo(f"{pupil.name} is as it was on {day(pupil.now)}.")


@pupil.command()
def net(file: File, out: Out) -> None:
    """Write the net of a pupil, for `net:FILE` and for servers."""
    read_pupil(file).net.save(out)


def read_pupil(file: Path) -> Pupil:
    """The pupil of a file. Raises LusoryError."""
    from ..learn.pupil import load

    try:
        return load(file)
    except OSError as fault:
        raise LusoryError(f"{file}: {fault.strerror or fault}") from fault
    except LusoryError as fault:
        raise LusoryError(f"{file}: {fault}") from fault


def save(pupil: Pupil, file: Path) -> None:
    """Save a pupil. Raises LusoryError."""
    try:
        pupil.save(file)
    except OSError as fault:
        raise LusoryError(f"{file}: {fault.strerror or fault}") from fault


def play_game(pupil: Pupil, player: Player, person: int, plain: bool) -> Position:
    """The last position of a game with a person in the terminal. person: the seat; the pupil has all others."""
    from .board import BoardApp
    from .screen import Screen, can_draw
    from .terminal_game import TerminalGame

    seats = range(pupil.game.players)
    players: list[Player | None] = [None if seat == person else player for seat in seats]
    names = ["human" if seat == person else pupil.name for seat in seats]
    position, rng = pupil.game.start(), random.Random()
    if plain or not can_draw():
        session = TerminalGame(Screen(), position, names, players, rng)
        session.run()
        return session.position
    app = BoardApp(position, names, players, rng, None)
    app.run()
    return app.session.position


def teach(pupil: Pupil, file: Path, games: list[PupilGame], minutes: float, rounds: int) -> None:
    """Lets a pupil learn and practise, measures and saves it, and reports what it did."""
    from ..lab.pupils import measure_level

    before = pupil.now
    progress.tell(f"{pupil.name} practises; Ctrl-C ends that")
    version = pupil.learn(games, 0.0 if rounds else minutes * 60, rounds)
    save(pupil, file)
    progress.tell(f"{pupil.name} plays against the machine's levels")
    try:
        pupil.rate(*measure_level(pupil))
        save(pupil, file)
    except KeyboardInterrupt:  # it stays without a level
        pass
    progress.wipe()
    typer.echo(summary(pupil, before, version))


def summary(pupil: Pupil, before: PupilVersion, version: PupilVersion) -> str:
    """A sentence about the training since an earlier version."""
    parts = []
    if studied := version.studied - before.studied:
        parts.append(f"learnt from {studied:,} game{'s' if studied > 1 else ''}")
    parts.append(f"played {version.practised - before.practised:,} games against itself")
    text = f"{pupil.name} {' and '.join(parts)}"
    if version.opening != before.opening:
        text += f"; new favourite opening: {' '.join(version.opening)}"
    level = pupil.now.level
    return text + ("." if level is None else f"; now {strength(level)}.")


def strength(level: int) -> str:
    """A level in words."""
    return f"about level {level}" if level else "below level 1"


def game_of_record(pupil: Pupil, path: Path) -> PupilGame:
    """A finished game of a record. Raises LusoryError."""
    from ..learn.pupil import game_of as finished_game
    from ..rules.game_file import check_made_for
    from .replay import replay_record

    record, position = replay_record(path, None)
    check_made_for(pupil.game, record.game, path)
    return finished_game(position)


def description(pupil: Pupil) -> Iterator[str]:
    """The description of a pupil, in lines."""
    games = f"{len(pupil.games):,} game{'' if len(pupil.games) == 1 else 's'}"
    yield f"{pupil.name}, a pupil of {pupil.game.name or 'a game without a name'}: {games}"
    scores = [game.score for game in pupil.games if game.score is not None]
    if scores:
        yield f"It scored {sum(scores):g} of {len(scores)} in its own games."
    yield ""
    yield f"{'version':>7}  {'day':<16}  {'studied':>8}  {'practised':>10}  {'level':<12}  favourite opening"
    for number, version in enumerate(pupil.versions, 1):
        level = "" if version.level is None else f"{version.level:>2} {'#' * version.level}"
        yield (
            f"{number:>7}  {day(version):<16}  {version.studied:>8,}  {version.practised:>10,}  {level:<12}  "
            + " ".join(version.opening)
        )
    yield from pattern_lines(pupil)


def pattern_lines(pupil: Pupil) -> Iterator[str]:
    """The patterns that it likes and fears most, on boards."""
    from ..lab.pupils import patterns

    favourite, feared = patterns(pupil)
    for verb, pattern_found in (("likes to make", favourite), ("fears to make", feared)):
        if pattern_found is not None:
            yield ""
            example = pattern_found.example
            move = example.record().plies[-1].text
            yield f"What it {verb} most is what {move} makes here (worth {pattern_found.gain:+.0%} of a win):"
            yield from example.text().splitlines()


def day(version: PupilVersion) -> str:
    """When a version was made."""
    return datetime.fromtimestamp(version.made).strftime("%Y-%m-%d %H:%M")
