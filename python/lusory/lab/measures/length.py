"""Measures of length and of branching: plies, turns, legal plies."""

from __future__ import annotations

import math

from ...rules.events import CHANCE
from .. import intervals
from ..collect.collected import Collected
from ..collect.observe import Observed
from ..collect.tallies import ONE
from ..figures import Figure
from .registry import LACKS, GameContext, make_figure, per_game, totals_measure

PREFERRED = 60
"""Plies that a game should have, for `duration`: a matter of taste."""


@totals_measure("plies", unit="plies")
def plies(collected: Collected, context: GameContext) -> Figure:
    """How many plies a finished game has, on average; chance plies count, too. Student's interval."""
    return make_figure("plies", intervals.clip(collected.plies.moments.interval(), 0.0), collected.plies.total, "plies")


@totals_measure("turns", unit="turns")
def turns(collected: Collected, context: GameContext) -> Figure:
    """How many turns a finished game has, on average; a turn may have several plies, and the last may be unfinished.
    Student's interval."""
    if not collected.turns.total:
        return Figure("turns", unit="turns", why=LACKS["watched"])
    return make_figure("turns", intervals.clip(collected.turns.moments.interval(), 0.0), collected.turns.total, "turns")


@totals_measure("median plies", unit="plies")
def median_plies(collected: Collected, context: GameContext) -> Figure:
    """The length that half of the finished games do not exceed. Its bounds are order statistics: of n games the ranks
    n/2 ± 1.96 √n / 2, by the binomial distribution of how many games are shorter (Conover 1999)."""
    games = collected.plies.total
    if games < intervals.LEAST:
        return Figure(
            "median plies", unit="plies", games=games, why=f"{games} games are too few" if games else LACKS["none"]
        )
    room = intervals.WIDTH * math.sqrt(games) / 2 + 1
    low, high = (collected.plies.quantile(min(1.0, max(1.0, games / 2 + end) / games)) for end in (-room, room))
    return Figure(
        "median plies", float(collected.plies.quantile(0.5)), float(low), float(high), games, "plies", "ranks"
    )


@totals_measure("spread of plies", unit="plies")
def spread_of_plies(collected: Collected, context: GameContext) -> Figure:
    """How much lengths differ: from the length that a tenth of the finished games do not exceed to the one that nine
    tenths do not. It has no interval."""
    games = collected.plies.total
    if games < intervals.LEAST:
        reason = f"{games} games are too few" if games else LACKS["none"]
        return Figure("spread of plies", unit="plies", games=games, why=reason)
    wide = collected.plies.quantile(0.9) - collected.plies.quantile(0.1)
    return Figure("spread of plies", float(wide), games=games, unit="plies", how="ranks")


@per_game("branching", unit="plies")
def branching(game: Observed) -> tuple[float, float]:
    """How many legal plies there are before each ply: the sum over all plies of all games, divided by how many plies
    there were (Allis 1994 has it as the average branching factor). A ratio of sums, so long games count for more; its
    interval allows for the dependence of plies of one game. Chance plies do not count."""
    of_players = players_choices(game)
    return float(sum(of_players)), float(len(of_players))


def players_choices(game: Observed) -> list[int]:
    """How many plies were legal before each ply of a player."""
    return [count for count, mover in zip(game.choices, game.movers, strict=True) if mover != CHANCE]


@per_game("forced", unit="share")
def forced(game: Observed) -> tuple[float, float]:
    """How many of the plies were the only legal one: a ratio of sums over games. One minus it is GAVEL's agency (Todd
    and others 2024), but for that being counted by turns. Chance plies do not count."""
    of_players = players_choices(game)
    return float(of_players.count(1)), float(len(of_players))


@per_game("tree", unit="log10", scale=math.log10(2), rounded=2.0**-21)
def tree(game: Observed) -> float:
    """The size of the game tree as a typical game meets it: the mean over games of log10 (b1 b2 ... bn), the product of
    how many plies were legal before each. Under random play the product itself is, on average, how many ends the tree
    has (Knuth 1975); the mean of its logarithm is less than the logarithm of that, so this is a low estimate. Chance
    plies count, too."""
    return math.fsum(math.log2(count) for count in game.choices if count)


@totals_measure("space", unit="log10")
def space(collected: Collected, context: GameContext) -> Figure:
    """A rough estimate of how many positions there are, neither an upper nor a lower bound: log10 of the sum over k of
    C(cells, k) c^k. Any k cells hold a piece, each one of the c different pieces that were seen, where k runs from the
    fewest to the most pieces seen on the board. It is too high by what the rules forbid, and too low by numbers and
    kinds of pieces that these games did not show and by what else belongs to a position. It has no interval: more games
    can only raise it."""
    cells, pieces = len(context.geometry.names), collected.pieces
    if pieces is None or not cells or not collected.boards:
        return Figure("space", unit="log10", why=LACKS["none" if collected.cut else "watched"])
    arrangements = sum(math.comb(cells, k) * collected.kinds**k for k in range(pieces[0], min(pieces[1], cells) + 1))
    return Figure(
        "space", math.log10(arrangements) if arrangements else 0.0, games=collected.boards, unit="log10", how="count"
    )


