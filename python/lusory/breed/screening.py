"""Screening: tests a bred game against the screens, the cheapest first, until one is not met."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from ..errors import LusoryError
from ..lab.collect.observe import Observed
from ..rules import codec
from ..rules.game import Game
from ..rules.traversal import words
from . import playing, search_figures
from .aim import Aim
from .canonical import key
from .distance import near
from .founders import rule_words
from .necessity import share_needed
from .playing import Duel, Monster
from .pruning import prune
from .screens import BUDGETS, SCREENS, bounds, missed_threshold
from .traits import Traits, traits

KEPT = "kept"
"""The fate of what meets every screen."""
MONSTER = "monster"
"""The fate of what cannot be screened within the budgets."""


PRUNED = ("novelty", "words")
"""Figures of the last screen that are known as soon as a game is pruned."""
MARGIN = 0.03
"""What the first games leave so far behind the best of its traits is given up."""
FAULTS = (LusoryError, MemoryError, OverflowError, RecursionError, ValueError)
"""What rules that cannot be screened raise."""


class QualityInterval(msgspec.Struct, frozen=True):
    """A number between bounds that hold with 95 %."""

    value: float
    low: float
    high: float


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What screening came to. fate: `kept`, `monster`, or the screen that was not met; why: in words. rules: canonical
    JSON, pruned, of what came as far as that. key: equal for rules that are equal up to order and symmetry. figures:
    everything measured. quality: of what was kept; worth: what that is to the aim of the run. plies: a game between
    searches, of what was kept. nearest: numbers of the nearest known games with their distances. reached: how many
    screens were met."""

    fate: str
    why: str = ""
    rules: str = ""
    key: str = ""
    figures: dict[str, float] = {}
    quality: QualityInterval | None = None
    traits: Traits | None = None
    plies: tuple[str, ...] = ()
    nearest: tuple[tuple[float, int], ...] = ()
    reached: int = 0
    worth: float | None = None


class Ladder:
    """Screens games, one after the other. known: games that nothing kept may be nearly equal to. niches: the worth
    of the best so far by the names of its traits. aim: what is bred for. timed: how many games reached each screen, and
    the seconds it took.
    """

    def __init__(
        self, known_games: Sequence[Game] = (), niches: Mapping[str, float] | None = None, aim: Aim | None = None
    ) -> None:
        self.known, self.aim = list(known_games), aim or Aim()
        self.niches = niches or {}
        self.timed: dict[str, tuple[int, float]] = {name: (0, 0.0) for name in SCREENS}

    def screen(self, game: Game, parents: Sequence[Game] = ()) -> Verdict:
        """What becomes of a game. parents: it must play differently from them."""
        return Climb(self, game, parents).run()

    def spent(self, screen: str, seconds: float) -> None:
        """Counts a screen that was tried."""
        reached, total = self.timed[screen]
        self.timed[screen] = reached + 1, total + seconds


