"""What a person can type at the table besides plies."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ..errors import LusoryError
from ..play.narration import explained, result_line
from .seats import SEATS

if TYPE_CHECKING:
    from .terminal_game import Table

ENDED = ("ended", "values")
"""Tags about an end that the rules do not know (somebody resigned): of a game that goes on they are not true."""


class Asked(NamedTuple):
    """A word and what follows it."""

    word: str
    rest: str


class Word(NamedTuple):
    """usage: how it is typed. about: what it does. act: does it; True when the game has moved."""

    usage: str
    about: str
    act: Callable[[Table, Asked], bool]


def words_of(line: str) -> Asked | None:
    """The word a line begins with, if it is one; an empty line shows the board."""
    head, _, rest = line.partition(" ")
    if not line:
        return Asked("board", "")
    if line.startswith("?"):
        return Asked("?", line[1:].strip())
    word = ALIASES.get(head.lower(), head.lower())
    return Asked(word, rest.strip()) if word in WORDS and (not rest or "FILE" in WORDS[word].usage) else None


def plies(table: Table, asked: Asked) -> bool:
    """The legal plies, or those that begin so; none while somebody else is to move whose plies tell a secret."""
    found = [ply for ply in table.offered if ply.lower().startswith(asked.rest.lower())]
    table.screen.columns(found)
    ending = f" beginning with {asked.rest}" if asked.rest else ""
    table.screen.say(f"{len(found)} legal {'ply' if len(found) == 1 else 'plies'}{ending}.")
    return False


def board(table: Table, asked: Asked) -> bool:
    """The board again."""
    table.draw()
    return False


def rules(table: Table, asked: Asked) -> bool:
    """How the game is played."""
    from .rules import Format, written

    try:
        table.screen.show(written(table.position.game, Format.text, True))
    except LusoryError as fault:
        table.screen.say(str(fault), "red")
    return False


def why(table: Table, asked: Asked) -> bool:
    """The last refusal, the result, or what the last ply brought about."""
    if table.refused:
        table.screen.say(table.refused)
    elif table.position.result:
        table.screen.say(result_line(table.position))
    elif table.position.past:
        for sentence in explained(table.position, table.eyes):
            table.screen.say(sentence)
    else:
        table.screen.say("Nothing has happened yet.")
    return False


def save(table: Table, asked: Asked, over: bool = False) -> bool:
    """Write the record; a file that is there stays, unless `save!` is typed."""
    path = Path(asked.rest).expanduser()
    if not asked.rest:
        table.screen.say("Where? Type save FILE (as text, or as JSON if FILE ends so).", "red")
        return False
    seats = dict(zip(SEATS, table.specs, strict=False)) | {"date": f"{datetime.date.today()}"}
    tags = {tag: said for tag, said in table.tags.items() if tag not in ENDED} | seats
    record = msgspec.structs.replace(table.position.record(), tags=tags)
    try:
        with path.open("w" if over else "x", encoding="utf-8") as file:
            file.write(record.json() if path.suffix == ".json" else record.text())
    except FileExistsError:
        table.screen.say(f"{path} is there already; save! {path} writes over it.", "red")
    except OSError as fault:
        table.screen.say(f"{path}: {fault.strerror}", "red")
    else:
        table.kept[path.resolve()] = table.played
        secrets = table.position.hidden and not table.position.result
        table.screen.say(f"Saved in {path}." + (" It holds the secrets of all players." if secrets else ""))
    return False


def undo(table: Table, asked: Asked) -> bool:
    """Take back."""
    return table.undo()


def help_(table: Table, asked: Asked) -> bool:
    """What can be typed."""
    example = next(iter(table.offered), "")
    ply = f"A ply, as in {example}," if example else "In your turn a ply"
    over = table.position.result is not None
    whole = "or a whole turn on one line; blanks, case and arrows do not matter."
    table.screen.say("The game is over." if over else f"{ply} {whole}")
    for word in WORDS.values():
        table.screen.say(f"  {word.usage:12} {word.about}", indent=15)
    return False


def leave(table: Table, asked: Asked) -> bool:
    """Leave the table."""
    from .terminal_game import Leave

    raise Leave


WORDS = {
    "?": Word("? [TEXT]", "the legal plies; those that begin with TEXT", plies),
    "board": Word("board", "the board again; so does Enter", board),
    "why": Word("why", "explains the last refusal, the result, or the last ply", why),
    "undo": Word("undo", "back to your last decision", undo),
    "rules": Word("rules", "how the game is played", rules),
    "save": Word("save FILE", "keeps the game; as JSON if FILE ends so", save),
    "save!": Word("save! FILE", "the same over a file that is there", lambda t, a: save(t, a, over=True)),
    "help": Word("help", "this", help_),
    "quit": Word("quit", "leaves", leave),
}
ALIASES = {"q": "quit", "exit": "quit", "bye": "quit", "moves": "?", "h": "help", "b": "board", "u": "undo"}
