"""Chooses the sample games of a measurement, out of the observed ones."""

from __future__ import annotations

from collections.abc import Iterator

from .collect.collected import Collected
from .collect.observe import Observed
from .figures import Sample


def samples(collected: Collected) -> tuple[Sample, ...]:
    """The sample games with their reasons; each game once."""
    sampled: set[int] = set()
    sample_games = []
    for reason, game in reasons(collected):
        if game is not None and game.number not in sampled:
            sampled.add(game.number)
            sample_games.append(Sample(reason, game.plies, game.values, game.by, leads_after_plies(game)))
    return tuple(sample_games)


def reasons(collected: Collected) -> Iterator[tuple[str, Observed | None]]:
    """The reasons for sample games, each with its game."""
    samples, games = collected.samples, collected.results.games
    yield "typical", samples.typical(collected.plies.quantile(0.5))
    yield "the most dramatic", samples.dramatic[1] if samples.dramatic else None
    yield f"the shortest of {games}", samples.shortest
    yield f"the longest of {games}", samples.longest


def leads_after_plies(game: Observed) -> tuple[float | None, ...]:
    """The value for the first of two players after each ply, by the search that chose it."""
    return game.worth if len(game.values) == 2 else ()
