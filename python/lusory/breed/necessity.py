"""Necessity of rules: the share of their parts without which games go differently.

A part is left out, or a simpler one put in its place; then random games from the same positions, on the way of games
between searches, are compared with those of the whole rules. Invented games need nearly all of their parts; rules that
were put together at random have clauses that seldom apply, which a reader must learn all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import LusoryError
from ..rules.cells import empty
from ..rules.ends import Draw, NoPly, Quiet, Repeats
from ..rules.expression_text import spell
from ..rules.game import Game
from ..rules.logic import No
from ..rules.traversal import words
from . import playing
from .parts import Part, built, parts, without_part
from .pruning import Draft, keeps_going, simpler, size

OFTEN = 0.1
"""A part is wholly needed if this share of the games goes differently without it."""
WAYS = 3
"""Games between searches on whose way random games begin."""
MOST = 60
"""So many parts are left out at most."""
COUNTED_FIELDS = frozenset({"turn", "opening", "effects", "ends"})
"""Fields of a game whose parts count."""


def share_needed(game: Game) -> float:
    """The share of the rules that is needed, from 0 to 1; larger parts count more. Raises Monster."""
    scripts = [playing.search_game(game, number) for number in range(WAYS)]
    games_of_all = [playing.random_games_along(script)(game) for script in scripts]
    needed, total = 0.0, 0
    for draft in drafts(game):
        shorter = built(draft.fields)
        if shorter is None or shorter == game:
            continue
        total += draft.words + 1
        needed += (draft.words + 1) * part_needed(shorter, scripts, games_of_all)
    return needed / total if total else 1.0


def part_needed(shorter: Game, scripts: list[tuple[int, ...]], games_of_all: list[Any]) -> float:
    """How much the part is needed that rules have less, from 0 to 1: on the way on which it matters most."""
    most = 0.0
    for script, games in zip(scripts, games_of_all, strict=True):
        most = max(most, matters(shorter, script, games) / OFTEN)
        if most >= 1:
            return 1.0
    return most


def drafts(game: Game) -> list[Draft]:
    """The rules with one part less, for each that counts; of many, the largest parts."""
    drafts = [
        draft
        for part in parts(game)
        if counts(game, part)
        for draft in (*simpler(game, part), *without_end(game, part))
    ]
    return sorted(drafts, key=lambda draft: -draft.words)[:MOST]


def without_end(game: Game, part: Part) -> Iterator[Draft]:
    """The rules without one of the ends that pruning keeps."""
    if keeps_going(part):
        fields = without_part(game, part.steps)
        yield Draft((part.top, spell(part.value), ""), size(part.value), fields)


def counts(game: Game, part: Part) -> bool:
    """Whether a part counts. One end that only stops games which lead nowhere does not: good rules have one, seldom as
    it applies. More than one do."""
    if part.top != "ends" or len(part.steps) < 2:
        return part.top in COUNTED_FIELDS
    return int(part.steps[1]) != next((i for i, end in enumerate(game.ends) if stops(end)), -1)


def stops(end: Any) -> bool:
    """Whether this is a draw on a full board, by repetition, after quiet plies, or where nobody can move."""
    if not isinstance(end, Draw):
        return False
    return end.when == No(empty) or any(isinstance(word, (NoPly, Quiet, Repeats)) for word in words(end.when))


def matters(shorter: Game, script: tuple[int, ...], games_of_all: Any) -> float:
    """The share of games from the positions of a script that go differently under rules with a part less; all, where
    those cannot be played. games_of_all: what the script came to under the whole rules."""
    try:
        games_of_shorter = playing.random_games_along(script)(shorter)
    except LusoryError:
        return 1.0
    games = list(compare_games(games_of_all[0], games_of_shorter[0]))
    return sum(games) / len(games) if games else float(games_of_all != games_of_shorter)


def compare_games(whole: list[Any], shorter: list[Any]) -> Iterator[bool]:
    """For each game from each position of the whole rules: whether it goes differently under the others."""
    for i, (_, outcomes) in enumerate(whole):
        games = range(len(outcomes.lengths))
        if i >= len(shorter):
            yield from (True for _ in games)
            continue
        other_outcomes, seats = shorter[i][1], len(outcomes.points) // len(outcomes.lengths)
        for j in games:
            share = slice(j * seats, (j + 1) * seats)
            yield (outcomes.lengths[j], outcomes.kinds[j], outcomes.points[share]) != (
                other_outcomes.lengths[j],
                other_outcomes.kinds[j],
                other_outcomes.points[share],
            )
