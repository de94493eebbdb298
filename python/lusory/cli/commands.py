"""Commands that a person can type in `lusory play` besides plies."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ..errors import LusoryError
from ..explain.other_ends import other_ends
from ..play.narration import explain_ply, result_line
from ..play.renaming import SEATS
from ..play.spectator import SPECTATOR
from ..texts import gettext, ngettext

if TYPE_CHECKING:
    from .terminal_game import TerminalGame

ENDED = ("ended", "values")
"""Tags about an end outside the rules (a player resigned); they are dropped when the game is continued."""


class CommandCall(NamedTuple):
    """A command as it was typed, with its argument."""

    word: str
    rest: str


class Command(NamedTuple):
    """usage: how it is typed. about: what it does. act: runs it; True when the position has changed."""

    usage: str
    about: str
    act: Callable[[TerminalGame, CommandCall], bool]


def parse_command(line: str) -> CommandCall | None:
    """The command in a line, None if it is no command; an empty line means `board`."""
    head, _, rest = line.partition(" ")
    if not line:
        return CommandCall("board", "")
    if line.startswith("?"):
        return CommandCall("?", line[1:].strip())
    word = ALIASES.get(head.lower(), head.lower())
    return CommandCall(word, rest.strip()) if word in COMMANDS and (not rest or " " in COMMANDS[word].usage) else None


def plies(table: TerminalGame, call: CommandCall) -> bool:
    """List the legal plies, or those that begin with a text; none where they would reveal another player's secret."""
    matching = [ply for ply in table.visible_moves if ply.lower().startswith(call.rest.lower())]
    table.screen.columns(matching)
    values = {"n": len(matching), "text": call.rest}
    if call.rest:
        text = ngettext(
            "%(n)s legal move beginning with %(text)s.", "%(n)s legal moves beginning with %(text)s.", len(matching)
        )
    else:
        text = ngettext("%(n)s legal move.", "%(n)s legal moves.", len(matching))
    table.screen.say(text % values)
    return False


def board(table: TerminalGame, call: CommandCall) -> bool:
    """Print the board again."""
    table.draw()
    return False


def rules(table: TerminalGame, call: CommandCall) -> bool:
    """Print the rules of the game."""
    from .rules import Format, rules_text

    try:
        table.screen.show(rules_text(table.position.game, Format.text, True))
    except LusoryError as fault:
        table.screen.say(str(fault), "red")
    return False


def why(table: TerminalGame, call: CommandCall) -> bool:
    """Explain the last refusal, the result, or the events of the last ply."""
    if table.refused:
        table.say(table.refused)
    elif table.position.result:
        table.say(result_line(table.position))
        for sentence in other_ends(table.position):
            table.say(sentence)
    elif table.position.past:
        for sentence in explain_ply(table.position, table.effective_viewer):
            table.say(sentence)
    else:
        table.say(gettext("Nothing has happened yet."))
    return False


def record(table: TerminalGame, call: CommandCall) -> bool:
    """List the turns so far; of secret plies only what was announced."""
    try:
        full_record = table.position.record()
    except LusoryError:  # it began with a diagram, so it has no record
        return known(table, call)
    viewer = table.effective_viewer
    visible = full_record if viewer is None else full_record.seen_by(None if viewer == SPECTATOR else viewer)
    for number, turn in enumerate(visible.turns() if visible.plies else (), 1):
        table.say(f"{number:>3}. {turn}", indent=5)
    if not visible.plies:
        table.say(gettext("Nothing has been played yet."))
    return False


def known(table: TerminalGame, call: CommandCall) -> bool:
    """List every ply so far as this player saw it: what was announced, shown and captured."""
    for number, position in enumerate(table.positions[1:], 1):
        first, *other_lines = explain_ply(position, table.effective_viewer)
        table.say(f"{number:>3}. {first}", indent=5)
        for line in other_lines:
            table.say(f"     {line}", indent=5)
    if len(table.positions) == 1:
        table.say(gettext("Nothing has happened yet."))
    return False


