"""Pruning: removes parts of rules without which the games go exactly as before, so that bred rules are short.

A part is left out, or a simpler one put in its place; where hundreds of random games then go exactly as before, and so
do those from positions that searches reach, nobody misses it. What ends games that lead nowhere stays: random players
may never get there, and good ones do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from ..errors import LusoryError, RuleError
from ..rules.effects import Earn, Tell
from ..rules.ends import NoPly, Quiet, Repeats
from ..rules.expression_text import spell
from ..rules.game import Game
from ..rules.logic import All, BySide, If
from ..rules.logic import Any as OneOf
from ..rules.numbers import Score
from ..rules.spec import specs_of
from ..rules.traversal import words
from ..rules.turns import Either, First
from ..rules.turns import Sequence as Steps
from ..rules.word import And, Or, Word
from .canonical import canonical
from .parts import Fields, Part, built, parts, rules_of, with_part, without_part
from .playing import Test, draws_differ

JOINING = (And, Or, All, OneOf, Either, First, Steps, If, BySide)
"""Words that one of their parts may stand for."""
COURSE = (Quiet, Repeats, NoPly)
MOST = 80
"""So many shorter games are tried at most."""
Sign = tuple[str, str, str]
Made = tuple[str, int, Callable[[], Fields]]


def prune(game: Game, tests: Sequence[Test], most: int = MOST) -> Game:
    """The game without what never matters in its games, in its canonical form where that plays alike. tests: the
    cheapest first; all must come to the same. most: so many shorter games are tried."""
    pruned = idle(game)
    if same(pruned, neat := canonical(pruned), tests):
        pruned = neat
    needed, needed_before, candidates = set[Sign](), set[Sign](), shorter_games(pruned)
    for _ in range(most):
        draft = untried(candidates, needed | needed_before) or untried(candidates, needed)
        if draft is None:
            break
        shorter = built(draft.fields)
        if shorter is None or not same(pruned, shorter, tests):
            needed.add(draft.sign)
        else:
            # What mattered beside the part that has gone may not matter without it; it is tried again at the end.
            needed, needed_before = set(), needed | needed_before
            pruned, candidates = shorter, shorter_games(shorter)
    return pruned


def untried(candidates: Sequence[Draft], tried: set[Sign]) -> Draft | None:
    """The first whose part has not been tried."""
    return next((candidate for candidate in candidates if candidate.sign not in tried), None)


def idle(game: Game) -> Game:
    """The game without points that nothing counts, and without announcements where nothing is hidden: a search may
    look at them, though they do not matter."""
    every = list(words((game.turn, game.opening, game.ends, game.effects)))
    kinds: tuple[type, ...] = () if any(isinstance(word, Score) for word in every) else (Earn,)
    kinds = kinds if game.has_secrets else (*kinds, Tell)
    effects = tuple(effect for effect in game.effects if not isinstance(effect, kinds))
    return (built(rules_of(game) | {"effects": effects}) or game) if effects != game.effects else game


class Draft(NamedTuple):
    """A game with one part less. sign: which part of which word, and what comes in its place; of a part that matters
    it is remembered. words: how many go."""

    sign: Sign
    words: int
    fields: Fields


def shorter_games(game: Game) -> list[Draft]:
    """Games with one part less, the largest parts first."""
    drafts = [draft for part in parts(game) for draft in simpler(game, part)]
    return sorted(drafts, key=lambda draft: -draft.words)


def size(value: Any) -> int:
    """How many words."""
    return sum(1 for _ in words(value)) if isinstance(value, (Word, tuple)) else 0


def simpler(game: Game, part: Part) -> Iterator[Draft]:
    """The rules without a part, without an argument of it, or with one of its parts in its place."""
    text = spell(part.value)
    for change, changed_words, build in (*left_out(game, part), *defaults(game, part), *instead(game, part)):
        try:
            yield Draft((part.top, text, change), changed_words, build())
        except RuleError:
            continue


def left_out(game: Game, part: Part) -> Iterator[Made]:
    """A part of a list less."""
    if part.listed and not keeps_going(part):
        yield "", size(part.value), lambda: without_part(game, part.steps)


def keeps_going(part: Part) -> bool:
    """Whether the part is an end of games that lead nowhere."""
    return part.top == "ends" and len(part.steps) == 2 and any(isinstance(word, COURSE) for word in words(part.value))


def defaults(game: Game, part: Part) -> Iterator[Made]:
    """An argument less."""
    for spec in specs_of(part.value) if isinstance(part.value, Word) else ():
        argument = getattr(part.value, spec.name)
        if not spec.required and argument != spec.default:
            steps = (*part.steps, spec.name)
            yield spec.name, size(argument), partial(with_part, game, steps, spec.default)


def instead(game: Game, part: Part) -> Iterator[Made]:
    """One of the parts of a word that joins some in the place of the word."""
    if not isinstance(part.value, JOINING):
        return
    word: Any = part.value
    for branch in (word.then, word.otherwise) if isinstance(word, If) else word.parts:
        if isinstance(branch, (Word, int)):
            yield spell(branch), size(word) - size(branch), partial(with_part, game, part.steps, branch)


def same(a: Game, b: Game, tests: Sequence[Test]) -> bool:
    """Whether the games of both go alike."""
    if a == b:
        return False
    try:
        general = draws_differ(a, b)
        return all(test(a, general) == test(b, general) for test in tests)
    except LusoryError:
        return False
