"""Captions of the examples in a rules sheet."""

from __future__ import annotations

from typing import Any

from ..reference.evaluation_context import Scene
from ..rules import effects as f
from ..rules import ends as e
from ..rules.cells import Just, To
from ..rules.english.effects import letters_for_cells
from ..rules.english.grammar import LETTERS, Speech, a, count_phrase, join_with_and, number, plural, sentence
from ..rules.geometry import bits
from ..rules.traversal import words


def caption(word: Any, scene: Scene, good: bool, without: str = "", row: int = 0) -> str:
    """The caption of an example: `The marked stones are captured; with c3 empty they are not.`"""
    s = Speech(scene.tables.game, after=True, brief=True)
    matching, no = outcomes(s, word, scene)
    if row:
        return sentence(f"{number(row)} {plural(s.stone)} in a row: {matching if good else no}")
    if without and good:
        return sentence(f"{without}: {matching}")
    if good:
        return sentence(f"{_mover(s, word, scene)}{matching}")
    return sentence(f"{_mover(s, word, scene)}with {without}, {no}")


def precedence(word: Any, scene: Scene, first: int, second: int) -> str:
    """The caption of an example in which two ends apply."""
    matching, _ = outcomes(Speech(scene.tables.game, after=True), word, scene)
    return sentence(f"both {first} and {second} apply; {first} comes first: {matching}")


def outcomes(s: Speech, word: Any, scene: Scene) -> tuple[str, str]:
    """Sentences for the case where the clause applies, and where it does not."""
    mover = LETTERS[scene.side] if not s.nobody else "the player"
    is_single = isinstance(word, (f.Capture, f.Flip)) and (scene.cells(word.of) & scene.occupied()).bit_count() == 1
    stones, verb, turns = (s.stone, "is", "turns") if is_single else (plural(s.stone), "are", "turn")
    if isinstance(word, f.Capture):
        return f"the marked {stones} {verb} captured", "nothing is captured"
    if isinstance(word, f.Flip):
        return f"the marked {stones} {turns} over to {mover}", "nothing is turned over"
    if isinstance(word, f.Promote):
        return f"it becomes {a(word.kind)}", f"it becomes no {word.kind}"
    if isinstance(word, (f.Mark, f.Unmark)):
        return f'the marked {s.cell} becomes "{word.name}"', "nothing is marked"
    if isinstance(word, f.Earn):
        points = count_phrase(word.n if isinstance(word.n, int) else scene.number(word.n), "point")
        return f"{mover} earns {points}", f"{mover} earns nothing"
    if isinstance(word, f.Again):
        return f"so {mover} has another turn", f"{mover} has no further turn"
    if isinstance(word, f.Tell):
        return "everybody is told", "there is nothing to tell"
    return (
        (f"here {mover} loses", f"{mover} does not lose")
        if isinstance(word, e.Loss)
        else (f"here {mover} wins", "no win yet")
    )


def _mover(s: Speech, word: Any, scene: Scene) -> str:
    """The last ply, if the clause refers to it."""
    if s.nobody or not scene.to & scene.occupied() or not any(isinstance(w, (To, Just)) for w in words(word)):
        return ""
    movement = "has just moved to" if scene.origin else "has just played on"
    return f"{LETTERS[scene.side]} {movement} {join_with_and(scene.geometry.named(scene.to))}: "


def letters(word: Any, scene: Scene) -> tuple[tuple[int, str], ...]:
    """Letters for the cells that the clause refers to: p, q and b."""
    condition = getattr(word, "when", None)
    if condition is None:
        return ()
    speech, preamble = letters_for_cells(Speech(scene.tables.game, after=True, brief=True), condition)
    places = {text: scene.cells(w) for w, text in speech.names} if preamble else {}
    return tuple((cell, text) for text, cells in places.items() for cell in bits(cells))


def freeing_caption(scene: Scene, cells: int) -> str:
    """A group without an empty neighbour captures, and thereby has one."""
    cells_text = join_with_and(scene.geometry.named(scene.to))
    s = Speech(scene.tables.game)
    captured = f"{s.stone} is" if cells.bit_count() == 1 else f"{plural(s.stone)} are"
    return sentence(
        f"{LETTERS[scene.side]} plays {cells_text}: the marked {captured} captured first, "
        f"so the {s.stone} on {cells_text} has an empty {s.cell} next to it and stays"
    )