@totals_measure("duration")
def duration(collected: Collected, context: GameContext) -> Figure:
    """How far games are from the length one would like: the mean over finished games of |plies - 60| / 60 (Browne
    2009). Which length is liked best is a matter of taste; 60 plies is what is taken here. Student's interval."""
    sums = sum(often * abs(n - PREFERRED) for n, often in enumerate(collected.plies.often))
    squares, cubes = (
        sum(often * abs(n - PREFERRED) ** power for n, often in enumerate(collected.plies.often)) for power in (2, 3)
    )
    games = collected.plies.total
    if not games:
        return make_figure("duration", None, 0)
    mean = sums / games
    variance = max(0.0, (squares - sums * sums / games) / (games - 1)) if games > 1 else 0.0
    skew = intervals.skewness(games, (sums, squares, cubes))
    interval = intervals.mean(games, mean / PREFERRED, variance / PREFERRED**2, skew)
    return make_figure("duration", intervals.clip(interval, 0.0), games)


@totals_measure("refinement")
def refinement(collected: Collected, context: GameContext) -> Figure:
    """Iida's measure of game refinement: √B / D, with B the mean branching and D the mean number of plies (Iida and
    others 2003); chance plies do not count. Chess, shogi and Go lie about 0.07 to 0.08. The interval is that of the
    linearised logarithm, in which a game with many plies and few choices counts as such."""
    pairs = collected.ratios.get("branching")
    if pairs is None or not pairs.below:
        return Figure("refinement", why=LACKS["watched"])
    if collected.cut:
        return Figure("refinement", why=LACKS["cut"])
    value = math.sqrt(pairs.ratio) * pairs.n * ONE / pairs.below
    interval = intervals.ratio(pairs.n, value, value**2 * pairs.relative(0.5, -1.5), 1.0)
    return make_figure("refinement", intervals.clip(interval, 0.0), pairs.n)


@per_game("coverage", unit="share")
def coverage(game: Observed) -> float | None:
    """How much of the board is used: of all cells the share that some ply of a game went to, on average over finished
    games. Plies that go to no cell do not count."""
    cells = len(game.final)
    return len({cell for cell in game.targets if cell >= 0}) / cells if cells else None


@per_game("captures", unit="pieces")
def captures(game: Observed) -> float:
    """How many pieces are captured in a game: those that left the board or changed sides, whoever owned them; a piece
    that dies on the ply that placed it counts. Student's interval."""
    return float(sum(game.captures))


@per_game("choices", unit="plies", needs="choices")
def choices(game: Observed) -> tuple[float, float] | None:
    """The effective number of plies between which the players chose: exp(H), with H the entropy of the shares of the
    search that went into each ply; the mean over all plies that were searched. 1 is a ply without an alternative. (The
    entropy as an effective number: Hill 1973.)"""
    parts = [count for count in game.weighed if count is not None]
    return (math.fsum(parts), float(len(parts))) if parts else None


@per_game("clarity", needs="choices", most=0.5)
def clarity(game: Observed) -> tuple[float, float] | None:
    """How much it matters which ply is chosen: the standard deviation of the values, 0 to 1, of the plies that a search
    looked at, the mean over all plies that were searched; from 0, all alike, to 0.5. Plies that fewer than 8
    simulations went through do not count, so it depends on the number of simulations."""
    parts = [spread for spread in game.spread if spread is not None]
    return (math.fsum(parts), float(len(parts))) if parts else None


@totals_measure("odd lengths", unit="share")
def odd_lengths(collected: Collected, context: GameContext) -> Figure:
    """How many of the finished games have an odd number of plies. Near 0 or 1 the parity of the length hardly depends
    on play, so the players cannot contest the last ply. Wilson's interval."""
    games, odd = collected.plies.total, sum(often for n, often in enumerate(collected.plies.often) if n % 2)
    return make_figure("odd lengths", intervals.wilson(odd, games), games, "share")


@per_game("last mover", unit="share")
def last_mover(game: Observed) -> tuple[float, float] | None:
    """How often the player who makes the last ply wins, of the games that have a winner; chance plies do not count. It
    is 1 in games that are won by a ply of one's own; elsewhere it shows how much the last ply is worth."""
    last = next((mover for mover in reversed(game.movers) if mover >= 0), None)
    return None if game.winner is None or last is None else (float(game.winner == last), 1.0)
