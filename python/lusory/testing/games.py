"""Draws random games: a known pattern of play with some parts replaced, or all parts drawn.

Changes that the checks refuse are undone, so nearly every draw builds; games that end at once are mostly drawn again.
"""

from __future__ import annotations

from typing import Any

from ..errors import RuleError
from ..reference import Reference
from ..reference.progression import NOTHING_LEGAL
from ..rules.cells import Marked, enemy, own
from ..rules.effects import Capture, Mark, Unmark
from ..rules.game import Game
from ..rules.plies import ActionWord, Keep, Pass, Place, Step, Swap
from ..rules.spec import SORTS, specs
from ..rules.traversal import exchange, part_at, words
from ..rules.turns import Either, First
from ..rules.word import REGISTRY, Word, sort_of
from .boards import LARGE, draw_board
from .contract import play_random
from .coverage import REFUSED
from .game_patterns import PATTERNS, Fields
from .random_words import Below, Drawing

KINDS = (("stone",), ("stone",), ("stone", "king"), ("stone", "king", "man"))
LIGHT = 80
"""On boards with more cells only games that the reference plays quickly are drawn."""


def draw_game(below: Below, cells: int = LARGE, lasting: int = 10) -> Game:
    """A valid rule value; most games last `lasting` plies or more."""
    game = _draw_game(below, cells)
    for _ in range(5):
        over = end_in_time(game, lasting, below)
        if over == NOTHING_LEGAL:
            game = attempt(_fields(game) | {"turn": _never_stuck(game, below)}) or game
            over = end_in_time(game, lasting, below)
        if not over or below(8) == 7:
            break
        game = _draw_game(below, cells)
    return game


def end_in_time(game: Game, plies: int, below: Below) -> str:
    """The end that stops random play before `plies` plies; empty if none does."""
    last = play_random(Reference(game), below, plies - 1).states[-1]
    result = last.result
    return result.by if result else ""


def _never_stuck(game: Game, below: Below) -> Any:
    """A turn in which a ply is always possible."""
    return (Either(game.turn, Place()), First(game.turn, Place(), Step(own)), First(game.turn, Pass()))[below(3)]


def _draw_game(below: Below, cells: int) -> Game:
    players = (2, 2, 2, 2, 2, 3, 4, 1)[below(8)]
    for _ in range(4):
        board = draw_board(below, cells)
        d = Drawing(below, board.geometry(), players, KINDS[below(len(KINDS))])
        game = _built(d, board)
        if game is not None:
            return game
    return Game(board=board, turn=PATTERNS[0](d)["turn"], players=players)


def _built(d: Drawing, board: Any) -> Game | None:
    """A pattern, or a fully random game; then changes and additions, each kept if the game still builds."""
    fields = _anything(d) if d.odds(1, 5) else d.one(PATTERNS)(d)
    game = attempt({"board": board, "players": d.players} | fields)
    if game is None:
        return None
    for _ in range(d.below(4)):
        game = replace_part(d, game)
    for _ in range(d.below(5)):
        game = add_argument(d, game)
    for add in ADDITIONS:
        if d.odds(1, 4):
            game = attempt(_fields(game) | add(d, game)) or game
    return game


def attempt(fields: Fields) -> Game | None:
    """The game, or None if the checks refuse it or it would be too slow to play."""
    try:
        game = Game(**fields)
    except RuleError:
        return None
    return None if heavy(game) else game


def heavy(game: Game) -> bool:
    """Whether the reference would be slow. Large boards get plies that it generates quickly."""
    if len(game.geometry.names) <= LIGHT:
        return False
    slow = 0
    for word in words(game):
        slow += isinstance(word, ActionWord) and word.unless is not None
        slow += type(word).__name__ in ("Leap", "Repeat", "First", "NoPly")
    return slow > 1


def _fields(game: Game) -> Fields:
    return {spec.name: getattr(game, spec.name) for spec in specs(Game)}


def _anything(d: Drawing) -> Fields:
    """A game drawn field by field."""
    fields: Fields = {"turn": _turn(d, 3), "ends": tuple(_end(d) for _ in range(1 + d.below(2)))}
    return fields | (_put(d, None) if d.odds(1, 2) else {})


def _turn(d: Drawing, depth: int = 2) -> Any:
    with d.allowing("commit" if d.odds(1, 6) else "", *(("swap", "keep") if d.players == 2 and d.odds(1, 8) else ())):
        return d.word("ply", depth)


def _end(d: Drawing) -> Any:
    with d.allowing("quiet", "repeats", "no-ply"):
        return d.word("end", 1 + d.below(3))


def _put(d: Drawing, game: Game | None) -> Fields:
    with d.board_only("put", "in-hand"):
        added = tuple(d.word("setup", 2) for _ in range(1 + d.below(2)))
    return {"setup": (*(game.setup if game else ()), *added)}


def _more_ends(d: Drawing, game: Game) -> Fields:
    return {"ends": (*game.ends, _end(d))}


def _more_effects(d: Drawing, game: Game) -> Fields:
    return {"effects": (*game.effects, d.word("effect", 1 + d.below(3)))}


def _opening(d: Drawing, game: Game) -> Fields:
    make = (_turn, _chance, _choice)[d.below(3)]
    return {"opening": (*game.opening, make(d))}


