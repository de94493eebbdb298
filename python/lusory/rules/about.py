"""Information about a game besides its rules: names, inventor, year, story, rights, other versions, a sample game."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import msgspec

from ..errors import RuleError
from .spec import value_text

UNPRINTED = {"Cc", "Cs", "Zl", "Zp"}
TURNING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Categories of characters that no text has, and those that change its direction: in a terminal the former give
commands, and by the latter a text reads otherwise than it is written."""
BREAKS = set("\n\r\t")
"""What longer texts may have of them."""


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


def check_about(about: About) -> None:
    """Raises RuleError for a text that has characters which are not printed."""
    for field, text, breaks in texts_of(about):
        if unprinted(text) - breaks:
            raise RuleError(f"about.{field}", value_text(text), "expected printable characters")


def unprinted(text: str) -> set[str]:
    """The characters of a text that are not printed."""
    return {sign for sign in text if sign in TURNING or unicodedata.category(sign) in UNPRINTED}


def texts_of(about: About) -> Iterator[tuple[str, str, set[str]]]:
    """The texts of a game's information with their fields, and what each may have besides printable characters."""
    for field in ("title", "inventor", "like"):
        yield field, getattr(about, field), set()
    for field in ("naming", "story", "rights", "source", "sample"):
        yield field, getattr(about, field), BREAKS
    yield from (("other_names", name, set()) for name in about.other_names)
    yield from (("notes", note.text, BREAKS) for note in about.notes)
    yield from (("versions", version.text, BREAKS) for version in about.versions)
