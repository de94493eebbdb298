"""Necessity of rules: the share of their parts without which games go differently.

A part is left out, or a simpler one put in its place; then random games from the same positions, on the way of games
between searches, are compared with those of the whole rules. Invented games need nearly all of their parts; rules that
were put together at random have clauses that seldom apply, which a reader must learn all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ..errors import LusoryError
from ..rules.cells import empty
from ..rules.ends import Draw, Loss, NoPly, Quiet, Repeats, Win
from ..rules.expression_text import spell
from ..rules.game import Game
from ..rules.logic import No
from ..rules.traversal import words
from . import playing
from .parts import Part, built, parts, without_part
from .playing import Outcomes
from .pruning import Draft, keeps_going, simpler, size

Positions = list[tuple[int, Outcomes]]
"""Positions of a game between searches: how many plies are legal, and what random games from there come to."""
OFTEN = 0.1
"""A part is wholly needed if this share of the games goes differently without it."""
WAYS, MOST_WAYS = 3, 10
"""Games between searches on whose way random games begin; the most, where the first leave in doubt how much a part is
needed."""
MOST = 60
"""So many parts are left out at most."""
NAMING = frozenset({"kind", "owner"})
"""Arguments that name a piece. Which name it has is no rule of its own: where it matters, another part asks for it."""
COUNTED_FIELDS = frozenset({"turn", "opening", "effects", "ends"})
"""Fields of a game whose parts count."""


class Need(NamedTuple):
    """How much a part of the rules is needed. part: the field, the word and what is left out of it. words: how many,
    and one. share: from 0 to 1."""

    part: tuple[str, str, str]
    words: int
    share: float


def share_needed(
    game: Game,
    scripts: Sequence[tuple[int, ...]] = (),
    is_too_little: Callable[[float], bool] = lambda share: False,
) -> float:
    """The share of the rules that is needed, from 0 to 1; larger parts count more. Raises Monster.

    scripts: games between searches, as the number of each ply among the legal ones; played now where none is given.
    is_too_little: whether a share is not worth the rest of the parts; the greatest that it can be is returned then.
    """
    needed, total = 0.0, 0
    for need, remaining in needs(game, scripts):
        needed, total = needed + need.words * need.share, total + need.words
        if is_too_little(most := (needed + remaining) / (total + remaining)):
            return most
    return needed / total if total else 1.0


def needs(game: Game, scripts: Sequence[tuple[int, ...]] = ()) -> Iterator[tuple[Need, int]]:
    """How much each part of the rules is needed, and how many words may remain. Raises Monster. scripts: see
    share_needed."""
    ways = scripts or [playing.search_game(game, number) for number in range(MOST_WAYS)]
    for script in ways[:WAYS]:
        positions_of(game, script, False)
    shorter_games = drafts(game)
    remaining = sum(draft.words + 1 for draft in shorter_games)
    for draft in shorter_games:
        weight = draft.words + 1
        remaining -= weight
        shorter = built(draft.fields)
        if shorter is not None and shorter != game:
            yield Need(draft.sign, weight, part_needed(shorter, game, ways)), remaining


@lru_cache(maxsize=32)
def positions_of(game: Game, script: tuple[int, ...], general: bool) -> Positions:
    """The positions of a script under the whole rules. general: the random games from each are played by the general
    engine. Raises Monster."""
    return list(playing.positions_along(game, script, general))


def part_needed(shorter: Game, game: Game, scripts: Sequence[tuple[int, ...]]) -> float:
    """How much the part is needed that rules have less, from 0 to 1: on the way on which it matters most. A part that
    matters now and then on the first ways is looked at on the others, too."""
    most = 0.0
    for number, script in enumerate(scripts):
        if number >= WAYS and not most:
            break
        most = max(most, matters(shorter, game, script) / OFTEN)
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
        if draft.sign[2] not in NAMING
    ]
    return sorted(drafts, key=lambda draft: -draft.words)[:MOST]


def without_end(game: Game, part: Part) -> Iterator[Draft]:
    """The rules without one of the ends that pruning keeps."""
    if keeps_going(part):
        fields = without_part(game, part.steps)
        yield Draft((part.top, spell(part.value), ""), size(part.value), fields)


def counts(game: Game, part: Part) -> bool:
    """Whether a part counts. Complete rules say what becomes of games that lead nowhere and of players who cannot move,
    seldom as either may happen: one end of each kind does not count, more do."""
    if part.top != "ends" or len(part.steps) < 2:
        return part.top in COUNTED_FIELDS
    return int(part.steps[1]) not in excused_ends(game)


def excused_ends(game: Game) -> set[int]:
    """The numbers of the first end about players who cannot move, and of the first other one that only stops games."""
    stuck, idle = ([i for i, end in enumerate(game.ends) if test(end)][:1] for test in (is_about_stuck, stops))
    return {*stuck, *idle}


def is_about_stuck(end: Any) -> bool:
    """Whether this is an end where nobody can move, and nothing else."""
    return isinstance(end, (Win, Loss, Draw)) and isinstance(end.when, NoPly)


def stops(end: Any) -> bool:
    """Whether this is a draw on a full board, by repetition or after quiet plies."""
    if not isinstance(end, Draw):
        return False
    return end.when == No(empty) or any(isinstance(word, (Quiet, Repeats)) for word in words(end.when))


def matters(shorter: Game, game: Game, script: tuple[int, ...]) -> float:
    """The share of games from the positions of a script that go differently under rules with a part less; all, where
    those cannot be played. As soon as so many differ that the part is wholly needed, the rest is not played."""
    try:
        general = playing.draws_differ(game, shorter)
        positions = positions_of(game, script, general)
        other_positions = playing.positions_along(shorter, script, general)
        games, different = sum(len(outcomes.lengths) for _, outcomes in positions), 0
        for _, outcomes in positions:
            _, position = next(other_positions, (0, None))
            different += count_different(outcomes, position)
            if different >= OFTEN * games:
                break
    except LusoryError:
        return 1.0
    return different / games if games else 0.0


def count_different(outcomes: Outcomes, other_outcomes: Outcomes | None) -> int:
    """How many games go differently; all, where the other rules do not come to the position."""
    games = len(outcomes.lengths)
    if other_outcomes is None:
        return games
    seats = len(outcomes.points) // games
    shares = [slice(i * seats, (i + 1) * seats) for i in range(games)]
    return sum(
        (outcomes.lengths[i], outcomes.kinds[i], outcomes.points[share])
        != (other_outcomes.lengths[i], other_outcomes.kinds[i], other_outcomes.points[share])
        for i, share in enumerate(shares)
    )
