"""Renames the players of a record, in its tags and its narration."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from ..rules.events import PLAYER_NAMES
from .record import Record

SEATS = tuple(name.lower() for name in PLAYER_NAMES)
"""The tags that hold the names of the players."""


def rename_players(record: Record, names: Mapping[int, str]) -> Record:
    """The record with other names for some players, by their numbers. The old names are replaced in all tags, so that
    `ended` does not tell them."""
    old = {record.tags[SEATS[player]]: new for player, new in names.items() if record.tags.get(SEATS[player])}
    tags = {tag: replace_words(value, old) for tag, value in record.tags.items() if tag not in SEATS}
    new_tags = {SEATS[player]: name for player, name in names.items()}
    seat_tags = {tag: value for tag, value in record.tags.items() if tag in SEATS}
    return msgspec.structs.replace(record, tags=seat_tags | new_tags | tags)


def with_names(sentence: str, names: Mapping[int, str]) -> str:
    """A sentence of a narration with names for First, Second, ..."""
    return replace_words(sentence, {PLAYER_NAMES[player]: name for player, name in names.items()})


def replace_words(text: str, names: Mapping[str, str]) -> str:
    """Whole words replaced, all at once, so that two names can be exchanged."""
    if not names:
        return text
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    return re.sub(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)", lambda match: names[match[0]], text)
