"""Makes children of games: crossover (a part of one game in the place of a part of the same sort in another) and
mutation.

Child number i of a seed draws from a stream of its own, so it is the same whoever makes it, and when. A draft that the
checks refuse is drawn again; what is drawn fits by its sort and to the board, so that most drafts build.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from ..errors import RuleError
from ..rules.game import Game
from ..rules.traversal import words
from ..rules.word import sort_of
from .canonical import canonical
from .fit import fit_fields
from .mutation import BOARDS, mutate, place_of_end
from .parts import Fields, Part, built, parts, rules_of, with_part

ATTEMPTS = 12
"""So many drafts are made of a child before there is none."""
ON_ANOTHER_SHAPE = "the same rules on another shape of board"
"""The step that makes a child of an elite that has just entered the archive."""
CROSSED = 0.55
"""So many children have two parents."""
COURSE = frozenset({"Quiet", "NoPly", "Repeats"})
"""Words that stand in `ends` only."""
WEIGHTS = {"ends": 3, "turn": 3, "effects": 3, "opening": 1, "setup": 1}
"""How often a part of each field of a game is exchanged."""
TOGETHER = (
    ("board",),
    ("turn",),
    ("ends",),
    ("effects",),
    ("turn", "effects"),
    ("board", "setup"),
    ("ends", "effects"),
)
"""Fields that are exchanged whole."""


class Birth(msgspec.Struct, frozen=True):
    """A child. game: None where no draft was valid. parents: one or two, by their numbers among those given. steps:
    what was done, in order. refused: drafts before it whose words make no sense together."""

    game: Game | None
    parents: tuple[int, ...] = ()
    steps: tuple[str, ...] = ()
    refused: int = 0


def stream(seed: int, number: int) -> random.Random:
    """All chance of one child."""
    return random.Random(f"{seed}:{number}:child")


def child(parents: Sequence[Game], rng: random.Random, pool: Sequence[Game] = ()) -> Birth:
    """A child of one or two of these games (the first is the mother), in its canonical form. pool: games whose parts a
    mutation may take; the parents where none are given."""
    refused = 0
    for _ in range(ATTEMPTS):
        fields, counts, steps = draft(parents, rng, pool or parents)
        game = sensible(fields) if fields is not None else None
        refused += game is None
        if game is not None and can_be_bred(game):
            neat = canonical(game)
            if not any(neat == canonical(parent) for parent in parents):
                return Birth(neat, counts, steps, refused)
    return Birth(None, refused=refused)


def on_shape(game: Game, name: str, rng: random.Random) -> Birth:
    """The rules of a game on a board of another shape, in a size that is drawn from those in which they make sense."""
    shape, sizes = next(entry for entry in BOARDS if entry[0].__name__ == name)
    refused = 0
    for size in rng.sample(sizes, len(sizes)):
        moved = sensible(rules_of(game) | {"board": shape(size)})
        if moved is not None and can_be_bred(moved):
            return Birth(canonical(moved), (0,), (ON_ANOTHER_SHAPE,), refused)
        refused += 1
    return Birth(None, refused=refused)


def draft(
    parents: Sequence[Game], rng: random.Random, pool: Sequence[Game]
) -> tuple[Fields | None, tuple[int, ...], tuple[str, ...]]:
    """One draft: its fields (None where a word does not fit), its parents, and what was done."""
    counts: tuple[int, ...] = (0,)
    fields, steps, changes = rules_of(parents[0]), list[str](), 1 + (rng.random() < 0.4) + (rng.random() < 0.2)
    try:
        if len(parents) > 1 and parents[0] != parents[1] and rng.random() < CROSSED:
            fields, step = cross(parents[0], parents[1], rng)
            counts, steps, changes = (0, 1), [step], rng.choice((0, 0, 1, 1, 2))
        for _ in range(changes):
            fields, step = mutate(fields, rng, pool)
            steps.append(step)
    except RuleError:
        return None, (), ()
    return fields, counts, tuple(steps)


def sensible(fields: Fields) -> Game | None:
    """The game of these fields, fitted to its board; None where its words make no sense together."""
    try:
        return built(fit_fields(fields))
    except RuleError:
        return None


def can_be_bred(game: Game) -> bool:
    """Whether the game is for two players, without secrets. Others are not bred."""
    return game.players == 2 and not game.has_secrets


def cross(mother: Game, father: Game, rng: random.Random) -> tuple[Fields, str]:
    """The mother's rules with a part of the father's. Raises RuleError where they have none in common."""
    crossing: Callable[[Game, Game, random.Random], tuple[Fields, str]]
    crossing = rng.choices((cross_part, cross_field, cross_clause), (6, 3, 2))[0]
    try:
        return crossing(mother, father, rng)
    except RuleError:
        return cross_part(mother, father, rng)


def cross_field(mother: Game, father: Game, rng: random.Random) -> tuple[Fields, str]:
    """A whole field: the board, the turn, the ends with their effects, and so on."""
    names = rng.choice(TOGETHER)
    if all(getattr(mother, name) == getattr(father, name) for name in names):
        raise RuleError(names[0], "the same in both", "expected another")
    return rules_of(mother) | {name: getattr(father, name) for name in names}, f"{' and '.join(names)} of the other"


def cross_clause(mother: Game, father: Game, rng: random.Random) -> tuple[Fields, str]:
    """One more effect or end, which the other game has."""
    candidates = [(name, part) for name in ("effects", "ends") for part in getattr(father, name)
             if part not in getattr(mother, name)]  # fmt: skip
    if not candidates:
        raise RuleError("ends", "the same in both", "expected another")
    name, part = rng.choice(candidates)
    clauses = getattr(mother, name)
    place = place_of_end(len(clauses), rng) if name == "ends" else rng.randrange(len(clauses) + 1)
    return rules_of(mother) | {name: (*clauses[:place], part, *clauses[place:])}, f"{name}: one more of the other's"


def cross_part(mother: Game, father: Game, rng: random.Random) -> tuple[Fields, str]:
    """A part of the same sort."""
    spots, gifts = parts(mother), parts(father)
    for _ in range(8):
        spot = draw_part(spots, rng)
        suitable = [gift for gift in gifts if suits(spot, gift) and gift.value != spot.value]
        if suitable:
            gift = draw_part(suitable, rng)
            return with_part(mother, spot.steps, gift.value), f"{spot.top}: {spot.takes[0]} of the other's {gift.top}"
    raise RuleError("", "no part in common", "expected another game")


def draw_part(parts: Sequence[Part], rng: random.Random) -> Part:
    """One of some parts; whole clauses and their first words more often than what is deep in them."""
    weights = [WEIGHTS[part.top] / (1 + len(part.steps) / 4) for part in parts]
    return rng.choices(parts, weights)[0]


def suits(spot: Part, gift: Part) -> bool:
    """Whether this part could stand there, as far as the sorts tell."""
    if sort_of(gift.value) not in spot.takes:
        return False
    if spot.field == "Side" and not getattr(gift.value, "is_side", False):
        return False
    if (spot.top == "setup") != (gift.top == "setup"):
        return False
    return spot.top == "ends" or gift.top != "ends" or not COURSE & {type(word).__name__ for word in words(gift.value)}
