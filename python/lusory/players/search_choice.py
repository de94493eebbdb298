"""Chooses the search for `best` in a game without measurements, by a short reproducible match.

No clock is read: both searches get about the same number of steps a ply, counted in plies of playouts and in nodes. The
results for games of the catalogue are kept in data/search_choices.json (`python -m tools.search_choices`): some matches
take half a minute.
"""

from __future__ import annotations

import random
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from .._engine import AlphaBeta, State
from ..engine.machine import Machine
from ..play.contract import CHANCE
from ..play.position import Position
from ..play.program import contract_of

SEED = 1
GAMES = 6
STEPS = 2_000
"""The approximate number of steps a search may take for one ply."""
SIMULATIONS = (8, 400)
"""The fewest and the most simulations a ply."""
DEEPEST = 4
SAMPLES = (0, 8, 16)
"""The plies of a random game after which the nodes of a search are counted."""
PLAYOUTS = 32
"""The number of random games that estimate the length of games."""
LONGEST = 600
"""The ply limit of random games."""
CUT = 40
"""The ply limit of games; beyond it each player gets half a point."""
OPENING = 2
"""The number of random plies at the start of each game; each pair of games shares them."""
FILE = "search_choices.json"
SETTING = (SEED, GAMES, STEPS, *SIMULATIONS, DEEPEST, *SAMPLES, PLAYOUTS, LONGEST, CUT, OPENING)
"""All that a match depends on, but the searches themselves."""
CACHED_CHOICES = 256
"""The number of games whose results are cached."""


class SearchChoice(NamedTuple):
    """The match of two specs. points: of the first, of so many games."""

    alphabeta: str
    mcts: str
    points: float
    games: int

    @property
    def best(self) -> str:
        """The kind of search that won; simulations where neither did."""
        return "alphabeta" if self.points > self.games / 2 else "mcts"

    @property
    def text(self) -> str:
        """The result as a sentence."""
        return f"by a short match: {self.alphabeta} against {self.mcts}, {self.points:g} of {self.games}, seed {SEED}"


@lru_cache(maxsize=CACHED_CHOICES)
def choose_search(game: Any) -> SearchChoice:
    """The match for a game that both searches can play: as it is kept, or played now, once in a process."""
    return kept_choices().choices.get(game.hash) or play_match(game)


class KeptChoices(NamedTuple):
    """Matches of games of the catalogue, by the hashes of their rules. setting: with which they were played."""

    setting: tuple[int, ...]
    choices: dict[str, SearchChoice]


@cache
def kept_choices() -> KeptChoices:
    """The matches that come with lusory."""
    return msgspec.json.decode((files(__package__) / "data" / FILE).read_bytes(), type=KeptChoices)


def play_match(game: Any) -> SearchChoice:
    """The match; it takes some seconds, in a game of long lists of plies half a minute."""
    contract = contract_of(game)
    assert isinstance(contract, Machine)
    length = max(1, _length(contract))
    simulations = min(max(STEPS // length, SIMULATIONS[0]), SIMULATIONS[1])
    specs = f"alphabeta:{_depth(contract, simulations * length)}", f"mcts:{simulations}"
    points, games_played = 0.0, 0
    for number in range(GAMES):
        points += _game(game, specs, number)
        games_played += 1
        if max(points, games_played - points) > GAMES / 2:
            break
    return SearchChoice(*specs, points, games_played)


def _length(contract: Machine) -> int:
    """Approximate length of a random game, in plies."""
    rng, total = random.Random(SEED), 0
    for _ in range(PLAYOUTS):
        state, plies = contract.start(), 0
        while plies < LONGEST and contract.result(state) is None:
            state, plies = contract.play(state, _any(contract, state, rng))[0], plies + 1
        total += plies
    return total // PLAYOUTS


def _any(contract: Any, state: Any, rng: random.Random) -> int:
    """One of the legal plies; chance draws by weight."""
    weights = contract.weights(state) if contract.to_move(state) == CHANCE else None
    return int(rng.choices(contract.legal(state), weights)[0])


def _depth(contract: Machine, nodes: int) -> int:
    """The greatest depth that takes no more nodes on average."""
    searches = [AlphaBeta(state) for state in _samples(contract)]
    for depth in range(1, DEEPEST + 1):
        for search in searches:
            search.run(depth)
        if sum(search.report()["nodes"] for search in searches) > nodes * len(searches):
            return max(1, depth - 1)
    return DEEPEST


def _samples(contract: Machine) -> list[State]:
    """The first position of a random game and some later ones, in which a player is to move."""
    rng, state, samples = random.Random(SEED), contract.start(), []
    for ply in range(max(SAMPLES) + 1):
        if contract.result(state) is not None:
            break
        if ply in SAMPLES and contract.to_move(state) != CHANCE:
            samples.append(state)
        state = contract.play(state, _any(contract, state, rng))[0]
    return samples


def _game(game: Any, specs: tuple[str, str], number: int) -> float:
    """The score of the first spec in a game; it begins every other game."""
    from . import player

    first = number % 2
    rng = random.Random(f"{SEED} {number // 2}")
    seats = [player(specs[(seat + first) % 2], game) for seat in range(2)]
    contract = contract_of(game)
    position = Position(game, contract, contract.start())
    for ply in range(CUT):
        if position.result is not None:
            values: tuple[float, ...] = position.result.values
            return values[first]
        position = position.play(_choice(position, seats, rng, ply))
    return 0.5


def _choice(position: Position, seats: list[Any], rng: random.Random, ply: int) -> Any:
    if position.to_move == CHANCE or ply < OPENING:
        return _any(position.contract, position.state, rng)
    assert position.to_move is not None
    return seats[position.to_move].choose(position, rng)
