"""Visibility: what an observer (a player or a spectator) may see of a position. All that is sent passes here.

A player sees what his View holds, a spectator (None) what every player sees. When the game is over all is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from ..draw import svg as draw_svg
from ..play.contract import seats
from ..play.narration import EVENTS_OF_THE_PLY, event_sentence, ply_sentence, secret_ply_sentence
from ..play.past import PastPly
from ..play.position import Position
from ..play.record import announcement, disclosures
from ..play.spectator import SPECTATOR, picture_for
from ..rules.events import Event
from ..rules.picture import Picture


def picture(position: Position, observer: int | None) -> Picture:
    """The board as the observer sees it."""
    if not position.hidden:
        return position.picture()
    if position.result is not None:
        return position.picture() if observer is None else end_as_seen_by(position, observer)
    return picture_for(position, SPECTATOR if observer is None else observer)


def end_as_seen_by(position: Position, observer: int) -> Picture:
    """The final position as a player saw it: of the stones still hidden, only his own."""
    picture, sides = position.picture(), seats(position.contract, position.state) or ()
    own_sides = {side for side, player in enumerate(sides, 1) if player == observer}
    stones = tuple(stone for stone in picture.stones if not stone.hidden or stone.side in own_sides)
    return msgspec.structs.replace(picture, stones=stones)


@lru_cache(maxsize=256)
def _svg(picture: Picture, title: str) -> str:
    return draw_svg.board(picture, title=title)


def draw_board(position: Position, observer: int | None) -> str:
    """The board as SVG."""
    return _svg(picture(position, observer), position.game.name)


def referee_svg(position: Position) -> str:
    """The board with all its secrets, for a game that is over."""
    return _svg(position.picture(), position.game.name)


def visible_to(event: Event, observer: int | None) -> bool:
    """Whether the observer may know of an event."""
    return event.seen_by is None or (observer is not None and observer in event.seen_by)


def events(position: Position, ply: int, observer: int | None, over: bool) -> list[Event]:
    """What ply number `ply` (from 1) brought about, as far as the observer knows."""
    return [e for e in position.past[ply - 1].events if over or visible_to(e, observer)]


def secret(past_ply: PastPly) -> bool:
    """Whether this ply holds anything that others may not know."""
    return any(e.seen_by is not None and e.player == past_ply.player for e in past_ply.events)


@lru_cache(maxsize=20_000)
def _texts_of_ply(contract: Any, action: int) -> tuple[str, str]:
    return contract.text(action), contract.printed(action)


def texts(position: Position, observer: int | None, over: bool) -> list[tuple[str, str]]:
    """Each ply so far, canonical and as it is printed. One that is a secret reads as what was announced of it."""
    contract: Any = position.contract
    past = position.past
    ply_texts = []
    for ply in past:
        if over or ply.player == observer or not secret(ply):
            ply_texts.append(_texts_of_ply(contract, ply.action))
        else:
            hint = f"? {announcement(position, ply)}".strip()
            ply_texts.append((hint, hint))
    return _show_disclosed(position, ply_texts) if not over and position.hidden else ply_texts


def _show_disclosed(position: Position, ply_texts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Secrets that every player can deduce by now are shown."""
    contract: Any = position.contract
    past = tuple(position.past)
    for at in disclosures(position):
        ply_texts[at] = _texts_of_ply(contract, past[at].action)
    return ply_texts


def last_ply_sentences(position: Position, observer: int | None, over: bool) -> list[str]:
    """Sentences about the last ply."""
    if not position.past:
        return []
    past_ply = position.past[-1]
    visible_events = events(position, position.ply, observer, over)
    covered = not over and secret(past_ply) and past_ply.player != observer
    if covered:
        return [sentence(position, e) for e in visible_events] or [secret_ply_sentence(past_ply)]
    rest = [e for e in visible_events if not (e.kind in EVENTS_OF_THE_PLY and e.player == past_ply.player)]
    head = ply_sentence(position, visible_events)
    return [" ".join([head, *(sentence(position, e) for e in rest)])]


def sentence(position: Position, event: Event) -> str:
    """An event as a page tells it: points without the letters that explain them, which `why` and the rules have."""
    brief = msgspec.structs.replace(event, cells=(), why=()) if event.kind == "earn" else event
    return event_sentence(position, brief)


class RecentPly(msgspec.Struct, frozen=True):
    """A ply that an observer has not answered yet. text: in sentences. events: as in Shown, without those that say no
    more than the ply itself, where the ply is the observer's own."""

    ply: int
    player: int
    text: str
    events: list[Event]


MOST_RECENT = 12
"""At most so many recent plies are shown."""


def recent(positions: Sequence[Position], observer: int | None, over: bool) -> list[RecentPly]:
    """What has happened since the observer's last ply, and what that ply brought about; for a spectator, in the last
    turn. positions: after each ply, the one before the first included."""
    past = tuple(positions[-1].past)
    start = max(0, len(past) - 1)
    while start and past[start].player != observer and (observer is not None or not past[start - 1].turn_over):
        start -= 1
    recent_plies = []
    for number in range(max(start + 1, len(past) - MOST_RECENT + 1), len(past) + 1):
        ply_events, player = events(positions[number], number, observer, over), past[number - 1].player
        if player == observer:
            ply_events = [e for e in ply_events if not (e.kind in EVENTS_OF_THE_PLY and e.player == player)]
        if ply_events or player != observer:
            text = " ".join(last_ply_sentences(positions[number], observer, over))
            recent_plies.append(RecentPly(number, player, text, ply_events))
    return recent_plies


class SheetLine(msgspec.Struct, frozen=True):
    """A line of the record sheet of a hidden game. kind, cells, amount: as in Event; text: in words."""

    ply: int
    player: int
    kind: str
    cells: tuple[str, ...]
    amount: int
    text: str


SHEET = {"announce", "reveal", "show", "fail", "tell", "swap", "keep", "commit"}


def sheet(position: Position, observer: int | None, over: bool) -> list[SheetLine]:
    """The record sheet that designers recommend: announcements, reveals, failed moves, lines, as the observer knows."""
    if not position.hidden:
        return []
    return [
        SheetLine(ply, event.player, event.kind, event.cells, event.amount, event_sentence(position, event))
        for ply in range(1, position.ply + 1)
        for event in events(position, ply, observer, over)
        if event.kind in SHEET
    ]


def turn_numbers(position: Position) -> list[int]:
    """The number of the turn of each ply, from 1."""
    turn, numbers = 1, []
    for ply in position.past:
        numbers.append(turn)
        turn += ply.turn_over
    return numbers


def plies_of_turn(position: Position, moves: Sequence[str]) -> list[str]:
    """The plies of the turn that is not over; moves: all plies as the observer knows them."""
    first_ply, past = position.ply, tuple(position.past)
    while first_ply and not past[first_ply - 1].turn_over:
        first_ply -= 1
    return list(moves[first_ply:]) if position.result is None else []


def board(position: Position) -> dict[str, Any]:
    """The cells in order and, by direction, the neighbour of each cell, None at the edge: for the keyboard.

    A list for each direction repeats the order of the cells, so it takes few bytes when it is sent compressed.
    """
    geometry = position.picture().geometry if position.ply else picture(position, None).geometry
    neighbours = {
        direction: [geometry.names[cell] if cell >= 0 else None for cell in steps]
        for direction, steps in zip(geometry.directions, geometry.steps, strict=True)
        if max(steps) >= 0
    }
    return {"cells": list(geometry.names), "neighbours": neighbours}
