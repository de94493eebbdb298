"""Finds the smallest change of a game that meets a goal."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ..._renamed import renamed_argument
from ...errors import GoalError, LusoryError
from ...play.program import Program
from ...rules import codec
from ...rules.expression_text import spell
from ...rules.game import Game
from ...rules.options import Definition
from ...solve.forced_wins import ForcedWin, forced_wins
from ..collect.series import MOST_GAMES
from ..figures import BY
from ..measure import measure, version
from ..outcomes import Games, OutcomeSetting
from ..pool import WorkerSpec
from ..quantities import Quantity, quantities, quantity
from .changes import MOST, changes
from .goal import Goal, read_goal
from .log import open_log
from .proof import doubt
from .race import Race, Stand
from .result import Proof, Repair, nearest, promising_changes, trial

PROOFS = 5
"""Changes that are tried on fresh games before the repair gives up."""
FEWEST = 50


@renamed_argument("told", "on_progress")
def repair(
    game: Game | Program,
    goal: Goal | str,
    *,
    definition: Definition | None = None,
    options: dict[str, str] | None = None,
    games: int = 10_000,
    player: str = "random",
    seed: int = 0,
    workers: WorkerSpec = 0,
    most: int = MOST,
    unforced: int = 0,
    log: Path | str | None = None,
    command: str = "",
    on_progress: Callable[[Stand], object] = lambda stand: None,
) -> Repair:
    """Finds the smallest change of a game that meets a goal, and proves it on fresh games.

    goal: `first<=0.52 draws<=10%`. definition, options: that built the game, if any; then its options are tried, too.
    games: the most that one change plays, in the race and again in the proof. most: changes tried.
    unforced: the solver searches for a forced win of each player, in at most so many positions; a change with one is
    not proven; 0: no search. log: a file from which an interrupted repair resumes.
    """
    started = time.monotonic()
    parsed_goal = read_goal(goal, accepted_figures(game.players)) if isinstance(goal, str) else goal
    if not isinstance(game, Game):
        raise LusoryError("a game written in Python has no words to change: expected a rule value")
    games, most = check_limits(games, most)
    if unforced:
        find_forced_wins(game, 1)
    setting = OutcomeSetting(player, seed)
    setting.setting(game)
    candidates = changes(game, definition, options, most)
    aims = numbers(parsed_goal, game.players, [change.game for change in candidates])
    with open_log(log, setting, games) as repair_log, Games(setting, workers, aims) as source:
        race = Race(candidates, parsed_goal, source, games, repair_log)
        proofs = run_race(race, parsed_goal, workers, unforced, on_progress)
        trials = tuple(map(trial, race.runners))
    return Repair(
        game=codec.canonical(game).decode(),
        name=game.name,
        options=options or {},
        goal=parsed_goal,
        player=player,
        seed=setting.seed,
        games=games,
        trials=trials,
        proofs=tuple(proofs),
        found=next((proof.trial for proof in proofs if proof.proven), None),
        nearest=nearest(trials, parsed_goal),
        command=command,
        lusory=version(),
        seconds=time.monotonic() - started,
    )


def check_limits(games: int, most: int) -> tuple[int, int]:
    """Both limits, as plain numbers. Raises LusoryError."""
    if not FEWEST <= games <= MOST_GAMES:
        raise LusoryError(f"{games} games: expected {FEWEST} to {MOST_GAMES:,}")
    if not 0 <= most <= 100_000:
        raise LusoryError(f"{most} changes: expected 0 to 100,000")
    return operator.index(games), operator.index(most)


def accepted_figures(players: int) -> tuple[str, ...]:
    """The figures that a goal may name in games of so many players, as an error lists them."""
    return (*quantities(players), f"{BY}WORD")


def numbers(goal: Goal, players: int, games: Sequence[Game]) -> list[Quantity]:
    """The quantities of a goal. Raises GoalError for a figure that is not a quantity."""
    ends = {spell(end): None for game in games for end in game.ends}
    try:
        return [quantity(figure, players, ends) for figure in goal.figures]
    except LusoryError as fault:
        raise GoalError(f"goal: {fault}") from None


def run_race(
    race: Race, goal: Goal, workers: WorkerSpec, unforced: int, on_progress: Callable[[Stand], object]
) -> list[Proof]:
    """Runs the race and the proofs: while none succeeds, the bigger changes that waited continue, up to PROOFS
    proofs."""
    proofs: list[Proof] = []
    racing = True
    while racing and len(proofs) < PROOFS:
        race.run(on_progress)
        proved = [proof.trial for proof in proofs]
        candidates = promising_changes(tuple(map(trial, race.runners)), goal, PROOFS - len(proofs), proved)
        new_proofs = prove(race, goal, candidates, workers, unforced)
        proofs += new_proofs
        racing = race.revive([proof.trial for proof in new_proofs if not proof.proven])
        racing = racing and bool(new_proofs) and not any(proof.proven for proof in new_proofs)
    return proofs


def prove(race: Race, goal: Goal, candidates: Sequence[int], workers: WorkerSpec, unforced: int) -> list[Proof]:
    """Plays fresh games of one change after the other, with a search for forced wins, until one is proven. Each counts
    as one of PROOFS."""
    proofs: list[Proof] = []
    setting = race.source.setting
    for number in candidates:
        runner = race.runners[number]
        measurement = measure(
            runner.change.game, games=race.games, player=setting.player, seed=fresh(setting.seed), workers=workers
        )
        reason = doubt(measurement, goal, PROOFS)
        searched = find_forced_wins(runner.change.game, unforced) if unforced and not reason else ()
        reason = reason or next((forced_win.sentence for forced_win in searched if forced_win.win is not None), "")
        proofs.append(
            Proof(number, not reason, measurement, reason, tuple(forced_win.sentence for forced_win in searched))
        )
        if not reason:
            break
    return proofs


def find_forced_wins(game: Game, positions: int) -> tuple[ForcedWin, ...]:
    """The solver's results on a forced win of each player. Raises Unsolvable where it cannot search."""
    return forced_wins(game.start(), positions)


def fresh(seed: int) -> int:
    """A seed that the race did not use."""
    return (seed + 1) % 2**64
