"""Information about a game besides its rules: names, inventor, year, story, rights, other versions, a sample game."""

from __future__ import annotations

import msgspec


class Note(msgspec.Struct, frozen=True):
    """A remark on a ply of the sample game. ply: counted from 1."""

    ply: int
    text: str


class OtherVersion(msgspec.Struct, frozen=True):
    """An earlier or alternative version of the game. options: of the game, as texts. text: what differs."""

    options: dict[str, str]
    text: str


class About(msgspec.Struct, frozen=True):
    """Information about a game. It counts neither for equality nor for the hash.

    title: the name as people write it. other_names: under which people also know it. like: "like X but ..." in a
    sentence. versions: earlier or alternative versions. sample: canonical texts of the plies of a whole game, with
    blanks between; sample_options: the rule options it was played with; notes: remarks on it.
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
    other_names: tuple[str, ...] = ()
    versions: tuple[OtherVersion, ...] = ()
