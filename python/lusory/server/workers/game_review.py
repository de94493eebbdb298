"""The machine's review of a game: what each ply lost against the best one, and the better line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ...errors import IllegalPly
from ...play.position import Position
from ...players.analyse import Analysis, analyse
from ..positions import position_after

SIMULATIONS, SECONDS, EVERY = 20_000, 0.5, 0.05
"""A position is searched until one of both is spent, and looked at so often."""
MEMORY = 128 << 20
LONGEST_LINE = 8


class Judgement(NamedTuple):
    """What a search says of a position. values: of each player, from 0 to 1. best: the best ply, or empty."""

    values: tuple[float, ...]
    best: str = ""
    line: tuple[str, ...] = ()
    proven: bool = False


def review(game: Any, plies: list[str], seconds: float, is_stopped: Callable[[], bool]) -> Iterator[dict[str, Any]]:
    """How far it is, after each position: `done`, `of`; at last the `review`. seconds: for the whole game.

    Of a review: curve: the first player's expected score before each ply and at the end, None where chance moves.
    plies: for each ply of a player its number, from 1; who made it; how much of his expected score it lost; the better
    line in canonical and printed texts, empty where the ply was the best."""
    positions = list(states(position_after(game, plies)))
    seconds_each = min(SECONDS, seconds / (2 * len(positions)))  # a position, and at most one reply that was not played
    judgements: list[Judgement | None] = []
    marks: list[dict[str, Any] | None] = []
    for number, position in enumerate(positions):
        if is_stopped():
            return
        judgements.append(judge_position(position, seconds_each))
        if number:
            marks.append(mark(positions, judgements, number - 1, plies[number - 1], seconds_each))
        yield {"done": number + 1, "of": len(positions)}
    curve = [None if judgement is None else round(judgement.values[0], 3) for judgement in judgements]
    yield {"review": {"curve": curve, "plies": [mark for mark in marks if mark is not None]}}


def states(position: Position) -> Iterator[Position]:
    """Every position of the game, from the first."""
    at = position.game.start()
    yield at
    for past_ply in position.past:
        at = at.follow(past_ply.action)
        yield at


def judge_position(position: Position, seconds: float) -> Judgement | None:
    """What a search says; what the result says where the game is over; None where chance moves."""
    if position.result is not None:
        return Judgement(tuple(position.result.values), proven=True)
    mover = position.to_move
    if mover is None or mover < 0:
        return None
    report: Analysis | None = None
    until = time.monotonic() + seconds
    for report in analyse(position, every=min(EVERY, seconds), memory=MEMORY):
        if report.simulations >= SIMULATIONS or time.monotonic() > until:
            break
    assert report is not None
    values = list(report.values)
    if len(values) == 2:  # the best ply's worth is nearer to the truth than the mean of all that was tried
        values[mover], values[1 - mover] = report.value, 1 - report.value
    return Judgement(tuple(values), report.best, report.line, report.proven)


def mark(
    positions: list[Position], judgements: list[Judgement | None], at: int, ply: str, seconds: float
) -> dict[str, Any] | None:
    """What the ply after position number `at` lost; None where nobody can tell, as chance moved before or next."""
    before, after, mover = judgements[at], judgements[at + 1], positions[at].to_move
    if before is None or after is None or mover is None:
        return None
    lost = 0.0 if ply == before.best else best_reply_value(positions[at], before, seconds) - after.values[mover]
    lost = round(max(0.0, lost), 3)
    line = printed_line(positions[at], before.line) if lost else []
    return {"ply": at + 1, "player": mover, "lost": lost, "line": line}


def best_reply_value(position: Position, judged: Judgement, seconds: float) -> float:
    """What the best ply is worth to the mover, by a search like that of the ply which was played.

    The search of the position itself looks a ply less far, and so would blame plies that lost nothing."""
    mover = position.to_move
    assert mover is not None
    reply = None if judged.proven else judge_position(position.play(judged.best), seconds)
    return (judged if reply is None else reply).values[mover]


def printed_line(position: Position, line: tuple[str, ...]) -> list[tuple[str, str]]:
    """The plies of a line, canonical and printed, as far as they are legal."""
    plies = []
    for text in line[:LONGEST_LINE]:
        try:
            position = position.play(text)
        except IllegalPly:
            break
        plies.append((text, position.contract.printed(position.past[-1].action)))
    return plies
