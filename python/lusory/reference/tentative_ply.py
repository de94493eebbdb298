"""Plays an offered ply tentatively to test its `unless`."""

from __future__ import annotations

from typing import Any

from ..rules import turns as t
from ..rules.time_limit import check_time
from .apply import apply_ply
from .effects import effects
from .evaluation_context import Scene
from .next_turn import next_turn, repeated_position
from .offered_ply import OfferedPly


def acting_word(word: Any) -> Any:
    """The word that defines what a ply does: of a Commit, its placement."""
    return word.ply if isinstance(word, t.Commit) else word


def violates_unless(scene: Scene, option: OfferedPly) -> bool:
    """Whether `unless` would hold after the ply and its effects. `scene` is as the mover sees it."""
    word = acting_word(option.word)
    return word is not None and word.unless is not None and scene_after(scene, option).holds(word.unless)[0]


def scene_after(scene: Scene, option: OfferedPly) -> Scene:
    """The scene after the ply and its effects, as far as the mover can foresee it."""
    check_time()
    word = acting_word(option.word)
    trial = scene.copy()
    trial.is_chance = scene.is_chance
    apply_ply(trial, option._replace(word=word))
    effects(trial, option._replace(word=word))
    if scene.tables.repeats:  # as it would count if the turn ended here
        trial.times = repeated_position(trial, next_turn(trial))[1]
    return trial
