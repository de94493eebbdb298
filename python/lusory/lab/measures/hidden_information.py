"""Measures of games with hidden information."""

from __future__ import annotations

import math

from ..collect.observe import Observed
from .registry import per_game


@per_game("hidden bits", unit="bits", needs="hidden")
def hidden_bits(game: Observed) -> tuple[float, float] | None:
    """How much is hidden from the player to move: the entropy of what stands on a cell, added up over the cells and
    found from 24 positions drawn at random that agree with all he knows (with Miller and Madow's correction, 1955); the
    mean over plies. Cells depend on each other, so it is a high estimate of log2 of how many positions could be. Only
    every sixth ply of the first twelve games is measured so."""
    parts = [bits for bits in game.bits if bits is not None]
    return (math.fsum(parts), float(len(parts))) if parts else None


@per_game("thwarted", unit="share", needs="hidden")
def thwarted(game: Observed) -> tuple[float, float] | None:
    """How many of the players' plies came to nothing, since something hidden stood in the way: a ratio of sums over
    games."""
    plies = sum(mover >= 0 for mover in game.movers)
    return (float(game.failed), float(plies)) if game.hidden else None
