"""What is told about a game besides its rules: inventor, year, story, a sample game."""

from __future__ import annotations

import msgspec


class Note(msgspec.Struct, frozen=True):
    """A remark on a ply of the sample game. ply: counted from 1."""

    ply: int
    text: str


class About(msgspec.Struct, frozen=True):
    """Outside equality and hash of a game.

    title: the name as people write it. like: "like X but ..." in a sentence. sample: canonical texts of the plies of
    a whole game, with blanks between; sample_options: the rule options it was played with; notes: remarks on it.
    """

    title: str = ""
    inventor: str = ""
    year: int | None = None
    naming: str = ""
    story: str = ""
    rights: str = ""
    source: str = ""
    like: str = ""
    sample: str = ""
    sample_options: dict[str, str] = {}
    notes: tuple[Note, ...] = ()
