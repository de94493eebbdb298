"""A table as one observer may see it: the JSON that pages and programs get."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from ..play.contract import seats
from ..play.entry import Node, entry
from ..play.narration import result_line
from ..play.position import Position
from ..rules.english.grammar import Speech
from ..rules.events import CHANCE, Event
from ..rules.game import Game
from ..rules.numbers import Captured, Score
from ..rules.picture import COLOURS
from ..rules.traversal import words
from . import visibility
from .ending_texts import ending_told
from .table import HUMAN, OPEN, Entry, Table
from .table.commands import can, may_analyse
from .visibility import RecentPly, SheetLine


class GameShown(msgspec.Struct, frozen=True):
    """name: in the catalogue, empty for a guest's rules. options: as texts."""

    name: str
    title: str
    hash: str
    players: int
    hidden: bool
    options: dict[str, str]


class Move(msgspec.Struct, frozen=True):
    """A ply so far; `? row 4` is a secret. turn: from 1. at: milliseconds since 1970."""

    ply: int
    player: int
    text: str
    printed: str
    turn: int
    at: int


class ResultShown(msgspec.Struct, frozen=True):
    """values: one a player. text: the reason in words. by: the end clause, or resignation, time, agreement, aborted."""

    values: tuple[float, ...]
    text: str
    by: str
    witness: tuple[str, ...]


class ClockShown(msgspec.Struct, frozen=True):
    """left: seconds of each player, when this was sent. running: whose clock runs. deadline: when that runs out,
    milliseconds since 1970. turn: seconds until then, where turns have a limit. held: until when it waits for a player
    on vacation, milliseconds since 1970."""

    kind: str
    left: tuple[float, ...]
    running: int | None
    deadline: int | None
    turn: float | None = None
    held: int | None = None


class SeatShown(msgspec.Struct, frozen=True):
    """side: from 1, None where sides are not known. colour: of the stones of that side, None where they are not known
    or all pieces are neutral. kind: human, open, or the spec of a player. here: whether the page is open. taken:
    whether somebody holds it."""

    player: int
    side: int | None
    colour: str | None
    name: str
    kind: str
    here: bool
    taken: bool