def note(table: TerminalGame, call: CommandCall) -> bool:
    """Add a note of this player's own, or list them."""
    mine = table.notes.setdefault(table.viewer, [])
    if call.rest:
        mine.append(gettext("after %(n)s moves: %(text)s") % {"n": table.position.ply, "text": call.rest})
        table.screen.say(gettext("Noted."))
        return False
    for text in mine:
        table.screen.say(text, indent=2)
    if not mine:
        table.screen.say(gettext("No notes yet; note TEXT adds one."))
    return False


def save(table: TerminalGame, call: CommandCall, over: bool = False) -> bool:
    """Write the record; an existing file is overwritten only by `save!`."""
    path = Path(call.rest).expanduser()
    if not call.rest:
        table.screen.say(gettext("Where? Type save FILE (as text, or as JSON if FILE ends so)."), "red")
        return False
    seats = dict(zip(SEATS, table.specs, strict=False)) | {"date": f"{datetime.date.today()}"}
    tags = {tag: value for tag, value in table.tags.items() if tag not in ENDED} | seats
    try:
        record = msgspec.structs.replace(table.position.record(), tags=tags)
        with path.open("w" if over else "x", encoding="utf-8") as file:
            file.write(record.json() if path.suffix == ".json" else record.text())
    except FileExistsError:
        table.screen.say(gettext("%(file)s is there already; save! %(file)s writes over it.") % {"file": path}, "red")
    except OSError as fault:
        table.screen.say(f"{path}: {fault.strerror}", "red")
    except LusoryError as fault:
        table.screen.say(str(fault), "red")
    else:
        table.saves[path.resolve()] = table.plies_so_far
        secrets = table.position.hidden and not table.position.result
        text = gettext("Saved in %(file)s.") % {"file": path}
        table.screen.say(f"{text} {gettext('It holds the secrets of all players.')}" if secrets else text)
    return False


def hint(table: TerminalGame, call: CommandCall) -> bool:
    """Tell the ply that `best` would play; not where a person could ask for it in another's place."""
    from .hint import find_hint

    mover = table.position.to_move
    if mover not in table.people or (table.shared and table.position.hidden):
        table.screen.say(
            gettext("No hint now: it needs a position in which you are to move, and no secrets between people.")
        )
        return False
    try:
        table.screen.say(str(find_hint(table.position, mover)))
    except LusoryError as fault:
        table.screen.say(str(fault), "red")
    return False


def undo(table: TerminalGame, call: CommandCall) -> bool:
    """Take back to the last decision of a person."""
    return table.undo()


def help_(table: TerminalGame, call: CommandCall) -> bool:
    """List what can be typed."""
    example = next(iter(table.visible_moves), "")
    if table.position.result is not None:
        table.screen.say(gettext("The game is over."))
    elif example:
        text = gettext(
            "Type a move, such as %(ply)s, or a whole turn on one line; blanks, case and arrows do not matter."
        )
        table.screen.say(text % {"ply": example})
    else:
        table.screen.say(
            gettext(
                "When it is your turn, type a move, or a whole turn on one line; blanks, case and arrows do not matter."
            )
        )
    for word in COMMANDS.values():
        table.screen.say(f"  {word.usage:12} {gettext(word.about)}", indent=15)
    return False


def leave(table: TerminalGame, call: CommandCall) -> bool:
    """Leave the table."""
    from .terminal_game import LeaveGame

    raise LeaveGame


COMMANDS = {
    "?": Command("? [TEXT]", "the legal moves; those that begin with TEXT", plies),
    "board": Command("board", "the board again; so does Enter", board),
    "why": Command("why", "explains the last refusal, the result, or the last move", why),
    "record": Command("record", "the turns so far", record),
    "known": Command("known", "all that you saw so far, with what was announced and shown", known),
    "note": Command("note [TEXT]", "adds a note that you alone see; without TEXT lists yours", note),
    "hint": Command("hint", "the move that the strongest player would make", hint),
    "undo": Command("undo", "back to your last decision", undo),
    "rules": Command("rules", "how the game is played", rules),
    "save": Command("save FILE", "keeps the game; as JSON if FILE ends so", save),
    "save!": Command("save! FILE", "the same; overwrites an existing file", lambda t, a: save(t, a, over=True)),
    "help": Command("help", "this", help_),
    "quit": Command("quit", "leaves", leave),
}
ALIASES = {"q": "quit", "exit": "quit", "bye": "quit", "moves": "?", "h": "help", "b": "board", "u": "undo"}
