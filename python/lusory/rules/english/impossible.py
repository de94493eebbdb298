"""Proofs that a clause can never apply: a sheet leaves such clauses out. No proof, no omission."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .. import cells as c
from .. import effects as f
from .. import ends as e
from .. import logic as o
from .. import numbers as n
from .. import plies as p
from .. import turns as t
from ..game import Game
from ..setup import Put
from ..static_evaluation import BoardScene
from ..traversal import words
from ..word import Compare, Minus, Sum


class Unknown(Exception):
    """Raised where a condition depends on more than the counts of pieces."""


@dataclass(frozen=True)
class PieceCounts:
    """The numbers of pieces captured by the mover, captured by the other player, and left on the board."""

    own: int
    enemy: int
    board: int

    def number(self, word: Any) -> int:
        """The value of a number made of counts alone. Raises Unknown."""
        if isinstance(word, int):
            return word
        if isinstance(word, n.Captured):
            return self.own if word.side == c.own else self.enemy
        if isinstance(word, n.Count) and word.of == c.neutral:
            return self.board
        if isinstance(word, Sum):
            return sum(self.number(part) for part in word.parts)
        if isinstance(word, Minus):
            return self.number(word.left) - self.number(word.right)
        raise Unknown

    def holds(self, word: Any) -> bool:
        """Whether a condition made of counts alone holds. Raises Unknown."""
        if isinstance(word, Compare):
            return word.judged(self.number(word.left), self.number(word.right))
        if isinstance(word, o.All):
            return all([self.holds(part) for part in word.parts])
        if isinstance(word, o.Any):
            return any([self.holds(part) for part in word.parts])
        if isinstance(word, (o.No, o.Some)):
            return self.holds(word.of) != isinstance(word, o.No)
        raise Unknown


def never(game: Game, word: Any) -> bool:
    """Whether it is proven that this end, one of `game.ends`, never applies."""
    if not hasattr(word, "when") or getattr(word, "otherwise", None) is not None:
        return False
    if isinstance(word.when, e.NoPly):
        return word.when == e.NoPly() and fills_up(game) and never_full(game)
    try:
        return not any(counts.holds(word.when) for counts in reachable(game, word))
    except Unknown:
        return False


def possible_ends(game: Game) -> list[tuple[int, Any]]:
    """The ends that may apply, each with its index in the rule value, from 0."""
    return [(i, word) for i, word in enumerate(game.ends) if not never(game, word)]


def reachable(game: Game, word: Any) -> Iterator[PieceCounts]:
    """Every distribution of the pieces that no earlier end excludes. Raises Unknown where pieces are not conserved."""
    total = conserved_pieces(game)
    before: list[Any] = [getattr(end, "when", None) for end in game.ends[: game.ends.index(word)] if final(end)]
    for own in range(total + 1):
        for enemy in range(total - own + 1):
            counts, mirrored = (
                PieceCounts(own, enemy, total - own - enemy),
                PieceCounts(enemy, own, total - own - enemy),
            )
            if not any(counts.holds(condition) or mirrored.holds(condition) for condition in before):
                yield counts


def final(end: Any) -> bool:
    """Whether the game ends at once when the mover's captures, which only the mover's plies raise, reach a number."""
    if not isinstance(end, (e.Win, e.Loss, e.Draw, e.Most)) or end.at != "ply":
        return False
    condition = end.when
    return (
        isinstance(condition, Compare)
        and condition.op in (">=", ">")
        and condition.left == n.Captured(c.own)
        and isinstance(condition.right, int)
    )


MOVES = (p.Step, p.Slide, p.Hop)


def conserved_pieces(game: Game) -> int:
    """The number of pieces, captured ones included, where none ever enters and all are neutral.

    Raises Unknown where that is not proven.
    """
    parts = list(words((game.opening, game.turn)))
    moves = [w for w in parts if isinstance(w, p.ActionWord)]
    is_plain = all(isinstance(w, MOVES) and w.to == c.empty and not w.then for w in moves)
    if not is_plain or game.effects or game.players != 2 or game.has_secrets:
        raise Unknown
    if any(not isinstance(w, Put) or w.side for w in game.setup):
        raise Unknown
    cells = 0
    for word in game.setup:
        cells |= BoardScene(game.geometry, 0).cells(word.at)  # type: ignore[union-attr]
    return cells.bit_count()


def fills_up(game: Game) -> bool:
    """Whether there is a legal ply as long as there is an empty cell."""
    offered = game.turn.parts if isinstance(game.turn, t.Either) else (game.turn,)
    return p.Place() in offered and not any(isinstance(w, t.Commit) for w in words(game.opening))


def never_full(game: Game) -> bool:
    """Whether effects always leave an empty cell: on a full board the mover's own groups are captured."""
    return all(isinstance(w, f.Capture) for w in game.effects) and f.Capture(c.Enclosed(c.own)) in game.effects


def ends_when_full(game: Game) -> bool:
    """Whether a full board, on which the mover has a piece, always ends the game."""
    final_ends = (e.Win, e.Draw, e.Most) if game.players > 2 else (e.Win, e.Loss, e.Draw, e.Most)  # the others play on
    return any(full(end.when) for end in game.ends if isinstance(end, final_ends))


def full(condition: Any) -> bool:
    """Whether this condition holds on every full board on which the mover has a piece."""
    if isinstance(condition, o.Any):
        return any(full(part) for part in condition.parts)
    if isinstance(condition, o.All):
        return all(full(part) for part in condition.parts)
    return condition == o.No(c.empty) or (isinstance(condition, c.Enclosed) and condition.of == c.own)
