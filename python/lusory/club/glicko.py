"""Ratings by Glicko-2: after Mark E. Glickman, "Example of the Glicko-2 system" (2013), whose worked example is a test.

Games are counted by rating periods of a fixed length, reckoned from 1970: within a period their order does not matter,
and who plays none becomes less certain. So equal games give equal ratings, whenever and wherever they are computed. The
last period is rated as if it ended with its last game, which is what is shown while it lasts.

A game of several players counts as one between each two of them; all together weigh as one game for each player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import exp, log, pi, sqrt
from typing import NamedTuple

import msgspec

SCALE = 173.7178
"""Points of a rating for one unit of the scale on which the computation runs."""
CENTRE = 1500.0
DEVIATION = 350.0
"""Of who has not played; no deviation grows beyond it."""
VOLATILITY = 0.06
TAU = 0.5
"""How much volatilities may change; 0.3 to 1.2 are reasonable."""
TOLERANCE = 1e-6
PERIOD = 7 * 24 * 3600 * 1000
"""Milliseconds of a rating period: a week."""
PROVISIONAL = 110.0
"""A rating with a larger deviation is provisional."""
NORMAL = 1.959964
"""Standard deviations on each side of an interval of 95 %."""


class Rating(msgspec.Struct, frozen=True):
    """rating and deviation in points; volatility: how erratic the results are."""

    rating: float = CENTRE
    deviation: float = DEVIATION
    volatility: float = VOLATILITY

    @property
    def provisional(self) -> bool:
        """Whether too little is known of this player yet."""
        return self.deviation > PROVISIONAL

    @property
    def interval(self) -> tuple[float, float]:
        """Where the strength lies, with 95 % certainty."""
        return self.rating - NORMAL * self.deviation, self.rating + NORMAL * self.deviation


class RatedGame(msgspec.Struct, frozen=True):
    """A finished game. players: in the order of their seats. values: the result of each, 1 a win, 0 a loss, equal
    shares of 1 in a draw. ended: milliseconds since 1970."""

    players: tuple[str, ...]
    values: tuple[float, ...]
    ended: int

    def __post_init__(self) -> None:
        if len(self.players) != len(self.values):
            raise ValueError(f"values: {len(self.values)}, expected one for each of {len(self.players)} players")


class Encounter(NamedTuple):
    """A result against one opponent. score: 1 a win, ½ a draw, 0 a loss. weight: how much of a game it is."""

    opponent: Rating
    score: float
    weight: float = 1.0


class CurvePoint(msgspec.Struct, frozen=True):
    """A rating after a period. moment: of the last game in it, in milliseconds since 1970."""

    moment: int
    rating: float
    deviation: float


class Ratings(msgspec.Struct, frozen=True):
    """players: the rating of each after the last game. curves: how they got there, a point for each period in which
    they played. period: milliseconds; last: number of the last period."""

    players: dict[str, Rating]
    curves: dict[str, tuple[CurvePoint, ...]]
    period: int
    last: int

    def at(self, player: str, moment: int) -> Rating:
        """The rating at a later moment: less certain for every period since the last. Of who never played, the rating
        to begin with."""
        rating = self.players.get(player)
        return Rating() if rating is None else rating_after_rest(rating, max(0, moment // self.period - self.last))


def rate(games: Iterable[RatedGame], *, period: int = PERIOD, tau: float = TAU) -> Ratings:
    """The ratings after these games, in any order. period: milliseconds."""
    if period < 1:
        raise ValueError(f"period: {period}, expected 1 millisecond or more")
    players: dict[str, Rating] = {}
    counted_to: dict[str, int] = {}  # the period up to which each rating is reckoned: who rests costs nothing
    curves: dict[str, list[CurvePoint]] = {}
    number = 0
    ordered = sorted(games, key=lambda game: game.ended)
    for number, group in groupby(ordered, key=lambda game: game.ended // period):
        period_games = sorted(group, key=lambda game: (game.ended, game.players, game.values))
        playing = {player for game in period_games for player in game.players}
        rested_ratings = {
            player: rating_after_rest(players[player], number - 1 - counted_to[player])
            for player in playing
            if player in players
        }
        moments: dict[str, int] = {}
        for game in period_games:
            moments |= dict.fromkeys(game.players, game.ended)
        for player, new_rating in sorted(after_period(rested_ratings, period_games, tau).items()):
            players[player], counted_to[player] = new_rating, number
            curves.setdefault(player, []).append(CurvePoint(moments[player], new_rating.rating, new_rating.deviation))
    players = {
        player: rating_after_rest(new_rating, number - counted_to[player]) for player, new_rating in players.items()
    }
    return Ratings(players, {player: tuple(points) for player, points in curves.items()}, period, number)


def after_period(ratings: Mapping[str, Rating], games: Sequence[RatedGame], tau: float = TAU) -> dict[str, Rating]:
    """All ratings after a period with these games; every result counts against the ratings before it."""
    by_player: dict[str, list[Encounter]] = {player: [] for player in ratings}
    for game in games:
        for i, player in enumerate(game.players):
            by_player.setdefault(player, []).extend(encounters(game, i, ratings))
    return {
        player: update(ratings.get(player, Rating()), played_games, tau) for player, played_games in by_player.items()
    }


def encounters(game: RatedGame, seat: int, ratings_before: Mapping[str, Rating]) -> list[Encounter]:
    """The results of one seat against each other; none against oneself."""
    opponents = [i for i, player in enumerate(game.players) if i != seat and player != game.players[seat]]
    mine = game.values[seat]
    return [
        Encounter(
            ratings_before.get(game.players[i], Rating()),
            1.0 if mine > game.values[i] else 0.5 if mine == game.values[i] else 0.0,
            1.0 / len(opponents),
        )
        for i in opponents
    ]


def update(player: Rating, encounters: Sequence[Encounter], tau: float = TAU) -> Rating:
    """The rating after a period with these results: steps 2 to 8 of the paper. Without results, a period's rest."""
    if not encounters:
        return rating_after_rest(player, 1)
    mu, phi = (player.rating - CENTRE) / SCALE, player.deviation / SCALE
    expected = [expectation(mu, encounter.opponent) for encounter in encounters]
    variance = 1 / sum(
        encounter.weight * deviation_weight(encounter.opponent) ** 2 * share * (1 - share)
        for encounter, share in zip(encounters, expected, strict=True)
    )
    gain = sum(
        encounter.weight * deviation_weight(encounter.opponent) * (encounter.score - share)
        for encounter, share in zip(encounters, expected, strict=True)
    )
    sigma = volatility(player.volatility, phi, variance, variance * gain, tau)
    phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + 1 / variance)
    return Rating(CENTRE + SCALE * (mu + phi * phi * gain), min(DEVIATION, SCALE * phi), sigma)


def rating_after_rest(player: Rating, periods: int) -> Rating:
    """The rating after so many periods without a game: only the deviation grows."""
    phi = player.deviation / SCALE
    grown = sqrt(phi * phi + periods * player.volatility**2) * SCALE
    return msgspec.structs.replace(player, deviation=min(DEVIATION, grown)) if periods else player


def deviation_weight(opponent: Rating) -> float:
    """How much a result against an opponent of this deviation tells: g of the paper."""
    phi = opponent.deviation / SCALE
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def expectation(mu: float, opponent: Rating) -> float:
    """The expected score: E of the paper. mu: on the inner scale."""
    return 1 / (1 + exp(-deviation_weight(opponent) * (mu - (opponent.rating - CENTRE) / SCALE)))


def volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility: step 5 of the paper, by its iteration (the Illinois method). delta: the improvement that the
    results alone suggest."""
    start = log(sigma * sigma)

    def slope(x: float) -> float:
        power = exp(x)
        spread = phi * phi + variance + power
        return power * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (tau * tau)

    low = start
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while slope(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
