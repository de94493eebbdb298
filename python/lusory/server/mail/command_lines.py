"""Finds the lines of a mail that are commands, and quotes them with secrets struck out."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...errors import UnknownGame
from ...games import find
from ..accounts.account import LEAST

LINES = 20
"""At most so many lines of a mail are carried out."""
LONGEST = 500
LONGEST_JOINED = 4 * LONGEST
"""A line that was joined is no longer than this and one of its parts."""
NARROWEST = 72
"""Mail programs that break long lines leave so many characters in each, unless the next word is too long for that."""
CLUB = {"help", "signup", "list", "accept", "decline", "withdraw", "limit", "subscribe", "unsubscribe", "message",
        "vacation", "signoff", "games", "my"}  # fmt: skip
"""Commands that name no game."""
BOARD = {"move", "showas", "preview", "propose", "accept", "reject", "resign", "chat"}
"""Commands of a game that name a board, a user id and a password."""
GAME = BOARD | {"help", "challenge", "seek", "show", "standings", "ratings", "history", "games"}
SECRET = {"decline": 3, "withdraw": 3, "signup": 2, "showas": 2, "seek": 2, "challenge": 2} | dict.fromkeys(
    BOARD - {"showas"}, 3
)
"""The place of the password, counted in words from the command."""
ANSWERS = {"accept", "decline", "withdraw"}
"""Commands that name a challenge."""
FIRST = {"list", "my", "decline", "withdraw", "limit", "subscribe", "unsubscribe", "message", "vacation", "signoff"}
RANDOM = re.compile(r"\b(?=\w*\d)[0-9a-z]{20}\b", re.IGNORECASE)
"""A password for mail as it is given out."""


class Done(NamedTuple):
    """What came of a line or a mail. answer: lines for the answer. table, player: the seat whose board goes with it."""

    answer: list[str]
    table: str = ""
    player: int | None = None


def lines_of(text: str) -> list[str]:
    """The lines up to the first empty one: what follows them is between people."""
    command_lines: list[str] = []
    for line in text.strip().split("\n"):
        if not line.strip():
            break
        command_lines.append(" ".join(line.split())[:LONGEST])
    return command_lines


def goes_on(line: str, below: str) -> bool:
    """Whether the line below may be the rest of a line, which a mail program broke: its first word had no room."""
    return len(line) + 1 + len(below.split(maxsplit=1)[0]) > NARROWEST


def with_broken_messages(lines: list[str]) -> list[str]:
    """Lines of commands, at most LINES; what somebody says, and the options of a challenge, are joined again where his
    mail program broke them."""
    whole_lines, kind, above = list[str](), "", ""
    for line in lines:
        is_open = kind == "says" or (kind == "options" and breaks_options(above, line))
        if is_open and goes_on(above, line) and not looks_like_command(line):
            whole_lines[-1] = joined(whole_lines[-1], line)
        elif len(whole_lines) == LINES:
            break
        else:
            whole_lines.append(line)
            kind = kind_of_rest(line)
        above = line
    return whole_lines


def joined(line: str, rest: str) -> str:
    """A line with its rest. What is far too long grows no longer, and is refused all the same."""
    return line if len(line) > LONGEST_JOINED else f"{line} {rest}"


def kind_of_rest(line: str) -> str:
    """What a line that goes on would go on with: `says` (`message ...`, `GAME chat ...`), `options` of a challenge, or
    nothing."""
    words = line.lower().split(maxsplit=2)
    if words[0] == "message" or words[1:2] == ["chat"]:
        return "says"
    return "options" if words[1:2] in (["challenge"], ["seek"]) else ""


def breaks_options(above: str, below: str) -> bool:
    """Whether a line of a challenge ends amid its options, or the line below begins with one."""
    return above.rpartition(" ")[2].startswith("-") or below.startswith("-")


def looks_like_command(line: str) -> bool:
    """Whether a line begins as a command does."""
    words = line.lower().split(maxsplit=2)
    return bool(words) and (words[0] in CLUB or (len(words) > 1 and words[1] in GAME))


def struck(line: str) -> str:
    """The beginning of a line without its password, also where that stands in the wrong place: no word is left in which
    one might be."""
    beginning = line if len(line) <= LONGEST else line[:LONGEST].rpartition(" ")[0]  # half a password would be left
    words = RANDOM.sub("***", beginning).split()
    for at, word in enumerate(words[:2]):
        name = word.lower()
        place = SECRET.get(name, 2 if name in FIRST else 0)
        if place and at + place < len(words):
            skip = sum(1 for word in words[at:] if word.startswith("-")) if name in ("challenge", "seek") else 0
            last = len(words) if name == "signup" else at + place + skip + 1
            words[at + place + skip : last] = ["***"] * len(words[at + place + skip : last])
            break
    names_challenge = bool(words) and words[0].lower() in ANSWERS
    return " ".join(
        "***" if may_be_password(word) and not (at == 1 and names_challenge) else word for at, word in enumerate(words)
    )


def may_be_password(word: str) -> bool:
    """Whether a word is long enough for a password, and no option and no name of a game or command."""
    return len(word) >= LEAST and not word.startswith("-") and word.lower() not in CLUB | GAME and not known_game(word)


def known_game(word: str) -> str:
    """The name of a catalogue game, by any of its names; nothing where it is none."""
    try:
        return find(word[:60]).name
    except UnknownGame:
        return ""
