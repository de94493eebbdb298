"""The changes of a game that a repair tries: one option, or one word of the rules. The cost of a change says which of
two is smaller:

    an option: another choice        1
    an option: another number        1 + how often it is doubled or halved
    a number in a word               2 + how often it is doubled or halved
    another choice in a word         2.5
    a word exchanged for another     3
    a clause left out                3
    a clause added                   4

A number that stands in several words of the same sort, in the same field, is one number of the rules: changing it
everywhere is one change, and changing it in one place only costs a half more. Changes that lead to equal rules count as
one, at the lower cost; those whose rules are invalid, or read as before in English, are dropped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import msgspec

from ..._renamed import renamed_attribute
from ...errors import LusoryError
from ...rules.english import rules_text
from ...rules.game import Game
from ...rules.options import Definition
from ..compare.differences import difference_lines, differences

MOST = 60
"""The number of changes tried by default."""
CHOICE, OPTION, NUMBER, LITERAL, EXCHANGE, OMIT, ADD, APART = 1.0, 1.0, 2.0, 2.5, 3.0, 3.0, 4.0, 0.5


class RuleChange(msgspec.Struct, frozen=True):
    """A change and the resulting game. differences: the change in English, a line a clause. option: as an option of the
    game (`quiet=20`), where it is one. cost: its size; 0 for no change."""

    game: Game
    cost: float
    option: str = ""
    differences: tuple[str, ...] = msgspec.field(default=(), name="said")

    @property
    def name(self) -> str:
        """The name of the change in one line: its option, else the clauses it changes."""
        return self.option or "; ".join(self.differences) or "as it is"

    said = renamed_attribute("RuleChange", "said", "differences")

    @property
    def key(self) -> str:
        """An identifier, unique among changes of any game."""
        return self.game.hash[:16]


Make = Callable[[], Game]
Draft = tuple[float, str, Make]
"""A change that may be invalid: its cost, its option, and the function that builds the game."""


def changes(
    game: Game, definition: Definition | None = None, options: dict[str, str] | None = None, most: int = MOST
) -> list[RuleChange]:
    """The valid changes, the smallest first and so many at most; before them the game as it is. definition, options:
    that built the game, if any: then its options are tried, too.
    """
    from .option_changes import option_drafts
    from .word_changes import word_drafts

    drafts = list(option_drafts(game, definition, options or {})) if definition is not None else []
    by_hash = {game.hash: RuleChange(game, 0.0)}
    original = text_without_name(game)
    for cost, option, build in sorted([*drafts, *word_drafts(game)], key=lambda draft: draft[0]):
        if len(by_hash) > most:
            break
        changed_game = sensible(build)
        if (
            changed_game is not None
            and changed_game.hash not in by_hash
            and text_without_name(changed_game) != original
        ):
            lines = tuple(difference_lines(differences(game, changed_game)))
            by_hash[changed_game.hash] = RuleChange(changed_game, round(cost, 3), option, lines)
    return list(by_hash.values())


def text_without_name(game: Game) -> str:
    """The rules in English, whatever the game is called."""
    return rules_text(msgspec.structs.replace(game, name="", about=None))


def sensible(make: Make) -> Game | None:
    """The game; None where its rules are invalid."""
    try:
        return make()
    except LusoryError:
        return None


def doublings(was: int, now: int) -> float:
    """The distance of two numbers in doublings."""
    return abs(math.log2(max(now, 1) / max(was, 1))) + (0.5 if 0 in (was, now) else 0.0)


def near(value: int) -> Iterator[int]:
    """Other whole numbers to try: neighbours, and then half and twice as much."""
    visited = {value}
    for nearby in (
        value - 1,
        value + 1,
        value - 2,
        value + 2,
        value // 2,
        round(value * 0.75),
        value * 2,
        value * 3 // 2,
    ):
        if nearby not in visited and nearby >= 0:
            visited.add(nearby)
            yield nearby
