"""Checks where chance words are allowed: at the start of a step, never among the plies of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from .logic import BySide, If
from .plies import Keep, Swap
from .spec import value_text
from .traversal import walk, words
from .turns import Chance, Commit, Either, First, Repeat, Sequence

if TYPE_CHECKING:
    from .game import Game

MANMADE = (Chance, Commit, Swap, Keep, Sequence, Repeat)
"""Words that a Chance cannot contain."""


def check_chance(game: Game) -> None:
    """RuleError where a choice would be made by chance and by a player at once."""
    secret = game.has_secrets
    for path, word in walk(game):
        nested: dict[str, Any] = {}
        if secret and isinstance(word, If) and begins(word):
            raise RuleError(path, value_text(word), "expected no Chance under an If in a game with secrets")
        if isinstance(word, (Either, First)):
            nested = {f"parts[{i}]": part for i, part in enumerate(word.parts)}
        elif isinstance(word, Repeat):
            nested = {"ply": word.ply}
        for field, part in nested.items():
            if any(isinstance(w, Chance) for w in words(part)):
                raise RuleError(f"{path}.{field}", value_text(part), "expected no Chance inside a choice or a chain")
        if isinstance(word, Chance) and (
            any(isinstance(w, MANMADE) for w in words(word.ply)) or can_be_skipped(word.ply)
        ):
            raise RuleError(
                f"{path}.ply", value_text(word.ply), "expected plies chance can make: Place, Roll, Remove, ..."
            )
        if isinstance(word, Sequence):
            _separate(word, path)
    if is_chance_alone(game.turn):
        raise RuleError(
            "turn", value_text(game.turn), "expected something for a player to do, not chance plies for ever"
        )


def _separate(word: Sequence, path: str) -> None:
    """Where a player may go on or stop, the next choice must be the player's too."""
    loose = False
    for i, part in enumerate(word.parts):
        if loose and begins(part):
            raise RuleError(
                f"{path}.parts[{i}]", value_text(part), "expected no Chance after plies that may be left out"
            )
        loose = is_lasting(part) or (loose and can_be_skipped(part))


def can_be_skipped(word: Any) -> bool:
    """Whether a part of a turn may be skipped, so that the next is offered instead."""
    if isinstance(word, If):
        return word.otherwise is None or can_be_skipped(word.then) or can_be_skipped(word.otherwise)
    if isinstance(word, (BySide, Either, First)):
        return any(can_be_skipped(part) for part in word.parts)
    if isinstance(word, Sequence):
        return all(can_be_skipped(part) for part in word.parts)
    return isinstance(word, Repeat)


def is_lasting(word: Any) -> bool:
    """Whether its plies may be offered together with those of the next part."""
    if isinstance(word, If):
        return is_lasting(word.then) or (word.otherwise is not None and is_lasting(word.otherwise))
    if isinstance(word, BySide):
        return any(is_lasting(part) for part in word.parts)
    if isinstance(word, (Either, First)):
        return any(is_lasting(part) or can_be_skipped(part) for part in word.parts)
    if isinstance(word, Sequence):
        last = next((i for i in reversed(range(len(word.parts))) if not can_be_skipped(word.parts[i])), 0)
        return any(is_lasting(part) for part in word.parts[last:])
    return isinstance(word, Repeat)


def is_chance_alone(word: Any) -> bool:
    """Whether every choice in a part of a turn is made by chance."""
    if isinstance(word, If):
        return is_chance_alone(word.then) and (word.otherwise is None or is_chance_alone(word.otherwise))
    if isinstance(word, (BySide, Sequence)):
        return all(is_chance_alone(part) for part in word.parts)
    return isinstance(word, Chance)


def begins(word: Any) -> bool:
    """Whether a part of a turn may begin with a choice made by chance."""
    if isinstance(word, If):
        return begins(word.then) or (word.otherwise is not None and begins(word.otherwise))
    if isinstance(word, BySide):
        return any(begins(part) for part in word.parts)
    if isinstance(word, Sequence):
        first = next((i for i, part in enumerate(word.parts) if not can_be_skipped(part)), len(word.parts))
        return any(begins(part) for part in word.parts[: first + 1])
    return isinstance(word, Chance)
