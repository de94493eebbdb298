"""How a game ended, in the language of the reader. In English the rules say it themselves; in other languages
common conditions have sentences of their own, and rare ones stay English."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any, NamedTuple

from ..rules import cells as c
from ..rules import ends as e
from ..rules.english import deciding_clause, player_name, result_reason, result_text
from ..rules.english.grammar import Speech
from ..rules.events import Result
from ..rules.game import Game
from ..rules.logic import All, BySide, No
from ..rules.logic import Any as Any_
from ..rules.numbers import Captured, Score
from ..rules.word import And, Compare
from ..texts import SOURCE, current, gettext


class EndReason(NamedTuple):
    """A condition that ended a game. player: who moved, or the game's loser; other: the one besides, of two."""

    game: Game
    player: str
    other: str

    def values(self, n: int = 0) -> dict[str, str]:
        """The values of a sentence."""
        return {"player": self.player, "other": self.other, "n": str(n)}


def ending_text(game: Game, result: Result, seats: tuple[int, ...] | None = None) -> str:
    """Who won and why: `First (x) wins: First's stones form a line ...: c4 d5 e6`."""
    if current() == SOURCE:
        return result_text(game, result, seats)
    text = f"{_winners(game, result, seats)}{_counts(result)}"
    reason = _reason(game, result, seats) or result_reason(game, result, seats)
    witness_text = f": {' '.join(result.witness)}" if result.witness else ""
    return f"{text}: {reason}{witness_text}." if reason else f"{text}."


def _winners(game: Game, result: Result, seats: tuple[int, ...] | None) -> str:
    if len(result.values) == 1:
        return gettext("The game is over with %(value)s of 1") % {"value": f"{result.values[0]:g}"}
    letters = not Speech(game).nobody
    best = [player for player, value in enumerate(result.values) if value == max(result.values)]
    names = [player_name(player, seats, letters) for player in best]
    if len(names) == 1:
        return gettext("%(player)s wins") % {"player": names[0]}
    if len(names) == len(result.values):
        return gettext("A draw")
    return gettext("%(players)s share the win") % {"players": ", ".join(names)}


def _counts(result: Result) -> str:
    """The numbers that decided: with 83 to 5."""
    numbers = [gettext("out") if count is None else str(count) for count in result.counts]
    if not numbers:
        return ""
    if len(set(numbers)) == 1:
        return f" {gettext('with %(n)s each') % {'n': numbers[0]}}"
    if len(numbers) > 2:
        return f" ({' : '.join(numbers)})"
    high, low = numbers[::-1] if result.winner == 1 else numbers
    return f" {gettext('with %(high)s to %(low)s') % {'high': high, 'low': low}}"


def _reason(game: Game, result: Result, seats: tuple[int, ...] | None) -> str:
    """The condition of the clause that decided; empty where it has no sentence, or nobody knows who moved."""
    word: Any = deciding_clause(game, result, seats)
    if word is None or game.players > 2:
        return ""
    mover = result.winner if game.players == 2 else None
    if isinstance(word, e.Loss) and mover is not None:
        mover = 1 - mover
    letters = not Speech(game).nobody
    names = ["", ""] if mover is None else [player_name(p, seats, letters=False) for p in (mover, 1 - mover)]
    side = -1 if mover is None else mover if seats is None else seats.index(mover)
    has_subject = not isinstance(word, (e.Draw, e.Most)) and bool(letters or names[0])
    parts = list(_sentences(EndReason(game, *names), word.when, side, has_subject))
    return reduce(_either, parts) if all(parts) else ""


def _join_and(a: str, b: str) -> str:
    return gettext("%(one)s and %(other)s") % {"one": a, "other": b}


def _either(a: str, b: str) -> str:
    return gettext("%(one)s or %(other)s") % {"one": a, "other": b}


def _sentences(reason: EndReason, when: Any, side: int, is_winner_known: bool) -> Iterator[str]:
    """A sentence for each alternative; an empty one where it has none. known: whether it is known who moved."""
    if isinstance(when, Any_):
        for part in when.parts:
            yield from _sentences(reason, part, side, is_winner_known)
        return
    if isinstance(when, All):
        sentences = [list(_sentences(reason, part, side, is_winner_known)) for part in when.parts]
        yield (
            reduce(_join_and, [alternatives[0] for alternatives in sentences])
            if all(len(alternatives) == 1 and alternatives[0] for alternatives in sentences)
            else ""
        )
        return
    if isinstance(when, BySide) and side >= 0:
        when = when.parts[side]
    of_board = BOARD.get(type(when))
    if of_board and (text := of_board(reason, when)):
        yield text
        return
    of_player = PLAYER.get(type(when)) if is_winner_known else None
    yield of_player(reason, when) if of_player else ""


