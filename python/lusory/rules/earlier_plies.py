"""What comes before each part of a turn, and so which words about earlier plies of the turn mean anything there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from .cells import Just, Moved, Origin, To, Visited
from .directions import PlyHeading
from .logic import If
from .plies import ActionWord, Hop, Leap, Place, Remove, Slide, Step
from .traversal import walk
from .turns import Chance, Commit, Repeat, Sequence

if TYPE_CHECKING:
    from .game import Game
    from .word import Word

PLY = (To, Origin, PlyHeading)
"""Words about the previous ply of the turn; in the conditions of a ply, about that ply itself."""
TURN = (Moved, Visited)
"""Words about all earlier plies of the turn."""
AFTER = ("unless", "then", "announce", "answer", "fails")
"""Fields that are read after the ply, or when its target is known."""
OWN = ("needs", "distance")
"""Fields in which the words of PLY speak of the ply itself."""
STEPS = {To, Origin, PlyHeading, Just, Moved, Visited}
SETS: dict[type, set[Any]] = {
    Step: STEPS,
    Slide: STEPS,
    Hop: STEPS,
    Leap: STEPS - {PlyHeading},
    Place: {To, Just, Moved, Visited},
    Commit: {To, Just, Moved, Visited},
    Remove: {To, Visited},
}
"""The words to which a ply gives a meaning for the plies after it; those of another kind give none."""


class Before(NamedTuple):
    """The plies that may come right before a part of a turn (None: the turn may begin there), and all that may have
    come before it."""

    plies: frozenset[Any] = frozenset({None})
    earlier: frozenset[Any] = frozenset()

    def join(self, other: Before) -> Before:
        """Either of the two."""
        return Before(self.plies | other.plies, self.earlier | other.earlier)

    def sets(self, word: Any) -> bool:
        """Whether a word about earlier plies can mean anything here."""
        plies = self.earlier if isinstance(word, TURN) else self.plies
        return any(type(word) in SETS.get(type(ply), ()) for ply in plies)


def before_each(game: Game) -> dict[str, Before]:
    """What comes before each part of the turns of a game, by path."""
    found: dict[str, Before] = {}
    for path, turn in turns(game):
        _follow(turn, path, Before(), found)
    return found


def turns(game: Game) -> Iterator[tuple[str, Any]]:
    """Every turn of the rules, with its path."""
    yield from ((f"opening[{i}]", turn) for i, turn in enumerate(game.opening))
    yield "turn", game.turn


def _follow(word: Any, path: str, before: Before, found: dict[str, Before]) -> Before:
    """Note what comes before a part of a turn, and before its parts. Returns what comes before the next one."""
    found[path] = before.join(found.get(path, before))
    if isinstance(word, (ActionWord, Commit)):
        return Before(frozenset({word}), before.earlier | {word})
    if isinstance(word, Repeat):
        return _again_and_again(word, path, before, found)
    if isinstance(word, Sequence):
        for i, part in enumerate(word.parts):
            before = _follow(part, f"{path}.parts[{i}]", before, found)
        return before
    after = [_follow(part, f"{path}.{name}", before, found) for name, part in alternatives(word)]
    if isinstance(word, If) and word.otherwise is None:
        after.append(before)
    return reduce(Before.join, after)


def _again_and_again(word: Repeat, path: str, before: Before, found: dict[str, Before]) -> Before:
    """What comes before a repeated ply may be the same ply."""
    while True:
        joined = before.join(_follow(word.ply, f"{path}.ply", before, found))
        if joined == before:
            found[path] = before
            return before
        before = joined


def alternatives(word: Any) -> list[tuple[str, Any]]:
    """The parts of a choice, a condition or a ply of chance, each with its field."""
    if isinstance(word, If):
        return [("then", word.then)] + ([("otherwise", word.otherwise)] if word.otherwise is not None else [])
    if isinstance(word, Chance):
        return [("ply", word.ply)]
    parts: Any = word.parts
    return [(f"parts[{i}]", part) for i, part in enumerate(parts)]


def unset_words(game: Game) -> Iterator[tuple[str, Word]]:
    """Words about earlier plies of the turn, with their paths, that stand where no earlier ply can have set them: they
    are empty there."""
    before = before_each(game)
    for start, turn in turns(game):
        for path, word in walk(turn, start):
            if isinstance(word, (*PLY, *TURN, Just)) and not _means_something(word, path, before):
                yield path, word


def _means_something(word: Any, path: str, before: dict[str, Before]) -> bool:
    part = max((part for part in before if path.startswith(f"{part}.")), key=len)
    field = path.removeprefix(f"{part}.").removeprefix("ply.").split(".")[0].split("[")[0]
    if field in AFTER or (field in OWN and isinstance(word, PLY)):
        return True
    return before[part].sets(word)
