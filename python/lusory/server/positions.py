"""Positions for analysis, outside any table: the drawing, legal plies and sentences of a position with all its
secrets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..draw import svg
from ..errors import IllegalPly, Phrase
from ..play.entry import Node, clicks
from ..play.narration import result_line, sentences
from ..play.position import Position
from ..rules.events import CHANCE
from ..rules.game import Game


def position_after(game: Game, plies: Sequence[str]) -> Position:
    """The position after these plies. Raises IllegalPly, which counts them."""
    position = game.start()
    for number, text in enumerate(plies, 1):
        if position.result is not None:
            raise IllegalPly(text, Phrase("the game is over after move %(before)s", {"before": str(number - 1)}))
        try:
            following = position.play(text)
        except IllegalPly as fault:
            raise IllegalPly(numbered(number, fault.ply), fault.reason, fault.choice, fault.rule) from None
        if following.ply != number:
            raise IllegalPly(numbered(number, text), Phrase("expected one move"))
        position = following
    return position


def numbered(number: int, text: Phrase | str) -> Phrase:
    """A ply of a line with its number."""
    return Phrase("move %(number)s, %(text)s", {"number": str(number), "text": text})


def as_data(position: Position) -> dict[str, Any]:
    """A position for a page: drawing, map of clicks (chance plies, too), the plies so far as printed."""
    names = position.picture().geometry.names
    return {
        "ply": position.ply,
        "to_move": position.to_move,
        "nature": position.to_move == CHANCE,
        "svg": svg.board(position.picture(), title=position.game.name),
        "entry": _entry(position, names),
        "printed": [position.contract.printed(past_ply.action) for past_ply in position.past],
        "texts": list(position.texts),
        "said": sentences(position) if position.past else [],
        "scores": position.scores,
        "hands": position.hands,
        "result": {"values": position.result.values, "by": position.result.by, "text": result_line(position)}
        if position.result
        else None,
    }


def _entry(position: Position, names: Sequence[str]) -> Node | None:
    moves = position.moves()
    contract = position.contract
    printed = {contract.text(ply): contract.printed(ply) for ply in moves.ids}
    return clicks(tuple(printed), names, printed) if printed and position.result is None else None