def _no(reason: EndReason, when: No) -> str:
    if when.of == c.empty:
        return gettext("the board is full")
    return ""


def _quiet(reason: EndReason, when: e.Quiet) -> str:
    if when.n == reason.game.players and when.without == "anything":
        return gettext("both players have passed")
    values = {"n": str(when.n)}
    if when.without == "placement":
        return gettext("%(n)s moves in a row without a placement") % values
    return gettext("%(n)s moves in a row without a capture") % values if when.without == "capture" else ""


def _repeats(reason: EndReason, when: e.Repeats) -> str:
    return gettext("the same position has come up %(n)s times") % {"n": str(when.n)}


def _stuck(reason: EndReason, when: e.NoPly) -> str:
    return gettext("nobody can move") if when.by == "all" else "" if reason.other else gettext("no move is left")


def _line(reason: EndReason, when: c.Line) -> str:
    if when.of != c.own or when.directions is not None:
        return ""
    if when.times > 1:
        values = reason.values(when.n) | {"times": str(when.times)}
        return gettext("%(player)s has %(times)s lines of %(n)s") % values
    return gettext("%(player)s has %(n)s in a row") % reason.values(when.n)


def _connected(reason: EndReason, when: c.Connected) -> str:
    regions = when.regions
    if when.of != c.own:
        return ""
    if isinstance(regions, c.Corners) and when.n:
        return gettext("%(player)s has linked %(n)s corners") % reason.values(when.n)
    kinds = regions.parts if isinstance(regions, BySide) else (regions,)
    if not all(isinstance(part, c.Edges) for part in kinds):
        return ""
    if when.n:
        return gettext("%(player)s has linked %(n)s edges") % reason.values(when.n)
    return gettext("%(player)s has linked the edges") % reason.values()


def _ring(reason: EndReason, when: c.Ring) -> str:
    return gettext("%(player)s has closed a ring") % reason.values() if when.of == c.own else ""


def _enclosed(reason: EndReason, when: c.Enclosed) -> str:
    if when.of not in (c.own, c.enemy) or when.unit != "cell":
        return ""
    owner = reason.player if when.of == c.own else reason.other
    return gettext("a stone of %(player)s is surrounded") % {"player": owner}


def _cells(reason: EndReason, when: And) -> str:
    if when in (And(c.own, c.Ranks(-1)), And(c.Ranks(-1), c.own)):
        return gettext("%(player)s has reached the last row") % reason.values()
    if isinstance(when.parts[0], c.Own) and isinstance(when.parts[-1], PLACES):
        return gettext("%(player)s has reached the goal") % reason.values()
    return ""


def _compare(reason: EndReason, when: Compare) -> str:
    if when.op != ">=" or not isinstance(when.right, int):
        return ""
    if when.left == Captured(c.own):
        return gettext("%(player)s has captured %(n)s") % reason.values(when.right)
    return gettext("%(player)s has %(n)s points") % reason.values(when.right) if when.left == Score(c.own) else ""


def _none_left(reason: EndReason, when: No) -> str:
    if when.of == c.own:
        return gettext("%(player)s has nothing left on the board") % reason.values()
    if when.of == c.enemy:
        return gettext("%(other)s has nothing left on the board") % reason.values()
    if isinstance(when.of, And) and c.enemy in when.of.parts and any(isinstance(p, c.Kind) for p in when.of.parts):
        return gettext("%(other)s has lost the piece that counts") % reason.values()
    return ""


def _cannot_move(reason: EndReason, when: e.NoPly) -> str:
    return gettext("%(other)s cannot move") % reason.values() if when == e.NoPly() else ""


PLACES = (c.At, c.Ranks, c.Center, c.Corners, c.Edges, BySide)
"""Where a piece may have to get."""
ReasonSentence = Callable[[EndReason, Any], str]

BOARD: dict[type, ReasonSentence] = {No: _no, e.Quiet: _quiet, e.Repeats: _repeats, e.NoPly: _stuck}
"""Conditions that are the same for both players; tried first."""
PLAYER: dict[type, ReasonSentence] = {
    c.Line: _line,
    c.Connected: _connected,
    c.Ring: _ring,
    c.Enclosed: _enclosed,
    And: _cells,
    Compare: _compare,
    No: _none_left,
    e.NoPly: _cannot_move,
}
"""Conditions of the player who moved."""
