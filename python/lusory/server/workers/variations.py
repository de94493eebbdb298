"""Variations of the rules that somebody writes: one step away, screened, best first, as `lusory vary` finds them."""

from __future__ import annotations

from typing import Any

import msgspec

from ...breed.vary import Variation, vary
from ...errors import RuleError
from ...rules import codec
from .drafts import spell_both
from .rules_check import check_size, read

SHOWN, TRIES = 12, 120
"""Variations of an answer, and how many are screened where there is time."""
FIGURES = ("first", "draws", "plies", "drama")
"""What is told of a variation, and of the game as it is."""


def find_variations(value: str, goal: str, budget: dict[str, Any]) -> dict[str, Any]:
    """The best variations. tried: how many were screened in the time. kept: how many of them play well enough.
    goal: what they are ordered by, in its own spelling, empty for none. variations: see `encode_variation`. missed: see
    breed.vary.Missed. Raises RuleError, LusoryError for games that cannot be varied, and GoalError."""
    game = read(value, budget)
    result = vary(game, goal, most=SHOWN, tries=TRIES, seconds=budget["seconds"] / 5)
    variations = [
        encoded
        for variation in result.variations
        if (encoded := encode_variation(variation, game.name, bool(result.goal), budget))
    ]
    missed = msgspec.to_builtins(result.missed)
    return {"tried": result.tried, "kept": result.kept, "goal": result.goal, "variations": variations, "missed": missed}


def encode_variation(variation: Variation, name: str, has_goal: bool, budget: dict[str, Any]) -> dict[str, Any] | None:
    """A variation in both spellings. said: what changed. quality: from 0 to 1. figures, was: its figures, and those of
    the game as it is. meets: does it meet the goal; null without one. None where this server does not play it."""
    try:
        game = codec.read(variation.rules, name=name)
        check_size(game, budget)
    except RuleError:
        return None
    return {
        "said": list(variation.differences),
        "quality": variation.quality.value,
        "figures": {figure: variation.figures.get(figure) for figure in FIGURES},
        "was": {figure: variation.was.get(figure) for figure in FIGURES},
        "meets": variation.miss == 0 if has_goal else None,
        **spell_both(game),
    }
