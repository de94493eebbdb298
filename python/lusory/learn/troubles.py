"""Recognises training that goes wrong, by the rounds of self-play: drawn games, games without end, one side that wins
all. Each warning says what to try."""

from __future__ import annotations

from collections.abc import Sequence

from .training import TrainingRound

RECENT = 16
"""So many rounds, the last ones, are looked at."""
FEWEST = 4
"""After fewer rounds nothing is said."""
DRAWN = 0.9
CUT = 0.25
ONE_SIDED = 0.97
"""Shares of games from which on there is a warning."""


def troubles(rounds: Sequence[TrainingRound]) -> list[str]:
    """What is wrong with the last rounds of a training, and what to try; nothing where all is well."""
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