class Said(msgspec.Struct, frozen=True):
    """A line of the chat. player: None for a spectator."""

    at: int
    player: int | None
    name: str
    text: str


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one caller may see it.

    serial: grows with all that happens. you: the players this caller holds. eyes: the observer of the board, None a
    spectator. ply: how many plies have been played. entry: the map of clicks of the one to move. ends: plies without
    cells that would end an open game at once, with how it would end. typed: plies of the unfinished turn. can: what may
    be done now. analysis: whether the caller may have positions analysed. moves: all plies. said: sentences about the
    last. events: what the last brought about. recent: all that has happened since the observer's last ply. known: the
    record sheet of a game with secrets. hands: player, kind and number of the pieces in hand, for the kinds that come
    from hands. counts: what the scores are, where they decide: points, captured. offers: what players offer. refused:
    offers that were refused since the last ply of who made them. next: the table of the rematch. chat_on: whether
    people may talk. closed: whether the host closed the table. cells, neighbours: of the board, where they were asked
    for.
    """

    table: str
    serial: int
    game: GameShown
    you: tuple[int, ...]
    eyes: int | None
    ply: int
    to_move: int | None
    svg: str
    entry: Node | None
    ends: dict[str, str]
    typed: list[str]
    can: list[str]
    analysis: bool
    moves: list[Move]
    said: list[str]
    events: list[Event]
    recent: list[RecentPly]
    known: list[SheetLine]
    scores: tuple[int, ...]
    hands: tuple[tuple[int, str, int], ...]
    counts: str
    result: ResultShown | None
    clock: ClockShown | None
    seats: list[SeatShown]
    offers: list[tuple[int, str]]
    refused: list[tuple[int, str]]
    chat: list[Said]
    next: str
    hidden: bool
    shared: bool
    chat_on: bool
    closed: bool
    cells: list[str] | None = None
    neighbours: dict[str, list[str | None]] | None = None


CHAT = 100
"""At most so many lines of the chat are sent."""


def observer_for(table: Table, players: Sequence[int], as_seat: int | None = None) -> int | None:
    """The observer of a caller: its seat. A caller with several seats of a game with secrets has to say which."""
    if as_seat is not None and as_seat in players:
        return as_seat
    if len(players) == 1:
        return players[0]
    if players and not table.hidden:
        return table.to_move if table.to_move in players else players[0]
    return None


def view_of(
    table: Table,
    players: Sequence[int],
    moment: int,
    present: Collection[int] = (),
    *,
    as_seat: int | None = None,
    board: bool = False,
    chat: bool = True,
) -> Shown:
    """The table for a caller who holds these seats."""
    observer = observer_for(table, players, as_seat)
    position, over = table.position, table.ending is not None
    moves = plies(table, observer)
    is_turn = observer is not None and table.to_move == observer
    extra: dict[str, Any] = visibility.board(position) if board else {}
    clicks = entry(position.view(observer)) if is_turn and observer is not None else None
    return Shown(
        table=table.id,
        serial=table.serial,
        game=game_of(table),
        you=tuple(players),
        eyes=observer,
        ply=table.ply,
        to_move=table.to_move,
        svg=visibility.referee_svg(position) if over else visibility.draw_board(position, observer),
        entry=clicks,
        ends=endings(position, clicks),
        typed=[] if over else visibility.plies_of_turn(position, [move.text for move in moves]),
        can=can(table, players),
        analysis=may_analyse(table, players),
        moves=moves,
        said=visibility.last_ply_sentences(position, observer, over),
        events=visibility.events(position, table.ply, observer, over) if table.ply else [],
        recent=visibility.recent(table.positions, observer, over),
        known=visibility.sheet(position, observer, over),
        scores=position.scores,
        hands=position.hands,
        counts=counted_number(table.game),
        result=result_of(table),
        clock=clock_of(table, moment),
        seats=seats_of(table, present),
        offers=sorted(table.offers.items()),
        refused=sorted(table.refused.items()),
        chat=[Said(e.at, e.player, name_of(table, e), e.text or "") for e in table.chat[-CHAT:]] if chat else [],
        next=table.next,
        hidden=table.hidden,
        shared=table.setup.shared,
        chat_on=chat and not table.closed,
        closed=table.closed,
        **extra,
    )


def plies(table: Table, observer: int | None) -> list[Move]:
    """All plies, as the observer knows them."""
    position = table.position
    texts = visibility.texts(position, observer, table.ending is not None)
    turns = visibility.turn_numbers(position)
    rows = zip(position.past, texts, turns, table.times, strict=True)
    return [Move(n, ply.player, text, printed, turn, at) for n, (ply, (text, printed), turn, at) in enumerate(rows, 1)]


def counted_number(game: Any) -> str:
    """What decides who wins, where a number of the scores does: `points` or `captured`; else empty."""
    if not isinstance(game, Game):
        return ""
    kinds = {type(word) for word in words(game.ends)}
    return "points" if Score in kinds else "captured" if Captured in kinds else ""


def endings(position: Position, clicks: Node | None) -> dict[str, str]:
    """Plies without cells that would end the game, with how it would end. None of a game with secrets: the end may tell
    of them."""
    if clicks is None or position.hidden:
        return {}
    end_by_ply = {word.text: position.play(word.text) for word in clicks.words}
    return {text: result_line(end) for text, end in end_by_ply.items() if end.result}


def game_of(table: Table) -> GameShown:
    """What is played."""
    setup = table.setup
    return GameShown(
        setup.game, setup.title or table.game.name, table.game.hash, table.players, table.hidden, setup.options
    )


def result_of(table: Table) -> ResultShown | None:
    """How it ended."""
    if table.ending is None:
        return None
    result = table.position.result
    return ResultShown(table.ending.values, ending_told(table), table.ending.by, result.witness if result else ())


def clock_of(table: Table, moment: int) -> ClockShown | None:
    """How much time there is."""
    if table.clock is None:
        return None
    clock = table.clock
    time_left = tuple(round(ms / 1000, 3) for ms in clock.at(moment))
    held_since = clock.since if clock.is_held(moment) else None
    limit = clock.turn_left(moment)
    own_time = time_left[clock.player] if clock.player is not None else 0.0
    turn = None if limit is None else min(own_time, round(limit / 1000, 3))
    return ClockShown(clock.kind.kind, time_left, clock.player, clock.deadline, turn, held_since)


def seats_of(table: Table, here: Collection[int]) -> list[SeatShown]:
    """Who sits where."""
    sides = seats(table.position.contract, table.position.state) or ()
    side = {player: number for number, player in enumerate(sides, 1) if player != CHANCE}
    colours = colours_of_stones(table.position.game)
    return [
        SeatShown(
            i, side.get(i), colours[side[i] - 1] if i in side else None, table.names[i], table.kinds[i],
            i in here or machine(table, i), is_taken(table, i),
        )
        for i in range(table.players)
    ]  # fmt: skip


def colours_of_stones(game: object) -> Sequence[str | None]:
    """The colour of each side's stones; none where all pieces are neutral. By the rules, not by what is on the board: a
    player keeps his name through the game."""
    if isinstance(game, Game) and Speech(game).nobody:
        return (None,) * len(COLOURS)
    colours: Sequence[str] = getattr(game, "colours_of_sides", COLOURS)  # a contract may have colours of its own
    return colours


def machine(table: Table, player: int) -> bool:
    """Whether a machine sits there."""
    return table.kinds[player] not in (HUMAN, OPEN)


def is_taken(table: Table, player: int) -> bool:
    """Whether somebody holds this seat."""
    return machine(table, player) or (table.kinds[player] == HUMAN and player in table.taken)


def name_of(table: Table, entry: Entry) -> str:
    """Who said something."""
    return table.names[entry.player] if entry.player is not None else "a spectator"


def earlier(table: Table, players: Sequence[int], ply: int, as_seat: int | None = None) -> dict[str, Any]:
    """An earlier position: during the game as the observer saw it then; afterwards with all secrets, or as one player
    saw it then, if requested."""
    over = table.ending is not None
    observer = observer_for(table, players, as_seat) if not over else as_seat
    position = table.positions[ply]
    shows_all = over and (as_seat is None or as_seat >= table.players)
    viewer = None if shows_all else observer
    svg = visibility.referee_svg(position) if shows_all else visibility.draw_board(position, viewer)
    return {
        "ply": ply,
        "svg": svg,
        "to_move": position.to_move,
        "events": visibility.events(position, ply, viewer, shows_all) if position.past else [],
        "said": visibility.last_ply_sentences(position, viewer, shows_all),
        "scores": position.scores,
        "hands": position.hands,
        "eyes": viewer,
    }
