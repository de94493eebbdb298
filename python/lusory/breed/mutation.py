"""Mutations: one small change of a game's rules, of a kind drawn by its weight.

Words are drawn by their sorts (`lusory.testing.random_words`) or taken from other games; changes of numbers, choices
and ends are those of `lusory.lab.repair`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from ..errors import RuleError
from ..lab.repair.changes import near
from ..lab.repair.word_changes import word_drafts
from ..rules import boards as shapes
from ..rules.cells import Enemy, Line, Own, empty, enemy, own
from ..rules.directions import Diagonal, Every, Forward, Orthogonal
from ..rules.ends import Draw, Loss, Most, NoPly, Quiet, Repeats, Win
from ..rules.game import Game
from ..rules.plies import ActionWord, Pass, Place, Slide, Step, Swap
from ..rules.setup import Put
from ..rules.spec import specs_of
from ..rules.traversal import exchange, part_at, words
from ..rules.turns import Either, First
from ..rules.word import BoardWord, SetupWord, Word, plain, sort_of
from ..testing.coverage import REFUSED
from ..testing.random_words import Drawing
from .parts import FIELDS, Fields, Part, built, rules_of, spots, without

Mutation = Callable[[Fields, random.Random, Sequence[Game]], Fields]
UNUSED = frozenset(
    {"commit", "reveal", "announced", "revealed", "open", "tell", "rolled", "roll", "chance", "keep", "at"}
)
"""Words that are not drawn: of games with secrets and dice, and names of single cells."""
NAMING = frozenset({"side", "index", "back"})
"""Fields whose numbers say which one, not how many."""
ATTEMPTS = 8
"""So often another mutation is drawn."""
CELLS = (16, 81)
"""The fewest and the most cells of a board that is drawn."""


class Gene(NamedTuple):
    """A part of a game that another may take. sort: what it is. top: the field of the game it stands in."""

    sort: str
    top: str
    value: Any


def mutate(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> tuple[Fields, str]:
    """The rules after one mutation, and what it is called; one that these rules have no place for is drawn again.
    Raises RuleError where there is none."""
    fault = RuleError("", "no mutation", "expected rules that can be changed")
    for _ in range(ATTEMPTS):
        name = rng.choices(tuple(MUTATIONS), tuple(weight for weight, _ in MUTATIONS.values()))[0]
        try:
            return MUTATIONS[name][1](fields, rng, pool), name
        except RuleError as error:
            fault = error
    raise fault


def replace_part(fields: Fields, steps: Any, new: Any) -> Fields:
    """The rules with another part."""
    return fields | {steps[0]: exchange(fields[steps[0]], steps[1:], new)}


def draw_one(candidates: Sequence[Any], rng: random.Random, kind: str) -> Any:
    """One of some. Raises RuleError where there is none."""
    if not candidates:
        raise RuleError("", f"no {kind}", f"expected rules with a {kind}")
    return rng.choice(candidates)


def number(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """Another number in a word."""
    numbers = [(steps, spec.name, value) for steps, word in words_with_steps(fields) for spec in specs_of(word)
             if spec.sort in ("int", "Number") and not spec.many and spec.name not in NAMING
             and isinstance(value := getattr(word, spec.name), int) and not isinstance(value, bool)]  # fmt: skip
    steps, name, value = draw_one(numbers, rng, "number")
    changed = rng.choices((value - 1, value + 1, rng.choice([*near(abs(value))] or [1])), (3, 3, 2))[0]
    if changed == value or (changed == 0 and value != 0):
        changed = value + 1
    return replace_part(fields, (*steps, name), changed)


def words_with_steps(fields: Fields) -> list[tuple[tuple[str | int, ...], Word]]:
    """Every word of the rules with the way to it."""
    return [(part.steps, part.value) for part in spots(fields) if isinstance(part.value, Word)]


def choice(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """Another value of a field that has a few."""
    candidates = [(steps, spec, getattr(word, spec.name)) for steps, word in words_with_steps(fields)
             if not isinstance(word, (BoardWord, SetupWord)) for spec in specs_of(word)
             if not spec.many and (spec.choices or spec.sort == "bool")]  # fmt: skip
    steps, spec, value = draw_one(candidates, rng, "choice")
    other_values = [other for other in (spec.choices or (True, False)) if other != value]
    return replace_part(fields, (*steps, spec.name), rng.choice(other_values))


def redraw(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """A new word of the same sort."""
    spot: Part = draw_one([part for part in spots(fields) if len(part.steps) > 1 or part.top == "turn"], rng, "part")
    return replace_part(fields, spot.steps, fresh(fields, spot, rng))


def fresh(fields: Fields, spot: Part, rng: random.Random) -> Any:
    """A word that could stand there, drawn."""
    if spot.field == "Side":
        return rng.choice((own, enemy))
    drawing = pencil(fields, rng)
    if spot.top == "setup":
        with drawing.board_only("put", "in-hand"):
            return drawing.word(spot.takes[0], 2)
    with drawing.allowing(*(("quiet", "repeats", "no-ply") if spot.top == "ends" else ())):
        return drawing.word(spot.takes[0], 1 if len(spot.steps) > 4 else 2)


def pencil(fields: Fields, rng: random.Random) -> Drawing:
    """Draws words for these rules."""
    kinds = {word.kind: None for name in FIELDS for word in words(fields[name]) if isinstance(word, (Put, Place))}
    drawing = Drawing(rng.randrange, fields["board"].geometry(), fields["players"], tuple(kinds) or ("stone",))
    drawing.without |= UNUSED
    return drawing


def borrow(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """A part that another game, or another place of this one, has of the same sort."""
    spot: Part = draw_one([part for part in spots(fields) if isinstance(part.value, Word)], rng, "word")
    lent = [gene.value for gene in parts_of_games(tuple(pool)) if gene.sort in spot.takes and gene.value != spot.value
            and (gene.top == spot.top or (spot.top == "ends" and gene.top != "setup"))
            and (spot.field != "Side" or getattr(gene.value, "is_side", False))]  # fmt: skip
    return replace_part(fields, spot.steps, draw_one(lent, rng, "part to borrow"))


@lru_cache(maxsize=64)
def parts_of_games(pool: tuple[Game, ...]) -> tuple[Gene, ...]:
    """The parts of some games."""
    genes = (Gene(plain(sort_of(part.value)), part.top, part.value) for game in pool
             for part in spots(rules_of(game)))  # fmt: skip
    return tuple(dict.fromkeys(genes))


def left_out(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """One part of a list less, or an argument back to its default."""
    lists = [part.steps for part in spots(fields) if part.listed]
    arguments = [(*steps, spec.name) for steps, word in words_with_steps(fields) for spec in specs_of(word)
             if not spec.required and getattr(word, spec.name) != spec.default]  # fmt: skip
    steps = draw_one([*lists, *arguments], rng, "part to leave out")
    if steps in lists:
        return fields | {steps[0]: without(fields[steps[0]], steps[1:])}
    word = part_at(fields[steps[0]], steps[1:-1])
    default = next(spec.default for spec in specs_of(word) if spec.name == steps[-1])
    return replace_part(fields, steps, default)


def argument(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """An argument given to a word that had its default."""
    defaults = [(steps, word, spec) for steps, word in words_with_steps(fields) if not isinstance(word, SetupWord)
             for spec in specs_of(word) if not spec.required and getattr(word, spec.name) == spec.default
             and spec.name not in (*REFUSED.get(word.tag(), ()), "mark", "kind", "shape", "text")]  # fmt: skip
    steps, word, spec = draw_one(defaults, rng, "argument")
    drawing = pencil(fields, rng)
    with drawing.allowing(*(("quiet", "repeats", "no-ply") if steps[0] == "ends" else ())):
        return replace_part(fields, (*steps, spec.name), drawing.field(type(word), spec, "cells", 1))


def goal(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """One more end: a line of some length, an end that another game has, or one that is drawn."""
    ends = fields["ends"]
    lent = [end for game in pool for end in game.ends]
    change = rng.randrange(3)
    if change == 0:
        new: Any = rng.choice((Win, Loss))(Line(rng.choice((3, 4, 5))))
    elif change == 1:
        new = draw_one(lent, rng, "end")
    else:
        drawing = pencil(fields, rng)
        with drawing.allowing("quiet", "repeats", "no-ply"):
            new = drawing.word("end", 2)
    place = place_of_end(len(ends), rng)
    return fields | {"ends": (*ends[:place], new, *ends[place:])}


def place_of_end(ends: int, rng: random.Random) -> int:
    """Where one more end comes among so many: half the time first, since the first that holds counts, and one that
    comes late often adds nothing."""
    return rng.choice((0, rng.randrange(ends + 1)))


def outcome(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """An end that means something else: a win for a loss, a draw for a win."""
    places = [i for i, end in enumerate(fields["ends"]) if isinstance(end, (Win, Loss, Draw, Most))]
    i = draw_one(places, rng, "end")
    end = fields["ends"][i]
    kinds = [kind for kind in (Win, Loss, Loss, Draw) if not isinstance(end, kind)]
    return replace_part(fields, ("ends", i), rng.choice(kinds)(end.when, at=end.at))


def twin(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """An end or effect once more beside itself, but with another outcome, number or side."""
    name, i = draw_one([(name, i) for name in ("ends", "effects") for i in range(len(fields[name]))], rng, "clause")
    alone = fields | {other: () for other in FIELDS} | {"turn": None, name: (fields[name][i],)}
    for _ in range(rng.choice((1, 2))):
        alone = vary(alone, rng, pool)
    place = i + rng.choice((0, 1))
    return fields | {name: (*fields[name][:place], *alone[name], *fields[name][place:])}


def vary(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """One of the changes that leave a clause what it is about. Raises RuleError where there is none."""
    fault = RuleError("", "no change", "expected a clause with an outcome, a number or a side")
    for change in rng.sample((number, outcome, sides, directions), 4):
        try:
            return change(fields, rng, pool)
        except RuleError as error:
            fault = error
    raise fault


def order(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """Two ends in the other order: the first that holds counts."""
    ends = list(fields["ends"])
    if len(ends) < 2:
        raise RuleError("ends", len(ends), "expected two or more")
    i = rng.randrange(len(ends) - 1)
    ends[i], ends[i + 1] = ends[i + 1], ends[i]
    return fields | {"ends": tuple(ends)}


def effect(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """One more effect: of another game, or drawn."""
    lent = [effect for game in pool for effect in game.effects]
    new = rng.choice(lent) if lent and rng.random() < 0.6 else pencil(fields, rng).word("effect", 2)
    effects = fields["effects"]
    place = rng.randrange(len(effects) + 1)
    return fields | {"effects": (*effects[:place], new, *effects[place:])}


def draw_rule(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """A rule that ends games which lead nowhere."""
    rule = rng.choice(
        (Draw(NoPly()), Draw(Repeats(3)), Draw(Quiet(20, without="capture")), Loss(NoPly()), Win(NoPly()))
    )
    if rule in fields["ends"]:
        raise RuleError("ends", "there already", "expected another")
    return fields | {"ends": (*fields["ends"], rule)}


def ply(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """Another thing to do in a turn, or instead of a turn that is impossible."""
    lent = [word for game in pool for word in words(game.turn) if isinstance(word, ActionWord)]
    plain_ones: list[Any] = [Place(), Step(own), Step(own, to=empty | enemy), Slide(own)]
    new = rng.choice([*plain_ones, *lent])
    if new in set(words(fields["turn"])) or isinstance(new, (Swap, Pass)):
        raise RuleError("turn", "there already", "expected another")
    shape = rng.choice((Either, Either, First))
    turn = fields["turn"]
    if isinstance(turn, shape):
        return fields | {"turn": shape(*turn.parts, new)}
    return fields | {"turn": shape(turn, new)}


SWAPPED: dict[type, Any] = {Own: enemy, Enemy: own}


def sides(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """Own for enemy, or the other way round, in one place."""
    parts = [part for part in spots(fields) if type(part.value) in SWAPPED]
    spot: Part = draw_one(parts, rng, "side")
    return replace_part(fields, spot.steps, SWAPPED[type(spot.value)])


WAYS: tuple[Any, ...] = (Every(), Orthogonal(), Diagonal(), Forward())


def directions(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """Other directions of a word that has some."""
    places = [(*steps, spec.name) for steps, word in words_with_steps(fields) for spec in specs_of(word)
             if spec.sort == "Directions" and not spec.many]  # fmt: skip
    return replace_part(fields, draw_one(places, rng, "direction"), rng.choice(WAYS))


def board(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """Another size of the board, or another board."""
    current = fields["board"]
    sizes = [spec.name for spec in specs_of(current) if spec.name in ("size", "columns", "rows")
             and isinstance(getattr(current, spec.name), int)]  # fmt: skip
    if sizes and rng.random() < 0.5:
        name = rng.choice(sizes)
        size = {name: getattr(current, name) + rng.choice((-2, -1, 1, 2))}
        return fields | {"board": within(msgspec.structs.replace(current, **size))}
    lent = [game.board for game in pool]
    return fields | {"board": within(rng.choice(lent) if lent and rng.random() < 0.5 else random_board(rng))}


def within(candidate: Any) -> Any:
    """A board that is neither too small nor too large. Raises RuleError."""
    cells = len(candidate.geometry().names)
    if not CELLS[0] <= cells <= CELLS[1]:
        raise RuleError("board", f"{cells} cells", f"expected {CELLS[0]} to {CELLS[1]}")
    return candidate


BOARDS: tuple[tuple[Any, tuple[int, ...]], ...] = (
    (shapes.Square, (4, 5, 6, 7, 8, 9)),
    (shapes.Hexagon, (3, 4, 5)),
    (shapes.Rhombus, (5, 6, 7, 8, 9)),
    (shapes.Triangle, (6, 7, 8, 9, 10)),
    (shapes.Trapezium, (4, 5, 6, 7)),
    (shapes.Checkered, (6, 8, 10)),
)
"""Boards that are drawn, each with its sizes."""


def random_board(rng: random.Random) -> Any:
    """A board of the vocabulary."""
    shape, sizes = rng.choice(BOARDS)
    return shape(rng.choice(sizes))


def repair(fields: Fields, rng: random.Random, pool: Sequence[Game]) -> Fields:
    """One of the changes that a repair tries: a number wherever it stands, a choice, an end, a draw or swap rule."""
    game = built(fields)
    drafts = list(word_drafts(game)) if game is not None else []
    _, _, make = draw_one(drafts, rng, "change of a repair")
    return rules_of(make())


MUTATIONS: dict[str, tuple[int, Mutation]] = {
    "a number": (5, number),
    "a choice": (2, choice),
    "a part drawn anew": (3, redraw),
    "a part borrowed": (4, borrow),
    "a part left out": (4, left_out),
    "an argument": (2, argument),
    "an end more": (4, goal),
    "a clause twice": (6, twin),
    "another outcome": (2, outcome),
    "another order": (1, order),
    "an effect more": (2, effect),
    "a draw rule": (1, draw_rule),
    "a ply more": (2, ply),
    "another side": (1, sides),
    "other directions": (2, directions),
    "another board": (3, board),
    "a change of a repair": (3, repair),
}
"""The kinds of mutation, each with its weight."""
