"""Studies of games for their pages. They come with the package (`data/studies.json`, made by `make docs`)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


class StudyPage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A study of a game. name: of the study, as `lusory study` takes it. question, sentence: what is asked, and the
    result in one sentence. html: the whole page, without its title and pictures."""

    name: str
    title: str
    question: str
    sentence: str
    html: str


@cache
def studies() -> dict[str, StudyPage]:
    """By the name of the game."""
    text = (files("lusory.server") / "data" / "studies.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, StudyPage])
