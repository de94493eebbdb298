"""`lusory puzzles`: finds positions with one right ply, or prints them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .._counts import count_phrase
from .._files import check_places, file_for, write_atomically
from ..errors import LusoryError
from .arguments import GAME_HELP, GameOptions, Json, complete_game, game_of, options_of, seed_option
from .print_sheets import Paper
from .progress import Timer, progress

if TYPE_CHECKING:
    from ..puzzles import PuzzleSet
    from ..rules.game import Game

Name = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)]
Number = Annotated[int, typer.Option("--number", min=1, max=10_000, metavar="N", help="So many puzzles.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Where they go, as JSON; GAME-puzzles.json if not given.")
]
Sheet = Annotated[Path | None, typer.Option("--sheet", metavar="FILE", help="Print those in --out as PDF.")]
Seed = Annotated[int, seed_option("Of the games that are searched.", "N")]
Positions = Annotated[
    int, typer.Option("--positions", min=1_000, metavar="N", help="The solver may search so many for a question.")
]
Least = Annotated[
    int, typer.Option("--least", min=0, max=10, metavar="LEVEL", help="Leave out easier puzzles; 0: none.")
]
PaperSize = Annotated[Paper, typer.Option("--paper", help="The size of the paper.")]


def puzzles(
    game: Name,
    option: GameOptions = None,
    number: Number = 100,
    out: Out = None,
    seed: Seed = 0,
    positions: Positions = 1 << 15,
    least: Least = 1,
    sheet: Sheet = None,
    paper: PaperSize = Paper.a4,
    json: Json = False,
) -> None:
    """Find puzzles: positions in which one move alone wins, or saves the game, proven by the solver.

    \b
    lusory puzzles clobber                                 writes clobber-puzzles.json
    lusory puzzles hex -o size=5 --number 20 --out hex.json
    lusory puzzles hex -o size=5 --number 20 --out hex.json --sheet hex.pdf

    Each is graded by the highest of our levels that misses its move. Symmetric positions count once. The file is
    written after every game searched: the same command goes on with it, after Ctrl-C, too.
    """
    from ..rules.game import Game

    rules = game_of(game, option)
    if not isinstance(rules, Game):
        raise LusoryError(f"{rules.name or 'this game'}: a program decides it; puzzles need games given by rules")
    path = out or file_for(rules.name, "-puzzles.json")
    check_places(path, sheet)
    if sheet is not None and sheet.suffix != ".pdf":
        raise LusoryError(f"{sheet}: expected a name that ends in .pdf")
    puzzle_set = set_to_continue(rules, path, options_of(option), seed, positions, least)
    puzzle_set = search(puzzle_set, rules, path, number)
    typer.echo(puzzle_set.encode().decode() if json else summary(puzzle_set, path))
    if sheet is not None:
        write_sheet(puzzle_set, rules, sheet, paper.value)


def set_to_continue(
    rules: Game, path: Path, options: dict[str, str], seed: int, positions: int, least: int
) -> PuzzleSet:
    """The set to continue: that of the file, or an empty one. Raises LusoryError where the file is of another game."""
    from ..puzzles import PuzzleSet, load
    from ..rules.game_file import made_for

    new_set = PuzzleSet(game=rules.name, options=options, hash=rules.hash, seed=seed, positions=positions, least=least)
    if not path.exists():
        return new_set
    puzzle_set = load(path)
    if puzzle_set.hash != new_set.hash:
        raise LusoryError(f"{path}: {made_for(puzzle_set.game, puzzle_set.hash)}; give another --out")
    for name in ("seed", "positions", "least"):
        if getattr(puzzle_set, name) != getattr(new_set, name):
            raise LusoryError(
                f"{path}: made for {puzzle_set.game} with {name} {getattr(puzzle_set, name)}, "
                f"expected {getattr(new_set, name)}; "
                "give another --out"
            )
    return puzzle_set


def search(puzzle_set: PuzzleSet, rules: Game, path: Path, number: int) -> PuzzleSet:
    """The set with enough puzzles, or as many as there were at Ctrl-C, or where no more turn up. Saved after every
    game."""
    from ..puzzles import PuzzleSearch
    from ..puzzles.search import BARREN

    clock = Timer()
    try:
        for grown_set in PuzzleSearch(puzzle_set, rules).run(number):
            puzzle_set = grown_set
            save(puzzle_set, path)
            if clock.is_report_due():
                searched = f"{puzzle_set.games} game{'' if puzzle_set.games == 1 else 's'} searched"
                progress.tell(f"{len(puzzle_set.puzzles)} of {number} puzzles, {searched}")
    except KeyboardInterrupt:
        progress.wipe()
        typer.echo("Stopped; the same command goes on.", err=True)
    else:
        if len(puzzle_set.puzzles) < number:
            progress.wipe()
            typer.echo(f"The last {BARREN:,} games had no new puzzle: this game has few, or none.", err=True)
    progress.wipe()
    return puzzle_set


def save(puzzle_set: PuzzleSet, path: Path) -> None:
    """Writes the file as a whole or not at all."""
    write_atomically(path, puzzle_set.encode())


def summary(puzzle_set: PuzzleSet, path: Path) -> str:
    """A sentence about the number of puzzles and their grades."""
    from collections import Counter

    levels = Counter(puzzle.level for puzzle in puzzle_set.puzzles)
    hard = ", ".join(f"{levels[level]} of level {level}" for level in sorted(levels))
    found = count_phrase(len(puzzle_set.puzzles), "puzzle")
    return f"{path}: {found} from {count_phrase(puzzle_set.games, 'game')}" + (f" ({hard})" if hard else "")


def write_sheet(puzzle_set: PuzzleSet, rules: Game, sheet: Path, paper: str) -> None:
    """Writes the sheet."""
    from ..printing import write
    from ..puzzles.sheet import document

    sheet.write_bytes(write(document(puzzle_set, rules, paper), "pdf"))
    count = len(puzzle_set.puzzles)
    typer.echo(f"{sheet}: {count_phrase(count, 'puzzle')} with {'its solution' if count == 1 else 'their solutions'}")
