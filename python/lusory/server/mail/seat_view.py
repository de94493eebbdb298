"""A table as a mail shows it to one seat. Made from what that player sees, and from nothing else."""

from __future__ import annotations

import msgspec

from ...draw import text as draw_text
from ...play.renaming import with_names
from .. import game_files, visibility
from ..table import Entry, Table
from ..table.commands import can
from ..table_view import ClockShown, ResultShown, clock_of, counted_number, plies, result_of, seats_of

LAST = 8
"""So many plies are listed."""
SAID = 5
"""So many lines of the chat."""


class MailPly(msgspec.Struct, frozen=True):
    """A ply as it is listed. turn: from 1."""

    turn: int
    player: int
    text: str


class MailLine(msgspec.Struct, frozen=True):
    """A line of the chat that another player said."""

    player: int
    text: str


class SeatView(msgspec.Struct, frozen=True):
    """title: of the game. names, symbols: by player; a symbol is empty where sides are not known. turns: see
    Table.turns. board: as text. recent: sentences about what has happened since the player's last ply. last: the last
    plies. known: the record sheet of a game with secrets. counts: what the scores are, empty where they do not decide.
    can: what may be done besides plies. record: the whole game, when it is over. refused: offers that were declined
    since the last ply of who made them. said: what others have said since the player's last ply or line."""

    title: str
    names: list[str]
    symbols: list[str]
    player: int
    ply: int
    turns: int
    to_move: int | None
    board: str
    svg: str
    recent: list[str]
    last: list[MailPly]
    known: list[str]
    scores: tuple[int, ...]
    counts: str
    clock: ClockShown | None
    result: ResultShown | None
    offers: list[tuple[int, str]]
    can: list[str]
    record: str
    refused: list[tuple[int, str]] = []
    said: list[MailLine] = []


def seat_view(table: Table, player: int, moment: int) -> SeatView:
    """The table as a player may see it now."""
    position, over = table.position, table.ending is not None
    names, result = dict(enumerate(table.names)), result_of(table)
    if result is not None:
        result = msgspec.structs.replace(result, text=with_names(result.text, names))
    recent = visibility.recent(table.positions, player, over) if position.past else []
    picture = position.picture() if over else visibility.picture(position, player)
    moves = plies(table, player)
    return SeatView(
        title=table.setup.title or table.game.name,
        names=table.names,
        symbols=symbols(table, picture.symbols),
        player=player,
        ply=table.ply,
        turns=table.turns,
        to_move=table.to_move,
        board=draw_text.board(picture, "mail"),
        svg=visibility.referee_svg(position) if over else visibility.draw_board(position, player),
        recent=[with_names(ply.text, names) for ply in recent],
        last=[MailPly(move.turn, move.player, move.printed) for move in moves[-LAST:]],
        known=[with_names(line.text, names) for line in visibility.sheet(position, player, over)],
        scores=position.scores,
        counts=counted_number(table.game),
        clock=clock_of(table, moment),
        result=result,
        offers=sorted(table.offers.items()),
        refused=sorted(table.refused.items()),
        can=can(table, [player]),
        record=game_files.document(table, None, named=True).text() if over else "",
        said=[
            MailLine(entry.player, entry.text or "") for entry in said_since(table, player) if entry.player is not None
        ],
    )


def said_since(table: Table, player: int) -> list[Entry]:
    """The last lines of the chat by other players since this one played or said something."""
    plies = [moment for before, moment in zip(table.positions, table.times, strict=False) if before.to_move == player]
    lines = [entry.at for entry in table.chat if entry.player == player]
    since = max([*plies, *lines], default=0)
    others = [entry for entry in table.chat if entry.player not in (player, None) and entry.at >= since]
    return others[-SAID:]


def symbols(table: Table, signs: tuple[str, ...]) -> list[str]:
    """What each player's stones look like."""
    sides = [seat.side for seat in seats_of(table, ())]
    return [signs[side] if side is not None and side < len(signs) else "" for side in sides]