def _choice(d: Drawing) -> Any:
    """A choice in which the second player may take the other side."""
    if d.players != 2:
        return _turn(d, 2)
    swap, keep = d.build(Swap, "ply", 1), d.build(Keep, "ply", 1)
    return (Either(swap, keep), Either(Place(), swap))[d.below(2)]


def _chance(d: Drawing) -> Any:
    from ..rules.turns import Chance

    with d.allowing("chance", "roll"):
        return d.build(Chance, "ply", 2)


def _marks(d: Drawing, game: Game) -> Fields:
    """A mark, in the effects of the game or of one ply, that some set of cells of the game asks for."""
    name, turns = d.one((("left", 1), ("trap", None), ("echo", 3)))
    marks = [d.build(Mark, "effect", 2, name=name, turns=turns)]
    marks += [d.build(Unmark, "effect", 2, name=name)] if d.odds(1, 3) else []
    fields: Fields = {"turn": game.turn, "ends": game.ends, "effects": game.effects}
    sets = [
        (field, steps) for field, value in fields.items() for steps, sort in _spots(value, "ply") if sort == "cells"
    ]
    if not sets:
        return {"effects": (*game.effects, *marks, Capture(Marked(name) & enemy))}
    field, steps = d.one(sets)
    old = part_at(fields[field], steps)
    fields[field] = replace_at(
        fields[field], steps, d.one((old & ~Marked(name), old | Marked(name), old & Marked(name)))
    )
    plies: list[tuple[Any, ...]] = [steps for steps, sort in _spots(fields["turn"], "ply") if sort == "ply"]
    plies = [steps for steps in plies if isinstance(part_at(fields["turn"], steps), ActionWord)]
    if not plies or d.odds(2, 3):
        return fields | {"effects": (*fields["effects"], *marks)}
    place: tuple[Any, ...] = (*d.one(plies), "then")
    return fields | {"turn": replace_at(fields["turn"], place, (*part_at(fields["turn"], place), *marks))}


ADDITIONS = (_put, _opening, _more_effects, _more_ends, _marks)


def replace_part(d: Drawing, game: Game) -> Game:
    """The game with one part replaced; the same game if no replacement fits."""
    for _ in range(3):
        field = d.one(("turn", "turn", "ends", "effects", "setup", "opening"))
        spots = list(_spots(getattr(game, field), "ply"))
        if not spots:
            continue
        steps, sort = d.one(spots[1:] or spots)
        new = _draw_part(d, field, sort, steps, game)
        other_game = attempt(_fields(game) | {field: replace_at(getattr(game, field), steps, new)})
        if other_game is not None:
            return other_game
    return game


def add_argument(d: Drawing, game: Game) -> Game:
    """The game with one more argument given; every argument of every word in it is equally likely."""
    field = d.one(("turn", "ends", "effects", "opening", "turn"))
    old = getattr(game, field)
    unpaired: dict[tuple[str, str], list[tuple[Any, ...]]] = {}
    for steps, _ in _spots(old, "ply"):
        word = part_at(old, steps)
        for spec in specs(type(word)) if isinstance(word, Word) else ():
            if not spec.required and spec.name not in REFUSED.get(word.tag(), ()):
                unpaired.setdefault((word.tag(), spec.name), []).append(steps)
    if not unpaired:
        return game
    tag, name = d.one(sorted(unpaired))
    steps = d.one(unpaired[tag, name])
    spec = next(s for s in specs(REGISTRY[tag]) if s.name == name)
    new = d.field(REGISTRY[tag], spec, "cells", 1)
    return attempt(_fields(game) | {field: replace_at(old, (*steps, name), new)}) or game


def _draw_part(d: Drawing, field: str, sort: str, steps: tuple[Any, ...], game: Game) -> Any:
    """A part for this place: ends may refer to the course of the game, the parts of a Commit to the announcement."""
    allowed = {"ends": ("quiet", "repeats", "no-ply"), "turn": ("rolled",)}.get(field, ())
    secret = game.has_secrets
    chance = () if d.players != 2 or field != "opening" else ("swap", "keep")
    with d.allowing(*allowed, *(("announced", "revealed", "commit") if secret else ()), *chance):
        if field == "setup":
            with d.board_only("put", "in-hand"):
                return d.word(sort, 2)
        return d.word(sort, max(1, 3 - len(steps) // 2))


def _spots(value: Any, sort: str, steps: tuple[Any, ...] = ()) -> Any:
    """Every place of a word: its path and its sort."""
    if isinstance(value, tuple):
        for i, part in enumerate(value):
            yield from _spots(part, sort, (*steps, i))
    elif isinstance(value, Word):
        yield steps, sort_of(value)
        for spec in specs(type(value)):
            part = getattr(value, spec.name)
            accepted = SORTS.get(spec.sort)
            if accepted is not None and part is not None:
                yield from _spots(part, sort, (*steps, spec.name))
    elif isinstance(value, int):
        yield steps, "number"


def replace_at(value: Any, steps: tuple[Any, ...], new: Any) -> Any:
    """The value with another part at a path; the unchanged value on a RuleError."""
    try:
        return exchange(value, steps, new)
    except RuleError:
        return value