class Climb:
    """One game on the ladder. Its rules become shorter on the way."""

    def __init__(self, ladder: Ladder, game: Game, parents: Sequence[Game] = ()) -> None:
        self.ladder, self.game, self.parents = ladder, game, parents
        self.figures: dict[str, float] = {}
        self.played: list[Observed] = []
        self.unequal: list[Observed] = []
        self.scores: list[float] = []
        self.nearest: list[tuple[float, int]] = []
        self.scripts: list[tuple[int, ...]] = []
        self.reached = 0

    def run(self, skipped: Sequence[str] = ()) -> Verdict:
        """All the screens that are met. skipped: those that do not count."""
        for screen, measure in STEPS.items():
            if screen in skipped:
                continue
            if fault := self.attempt(screen, measure):
                return self.verdict(MONSTER, fault)
            if missed := missed_threshold(screen, self.figures):
                return self.verdict(screen, missed)
            self.reached += 1
        return self.verdict(KEPT, "") if skipped else self.verdict_kept()

    def attempt(self, screen: str, measure: Callable[[Climb], None]) -> str:
        """Measures within the time of a screen. Why it cannot be measured, in words; empty where it was."""
        started = time.process_time()
        try:
            with playing.clock(BUDGETS["seconds of a screen"]):
                measure(self)
        except FAULTS as fault:
            return f"{screen}: {type(fault).__name__}: {fault}"[:200]
        finally:
            self.ladder.spent(screen, time.process_time() - started)
        return ""

    def verdict(self, fate: str, reason: str) -> Verdict:
        """Of what was not kept."""
        return Verdict(fate, reason, figures=round_figures(self.figures), reached=self.reached)

    def verdict_kept(self) -> Verdict:
        """Of what was."""
        quality = search_figures.quality(self.figures, self.scores, self.played)
        return Verdict(
            KEPT,
            rules=codec.canonical(self.game).decode(),
            key=key(self.game),
            figures=round_figures(self.figures),
            quality=quality,
            traits=traits(self.game, self.figures),
            plies=search_figures.sample(self.game, self.played),
            nearest=tuple(self.nearest),
            reached=self.reached,
            worth=round(self.ladder.aim.worth(quality.value, self.figures), 6),
        )

    def size(self) -> None:
        """What can be counted without playing."""
        self.figures["cells"] = len(self.game.geometry.names)
        self.figures["words"] = rule_words(self.game)
        self.figures["goal words"] = sum(1 for _ in words(self.game.ends))
        self.figures["moves known"] = self.game.num_actions

    def plays(self) -> None:
        """A few random games; only the first of them, if none of those ends."""
        self.random(int(BUDGETS["first games at plays"]))
        if self.figures["completion"]:
            self.random(int(BUDGETS["games at plays"]))

    def random_games(self) -> None:
        """More of them."""
        self.random(int(BUDGETS["games at random games"]))

    def speed(self) -> None:
        """The length of its random games, if they are played without a program."""
        self.figures["plies not lowered"] = 0.0 if playing.is_lowered(self.game) else self.figures["plies"]

    def difference(self) -> None:
        """Whether something else comes of its random games than of those of a parent."""
        self.figures["difference"] = self.different()

    def different(self) -> float:
        """The part of the random games that differ from those of the parent that is nearest."""
        games = int(BUDGETS["games at difference"])
        playing.machine(self.game)
        return min((self.share_that_differs(parent, games) for parent in self.parents), default=1.0)

    def share_that_differs(self, parent: Game, games: int) -> float:
        """The part of games that differ; all, where the parent cannot be played."""
        try:
            general = playing.draws_differ(self.game, parent)
            own_outcomes, parent_outcomes = (
                playing.outcomes(rules, games, general=general) for rules in (self.game, parent)
            )
        except Monster:
            return 1.0
        pairs = zip(
            own_outcomes.lengths, own_outcomes.kinds, parent_outcomes.lengths, parent_outcomes.kinds, strict=True
        )
        return sum((a, b) != (c, d) for a, b, c, d in pairs) / games

    def random(self, games: int) -> None:
        """Figures of random games."""
        counts = playing.counts(self.game, games, int(BUDGETS["plies of a random game"]))
        self.figures |= random_figures(counts, self.game)

    def skill(self) -> None:
        """The stronger search against the weaker, in both seats, until it is certain whether that is enough."""
        most = int(BUDGETS["games at skill"])
        least = min(bound.low or 0.0 for bound in bounds("skill"))
        self.scores, self.unequal = [], []
        while (won := sum(self.scores)) / most < least <= (won + most - len(self.scores)) / most:
            self.scores.append(self.unequal_score(len(self.scores)))
        self.figures["skill"] = sum(self.scores) / max(1, len(self.scores))

    def rest_of_skill(self) -> None:
        """The games that were not needed to meet the screen: those before them were enough because they were won, so
        they tell too much of skill."""
        for number in range(len(self.scores), int(BUDGETS["games at skill"])):
            self.scores.append(self.unequal_score(number))
        self.figures["skill"] = sum(self.scores) / len(self.scores)

    def unequal_score(self, number: int) -> float:
        """What the stronger search gets in a game against the weaker, as first or second by turns."""
        strong, seat = playing.strength(self.figures["plies"]), number % 2
        weak = max(1, strong // playing.WEAKER)
        pair = (strong, weak) if seat == 0 else (weak, strong)
        observed = playing.duel(self.game, Duel(pair, int(BUDGETS["plies of a searched game"])), number)
        self.unequal.append(observed)
        return observed.values[seat] if observed.finished else 0.5

    def hope(self) -> None:
        """By how much its quality may at most be above that of the best of its traits, as far as is known by now."""
        self.figures["hope"] = self.most() - self.best()

    def most(self) -> float:
        """The worth that it has if it is as good as can be and everybody likes it."""
        taste, most = self.ladder.aim.taste, search_figures.most(self.figures)
        return (most + 1) / 2 if taste is not None and taste.knows else most

    def balance(self) -> None:
        """A few games between equal searches."""
        self.played = self.play_equals(range(100, 100 + int(BUDGETS["games at balance"])))
        self.figures |= search_figures.results(self.played) | search_figures.leads(self.played)

    def play_equals(self, numbers: range) -> list[Observed]:
        """Games of the stronger search against itself."""
        strong = playing.strength(self.figures["plies"])
        setting = Duel((strong, strong), int(BUDGETS["plies of a searched game"]))
        return [playing.duel(self.game, setting, number) for number in numbers]

    def best(self) -> float:
        """The quality of the best of its traits."""
        return self.ladder.niches.get(traits(self.game, self.figures).cell, 0.0)

    def novelty(self) -> None:
        """How far the nearest known game is."""
        self.nearest = near(self.game, self.ladder.known)
        self.figures["novelty"] = self.nearest[0][0] if self.nearest else 99.0

    def niche(self) -> None:
        """Whether it is the best of its traits; if so, what never matters is left out, and fresh games are played. It
        is given up as soon as it is too far behind."""
        if self.is_hopeless():
            return
        self.rest_of_skill()
        self.keep_scripts()
        shorter = prune(self.game, playing.tests(self.game, self.scripts[0]))
        if shorter != self.game:
            self.game = shorter
            self.size()
            self.random(int(BUDGETS["games at random games"]))
            self.novelty()
        if missed_threshold("niche", self.figures, PRUNED):
            return
        self.measure_necessity(self.is_hopeless)
        if self.is_hopeless(self.figures["needed"]):
            return
        self.play_fresh_games()
        self.ahead()

    def play_fresh_games(self) -> None:
        """More games between equal searches, which count alone: the first ones were good enough to come as far."""
        self.played = self.play_equals(range(200, 200 + int(BUDGETS["games at niche"])))
        self.figures |= search_figures.results(self.played) | search_figures.leads(self.played)

    def is_hopeless(self, needed: float = 1.0) -> bool:
        """Whether it is too far behind the best of its traits, by the games so far. needed: how much of its rules at
        most. Notes how far it is ahead."""
        self.figures["ahead"] = self.worth(self.figures | {"needed": needed}) + MARGIN - self.best()
        return self.figures["ahead"] < 0

    def measure_necessity(self, is_too_little: Callable[[float], bool] = lambda needed: False) -> None:
        """How much of the rules is needed; at most, where that is too little."""
        self.figures["needed"] = share_needed(self.game, self.scripts or self.played_scripts(), is_too_little)

    def keep_scripts(self) -> None:
        """Notes the games by which rules are measured and left out, before others take their place."""
        self.scripts = self.played_scripts()

    def played_scripts(self) -> list[tuple[int, ...]]:
        """The games between searches, as the number of each ply among the legal ones; those of equal searches first."""
        return [playing.numbers_of_plies(self.game, game.plies) for game in (*self.played, *self.unequal)]

    def ahead(self) -> None:
        """By how much its quality is above that of the best of its traits."""
        self.figures["ahead"] = self.worth(self.figures) - self.best()

    def worth(self, figures: Mapping[str, float]) -> float:
        """What a game with these figures is worth to the run, as far as it has been played."""
        return self.ladder.aim.worth(search_figures.quality(figures, self.scores, self.played).value, figures)


STEPS: dict[str, Callable[[Climb], None]] = {
    "size": Climb.size,
    "plays": Climb.plays,
    "random games": Climb.random_games,
    "speed": Climb.speed,
    "difference": Climb.difference,
    "novelty": Climb.novelty,
    "hope": Climb.hope,
    "skill": Climb.skill,
    "balance": Climb.balance,
    "niche": Climb.niche,
}
"""What is measured at each screen."""
assert list(STEPS) == list(SCREENS)


def random_figures(counts: dict[str, Any], game: Game) -> dict[str, float]:
    """Figures of random games by the engine's counters."""
    finished, _, wins, draws = counts["results"]
    games, sums, played_cells = counts["games"], counts["moments"], counts["cells"]["played"]
    choices = max(1, sums["choices"][0])
    return {
        "completion": finished / games,
        "plies": counts["plies"] / games,
        "shortest": float(next((n for n, number in enumerate(counts["lengths"]) if number), 0)),
        "branching": sums["legal"][0] / choices,
        "forced": sums["forced"][0] / choices,
        "captures": sums["captures"][0] / games,
        "draws": draws / finished if finished else 1.0,
        "first": (wins[0] + draws / 2) / finished if finished else 0.0,
        "unused ends": float(sum(not number for number in counts["ended_by"])),
        "coverage": sum(1 for number in played_cells if number) / len(played_cells),
    }


def round_figures(figures: dict[str, float]) -> dict[str, float]:
    """Figures as they are kept."""
    return {name: float(f"{value:.6g}") for name, value in figures.items() if math.isfinite(value)}


__all__ = ["KEPT", "MONSTER", "QualityInterval", "Ladder", "Monster", "Verdict"]
