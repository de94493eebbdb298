"""Plays games of a rule value within budgets: random ones by the thousand, and games between searches of equal or
unequal strength.

Budgets are counted in cells, words, plies and simulations, so that the same rules come to the same on every machine. A
clock stands behind them for what no count foresees; what it stops is a monster.
"""

from __future__ import annotations

import contextlib
import random
import signal
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from .._engine import Search
from ..engine.machine import Machine
from ..errors import EngineError, LusoryError
from ..lab.collect.observe import Observed
from ..rules.events import CHANCE
from ..rules.game import Game

CUT = -2
"""The engine's number for the end of a game that was cut off."""
STEPS = 320
"""About so many plies of random games stand behind one choice of the stronger search."""
SIMULATIONS = (8, 32)
"""The fewest and the most simulations of it."""
WEAKER = 8
"""The weaker search has this part of its simulations."""
OPENING = 2
"""So many plies are random at the beginning of a game between searches; two games in a row share them."""

STRONG, LONG, EVERY = 16, 100, 4
"""Simulations and plies of the game on whose way positions are compared, and every which of them at most."""
POSITIONS, GAMES_OF_A_POSITION = 8, 16
"""About so many positions of a way are compared, by so many random games from each."""
WORTH_LOWERING = 16
"""From so many random games on, rules are lowered to a program before."""
FEW = 16
"""So many random games are compared first."""
PRUNING_PLIES, PRUNING_GAMES = 12_000, (120, 600)
"""About so many plies of random games must go alike where a part is left out; the fewest and the most games."""


Test = Callable[[Game, bool], Any]
"""What some games of a rule value came to; rules that mean the same come to the same. The second argument: whether the
general engine plays the random ones."""


class Monster(LusoryError):
    """Rules that cannot be played within the budgets."""


class Stopped(BaseException):
    """The clock ran out. It is no Exception, so that nothing on the way takes it for an error of its own."""


