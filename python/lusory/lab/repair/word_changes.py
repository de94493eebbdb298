"""Rule changes of one word: a number, a choice, another end, a draw rule, a swap rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from ...rules.ends import Draw, Loss, Most, Quiet, Repeats, Win
from ...rules.game import BESIDE_THE_RULES, Game
from ...rules.plies import ActionWord, Place, Swap
from ...rules.spec import specs, specs_of
from ...rules.traversal import walk, words
from ...rules.turns import Chance, Either
from ...rules.word import BoardWord, SetupWord, Word
from .changes import ADD, APART, EXCHANGE, LITERAL, NUMBER, OMIT, Draft, doublings, near

NAMING = frozenset({"side", "index", "back", "first", "last"})
"""Fields whose numbers are labels, not counts: they have no neighbours."""
SENSE = frozenset({"op"})
"""Choices that negate a condition or hardly change it."""
QUIET = (20, 50)
"""Plies in a row for a draw rule that is added."""
Replace = Callable[[Any], Any]


class WordField(NamedTuple):
    """A field of a word in a game. part: the number in a list; -1 where the field is no list."""

    path: str
    field: str
    part: int
    value: Any


def word_drafts(game: Game) -> Iterator[Draft]:
    """Every change of one word, valid or not."""
    yield from number_drafts(game)
    yield from choice_drafts(game)
    yield from end_drafts(game)
    yield from draw_drafts(game)
    yield from swap_drafts(game)


def replace_word(game: Game, path: str, replace: Replace) -> Game:
    """The game with the word at a path replaced. Raises RuleError where that is invalid."""
    return rebuilt(game, {path: replace})


def rebuilt(game: Game, at: dict[str, Replace]) -> Game:
    """The game with the words at these paths replaced."""
    fields = {
        spec.name: anew(getattr(game, spec.name), spec.name, at)
        for spec in specs(Game)
        if spec.name not in BESIDE_THE_RULES
    }
    return Game(**fields)


def anew(value: Any, path: str, at: dict[str, Replace]) -> Any:
    """A part of a game with its replacements."""
    if isinstance(value, tuple):
        return tuple(anew(part, f"{path}[{i}]", at) for i, part in enumerate(value))
    if not isinstance(value, Word):
        return value
    fields = {spec.name: anew(getattr(value, spec.name), f"{path}.{spec.name}", at) for spec in specs_of(value)}
    changed_word = with_fields(value, **fields)
    return at[path](changed_word) if path in at else changed_word


def with_fields(word: Any, **fields: Any) -> Any:
    """The word with other fields, checked again."""
    return msgspec.structs.replace(word, **fields)


def numbers(game: Game) -> Iterator[WordField]:
    """Every number of the rules that is a count."""
    for path, word in walk(game):
        for spec in specs_of(word):
            value = getattr(word, spec.name)
            if spec.sort not in ("int", "Number") or spec.name in NAMING or isinstance(word, SetupWord):
                continue
            for part, number in enumerate(value) if isinstance(value, tuple) else ((-1, value),):
                if isinstance(number, int) and not isinstance(number, bool):
                    yield WordField(path, spec.name, part, number)


def number_drafts(game: Game) -> Iterator[Draft]:
    """Changes of each number, in all equal fields at once, and then in each alone."""
    kinds = {path: type(word) for path, word in walk(game)}
    alike: dict[tuple[type, str, int], list[WordField]] = defaultdict(list)
    for spot in numbers(game):
        alike[kinds[spot.path], spot.field, spot.value].append(spot)
    for (_, _, value), spots in alike.items():
        for other in near(value):
            cost = NUMBER + doublings(value, other)
            yield cost, "", partial(rebuilt, game, everywhere(spots, other))
            for spot in spots if len(spots) > 1 else ():
                yield cost + APART, "", partial(replace_word, game, spot.path, partial(replace_field, spot, other))


def everywhere(spots: Sequence[WordField], value: int) -> dict[str, Replace]:
    """For each path, a function that puts a number into these places of its word. A list may hold it twice."""
    at: dict[str, list[WordField]] = defaultdict(list)
    for spot in spots:
        at[spot.path].append(spot)
    return {path: partial(put_all, here, value) for path, here in at.items()}


def put_all(spots: Sequence[WordField], value: int, word: Any) -> Any:
    """The word with this value in several places."""
    for spot in spots:
        word = replace_field(spot, value, word)
    return word


def replace_field(spot: WordField, value: Any, word: Any) -> Any:
    """The word with another value in a field."""
    old = getattr(word, spot.field)
    new = value if spot.part < 0 else (*old[: spot.part], value, *old[spot.part + 1 :])
    return with_fields(word, **{spot.field: new})


def choice_drafts(game: Game) -> Iterator[Draft]:
    """Changes of each field with a few values. The look of a board and the names of its cells do not count as rules."""
    for path, word in walk(game):
        for spec in specs_of(word) if not isinstance(word, (BoardWord, SetupWord)) else ():
            value = getattr(word, spec.name)
            choices: Sequence[Any] = spec.choices or ((True, False) if spec.sort == "bool" else ())
            for choice in choices if not spec.many and spec.name not in SENSE else ():
                if choice != value:
                    yield (
                        LITERAL,
                        "",
                        partial(
                            replace_word,
                            game,
                            path,
                            partial(replace_field, WordField(path, spec.name, -1, value), choice),
                        ),
                    )


def end_drafts(game: Game) -> Iterator[Draft]:
    """Changes of what an end means: a draw may be won or lost by the mover, or go to the side with most of what the
    game counts; or the end is left out."""
    counted_numbers = list(dict.fromkeys(word.number for word in words(game.ends) if isinstance(word, Most)))
    for i, end in enumerate(game.ends):
        if isinstance(end, Draw):
            for kind in (Win, Loss):
                yield EXCHANGE, "", partial(with_end, game, i, partial(kind, end.when, at=end.at))
            for number in counted_numbers:
                yield EXCHANGE, "", partial(with_end, game, i, partial(Most, number, end.when, at=end.at))
        elif isinstance(end, Most):
            yield EXCHANGE, "", partial(with_end, game, i, partial(Draw, end.when, at=end.at))
        yield OMIT, "", partial(with_ends, game, (*game.ends[:i], *game.ends[i + 1 :]))


def with_end(game: Game, i: int, make: Callable[[], Any]) -> Game:
    """The game with another end in its place."""
    return with_ends(game, (*game.ends[:i], make(), *game.ends[i + 1 :]))


def with_ends(game: Game, ends: tuple[Any, ...]) -> Game:
    """The game with these ends."""
    return msgspec.structs.replace(game, ends=ends, name="", about=None)


def draw_drafts(game: Game) -> Iterator[Draft]:
    """An additional draw rule: for repeated positions, or for many plies in a row without a placement or a capture.
    Positions repeat only where pieces move or leave."""
    parts = list(words(game))
    if not any(isinstance(word, ActionWord) and not isinstance(word, Place) for word in words(game.turn)):
        return
    rules: list[Any] = [] if any(isinstance(word, Repeats) for word in parts) else [Repeats(n) for n in (2, 3)]
    kinds = {word.without for word in parts if isinstance(word, Quiet)}
    rules += [Quiet(n, without=kind) for kind in ("placement", "capture") if kind not in kinds for n in QUIET]
    for rule in rules:
        yield ADD, "", partial(with_ends, game, (*game.ends, Draw(rule)))


def swap_drafts(game: Game) -> Iterator[Draft]:
    """The pie rule: after the first turn that a player makes, the other may exchange sides instead of moving."""
    if game.players != 2 or any(isinstance(word, Swap) for word in words(game)):
        return
    own = next((i for i, turn in enumerate(game.opening) if not isinstance(turn, Chance)), len(game.opening))
    opening = [*game.opening, *[game.turn] * max(0, own + 2 - len(game.opening))]
    opening[own + 1] = Either(opening[own + 1], Swap())
    yield ADD, "", partial(msgspec.structs.replace, game, opening=tuple(opening), name="", about=None)
