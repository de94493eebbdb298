"""The turns of a played game, as one viewer may know them, in the columns of a record sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..play.notation import turn_text
from ..play.past import PastPly
from ..play.position import Position
from ..play.record import RecordedPly, visible_plies
from ..rules.events import CHANCE
from .columns import ColumnLayout


class PrintedTurn(NamedTuple):
    """A turn of the record sheet. number: the round, from 1. player: whose turn it was; CHANCE where there were only
    chance plies. move, answer: texts that the viewer may know. announced: the announced cells. failed: whether a secret
    move failed. scores: after the turn."""

    number: int
    player: int
    move: str
    answer: str
    announced: frozenset[str]
    failed: bool
    scores: tuple[int, ...]


def turns(position: Position, viewer: int | None) -> list[PrintedTurn]:
    """All turns so far; the last may be unfinished. A round ends where the next turn is of a player who had one in it,
    or of one who sits before the last."""
    visible = visible_plies(position, viewer)
    result: list[PrintedTurn] = []
    first_ply, reached, number, last = 0, position.first, 1, CHANCE
    for ply, past_ply in enumerate(position.past, 1):
        reached = reached.follow(past_ply.action)
        if past_ply.turn_over or ply == position.ply:
            part = list(zip(position.past[first_ply:ply], visible[first_ply:ply], strict=True))
            mover = next((recorded.player for recorded, _ in part if recorded.player != CHANCE), CHANCE)
            if mover != CHANCE:
                number, last = number + (mover <= last), mover
            result.append(turn(position, part, number, mover, reached.scores))
            first_ply = ply
    return result


def turn(
    position: Position, plies: list[tuple[PastPly, RecordedPly]], number: int, mover: int, scores: tuple[int, ...]
) -> PrintedTurn:
    """One turn: plies of its own player (and chance plies before them), and what others answered."""
    own_texts = [
        ply_text(position, past_ply, recorded) for past_ply, recorded in plies if past_ply.player in (mover, CHANCE)
    ]
    opposing_texts = [
        ply_text(position, past_ply, recorded) for past_ply, recorded in plies if past_ply.player not in (mover, CHANCE)
    ]
    announcements = [event.cells for past_ply, _ in plies for event in past_ply.events if event.kind == "announce"]
    failed = any(event.kind == "fail" for past_ply, _ in plies for event in past_ply.events)
    return PrintedTurn(
        number,
        mover,
        turn_text(own_texts),
        " ".join(opposing_texts),
        frozenset(announcements[0] if announcements else ()),
        failed,
        scores,
    )


def ply_text(position: Position, past_ply: PastPly, recorded: RecordedPly) -> str:
    """A ply as people write it by hand: moves as `b2-c3`, without an arrow; `B4 row`; of what is revealed the cells."""
    if recorded.text.startswith("?"):
        return recorded.announced or "?"
    text = position.contract.printed(past_ply.action)
    return recorded.text if "->" in text else text.removeprefix("reveal ")


def rows(of: ColumnLayout, printed_turns: list[PrintedTurn]) -> Iterator[tuple[str, ...]]:
    """A row for each round."""
    rounds: dict[int, dict[int, PrintedTurn]] = {}
    for printed_turn in printed_turns:
        if printed_turn.player != CHANCE:
            rounds.setdefault(printed_turn.number, {})[printed_turn.player] = printed_turn
    for number, row in rounds.items():
        yield line(of, number, row)


def line(of: ColumnLayout, number: int, row: dict[int, PrintedTurn]) -> tuple[str, ...]:
    """A row of the table: the columns of `columns(of)`."""
    cells = [str(number)]
    for player in range(of.players):
        printed_turn = row.get(player)
        cells.append(printed_turn.move if printed_turn else "")
        if of.answers:
            cells.append(answer(printed_turn) if printed_turn else "")
        if of.counted:
            cells.append(str(printed_turn.scores[player]) if printed_turn else "")
    return tuple(cells)


def answer(printed_turn: PrintedTurn) -> str:
    """The answer of the others, and whether the move failed."""
    return f"{printed_turn.answer} (failed)" if printed_turn.failed else printed_turn.answer


def chance_text(printed_turns: list[PrintedTurn]) -> str:
    """Chance plies before the first player moved, in turns of its own."""
    first = next(
        (i for i, printed_turn in enumerate(printed_turns) if printed_turn.player != CHANCE), len(printed_turns)
    )
    return " ".join(printed_turn.move for printed_turn in printed_turns[:first])
