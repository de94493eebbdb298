"""Checks that the rules leak no secret placement; the check runs when a game is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from .cells import Just, Moved, Visited
from .earlier_plies import PLY, turns
from .plies import Place
from .setup import InHand
from .spec import value_text
from .traversal import walk, words
from .turns import Chance, Commit
from .word import Word

if TYPE_CHECKING:
    from .game import Game

TURN = (Just, Moved, Visited)
"""Words about the plies of this turn."""
OWN = (".needs", ".unless", ".distance")
"""Fields of a ply in which the words of PLY speak of that ply itself."""


def check_secrecy(game: Game) -> None:
    """RuleError where the plies on offer, or the pieces left in hand, would reveal a placement made in secret."""
    for path, turn in turns(game):
        commits = [(at, word) for at, word in walk(turn, path) if isinstance(word, Commit)]
        if commits:
            _check_chance(turn, path)
            _check_answers(commits)
    _check_hands(game)


def _check_chance(turn: Any, path: str) -> None:
    """In a turn with a Commit no Chance may depend on the turn's plies: chance plies are public."""
    for at, chance in walk(turn, path):
        for inner, word in walk(chance.ply, f"{at}.ply") if isinstance(chance, Chance) else ():
            steps = inner.removeprefix(f"{at}.ply")
            if ".then[" not in steps and _follows(word, steps):
                raise RuleError(
                    inner,
                    value_text(word),
                    "expected no word of this turn's plies: one of them is secret, chance is not",
                )


def _follows(word: Word, steps: str) -> bool:
    """Whether a word refers to an earlier ply of the turn."""
    return isinstance(word, TURN) or (isinstance(word, PLY) and not any(owner in steps for owner in OWN))


def _check_answers(commits: list[tuple[str, Commit]]) -> None:
    """All Commits must have the same answer: another one would reveal which Commit was made."""
    answer_word = commits[0][1].answer
    for path, commit in commits[1:]:
        if commit.answer != answer_word:
            expected = "no answer" if answer_word is None else value_text(answer_word)
            raise RuleError(
                f"{path}.answer",
                "nothing" if commit.answer is None else value_text(commit.answer),
                f"expected {expected}, as in the other Commit of this turn: it would reveal which one was played",
            )


def _check_hands(game: Game) -> None:
    """All secret placements must be of one kind if hands are limited: hands are public."""
    commits = [(path, word) for path, word in walk(game) if isinstance(word, Commit) and isinstance(word.ply, Place)]
    kinds = list(dict.fromkeys(word.ply.kind for _, word in commits))  # type: ignore[union-attr]
    handed = {word.kind for word in words(game.setup) if isinstance(word, InHand)}
    if len(kinds) > 1 and handed & set(kinds):
        other_kind = next((path, word) for path, word in commits if word.ply.kind != kinds[0])  # type: ignore[union-attr]
        raise RuleError(
            f"{other_kind[0]}.ply.kind",
            value_text(kinds[1]),
            f"expected {value_text(kinds[0])}, as in the other Commit: hands are public and would reveal the kind",
        )
