"""Detects faults of a training in its rounds of self-play: only draws, endless games, one side that wins all. Each
warning says what to try."""

from __future__ import annotations

from collections.abc import Sequence

from .training import TrainingRound

RECENT = 16
"""The number of last rounds that are examined."""
FEWEST = 4
"""The number of rounds before which there are no warnings."""
DRAWN = 0.9
CUT = 0.25
ONE_SIDED = 0.97
"""The share of games won by one side from which there is a warning."""


def troubles(rounds: Sequence[TrainingRound]) -> list[str]:
    """Warnings about the last rounds of a training, each with a remedy to try; empty where there is no fault."""
    recent = list(rounds)[-RECENT:]
    games = sum(each.games for each in recent)
    if len(recent) < FEWEST or not games:
        return []
    draws, cut, first = (
        sum(each.games * share for each, share in zip(recent, shares, strict=True)) / games
        for shares in zip(*((each.draws, each.cut, each.first) for each in recent), strict=True)
    )
    warnings = []
    if draws >= DRAWN:
        warnings.append(
            f"{100 * draws:.0f} % of its last games were drawn. Good play may draw this game; if not, let its games "
            "differ more (--noise 0.05), or begin with records (--from DIR)"
        )
    if cut >= CUT:
        warnings.append(
            f"{100 * cut:.0f} % of its last games were cut for their length, and the net learns nothing from how they "
            "end: let its games differ more (--noise 0.05), or change the rules so that games end"
        )
    decided = 1 - draws - cut
    if decided > 0.5 and not 1 - ONE_SIDED < (first - draws / 2) / decided < ONE_SIDED:
        side = "First" if first > decided / 2 else "Second"
        warnings.append(
            f"{side} wins nearly all of its last games. That may be right; if not, let its games differ more "
            "(--noise 0.05)"
        )
    return warnings
