"""One-step variations of a game that pass the screens, best first: the changes of a repair and a few more that are
bred, each with what changed and what it does to the figures."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import msgspec

from .._numbers import check_quantity, check_whole
from .._renamed import renamed_attribute
from ..errors import LusoryError
from ..lab.compare.differences import difference_lines, differences
from ..lab.repair.changes import changes
from ..lab.repair.goal import Goal
from ..rules import codec
from ..rules.game import Game
from ..rules.options import Definition
from .aim import goal_figures, goal_miss, goal_of
from .children import sensible, stream
from .founders import founders, unfit
from .mutation import MUTATIONS
from .parts import rules_of
from .screening import KEPT, MONSTER, Climb, Ladder, QualityInterval
from .screens import Bound, missed_bound
from .search_figures import quality

SKIPPED = ("speed", "difference", "novelty", "hope", "niche")
"""Screens that a variation need not meet: it is near to what is known, and has no niche. It may be as slow as its
parent."""
UNASKED = {"ahead": 0.0, "novelty": 3.0, "words": 2.0}
"""Figures at the last screen that do not count for a variation, each as it should be."""
RANDOM_MUTATIONS = 200
"""Mutations that are drawn besides the changes of a repair."""


class Variation(msgspec.Struct, frozen=True):
    """A variation. rules: JSON. differences: what changed, in words. figures: by the names of goals. was: of the game
    as it is. quality: what the screens make of it. miss: how far it is from the goal, 0 where it meets it."""

    rules: str
    differences: tuple[str, ...] = msgspec.field(name="said")
    figures: dict[str, float]
    was: dict[str, float]
    quality: QualityInterval
    miss: float = 0.0

    said = renamed_attribute("Variation", "said", "differences")


class Missed(msgspec.Struct, frozen=True):
    """A threshold that variations missed, each as its first. low or high: what was expected of the figure. Without a
    figure, they could not be measured: their games take too long, or the rules fail in one."""

    times: int
    screen: str
    figure: str = ""
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        if not self.figure:
            return f"{self.screen}: games take too long, or the rules fail in one"
        return (
            f"{self.screen}: {self.figure}, expected {Bound(self.screen, self.figure, self.low, self.high).expected()}"
        )


class Varied(msgspec.Struct, frozen=True):
    """All of them, the best first. tried: how many were screened. goal: what they are ordered by, if anything. missed:
    what the others missed, the most frequent one first."""

    game: str
    goal: str
    tried: int
    variations: tuple[Variation, ...]
    missed: tuple[Missed, ...] = ()

    @property
    def kept(self) -> int:
        """How many play well enough, the best of which are told."""
        return self.tried - sum(missed.times for missed in self.missed)


def vary(
    game: Game,
    goal: str | Goal = "",
    *,
    most: int = 12,
    tries: int = 120,
    seed: int = 0,
    definition: Definition | None = None,
    options: dict[str, str] | None = None,
    seconds: float = math.inf,
) -> Varied:
    """One-step variations that pass the screens: those that meet the goal first (as of a repair, `draws<=10%`), then
    the better ones. tries: so many are screened at most, and none is begun after so many seconds of this process's
    time, which run from when the game itself is measured: on a busy machine as many are tried. definition, options:
    what built the game.

    Raises LusoryError for games that cannot be varied and for numbers that make no sense, GoalError for a goal that the
    screens do not tell.
    """
    most, tries = check_whole("most", most, 0), check_whole("tries", tries, 0)
    seconds = check_quantity("seconds", seconds)
    if fault := unfit(game):
        raise LusoryError(f"{game.name or 'this game'} cannot be varied: {fault}")
    bounds, was = goal_of(goal), measure_figures(game)
    until = time.process_time() + seconds
    variations: list[Variation] = []
    times_missed, tried = Counter[Bound](), 0
    for draft in drafts(game, seed, tries, definition, options or {}):
        if time.process_time() > until:
            break
        tried += 1
        screened = screen_variation(draft, game)
        if screened.quality is None:
            times_missed[screened.bound or UNMEASURED] += 1
        else:
            variations.append(variation(game, draft, was, bounds, screened.figures, screened.quality))
    best = sorted(
        variations, key=lambda variation: (round(variation.miss, 9), -variation.quality.value, variation.rules)
    )
    return Varied(game.name, str(bounds or ""), tried, tuple(best[:most]), counted(times_missed))


def counted(times_missed: Counter[Bound]) -> tuple[Missed, ...]:
    """The thresholds that were missed, the most frequent one first."""
    return tuple(Missed(times, *bound) for bound, times in times_missed.most_common())


def drafts(game: Game, seed: int, most: int, definition: Definition | None, options: dict[str, str]) -> Iterator[Game]:
    """Variations of one step, each once: those of a repair and those that are bred, in turn."""
    repaired = [repair.game for repair in changes(game, definition, options, most) if repair.cost]
    hashes = {game.hash}
    mixed = chain.from_iterable(zip(repaired, mutants(game, seed, len(repaired)), strict=False))
    for draft in chain(mixed, repaired, mutants(game, seed + 1, RANDOM_MUTATIONS)):
        if len(hashes) > most:
            return
        if draft.hash not in hashes:
            hashes.add(draft.hash)
            yield draft


def mutants(game: Game, seed: int, most: int) -> Iterator[Game]:
    """Children by one mutation each, made when they are asked for."""
    pool = founders()
    for number in range(most):
        rng = stream(seed, number)
        name = rng.choice(tuple(MUTATIONS))
        try:
            child = sensible(MUTATIONS[name][1](rules_of(game), rng, pool))
        except LusoryError:
            continue
        if child is not None and not unfit(child):
            yield child


def measure_figures(game: Game) -> dict[str, float]:
    """The figures of a game, by the names of goals, as far as it can be played."""
    climb = Climb(Ladder(), game)
    if run_screens(climb, of_any_size=True) == KEPT:
        climb.attempt("niche", play_last_games)
    return goal_figures(climb.figures)


def play_last_games(climb: Climb) -> None:
    """The games of the last screen, of a variation or of the game that is varied."""
    climb.keep_scripts()
    climb.rest_of_skill()
    climb.play_fresh_games()


def variation(
    game: Game, draft: Game, was: dict[str, float], goal: Goal | None, figures: dict[str, float], worth: QualityInterval
) -> Variation:
    """A variation that met the screens. figures, worth: what these made of it."""
    lines = tuple(difference_lines(differences(game, draft)))
    rules = codec.canonical(draft).decode()
    return Variation(rules, lines, goal_figures(figures), was, worth, goal_miss(goal, figures))


class ScreenedVariation(NamedTuple):
    """What the screens that count for a variation make of it. figures: those that were measured. quality: None where it
    misses one. bound: the side of a threshold that it missed; None where it met them all."""

    figures: dict[str, float]
    quality: QualityInterval | None
    bound: Bound | None = None


UNMEASURED = Bound("measuring", "", None, None)
"""Missed by what takes too long, or fails."""


def screen_variation(game: Game, parent: Game) -> ScreenedVariation:
    """Screens a variation. A game that is larger than what is bred has variations that are."""
    climb = Climb(Ladder(), game, [parent])
    fate = run_screens(climb, of_any_size=is_large(parent))
    bound = missed_of_rest(climb) if fate == KEPT else missed_at(fate, climb.figures) or UNMEASURED
    if bound:
        return ScreenedVariation(climb.figures, None, bound)
    return ScreenedVariation(climb.figures, quality(climb.figures | {"novelty": 3.0}, climb.scores, climb.played))


def run_screens(climb: Climb, of_any_size: bool) -> str:
    """The fate of a game at the screens that count for a variation. of_any_size: its size is measured alone."""
    if not of_any_size:
        return climb.run(skipped=SKIPPED).fate
    return MONSTER if climb.attempt("size", Climb.size) else climb.run(skipped=(*SKIPPED, "size")).fate


@lru_cache(maxsize=32)
def is_large(game: Game) -> bool:
    """Whether a game does not meet the budget of size."""
    climb = Climb(Ladder(), game)
    return bool(climb.attempt("size", Climb.size)) or missed_bound("size", climb.figures) is not None


def missed_at(screen: str, figures: dict[str, float]) -> Bound | None:
    """The first threshold of a screen that figures miss; None where they meet all."""
    bound = missed_bound(screen, figures)
    return bound.missed_side(figures.get(bound.figure)) if bound else None


def missed_of_rest(climb: Climb) -> Bound | None:
    """What a game misses that met the other screens: it differs from its parent, and meets what counts of the
    last screen. How much of its rules is needed, which takes longest, is measured of what does."""
    if climb.attempt("difference", Climb.difference):
        return UNMEASURED
    if bound := missed_at("difference", climb.figures):
        return bound
    if climb.attempt("niche", play_last_games):
        return UNMEASURED
    if bound := missed_at("niche", climb.figures | UNASKED):
        return bound
    return UNMEASURED if climb.attempt("niche", Climb.measure_necessity) else None
