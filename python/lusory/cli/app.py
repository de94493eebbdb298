"""The command `lusory` and its subcommands, one a module; they import slow modules only when they run."""

from __future__ import annotations

from typing import Annotated

import typer

from .backup import backup
from .bench import bench
from .bot import bot
from .breed import breed
from .census import census
from .check import check
from .club import club
from .compare import compare
from .engine import engine
from .games import games
from .host import host
from .host_comments import add_comment_commands
from .host_log import add_log_command
from .host_models import add_model_commands
from .host_people import add_people_commands
from .host_ratings import add_rating_commands
from .host_votes import add_votes_command
from .learn import learn
from .match import match
from .measure import measure
from .new import new
from .play import play
from .print_sheets import print_
from .pupil import pupil
from .puzzles import puzzles
from .repair import repair
from .replay import replay
from .rules import rules
from .serve import serve
from .similar import similar
from .solve import solve
from .study import study
from .survey import survey
from .taste import taste
from .tune import tune
from .vary import vary
from .worker import worker

app = typer.Typer(
    name="lusory",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(requested: bool) -> None:
    if requested:
        from .. import __version__

        typer.echo(f"lusory {__version__}")
        raise typer.Exit


@app.callback()
def lusory(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A laboratory and playhouse for abstract board games.

    \b
    lusory play                         choose a game and play it
    lusory play susan -o size=4         you against the machine
    lusory serve --open                 the same in the browser, also with friends
    lusory bot --server URL --token T   a player of yours as a bot on such a server
    lusory host reports                 what guests of that server have reported
    lusory rules hidden-gomoku          how it is played, with diagrams
    lusory print hidden-gomoku          its board and record sheets on paper
    lusory match susan --first greedy --second random    which player is stronger
    lusory measure susan --games 100000                  what the game is like
    lusory census susan --depth 3       how many games there are
    lusory bench susan                  how fast random games are played
    lusory compare susan --with draw=none       what another rule changes
    lusory repair gomoku -o size=9 --goal 'first<=52%'    which change of the rules meets a goal
    lusory vary yavalath                variations of a game that play well
    lusory similar yavalath             which known games are near
    lusory breed --children 2000        new games from known ones
    lusory taste votes.csv              which measures foretold what people liked
    lusory study susan                  what its designer asked, found out
    lusory solve susan -o size=2        who wins if nobody makes a mistake
    lusory puzzles clobber              positions with one right move, proven
    lusory learn susan --minutes 10     train a player by games against itself
    lusory pupil play ada.pupil         bring up a player by playing with it
    lusory new mygame.py                begin a game of your own
    """


COMMANDS_TO_PLAY = (games, rules, play, serve, bot, match, engine, replay)
COMMANDS_TO_STUDY = (
    measure,
    compare,
    repair,
    vary,
    similar,
    breed,
    taste,
    study,
    survey,
    solve,
    puzzles,
    learn,
    census,
    bench,
    tune,
)
for command in (*COMMANDS_TO_PLAY, *COMMANDS_TO_STUDY, new, check, backup, worker):
    app.command()(command)
app.command("print")(print_)
add_comment_commands(host)
add_log_command(host)
add_model_commands(host)
add_people_commands(host)
add_rating_commands(host)
add_votes_command(host)
app.add_typer(host)
club.add_typer(host, name="admin")
app.add_typer(club)
app.add_typer(pupil)
