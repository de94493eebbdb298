"""Renames the players of a record, in its tags and its narration."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from .narration import NAMES
from .record import Record

SEATS = tuple(name.lower() for name in NAMES)
"""The tags that hold the names of the players."""


def renamed(record: Record, names: Mapping[int, str]) -> Record:
    """The record with other names for some players, by their numbers. The old names are replaced in all tags, so that
    `ended` does not tell them."""
    old = {record.tags[SEATS[player]]: new for player, new in names.items() if record.tags.get(SEATS[player])}
    tags = {tag: replaced(value, old) for tag, value in record.tags.items() if tag not in SEATS}
    given = {SEATS[player]: name for player, name in names.items()}
    kept = {tag: value for tag, value in record.tags.items() if tag in SEATS}
    return msgspec.structs.replace(record, tags=kept | given | tags)


def with_names(sentence: str, names: Mapping[int, str]) -> str:
    """A sentence of a narration with names for First, Second, ..."""
    return replaced(sentence, {NAMES[player]: name for player, name in names.items()})


def replaced(text: str, names: Mapping[str, str]) -> str:
    """Whole words replaced, all at once, so that two names can be exchanged."""
    if not names:
        return text
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    return re.sub(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)", lambda found: names[found[0]], text)
