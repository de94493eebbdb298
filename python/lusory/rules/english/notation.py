"""Generates the sheet's section on notation: examples of each form of ply, from the middle of the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..actions import END, Actions, Key, key_of
from ..directions import Diagonal, Dir, Every, Forward, Orthogonal
from ..game import Game
from ..geometry import bits
from ..plies import ActionWord, Hop, Pass, Slide, Step
from ..static_evaluation import BoardScene, neighbour_directions
from ..traversal import words
from ..turns import Commit
from ..word import And, Not, Opposite, Or
from .grammar import Speech, join_with_and, sentence
from .sheet import Clause


def notation(s: Speech, plies: Mapping[Key, tuple[int, ...]]) -> Iterator[Clause]:
    """One line for each form of ply. plies: ids of plies from real games, by block."""
    parts = [text for _, text in forms(s, plies)]
    if parts:
        yield Clause(sentence("; ".join(parts)), "notation")


def forms(s: Speech, plies: Mapping[Key, tuple[int, ...]]) -> Iterator[tuple[str, str]]:
    """Every form of ply, with a sample of each of its blocks."""
    game = s.game
    examples: dict[str, list[str]] = {}
    for key in game.actions.blocks:
        if key[0] == "word" or not is_offered(game, key):
            continue
        parts = [game.actions.printed(action) for action in plies.get(key) or samples(game, key)]
        examples.setdefault(str(key[0]), []).extend(parts)
    for form, texts in examples.items():
        if texts:
            yield form, f"{form_meaning(s, form)}: {join_with_and((f'`{text}`' for text in texts[:FEW]), 'or')}"
    for key in game.actions.blocks:
        if key == END:
            yield "end", "`end` ends the turn"
        elif any(isinstance(w, Pass) and key_of(w) == key for w in words((*game.opening, game.turn))):
            yield "word", f"`{key[1]}` passes"


FEW = 3
"""The greatest number of samples of a form."""


def is_offered(game: Game, key: Key) -> bool:
    """Whether a turn offers plies of this block. The placement inside a Commit is not offered by itself."""
    parts = list(words((*game.opening, game.turn)))
    inner = [id(w.ply) for w in parts if isinstance(w, Commit)]
    return any(isinstance(w, (ActionWord, Commit)) and key_of(w) == key and id(w) not in inner for w in parts)


def form_meaning(s: Speech, form: str) -> str:
    """The meaning of the form."""
    if form == "cell":
        return f"the {s.cell} that is filled" if s.fills else f"a {s.stone} placed"
    if form == "commit":
        return "a target and what is announced of it"
    return {
        "lift": f"a {s.stone} taken off the board",
        "move": f"a {s.stone} {'slid' if s.slides else 'moved'}",
        "jump": "a jump, from where to where",
        "reveal": f"{s.stone}s revealed",
        "roll": "a roll",
    }[form]


def samples(game: Game, key: Key) -> Iterator[int]:
    """Ids of typical plies of a block."""
    actions: Actions = game.actions
    geometry = game.geometry
    middle = next(bits(geometry.centre))
    form = key[0]
    if form in ("cell", "lift"):
        yield actions.cell(key, middle)
    elif form in ("move", "jump"):
        yield from _moves(game, key, middle)
    elif form == "commit":
        yield from (actions.cell(key, middle, i) for i in range(len(key[1])))
    elif form == "reveal":
        yield actions.reveal(key, 0)
        region = list(bits(actions.regions[0]))
        if region:
            yield actions.reveal(key, 1 << region[0] | 1 << region[-1])
    elif form == "roll":
        yield actions.cell(key, 0)


def _moves(game: Game, key: Key, middle: int) -> Iterator[int]:
    """A move of one step, a jump of two: from the middle, or from a cell with room."""
    geometry = game.geometry
    for origin in (middle, *range(len(geometry.names))):
        for direction in bits(allowed_directions(game, key)):
            first_step = geometry.steps[direction][origin]
            second_step = first_step if key[0] == "move" or first_step < 0 else geometry.steps[direction][first_step]
            if second_step >= 0:
                yield game.actions.move(key, origin, second_step)
                return


def allowed_directions(game: Game, key: Key) -> int:
    """The directions of the plies of a block, where they depend on the board alone."""
    mask = 0
    for word in words((*game.opening, game.turn)):
        if isinstance(word, (Step, Slide, Hop)) and key_of(word) == key:
            is_static = all(isinstance(w, OF_THE_BOARD) for w in words(word.directions))
            mask |= (
                neighbour_directions(BoardScene(game.geometry, 0), word.directions)
                if is_static
                else game.geometry.sides
            )
    return mask or game.geometry.sides


OF_THE_BOARD = (Every, Orthogonal, Diagonal, Forward, Dir, Opposite, And, Or, Not)
"""Words for directions that depend on the board alone."""
