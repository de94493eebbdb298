"""Solves games with secrets: their value under optimal mixed strategies. Where the histories of a game can be listed,
the value is exact or has bounds from best responses. Else those of the first plies give wider bounds, and both players
learn from sampled games, for an estimate.

A checkpoint keeps the bounds, the strategies of CFR+ and what was learnt; the histories are listed again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from .._engine import SecretSolver as EngineSolver
from .._engine import State
from ..play.position import Position
from ..rules.events import PLAYER_NAMES
from .checkpoint_file import subject_of
from .secret_bounds import MEET, Cut, cuts
from .secret_checkpoint import SecretCheckpoint
from .solution import Solution
from .unsolvable import Unsolvable, game_for_two

if TYPE_CHECKING:
    from .engine_search import Progress

LISTING = 0.5
"""The share of the time in which histories are listed."""
LISTED = 1 / 4
"""The share of the memory for the histories; what is computed with them takes the rest."""
BOUNDING = 0.5
"""Where not all histories were listed, the share of the remaining time for bounds; games are sampled in the rest."""
CUT_ITERATIONS = 1_000
"""Iterations for each of these bounds where no time is given."""
LEARNING = 0.5
"""The share of the remaining time in which both players learn; the rest tests them."""
LESSONS = 20_000
"""The number of games sampled at a time."""
SAMPLED = 50 * LESSONS
"""Games of each player where no time is given."""
TESTED, FEWEST = 20_000, 100
"""The number of test games, and the least number from which a score is reported."""
ONE_SIDED = 1.645
"""Standard errors below which a mean is in 5 % of cases."""
SEED = 1
ELIMINATION = "all histories, without plies that cannot matter"
CUT = "counterfactual regret minimisation (CFR+) over the histories of the first plies"
MINIMISED = "counterfactual regret minimisation (CFR+) over all histories that matter"
LEARNT = "Monte Carlo counterfactual regret minimisation"
LEAST_PROBABILITY = 0.005
"""Plies of a smaller probability are not reported."""
RECALL = "the players of this game forget, or may play what they cannot know of: no strategy fits"


class SecretSolver:
    """Solves a position of a game with secrets in which both players know everything, as at the start.

    memory: bytes. seconds: when to stop, from now on; None: once the bounds meet, or after a million sampled games.
    checkpoint: a file from which it goes on, and to which it saves what it finds. Raises Unsolvable where a player has
    a secret already, and where the checkpoint is of another position.
    """

    def __init__(
        self,
        position: Position,
        *,
        memory: int,
        seconds: float | None = None,
        progress: Progress | None = None,
        checkpoint: Path | None = None,
    ) -> None:
        self.position, self.memory, self.seconds, self.progress = position, memory, seconds, progress
        self.game = game_for_two(position)
        state: Any = position.state
        if not isinstance(state, State):
            raise Unsolvable("the engine cannot play these rules, so it cannot solve them")
        if not position.result and any(len(state.consistent(viewer, most=2)) != 1 for viewer in (0, 1)):
            raise Unsolvable("a player has a secret here: a game with secrets is solved from its start")
        self.engine = EngineSolver(state, memory=memory)
        self.checkpoint = SecretCheckpoint(self.engine, checkpoint, subject_of(position, self.game.hash))
        self.begun, self.stage = time.monotonic(), "listing histories: how many there are is not known"
        self.histories, self.notes, self.opening = 0, list[str](), list[tuple[int, float]]()

    def due_after(self, share: float) -> float | None:
        """When this share of the remaining time is over; None: never."""
        now = time.monotonic()
        return None if self.seconds is None else now + share * max(self.seconds - (now - self.begun), 0.0)

    def progress_until(self, share: float) -> Callable[[int], bool]:
        """A progress callback that returns False when this share of the remaining time is over."""
        return self.progress_until_due(self.due_after(share))

    def progress_until_due(self, due: float | None) -> Callable[[int], bool]:
        """A progress callback that returns False from this moment on."""

        def goes_on(count: int) -> bool:
            time_now = time.monotonic()
            self.histories = max(self.histories, count)
            if self.progress is not None:
                self.progress(self.histories, time_now - self.begun, self.stage)
            return due is None or time_now < due

        return goes_on

    def solve(self, best: bool = False) -> Solution:
        """The value, or its bounds, or an estimate in the notes. best: also the mixed strategy for the first ply."""
        if self.position.result:
            value = self.position.result.values[0]
            return self.solution((value, value), "the game is over", best)
        listed = self.engine.enumerate(int(self.memory * LISTED), progress=self.progress_until(LISTING))
        if listed is None:
            raise Unsolvable(RECALL)
        least, most, self.histories, plies = listed
        if least == most:
            return self.solution((least, most), ELIMINATION, best)
        if plies is not None:
            return self.by_first_plies(plies, (least, most), best)
        self.stage = "the bounds come closer; how long it takes is not known"
        least, most, sets, iterations, self.opening = self.minimise(self.progress_until(1.0))
        self.notes.append(f"{sets:,} information sets; {iterations:,} iterations.")
        return self.solution((least, most), MINIMISED, best)

    def minimise(self, goes_on: Callable[[int], bool], **options: Any) -> tuple[float, float, int, int, Any]:
        """CFR+ until its bounds are close or the callback, which gets the number of histories, returns False. Saves now
        and then."""

        def goes_on_unsaved(iterations: int) -> bool:
            return goes_on(self.histories) and not self.checkpoint.is_due

        iterations = -1
        while True:
            with self.checkpoint.saved_if_interrupted():
                found = self.engine.minimise(MEET, progress=goes_on_unsaved, **options)
            if found is None:
                raise Unsolvable(RECALL)
            if not self.checkpoint.is_due or found[3] == iterations or not goes_on(self.histories):
                return found
            iterations = found[3]
            self.checkpoint.save()

    def by_first_plies(self, plies: int, listed: tuple[float, float], best: bool) -> Solution:
        """The solution where only histories of so many plies were listed, which give these bounds by themselves."""
        bounds = self.checkpoint.bounds
        bounds.take(Cut(plies, False), listed)
        bounds.take(Cut(plies, True), listed)
        self.solve_cuts(plies)
        self.engine.forget()
        self.checkpoint.save()
        self.notes.append(bounds.sentence)
        if not bounds.meet:
            self.learn_from_samples()
        return self.solution(bounds.known, CUT if bounds.meet else LEARNT, best)

    def solve_cuts(self, plies: int) -> None:
        """Solves the games of more and more plies. What the time was too short for is tried again by who goes on."""
        checkpoint, due, unfinished = self.checkpoint, self.due_after(BOUNDING), list[Cut]()
        rest = [cut for cut in cuts(plies) if cut >= checkpoint.cut]
        for number, cut in enumerate(rest):
            if checkpoint.bounds.meet:
                break
            checkpoint.cut = cut
            now = time.monotonic()
            if not self.solve_cut(cut, None if due is None else now + (due - now) / (len(rest) - number)):
                unfinished.append(cut)
        checkpoint.cut = unfinished[0] if unfinished else Cut(plies + 1, False)

    def solve_cut(self, cut: Cut, due: float | None) -> bool:
        """Solves a game of the first plies until its bounds are close, or of no use; False: until the time was over."""
        bounds, goes_on = self.checkpoint.bounds, self.progress_until_due(due)

        def progress(histories: int) -> bool:
            bounds.take(cut, self.engine.cut_bounds)
            self.stage = f"{bounds.outlook}; now from the first {cut.plies} plies"
            return goes_on(histories)

        most_iterations = CUT_ITERATIONS if self.seconds is None else None
        found = self.minimise(progress, **cut._asdict(), known=bounds.known, iterations=most_iterations)
        bounds.take(cut, found[:2])
        return goes_on(self.histories)

    def learn_from_samples(self) -> None:
        """Trains both players on sampled games and estimates their quality."""
        self.stage = "games are sampled, then the strategies are tested"
        before, started = self.checkpoint.games, time.monotonic()
        sets = self.sample_games()
        games, gains = self.checkpoint.games, list[Sequence[float]]()
        each = (time.monotonic() - started) / max(games - before, 1)
        self.notes += [
            f"{games:,} sampled games for each player, {sets:,} information sets.",
            *score_sentence(
                "Between these strategies First scores {} of a point.", self.test_points(self.engine.score, 1 / 4)
            ),
        ]
        for player, name in enumerate(PLAYER_NAMES[:2]):
            lessons = self.lesson_count(games, each, (3 - player) * 2)

            def against(
                games: int, seed: int, progress: Any, player: int = player, lessons: int = lessons
            ) -> list[float]:
                return self.engine.exploit(player, lessons, games, seed, memory=self.memory, progress=progress)

            gained = self.test_points(against, 1 / (2 - player))
            self.notes += score_sentence(f"Who learns against the other's strategy as {name} scores {{}}.", gained)
            gains.append(gained)
        self.notes += loss_sentence(gains)
        self.notes.append("What these strategies score is an estimate: how far they are from the best is not known.")

    def sample_games(self) -> int:
        """Samples games from which both players learn; how many information sets they met."""
        goes_on, checkpoint, is_cut_short = self.progress_until(LEARNING), self.checkpoint, False
        _, sets, self.opening = self.engine.learn(0, SEED)
        while not is_cut_short and (checkpoint.games < SAMPLED or self.seconds is not None):
            played, sets, self.opening = self.engine.learn(LESSONS, SEED + checkpoint.games, progress=goes_on)
            checkpoint.games += played
            is_cut_short = played < LESSONS or not goes_on(self.histories)
            if checkpoint.is_due or is_cut_short:
                checkpoint.save()
        return sets

    def test_points(self, play: Any, share: float) -> list[float]:
        """The points of test games, in at most this share of the time that is left."""
        points: list[float] = play(TESTED, SEED, progress=self.progress_until(share))
        return points

    def lesson_count(self, games: int, each: float, parts: int) -> int:
        """The number of games to learn a response to a strategy: a third of those in which it was learnt, or as many as
        fit into one of so many parts of the remaining time. each: seconds of a game in which both learnt."""
        if self.seconds is None:
            return games // 3
        seconds_left = max(self.seconds - (time.monotonic() - self.begun), 0.0)
        return min(games // 3, int(2 * seconds_left / parts / each)) if each else games // 3

    def solution(self, bounds: tuple[float, float], method: str, best: bool) -> Solution:
        contract = self.position.contract
        plies = sorted(self.opening, key=lambda ply_and_value: -ply_and_value[1])
        likely_plies = [(contract.text(ply), share) for ply, share in plies if share >= LEAST_PROBABILITY]
        if best and likely_plies:
            self.notes.append(
                "The first ply: " + ", ".join(f"{text} {share:.0%}" for text, share in likely_plies) + "."
            )
        return Solution(
            game=self.game.name,
            hash=self.game.hash,
            start=self.position.texts,
            at_least=max(bounds[0], 0.0),
            at_most=min(bounds[1], 1.0),
            best=tuple(text for text, _ in likely_plies) if best and likely_plies else None,
            method=method,
            notes=tuple(self.notes),
            positions=self.histories,
            seconds=time.monotonic() - self.begun,
        )


def score_sentence(sentence: str, points: Sequence[float]) -> list[str]:
    """A sentence about points of test games; none where too few could be played."""
    return [sentence.format(interval(points))] if len(points) >= FEWEST else []


def loss_sentence(gains: Sequence[Sequence[float]]) -> list[str]:
    """A sentence about what both strategies lose at least, from the points of who learnt against each; none where too
    few games could be played, or nothing is certain."""
    if len(gains) < 2 or any(len(points) < FEWEST for points in gains):
        return []
    lost = sum(fmean(points) for points in gains) - 1
    least = lost - ONE_SIDED * math.sqrt(sum(stdev(points) ** 2 / len(points) for points in gains))
    if least <= 0:
        return []
    return [f"Against the best replies the two strategies lose at least {least:.3f} of a point together (95 %)."]


def interval(points: Sequence[float]) -> str:
    """A mean with the bounds of 95 %."""
    mean = fmean(points)
    wide = 1.96 * stdev(points) / math.sqrt(len(points))
    return f"{mean:.3f} ± {wide:.3f}"
