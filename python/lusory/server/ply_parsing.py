"""Parses the plies that players send, and adds the chance plies that follow them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ..errors import IllegalPly, LusoryError
from ..play.position import Position
from ..rules.events import CHANCE
from ..texts import gettext
from .table import Entry, Refused, Table

CHAIN = 1_000
"""At most so many chance plies in a row."""


def canonical_ply(table: Table, player: int, typed: str) -> str:
    """The canonical text of what was typed. The reason of a refusal depends on the player's own knowledge alone."""
    position = table.position
    if len(typed) > 500:
        raise Refused(422, "%(typed)s characters: no move is that long", "text", typed=len(typed))
    if typed in table.legal:
        return typed
    if (action := position.find(typed)) is not None:
        return str(position.contract.text(action))
    try:
        consistent = position.view(player).sample(random.Random(0)) if position.hidden else position
        raise Refused(422, consistent.refusal(typed).phrase.said(gettext), "text")
    except IllegalPly as fault:
        raise Refused(422, fault.phrase.said(gettext), "text") from None
    except Refused:
        raise
    except LusoryError:
        raise Refused(422, "%(typed)s: not a legal move here", "text", typed=typed[:60]) from None


def canonical_plies(table: Table, player: int, typed: str) -> list[str]:
    """The canonical texts of one ply or of several of one turn on a line. Raises Refused."""
    try:
        return [canonical_ply(table, player, typed)]
    except Refused as fault:
        position = table.position
        if position.hidden or len(typed) > 500 or len(typed.split()) < 2:
            raise
        try:
            end = position.play(typed)
        except (LusoryError, TypeError):
            raise fault from None
    plies = end.past[position.ply :]
    if len(plies) < 2 or any(ply.player != player for ply in plies):
        raise Refused(422, "%(typed)s: expected moves of your own turn", "text", typed=typed)
    return [end.contract.text(ply.action) for ply in plies]


def was_played(table: Table, players: Sequence[int], ply: int, text: str, request: int | None) -> bool:
    """Whether this ply was played already. By the number of the request, or as the last ply."""
    if request is not None and any((player, request) in table.requests for player in players):
        return True
    if ply != table.ply:
        return False
    last = table.position.past[-1] if table.position.past else None
    return last is not None and last.player in players and table.position.contract.text(last.action) == text


def canonical_opening(game: Any, plies: Sequence[str]) -> tuple[str, ...]:
    """The plies that a game is to begin after, as canonical texts. Raises Refused, IllegalPly."""
    position: Position = game.start()
    for number, text in enumerate(plies, 1):
        if position.result:
            raise Refused(
                422,
                "move %(number)s: the game is over after move %(before)s",
                "plies",
                number=number,
                before=number - 1,
            )
        position = position.play(text)
        if position.ply != number:
            raise Refused(422, "move %(number)s, %(text)s: expected one move", "plies", number=number, text=text)
    return position.texts


def opening_plies(table: Table, plies: Sequence[str], moment: int) -> list[Entry]:
    """The plies a game begins after, and the chance plies that follow."""
    entries = []
    for text in plies:
        entry = Entry(table.serial + 1, moment, "ply", table.to_move, table.ply + 1, text)
        table.apply(entry)
        entries.append(entry)
    return entries + chance_plies(table, moment)


def chance_plies(table: Table, moment: int) -> list[Entry]:
    """The chance plies that follow; they are applied to the table."""
    entries: list[Entry] = []
    while table.to_move == CHANCE and len(entries) < CHAIN:
        rolled = table.position.chance(random.SystemRandom())
        text = rolled.contract.text(rolled.past[-1].action)
        entry = Entry(table.serial + 1, moment, "ply", CHANCE, table.ply + 1, text)
        table.apply(entry)
        entries.append(entry)
    return entries