@contextlib.contextmanager
def clock(seconds: float) -> Iterator[None]:
    """Raises Monster in a block that takes more time of the processor. Outside the main thread there is no clock."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, raise_alarm)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except Stopped:
        raise Monster(f"not screened in {seconds:g} seconds") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def raise_alarm(number: int, frame: object) -> None:
    """What the alarm does."""
    raise Stopped


@lru_cache(maxsize=64)
def machine(game: Game) -> Machine:
    """The rules compiled. Raises Monster where the engine does not play them."""
    try:
        return Machine(game)
    except (ValueError, OverflowError, RecursionError, EngineError) as fault:
        raise Monster(f"the engine does not play it: {fault}") from None


class Outcomes(NamedTuple):
    """Random games. points: twelfths, one number a player of each game. kinds: what ended each, the class of the end
    (empty: nobody had a ply; `cut`: it was too long). lengths: plies of each. ends: how often each clause ended one."""

    points: bytes
    kinds: tuple[str, ...]
    lengths: tuple[int, ...]
    ends: tuple[int, ...]


def draws_differ(a: Game, b: Game) -> bool:
    """Whether one seed may mean other random games for each of two rule values even if they play alike: then `general`
    games are to be compared. Kernels and the general engine draw alike; programs that try plies out draw in a way of
    their own. Raises Monster."""
    return is_by_program(a) != is_by_program(b) or draws_otherwise(a) or draws_otherwise(b)


def is_by_program(game: Game) -> bool:
    """Whether a program plays its random games."""
    return machine(game).engine.playout_method.startswith("program")


def is_lowered(game: Game) -> bool:
    """Whether a kernel or a program plays its random games: a tenth of the time, or less. Raises Monster."""
    return machine(game).engine.playout_method != "general"


@lru_cache(maxsize=256)
def draws_otherwise(game: Game) -> bool:
    """Whether a program plays other random games than the general engine, as far as the first few tell."""
    return is_by_program(game) and outcomes(game, FEW) != outcomes(game, FEW, general=True)


@lru_cache(maxsize=256)
def outcomes(game: Game, games: int, limit: int = 400, seed: int = 1, *, general: bool = False) -> Outcomes:
    """What so many random games came to. general: they are played by the general engine. Raises Monster."""
    return outcomes_from(game, machine(game).start(), RandomGames(games, limit, seed, general))


class RandomGames(NamedTuple):
    """Random games to play. limit: plies after which one is cut. general: by the general engine."""

    games: int
    limit: int
    seed: int
    general: bool


def outcomes_from(game: Game, state: Any, batch: RandomGames) -> Outcomes:
    """What random games from a position came to."""
    games = batch.games
    reply = state.outcomes(games, seed=batch.seed, limit=batch.limit, general=batch.general)
    end_indices, lengths = struct.unpack(f"<{games}h", reply["ends"]), struct.unpack(f"<{games}I", reply["lengths"])
    names = [type(end).__name__ for end in game.ends]
    kinds = tuple("cut" if end == CUT else names[end] if end >= 0 else "" for end in end_indices)
    return Outcomes(reply["points"], kinds, lengths, tuple(end_indices.count(i) for i in range(len(names))))


def alike(games: int) -> Test:
    """What is compared where a part of the rules is left out: how random games end and how long they are, not by which
    of two clauses of one kind. Raises Monster when it is called."""

    def test(game: Game, general: bool) -> Any:
        results = outcomes(game, games, general=general)
        return results.points, results.kinds, results.lengths

    return test


def positions_along(game: Game, script: tuple[int, ...], general: bool = False) -> Iterator[tuple[int, Outcomes]]:
    """Of every few positions on a way that searches went: how many plies are legal, and what random games from there
    come to. They see what random players seldom reach. script: the number of each ply among the legal ones. general:
    the random games are played by the general engine. Raises Monster."""
    state: Any = machine(game).start()
    every, batch = max(EVERY, len(script) // POSITIONS), RandomGames(GAMES_OF_A_POSITION, LONG, 1, general)
    for i, number in enumerate(script):
        if state.result() is not None:
            return
        if i % every == 0:
            yield state.count(), outcomes_from(game, state, batch)
        legal = state.legal()
        if number >= len(legal):
            return
        state = state.play(legal[number])[0]


def random_games_along(script: tuple[int, ...]) -> Test:
    """What is compared where a part of the rules is left out: the positions of a way and the random games from each,
    not by which of two clauses of one kind they end, and how the way ends. Raises Monster when it is called."""

    @lru_cache(maxsize=4)
    def test(game: Game, general: bool) -> Any:
        positions = [(count, outcomes._replace(ends=())) for count, outcomes in positions_along(game, script, general)]
        return positions, end_of_way(game, script)

    return test


def end_of_way(game: Game, script: tuple[int, ...]) -> tuple[int, Any]:
    """How many plies of a script can be played, and what each player got if the game is over then."""
    state: Any = machine(game).start()
    plies_played = 0
    for number in script:
        legal = state.legal()
        if number >= len(legal):
            break
        state, plies_played = state.play(legal[number])[0], plies_played + 1
    result = state.result()
    return plies_played, None if result is None else result[0]


def numbers_of_plies(game: Game, plies: Sequence[str]) -> tuple[int, ...]:
    """A game as the number of each ply among the legal ones, as far as positions are compared. plies: their ids.
    Raises Monster."""
    state: Any = machine(game).start()
    script = []
    for ply in plies[:LONG]:
        script.append(state.legal().index(int(ply)))
        state = state.play(int(ply))[0]
    return tuple(script)


def search_game(game: Game, number: int = 0) -> tuple[int, ...]:
    """A game between searches, as the number of each ply among the legal ones. Raises Monster."""
    return numbers_of_plies(game, duel(game, Duel((STRONG, STRONG), LONG), number).plies)


def tests(game: Game, script: tuple[int, ...] | None = None) -> tuple[Test, ...]:
    """What must come to the same where a part of a game is left out. script: a game between searches, as the number of
    each ply among the legal ones; played now where it is not given. Raises Monster."""
    player = search_game(game) if script is None else script
    (fewest, most), few = PRUNING_GAMES, outcomes(game, FEW).lengths
    number = min(max(PRUNING_PLIES * len(few) // max(sum(few), 1), fewest), most)
    return (alike(FEW), random_games_along(player), alike(number))


def counts(game: Game, games: int, limit: int = 400, seed: int = 1) -> dict[str, Any]:
    """The engine's counters of so many random games (see State.playouts). Few are played without lowering the rules,
    which would take longer. Raises Monster."""
    general = games < WORTH_LOWERING
    return machine(game).start().playouts(games, seed=seed, limit=limit, measures=True, general=general)


class Duel(NamedTuple):
    """Who plays: simulations of the player of each seat. limit: plies after which a game is cut."""

    simulations: tuple[int, int]
    limit: int


def strength(length: float) -> int:
    """Simulations of the stronger search in a game whose random games are so long."""
    return min(max(round(STEPS / max(length, 1.0)), SIMULATIONS[0]), SIMULATIONS[1])


def duel(game: Game, setting: Duel, number: int) -> Observed:
    """A game between two searches, the same for the same number. Raises Monster."""
    game_machine = machine(game)
    state: Any = game_machine.start()
    rng, luck = random.Random(f"{number}:players"), random.Random(f"{number // 2}:opening")
    movers, choices, plies, worth = list[int](), list[int](), list[str](), list[float | None]()
    random_plies = 0
    while state.result() is None and len(plies) < setting.limit:
        mover, legal = state.to_move(), state.legal()
        value = None
        if mover == CHANCE:
            action = luck.choices(legal, state.weights())[0]
        elif random_plies < OPENING:
            action, random_plies = luck.choice(legal), random_plies + 1
        else:
            action, value = choose_ply(state, legal, setting.simulations[mover], rng)
        movers.append(mover)
        choices.append(len(legal))
        plies.append(str(action))
        worth.append(value)
        state = state.play(action)[0]
    result = state.result()
    return Observed(
        number=number,
        plies=tuple(plies),
        movers=tuple(movers),
        choices=tuple(choices),
        values=() if result is None else tuple(result[0]),
        by="" if result is None else str(result[1]),
        cut=result is None,
        worth=tuple(worth),
    )


def choose_ply(state: Any, legal: tuple[int, ...], simulations: int, rng: random.Random) -> tuple[int, float | None]:
    """The ply that a search takes, and what it thinks the position is worth to the first player."""
    if len(legal) == 1:
        return legal[0], None
    search = Search(state, seed=rng.getrandbits(64))
    search.run(simulations=simulations)
    report = search.report()
    if report is None or report["best"] is None:
        return rng.choice(legal), None
    values = report["values"]
    return int(report["best"]), float(values[0])
