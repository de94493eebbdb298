"""`lusory check`: tries a game out, and says what is wrong with it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import LusoryError, UnknownGame
from .arguments import GameOptions, Json, complete_game, options_of

if TYPE_CHECKING:
    from ..play.position import Position

GAMES, PLIES = 100, 400
CLOSELY = 20
"""So many games are held against the contract at every ply, which is slow."""

File = Annotated[
    str, typer.Argument(metavar="FILE", help="mygame.py, file.py:function, mygame.json.", autocompletion=complete_game)
]


def check(
    file: File,
    option: GameOptions = None,
    json: Json = False,
) -> int:
    """Try a game out: build it, tell its rules, draw it, play a hundred random games.

    \b
    lusory check mygame.py
    lusory check mygame.py:other -o size=5
    lusory check mygame.json --json

    What is wrong is said with file, line and path; then the exit code is 1. What is only odd is a warning.
    """
    report: dict[str, Any] = {"warnings": [], "problems": []}
    try:
        for key, value, line in tried(file, options_of(option)):
            report[key] = value
            if not json:
                typer.echo(line)
    except LusoryError as fault:
        report["problems"] = [str(fault)]
        if not json:
            raise
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(report), indent=2))
    elif not report["warnings"]:
        typer.echo("Nothing is wrong.")
    return 1 if report["problems"] else 0


def tried(file: str, options: dict[str, str]) -> Iterator[tuple[str, Any, str]]:
    """(name, value, what is said of it) of each trial; LusoryError when one fails."""
    from ..play.catalogue import load

    game = load(file, **options)
    yield "game", game.name, f"{game.name}: it builds, {game.num_actions} different plies"
    told = described(game)
    yield "described", bool(told), f"it tells its rules in {len(told.split())} words" if told else "it tells no rules"
    yield from edges(file)
    promised(game)
    ends = [played(game, number) for number in watched(range(GAMES))]
    draw(ends[0])
    yield "drawn", True, "it draws itself as text and SVG"
    results = Counter(outcome(end) for end in ends)
    lengths = sorted(end.ply for end in ends)
    said = ", ".join(f"{what} {n}" for what, n in results.most_common())
    yield "results", dict(results), f"{GAMES} random games: {said}"
    yield (
        "plies",
        lengths[GAMES // 2],
        f"plies: {lengths[0]} to {lengths[-1]}, half of the games at most {lengths[GAMES // 2]}",
    )
    found = list(warnings(game, ends, results))
    yield "warnings", found, "\n".join(f"warning: {text}" for text in found) or "no warnings"


def described(game: Any) -> str:
    """The rules in English; a Python class tells none."""
    from ..rules import codec
    from ..rules.game import Game
    from .rules import Format, written

    if not isinstance(game, Game):
        return ""
    if codec.read(codec.write(game)).hash != game.hash:
        raise UnknownGame(f"{game.name}: its JSON is read back as another game")
    try:
        return written(game, Format.text, True)
    except Exception as fault:
        raise UnknownGame(f"telling its rules failed: {type(fault).__name__}: {fault}") from fault


def edges(file: str) -> Iterator[tuple[str, Any, str]]:
    """Each option at its ends: what a player may ask for must build, or be refused with a reason."""
    from ..games import catalogue
    from ..play.module import definition
    from .arguments import values_of

    known = catalogue().get(file) or definition(file)
    if known is None or not known.options:
        return
    refused = []
    for option in known.options:
        values = values_of(option.reader)
        for value in dict.fromkeys([*values[:1], *values[-1:]]):
            try:
                known.build(**{option.name: value})
            except LusoryError as fault:
                refused.append(str(fault))
    lines = [f"its options build, each at its ends; {len(refused)} refused", *(f"  {text}" for text in refused)]
    yield "refused", refused, "\n".join(lines)


def promised(game: Any) -> None:
    """The contract is kept in random games; BrokenPromise tells after which plies it is not."""
    from ..play.program import contract_of
    from ..testing.promises import BrokenPromise
    from ..testing.promises import check as keeps
    from .failure import place

    try:
        keeps(contract_of(game), games=CLOSELY, plies=PLIES)
    except BrokenPromise as fault:
        where = place(fault.__cause__)
        raise BrokenPromise(f"{where}: {fault}" if where else str(fault)) from fault


def watched(numbers: range) -> Iterator[int]:
    """The same numbers; at a terminal, slow games say how far they are."""
    import sys
    import time

    from .census import SLOW, progress

    begun = time.monotonic()
    for number in numbers:
        if sys.stderr.isatty() and time.monotonic() - begun > SLOW:
            progress(f"{number} of {len(numbers)} games played")
        yield number


def played(game: Any, number: int) -> Position:
    """Random game number so-and-so."""
    rng = random.Random(number)
    position: Position = game.start()
    while position.result is None and position.ply < PLIES:
        position = position.chance(rng) if position.to_move == -1 else position.follow(rng.choice(position.moves().ids))
    return position


def draw(position: Position) -> None:
    """As text and as SVG."""
    try:
        position.text()
        position.svg()
    except Exception as fault:
        raise UnknownGame(f"drawing it failed: {type(fault).__name__}: {fault}, after {position!r}") from fault


def outcome(position: Position) -> str:
    """Who won, in a word."""
    from .tell import name

    if position.result is None:
        return "unfinished"
    return "draw" if position.result.winner is None else f"{name(position.result.winner).lower()} wins"


def warnings(game: Any, ends: list[Position], results: Counter[str]) -> Iterator[str]:
    """What is odd, though nothing forbids it."""
    if results["unfinished"] == GAMES:
        yield f"no game ended within {PLIES} plies: is there an end that must come?"
    elif results["unfinished"]:
        yield f"{results['unfinished']} games did not end within {PLIES} plies"
    for what in ("draw", "first wins", "second wins"):
        if results[what] == GAMES:
            yield f"every game ended alike: {what}"
    if all(end.ply <= game.players for end in ends):
        yield "no game lasted longer than a ply for each player"
    if hasattr(game, "ends"):
        yield from unused(game, ends)


def unused(game: Any, ends: list[Position]) -> Iterator[str]:
    """Ends that never came and kinds of piece that nobody ever saw."""
    from ..rules.spelling import spell

    fired = {end.result.by for end in ends if end.result}
    for number, word in enumerate(game.ends):
        if spell(word) not in fired and type(word).__name__ not in ("If", "BySide"):
            yield f"ends[{number}] never came, {spell(word)}"
    seen = {stone.kind for end in ends for stone in end.picture().stones}
    seen |= {event.piece for end in ends for ply in end.past for event in ply.events}
    for kind in end_kinds(ends[0]):
        if kind not in seen:
            yield f"no {kind} ever stood on the board"


def end_kinds(position: Position) -> tuple[str, ...]:
    """The kinds of piece the rules speak of."""
    return tuple(getattr(getattr(position.contract, "tables", None), "kinds", ()))
