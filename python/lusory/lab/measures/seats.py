"""Measures of who wins, by seat."""

from __future__ import annotations

from .. import intervals
from ..collect.collected import Collected
from ..figures import Figure
from ..intervals import Interval
from .registry import LACKS, GameContext, make_figure, totals_measure

TWO = LACKS["two"]


def won(player: int) -> str:
    """The name of a player's share of wins in games of two."""
    return ("first", "second")[player]


def share_of_player(name: str, player: int, collected: Collected, context: GameContext) -> Figure:
    """How often a player won."""
    if context.players != 2:
        return Figure(name, unit="share", why=TWO)
    return make_figure(name, collected.results.share(player), collected.results.games, "share")


@totals_measure("first", unit="share")
def first(collected: Collected, context: GameContext) -> Figure:
    """How often the first player wins, of all finished games: wins / games. Wilson's interval."""
    return share_of_player("first", 0, collected, context)


@totals_measure("second", unit="share")
def second(collected: Collected, context: GameContext) -> Figure:
    """How often the second player wins, of all finished games: wins / games. Wilson's interval."""
    return share_of_player("second", 1, collected, context)


@totals_measure("players", unit="share")
def players(collected: Collected, context: GameContext) -> list[Figure]:
    """In games of another number of players than two, how often each wins: figures `player 1`, `player 2` and so on; in
    games for one also how often he loses: `lost`, of which goals of repair do not speak. Wilson's interval."""
    if context.players == 2:
        return []
    results = collected.results
    shares = {f"player {p + 1}": results.share(p) for p in range(context.players)}
    if context.players == 1:
        shares["lost"] = intervals.wilson(results.lost, results.games)
    return [make_figure(name, interval, results.games, "share") for name, interval in shares.items()]


@totals_measure("draws", unit="share")
def draws(collected: Collected, context: GameContext) -> Figure:
    """The share of finished games in which no player gets the whole point (Browne 2009 calls it drawishness); a game
    for one that is lost is none. Wilson's interval."""
    results = collected.results
    return make_figure("draws", intervals.wilson(results.draws - results.lost, results.games), results.games, "share")


@totals_measure("score", unit="points")
def score(collected: Collected, context: GameContext) -> Figure:
    """What the first player gets on average: 1 for a win, an equal share of 1 for a draw. A half is a fair game of two.
    Wilson's interval for means of numbers from 0 to 1."""
    return make_figure("score", collected.results.score(0), collected.results.games, "points")


@totals_measure("decisiveness", unit="share")
def decisiveness(collected: Collected, context: GameContext) -> Figure:
    """How many of the finished games are won or lost: 1 - draws (so GAVEL has it, Todd and others 2024; Thompson 2000
    means more by the word: that a lead can be brought home). Wilson's interval."""
    results = collected.results
    decided = results.games - results.draws + results.lost
    return make_figure("decisiveness", intervals.wilson(decided, results.games), results.games, "share")


@totals_measure("completion", unit="share")
def completion(collected: Collected, context: GameContext) -> Figure:
    """How many of the games end by the rules before they are cut off: finished / (finished + cut) (Browne 2009).
    Wilson's interval. What is `cut` depends on the limit of plies that was played with."""
    return make_figure(
        "completion", intervals.wilson(collected.results.games, collected.games), collected.games, "share"
    )


@totals_measure("swap cost", unit="points")
def swap_cost(collected: Collected, context: GameContext) -> Figure:
    """What it costs, in points a game, to draw seats at random instead of sitting in the better one: |score - 1/2|.
    It is what a swap of seats at random takes from who would have the advantage, and gives to the other. The interval
    is that of the score, folded at a half."""
    if context.players != 2:
        return Figure("swap cost", unit="points", why=TWO)
    return make_figure("swap cost", distance_from_half(collected.results.score(0)), collected.results.games, "points")


def distance_from_half(score: Interval | None) -> Interval | None:
    """How far from a half; from 0 where a half is among what it may be."""
    if score is None or score.low is None or score.high is None:
        return score if score is None else score._replace(value=abs(score.value - 0.5))
    ends = sorted((abs(score.low - 0.5), abs(score.high - 0.5)))
    low = 0.0 if score.low <= 0.5 <= score.high else ends[0]
    return Interval(abs(score.value - 0.5), low, ends[1], score.error, "folded")
