"""The rules section of a report: the rule value, its ends in English, and how its boards are drawn."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...errors import LusoryError
from ...explain.sheet import illustrated_sheet
from ...reference.progression import NOTHING_LEGAL
from ...rules import codec
from ...rules.english import Sheet, end_texts, sheet
from ...rules.expression_text import spell
from ...rules.game import Game
from ..figures import Measurement


class Ruling(NamedTuple):
    """An end clause: its number on the rules sheet, from 1 (0: none of them), and its text."""

    number: int
    text: str


def rules_heading(measurement: Measurement) -> str:
    """The name and the options of a game: `susan (size=4)`."""
    options = ", ".join(f"{name}={value}" for name, value in measurement.options.items())
    return f"{measurement.name or 'a game'}{f' ({options})' if options else ''}"


def game_of(measurement: Measurement) -> Game | None:
    """The rule value; None where the game is a Python class, or its rules cannot be read."""
    return _parse_rules(measurement.game, measurement.name)


@lru_cache(maxsize=16)
def _parse_rules(text: str, name: str) -> Game | None:
    if not text.lstrip().startswith("{"):
        return None
    for candidate_name in (name, ""):  # the rules may be fine where the name is none that a game can have
        try:
            return codec.read(text, name=candidate_name)
        except LusoryError:
            continue
    return None


def rules_sheet(game: Game, illustrate: bool = True) -> Sheet:
    """The rules for people."""
    return illustrated_sheet(game) if illustrate else sheet(game)


@lru_cache(maxsize=16)
def rulings(game: Game) -> dict[str, Ruling]:
    """The English text of each end clause."""
    texts = end_texts(game)
    by_spelling = {spell(end): Ruling(*texts[i]) for i, end in enumerate(game.ends) if i in texts}
    return by_spelling | {NOTHING_LEGAL: Ruling(0, "The player to move had no legal move.")}


def explain_spelling(measurement: Measurement, label: str) -> Ruling:
    """The English text of an end clause; the clause itself where the rules are unknown."""
    game = game_of(measurement)
    return (rulings(game) if game else {}).get(label, Ruling(0, label))
