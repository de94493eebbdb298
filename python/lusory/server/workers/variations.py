"""Variations of the rules that somebody writes: one step away, screened, best first, as `lusory vary` finds them."""

from __future__ import annotations

from typing import Any

import msgspec

from ...breed.vary import Missed, Variation, vary
from ...errors import RuleError
from ...rules import codec
from ..missed_texts import ON_THIS_SERVER
from .drafts import spell_both
from .rules_check import check_size, read

SHOWN, TRIES = 12, 120
"""Variations of an answer, and how many are screened where there is time."""
FIGURES = ("first", "draws", "plies", "drama")
"""What is told of a variation, and of the game as it is."""


def find_variations(value: str, goal: str, budget: dict[str, Any]) -> dict[str, Any]:
    """The best variations. tried: how many were screened in the time. kept: how many of them play well enough and are
    not too large for this server. goal: what they are ordered by, in its own spelling, empty for none. variations: see
    `encode_variation`. missed: see breed.vary.Missed; of those that are too large, its screen is `ON_THIS_SERVER`.
    Raises RuleError, LusoryError for games that cannot be varied, and GoalError."""
    game = read(value, budget)
    result = vary(game, goal, most=TRIES, tries=TRIES, seconds=budget["seconds"] / 5)
    kept = [variation for variation in result.variations if is_playable(variation, budget)]
    missed, too_large = list(result.missed), len(result.variations) - len(kept)
    if too_large:
        missed.append(Missed(too_large, ON_THIS_SERVER))
    return {
        "tried": result.tried,
        "kept": len(kept),
        "goal": result.goal,
        "variations": [encode_variation(each, game.name, bool(result.goal)) for each in kept[:SHOWN]],
        "missed": msgspec.to_builtins(missed),
    }


def is_playable(variation: Variation, budget: dict[str, Any]) -> bool:
    """Whether this server plays it."""
    try:
        check_size(codec.read(variation.rules), budget)
    except RuleError:
        return False
    return True


def encode_variation(variation: Variation, name: str, has_goal: bool) -> dict[str, Any]:
    """A variation in both spellings. said: what changed. quality: from 0 to 1. figures, was: its figures, and those of
    the game as it is. meets: does it meet the goal; null without one."""
    game = codec.read(variation.rules, name=name)
    return {
        "said": list(variation.differences),
        "quality": variation.quality.value,
        "figures": {figure: variation.figures.get(figure) for figure in FIGURES},
        "was": {figure: variation.was.get(figure) for figure in FIGURES},
        "meets": variation.miss == 0 if has_goal else None,
        **spell_both(game),
    }
