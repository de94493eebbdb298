"""The rules of a game for people: English and examples, as text, Markdown or HTML."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from ..draw import leaflet
from ..reference import Reference
from ..rules.codec import write
from ..rules.english import Example, Sheet, sheet
from ..rules.game import Game
from ..rules.turns import Commit
from ..rules.walk import words
from . import examples as found_by_play

FORMATS: dict[str, Callable[[Sheet], str]] = {
    "text": leaflet.text,
    "md": leaflet.markdown,
    "html": leaflet.html,
}
MOST = 10
"""Examples on a sheet: more do not fit on one page."""


def rules(game: Game, format: str = "text", examples: bool = True) -> str:
    """The rules in one of the formats text, md, html; `json` is the rule value itself."""
    if format == "json":
        return write(game)
    if format not in FORMATS:
        raise ValueError(f"format: {format!r}, expected text, md, html or json")
    return FORMATS[format](illustrated(game) if examples else sheet(game))


@lru_cache(maxsize=64)
def illustrated(game: Game) -> Sheet:
    """The sheet with its examples and the board at the start."""
    told = sheet(game)
    reference = Reference(game)
    hidden = any(isinstance(word, Commit) for word in words(game))
    note = "All boards are shown as the referee sees them, hidden stones too." if hidden else ""
    start = reference.picture(reference.start(), None) if game.setup else None
    return msgspec.structs.replace(told, examples=chosen(told, found_by_play.examples(game)), note=note, start=start)


def chosen(told: Sheet, found: tuple[Example, ...]) -> tuple[Example, ...]:
    """As many as fit, those of the most puzzling clauses: effects and ends before plain moves."""
    ranked = sorted(found, key=lambda example: (not example.path.startswith(("effects", "ends")), found.index(example)))
    kept = ranked[:MOST]
    return tuple(example for example in found if example in kept)
