"""The result of a match: wins by seat, forfeits, time per ply, the sequential test."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from ..._renamed import renamed_attribute
from .game import Fault, GameOutcome
from .score import BOUND, ScoreInterval, Sprt, elo, score
from .setting import MatchSetting


class SeatResults(msgspec.Struct, frozen=True):
    """Results of `first` in one seat."""

    wins: int
    draws: int
    losses: int


class Forfeit(msgspec.Struct, frozen=True):
    """A game that a player lost by failing. game: its number, from 1. message: what the player did
    wrong. plies: the position it failed at."""

    game: int
    player: str
    seat: int
    message: str = msgspec.field(name="said")
    plies: tuple[str, ...]

    said = renamed_attribute("Forfeit", "said", "message")


class Test(msgspec.Struct, frozen=True):
    """The sequential test. decided: `passed`, `failed`, or empty while it is open."""

    elo0: float
    elo1: float
    llr: float
    bound: float
    decided: str


class MatchResult(msgspec.Struct, frozen=True):
    """Results are those of `first`, the player of --first; seats are those at the table.

    pairs: how many pairs of games scored 0, ½, 1, 1½, 2; seat_pairs: the same for who moves first. score, elo: value,
    and the bounds of 95 % (None is infinite). seats: in the first and in the second seat. first_seat: the mean score of
    the player who moves first. seconds: a ply, of each player. cut: games that were too long. timed: the same seed may
    mean another match.
    """

    game: str
    first: str
    second: str
    seed: int
    games: int
    wins: int
    draws: int
    losses: int
    seats: tuple[SeatResults, SeatResults]
    first_seat: float
    pairs: tuple[int, ...]
    score: tuple[float, float, float]
    elo: tuple[float | None, float | None, float | None]
    length: float
    seconds: tuple[float, float]
    cut: int
    forfeits: tuple[Forfeit, ...]
    timed: bool
    test: Test | None = None
    seat_pairs: tuple[int, ...] = ()


def report(name: str, setting: MatchSetting, outcomes: Sequence[GameOutcome], sprt: Sprt | None) -> MatchResult:
    """The report of these games, in the order of the match."""
    pairs = count_pairs(outcomes)
    seats = tuple(seat([game for game in outcomes if game.swapped == swapped]) for swapped in (False, True))
    totals = [sum(getattr(seat_counts, part) for seat_counts in seats) for part in ("wins", "draws", "losses")]
    return MatchResult(
        game=name,
        first=setting.first,
        second=setting.second,
        seed=setting.seed,
        games=len(outcomes),
        wins=totals[0],
        draws=totals[1],
        losses=totals[2],
        seats=(seats[0], seats[1]),
        first_seat=average([game.values[0] for game in outcomes], 0.5),
        pairs=tuple(pairs),
        score=(*score(pairs),),
        elo=finite(elo(pairs)),
        length=average([float(len(game.plies)) for game in outcomes]),
        seconds=(a_ply(outcomes, 0), a_ply(outcomes, 1)),
        cut=sum(game.cut for game in outcomes),
        forfeits=tuple(forfeit(setting, game, game.fault) for game in outcomes if game.fault),
        timed=setting.timed,
        test=None if sprt is None else Test(*sprt, sprt.llr(pairs), BOUND, sprt.decided(pairs)),
        seat_pairs=tuple(count_pairs(outcomes, lambda game: game.values[0])),
    )


def score_of_first(game: GameOutcome) -> float:
    """What --first got."""
    return game.score


def count_pairs(outcomes: Sequence[GameOutcome], points: Callable[[GameOutcome], float] = score_of_first) -> list[int]:
    """How many pairs scored 0, ½, 1, 1½, 2; a pair of which one game is missing does not count. points: of a game."""
    scores: dict[int, list[float]] = {}
    for game in outcomes:
        scores.setdefault(game.pair, []).append(points(game))
    pairs = [0] * 5
    for pair in scores.values():
        if len(pair) == 2:
            pairs[round(2 * sum(pair))] += 1
    return pairs


def seat(outcomes: Sequence[GameOutcome]) -> SeatResults:
    """Results in one seat."""
    scores = [game.score for game in outcomes]
    return SeatResults(sum(s > 0.5 for s in scores), sum(s == 0.5 for s in scores), sum(s < 0.5 for s in scores))


def average(numbers: Sequence[float], otherwise: float = 0.0) -> float:
    """The mean of the numbers, where there are any."""
    return sum(numbers) / len(numbers) if numbers else otherwise


def a_ply(outcomes: Sequence[GameOutcome], slot: int) -> float:
    """The approximate time of a player for a ply; half of all plies are taken to be its own."""
    plies = sum(len(game.plies) - game.opening for game in outcomes)
    return 2 * sum(game.seconds[slot] for game in outcomes) / plies if plies else 0.0


def finite(score_interval: ScoreInterval) -> tuple[float | None, float | None, float | None]:
    """Replaces infinities by None, since JSON has none."""
    value, low, high = (part if math.isfinite(part) else None for part in score_interval)
    return value, low, high


def forfeit(setting: MatchSetting, game: GameOutcome, fault: Fault) -> Forfeit:
    """The message about a player that failed."""
    spec = (setting.first, setting.second)[fault.slot]
    return Forfeit(2 * game.pair + game.swapped + 1, spec, fault.slot ^ game.swapped, fault.message, game.plies)
