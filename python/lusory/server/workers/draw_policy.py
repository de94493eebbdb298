"""Keeps a machine at a table from ending a game in a draw while it may still do better."""

from __future__ import annotations

import time

from ...play.position import Position
from ...players.analyse import Analysis, analyse
from ...players.player import Seen

SIMULATIONS = 2_000
"""So many random games decide whether another ply promises more than the draw."""
SECONDS = 1.0
EVERY = 0.05
WILLING = {"random"}
"""Players that are meant to overlook everything."""


def avoid_draw(view: Seen, spec: str, ply: str | int, until: float) -> str | int:
    """The ply that a machine chose, or a better one where that would end an open game in a draw. until: when it has to
    answer (time.monotonic())."""
    if spec in WILLING or not isinstance(view, Position) or view.hidden or not draws(view, ply):
        return ply
    share = 1 / view.contract.players
    report = estimate(view, until)
    rated = [
        (rated_ply.visits, rated_ply.value or 0.0, rated_ply.ply) for rated_ply in (report.plies if report else ())
    ]
    _, value, best = max((rated_ply for rated_ply in rated if not draws(view, rated_ply[2])), default=(0, 0.0, ply))
    return best if value >= share else ply


def draws(position: Position, ply: str | int) -> bool:
    """Whether this ply ends the game at once, with an equal share for everybody."""
    result = (position.follow(ply) if isinstance(ply, int) else position.play(ply)).result
    return result is not None and len(set(result.values)) == 1 and len(result.values) > 1


def estimate(position: Position, until: float) -> Analysis | None:
    """What a short search says of the position."""
    end, report = min(until, time.monotonic() + SECONDS), None
    for report in analyse(position, every=EVERY):
        if report.simulations >= SIMULATIONS or time.monotonic() > end:
            break
    return report
