"""Chooses the sample games of a measurement, out of the observed ones."""

from __future__ import annotations

from collections.abc import Iterator

from .collect.collected import Collected
from .collect.observe import Observed
from .figures import Sample


def samples(collected: Collected) -> tuple[Sample, ...]:
    """Each for its reason; a game is shown but once."""
    sampled: set[int] = set()
    sample_games = []
    for why, game in reasons(collected):
        if game is not None and game.number not in sampled:
            sampled.add(game.number)
            sample_games.append(Sample(why, game.plies, game.values, game.by, leads_after_plies(game)))
    return tuple(sample_games)


def reasons(collected: Collected) -> Iterator[tuple[str, Observed | None]]:
    """Why a game is worth a look, and which it is."""
    samples, games = collected.samples, collected.results.games
    yield "typical", samples.typical(collected.plies.quantile(0.5))
    yield "the most dramatic", samples.dramatic[1] if samples.dramatic else None
    yield f"the shortest of {games}", samples.shortest
    yield f"the longest of {games}", samples.longest


def leads_after_plies(game: Observed) -> tuple[float | None, ...]:
    """What the first of two had, after each ply, by the search that chose it."""
    return game.worth if len(game.values) == 2 else ()
