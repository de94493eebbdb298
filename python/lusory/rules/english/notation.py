"""How plies are written: one example of each form, from the middle of the board."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import END, Actions
from ..game import Game
from ..geometry import bits
from .sheet import Clause
from .speech import Speech, joined, sentence

FORMS = {
    "cell": "{cell} filled or placed on",
    "lift": "the {stone} on that {cell} leaves the board",
    "move": "from {cell} to {cell}",
    "jump": "a jump from {cell} to {cell}; what is jumped over is not written",
    "reveal": "what is shown",
    "roll": "what the die shows",
}


def notation(s: Speech) -> Iterator[Clause]:
    """One line for each form of ply."""
    told = [text for key, text in forms(s)]
    if told:
        yield Clause(sentence("; ".join(told)), "notation")


def forms(s: Speech) -> Iterator[tuple[str, str]]:
    """The blocks of plies, a sample of each."""
    game, seen = s.game, set()
    for key in game.actions.blocks:
        form = key[0]
        shown = [text for action in samples(game, key) if (text := game.actions.printed(action))]
        if form == "word" and key != END:
            continue
        if key == END:
            yield form, "`end` ends the turn"
        elif form not in seen:
            seen.add(form)
            yield form, f"{meaning(s, form)}: {joined((f'`{text}`' for text in shown), 'or')}"


def meaning(s: Speech, form: str) -> str:
    """What the form says."""
    if form == "cell":
        return f"the {s.cell} that is filled" if s.fills else f"a {s.stone} placed"
    if form == "commit":
        return "a target and what is announced of it"
    return {
        "lift": f"a {s.stone} taken off the board",
        "move": f"a {s.stone} moved",
        "jump": "a jump, from where to where",
        "reveal": f"{s.stone}s revealed",
        "roll": "a roll",
    }[form]


def samples(game: Game, key: tuple[object, ...]) -> Iterator[int]:
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
        yield from (actions.cell(key, middle, i) for i in range(len(key[1])))  # type: ignore[arg-type]
    elif form == "reveal":
        yield actions.reveal(key, 0)
        region = list(bits(actions.regions[0]))
        yield actions.reveal(key, 1 << region[0] | 1 << region[-1])
    elif form == "roll":
        yield actions.cell(key, 0)


def _moves(game: Game, key: tuple[object, ...], middle: int) -> Iterator[int]:
    """A move of one step, a jump of two."""
    geometry = game.geometry
    for direction in bits(geometry.sides):
        near = geometry.steps[direction][middle]
        far = near if key[0] == "move" or near < 0 else geometry.steps[direction][near]
        if far >= 0:
            yield game.actions.move(key, middle, far)
            return
