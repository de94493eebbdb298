"""Measures of skill: the depth of a game, from the matches of the skill ladder (lab/ladder.py)."""

from __future__ import annotations

from ..collect.collected import Collected
from ..figures import Figure, FigureTable
from .registry import LACKS, GameContext, totals_measure


@totals_measure("ladder", kind="table", needs="ladder")
def ladder(collected: Collected, context: GameContext) -> FigureTable:
    """The skill ladder: a search against one of half its simulations, from mcts:100 against mcts:50 up, until a rung
    does not pay (its interval holds a half). For each rung the score of the stronger and the difference in Elo, with
    intervals of pairs of games that share an opening; and, against the strength, how many games were drawn and what the
    first seat got. (Ai Ai measures the same with a search with more time against one with
    less.)"""
    return FigureTable("ladder", ("score", "elo", "draws", "first"), why=LACKS["ladder"])


@totals_measure("ladder rungs", unit="rungs", needs="ladder")
def ladder_rungs(collected: Collected, context: GameContext) -> Figure:
    """How many rungs of the ladder pay: their whole interval lies above a half. Lantz and others (2017) take the length
    of such a ladder for a game's depth."""
    return Figure("ladder rungs", unit="rungs", why=LACKS["ladder"])


@totals_measure("ladder elo", unit="Elo", needs="ladder")
def ladder_elo(collected: Collected, context: GameContext) -> Figure:
    """The sum of the Elo differences of all rungs that were tried, the last included: a sum of the rungs that pay alone
    would be far too high. The bounds of the rungs are added as independent errors. Where the ladder ends at a rung that
    does not pay it has no value if none pays, and is likely too high if some do: in simulations of a gain of 20 Elo a
    rung with 100 games each it was 31 too high where it was told. A ladder of a given length (`--rungs N`) has no such
    bias."""
    return Figure("ladder elo", unit="Elo", why=LACKS["ladder"])


@totals_measure("elo a doubling", unit="Elo", needs="ladder")
def elo_a_doubling(collected: Collected, context: GameContext) -> Figure:
    """How much Elo a doubling of the simulations is worth, on average over the rungs that were tried. It depends on
    where the ladder begins and ends, which is printed beside it: with more simulations a doubling is worth less. As the
    Elo of the ladder it is likely too high where the ladder ends at a rung that does not pay. To compare games, climb
    ladders of one length (`--rungs N`)."""
    return Figure("elo a doubling", unit="Elo", why=LACKS["ladder"])
