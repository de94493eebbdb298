"""The tags of a record that is written as text (`[game "susan"]`), and the game that they name."""

from __future__ import annotations

import re

from ..errors import RecordError
from ..games import catalogue
from ..rules.game import Game
from ..rules.options import Definition

TAG = re.compile(r'^\[(\w+) "(.*)"\]$')
NUMBERED = re.compile(r"^(\d{1,9})\.\s*")
"""The number of a turn, before it."""


def split_tags(source: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """The tags of a record, and the numbered lines with its turns, without comments and their own numbers. Raises
    RecordError where those skip a turn: a record that lost a line would be another game."""
    tags: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    before = comment = 0
    for number, line in enumerate(source.splitlines(), 1):
        tag = None if comment else TAG.match(line.strip())
        without_comments, is_open = ("", False) if tag else split_comments(line, bool(comment))
        comment = (comment or number) if is_open else 0
        if tag:
            tags[tag[1]] = tag[2]
        elif without_comments:
            turn = turn_number(without_comments, before)
            if turn > before + 1:
                raise RecordError(
                    f"line {number}: turn {turn}, expected turn {before + 1}; a line is missing before it"
                )
            before = turn
            lines.append((number, NUMBERED.sub("", without_comments)))
    if comment:
        raise RecordError(f"line {comment}: a comment begins and does not end, expected }}")
    return tags, lines


def split_comments(line: str, begun: bool) -> tuple[str, bool]:
    """A line without comments, and whether one goes on below it. begun: whether one began above it."""
    if begun:
        _, end, line = line.partition("}")
        if not end:
            return "", True
    before, is_open, _ = re.sub(r"\{[^}]*\}", "", line).partition("{")
    return before.strip(), bool(is_open)


def turn_number(line: str, before: int) -> int:
    """The number that stands before a turn; the next one where none does."""
    numbered = NUMBERED.match(line)
    return int(numbered[1]) if numbered else before + 1


def game_by_name(name: str, tags: dict[str, str]) -> Game:
    """The game of a record that holds a name and options (which leave the tags) in place of the rules. Raises
    RecordError; OptionError for options that the game does not have."""
    if name not in catalogue():
        raise RecordError(f'game {name!r}: expected a tag [game "NAME"] of a known game, or [rules "..."]')
    definition = catalogue()[name]
    return definition.build(**tagged_options(definition, tags))


def tagged_options(definition: Definition, tags: dict[str, str]) -> dict[str, str]:
    """The options in the tag `options`. Refused are other words in it, and a tag that is called like an option: a
    record whose options are passed over is of another game than its author thinks."""
    parts = [part.partition("=") for part in tags.pop("options", "").split()]
    if wrong := [name for name, equals, _ in parts if not equals]:
        raise RecordError(f"options: {wrong[0][:60]!r}, expected NAME=VALUE, as in size=4")
    if stray := [option.name for option in definition.options if option.name in tags]:
        text = f"{stray[0]}={tags[stray[0]][:60]}"
        raise RecordError(f'tag {stray[0]}: an option of {definition.name}, expected it in [options "{text}"]')
    return {name: value for name, _, value in parts}
