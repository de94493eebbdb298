"""Learns the feature weights of a game by temporal differences in self-play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._engine import features, tune
from .._numbers import check_seed
from .._renamed import renamed
from ..errors import UnfitPlayer
from ..play.program import contract_of
from . import weights
from .alphabeta import unfit

RENAMED = {"tuned": "tune_weights"}
"""Old names, which give a warning."""


def __getattr__(name: str) -> Any:
    return renamed(__name__, RENAMED, name)


def tune_weights(
    game: Any,
    games: int = 2000,
    seed: int = 0,
    *,
    depth: int = 1,
    decay: float = 0.9,
    rate: float = 0.1,
    command: str = "",
    progress: Callable[[int], object] | None = None,
) -> weights.Weights:
    """Learns weights by so many games of self-play. The same seed gives the same weights.

    depth: of the search in plies; captures are searched to their end. decay: lambda of TD(lambda), the weight of later
    positions. rate: the step size. command: stored with the weights. progress: called now and then with the number of
    games played. Raises UnfitPlayer where alpha-beta cannot play the game.
    """
    reason = unfit(game)
    if reason:
        raise UnfitPlayer(f"{game.name or 'this game'} cannot be tuned: {reason}")
    seed = check_seed(seed)
    state: Any = contract_of(game).start()
    learnt = tune(state, games, seed, decay=decay, rate=rate, depth=depth, progress=progress)
    return weights.make_weights(game, games, seed, learnt, command)


def priors(game: Any) -> dict[str, float]:
    """The features of a game with their priors."""
    state: Any = contract_of(game).start()
    return {name: prior for name, prior, _ in features(state)}
