"""Words for how a game ends, and the conditions about earlier positions and the next turn."""

from __future__ import annotations

from typing import Literal

from .word import Condition, ConditionWord, EndWord, Number, Ply


class Win(EndWord, frozen=True):
    """The mover wins where the condition holds."""

    when: Condition
    at: Literal["ply", "turn"] = "ply"
    example = "Win(Line(5))"
    source = "Ludii's `result Mover Win`"
    fields = {"when": "the condition; its cells are the witness", "at": "judged after every ply, or when a turn ends"}


class Loss(EndWord, frozen=True):
    """The mover loses where the condition holds. With three players or more the side is out and play goes on."""

    when: Condition
    at: Literal["ply", "turn"] = "ply"
    example = 'Loss(Enclosed(own, unit="cell"))'
    source = "Ludii's `result Mover Loss`"
    fields = {"when": "the condition; its cells are the witness", "at": "judged after every ply, or when a turn ends"}


class Draw(EndWord, frozen=True):
    """Nobody wins where the condition holds."""

    when: Condition
    at: Literal["ply", "turn"] = "ply"
    example = "Draw(Repeats(3))"
    source = "Ludii's `result Mover Draw`"
    fields = {"when": "the condition", "at": "judged after every ply, or when a turn ends"}


class Most(EndWord, frozen=True):
    """Where the condition holds the game is over: the side with the most wins, equal sides draw."""

    number: Number
    when: Condition
    at: Literal["ply", "turn"] = "ply"
    example = "Most(Score(own), when=No(empty))"
    source = "doppel, reversi; Ludii's `byScore`"
    fields = {
        "number": "counted for each side as if it were the mover",
        "when": "the condition",
        "at": "judged after every ply, or when a turn ends",
    }


class Quiet(ConditionWord, frozen=True):
    """The last `n` plies, or turns, of all sides together went without a placement, a capture, or anything at all
    (only passed or ended). Chance and the choice of sides do not count."""

    n: int
    without: Literal["placement", "capture", "anything"] = "anything"
    unit: Literal["ply", "turn"] = "ply"
    example = 'Draw(Quiet(6, without="placement"))'
    source = "susan's slides in a row, serendipity's quiet turns, draughts' forty moves"
    fields = {"n": "how many", "without": "what did not happen", "unit": "what is counted"}

    def check(self) -> None:
        if self.n < 1:
            raise self.refuse("n", "expected 1 or more")


class Repeats(ConditionWord, frozen=True):
    """The same position (pieces and player to move) occurs for the `n`-th time at the start of a turn. In the `unless`
    of a ply: it would occur if the turn ended with that ply (superko)."""

    n: int = 3
    example = "Draw(Repeats(3))"
    source = "chess, susan, ndengrod; Ludii's `repeat`"
    fields = {"n": "how many times, the first included"}

    def check(self) -> None:
        if self.n < 2:
            raise self.refuse("n", "expected 2 or more (no such rule: leave the word out)")


class NoPly(ConditionWord, frozen=True):
    """The next side has no legal ply (or cannot make the given one); with `by` all: no side can."""

    ply: Ply | None = None
    by: Literal["next", "all"] = "next"
    example = "Win(NoPly())"
    source = "clobber, domineering, reversi; Ludii's `no Moves`"
    fields = {"ply": "the ply nobody can make; any of the turn if not given", "by": "the next side, or every side"}
