"""Conditional moves: answers that a player keeps ready, played in the same transaction as the ply that they answer.

A plan is a set of lines, each the plies that follow the position as it is. Every ply of the game shortens the lines
that expect it and drops the others; a ply taken back drops all. Nothing here waits or writes.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..rules.events import CHANCE
from .ply_parsing import canonical_ply
from .table import Entry, Refused, Table

LINES, LENGTH = 50, 40
"""At most so many lines of one player, and so many plies in a line."""
HIDES = "conditional moves are for games without secrets and without chance"
PlannedLine = tuple[tuple[str, str], ...]
"""Plies, each its canonical and its printed text."""


class ConditionalPlan(msgspec.Struct, frozen=True):
    """after: how many plies had been played. lines: what follows then."""

    after: int
    lines: tuple[PlannedLine, ...] = ()

    def followed(self, texts: Sequence[str]) -> ConditionalPlan:
        """The plan after more plies."""
        lines = self.lines
        for text in texts:
            lines = tuple(line[1:] for line in lines if line[0][0] == text and len(line) > 1)
        return ConditionalPlan(self.after + len(texts), lines)


ConditionalPlans = Sequence[tuple[int, ConditionalPlan]]
"""The players who have plans, each with the plan."""


def read(data: str) -> ConditionalPlan:
    """A plan as it is stored."""
    return msgspec.json.decode(data, type=ConditionalPlan)


def check_plan(table: Table, player: int, lines: Sequence[Sequence[str]]) -> ConditionalPlan:
    """A plan of a player, its plies in any spelling. Raises Refused, which says what is wrong with which line."""
    if table.hidden or table.to_move == CHANCE:
        raise Refused(409, HIDES)
    if table.ending is not None:
        raise Refused(409, "the game is over")
    planned = [_line(table, player, line, number) for number, line in enumerate(lines, 1)]
    plan = ConditionalPlan(table.ply, tuple(dict.fromkeys(line for line in planned if line)))
    _check_answers(table, player, plan)
    return plan


def _line(table: Table, player: int, texts: Sequence[str], number: int) -> PlannedLine:
    future, line = table.copy(), list[tuple[str, str]]()
    last = 0
    for place, typed in enumerate(texts, 1):
        mover = future.to_move
        if mover is None or future.ending is not None:
            raise Refused(
                422,
                "line %(number)s: the game is over after its move %(before)s",
                "lines",
                number=number,
                before=place - 1,
            )
        if mover == CHANCE or future.hidden:
            raise Refused(409, HIDES, "lines")
        try:
            text = canonical_ply(future, mover, typed)
        except Refused as fault:
            raise Refused(
                422, "line %(number)s, move %(place)s: %(fault)s", "lines", number=number, place=place, fault=fault
            ) from None
        future.apply(Entry(future.serial + 1, future.updated, "ply", mover, future.ply + 1, text))
        line.append((text, future.position.contract.printed(future.position.past[-1].action)))
        last = place if mover == player else last
    return tuple(line[:last])  # what another plays last has no answer


def _check_answers(table: Table, player: int, plan: ConditionalPlan) -> None:
    """Raises Refused where a player answers the same plies in two ways."""
    replies: dict[tuple[str, ...], str] = {}
    for line in plan.lines:
        future = table.copy()
        for place, (text, printed) in enumerate(line):
            preceding = tuple(earlier for earlier, _ in line[:place])
            if future.to_move == player and replies.setdefault(preceding, text) != text:
                before_text = " ".join(preceding) or "the position"
                raise Refused(
                    422,
                    "expected one answer to %(found)s, not %(answers)s and %(printed)s",
                    "lines",
                    found=before_text,
                    answers=replies[preceding],
                    printed=printed,
                )
            future.apply(Entry(future.serial + 1, future.updated, "ply", future.to_move, future.ply + 1, text))


def planned_plies(table: Table, plans: ConditionalPlans, entries: Sequence[Entry], moment: int) -> list[Entry]:
    """The plies that plans answer to these entries; they are applied to the table. A player's own ply is not
    continued, and none is answered while something is offered: that asks for him."""
    plies = [entry for entry in entries if entry.kind == "ply"]
    if not plies or any(entry.kind == "undo" for entry in entries):
        return []
    replies: list[Entry] = []
    last = plies[-1].player
    while table.ending is None and not table.offers and not table.hidden:
        mover = table.to_move
        plan = next((plan for player, plan in plans if player == mover), None)
        if plan is None or (last == mover and not replies):
            break
        texts = [entry.text or "" for entry in (*plies, *replies)]
        remaining_plan = plan.followed(texts) if plan.after + len(texts) == table.ply else ConditionalPlan(table.ply)
        if not remaining_plan.lines or remaining_plan.lines[0][0][0] not in table.legal:
            break
        entry = Entry(table.serial + 1, moment, "ply", mover, table.ply + 1, remaining_plan.lines[0][0][0])
        table.apply(entry)
        replies.append(entry)
        last = mover
    return replies


def rest_of(plan: ConditionalPlan, entries: Sequence[Entry], ply: int) -> ConditionalPlan | None:
    """What remains of a plan after these entries, at a table of so many plies; None where nothing does."""
    if any(entry.kind == "undo" for entry in entries):
        return None
    rest = plan.followed([entry.text or "" for entry in entries if entry.kind == "ply"])
    return rest if rest.lines and rest.after == ply else None
