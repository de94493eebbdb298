"""What is wrong with a ply of one word: a Reason; None where only `needs` can be what forbids it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import Phrase
from ..rules import static_evaluation
from ..rules.cells import Empty, Own
from ..rules.english.cells import noun
from ..rules.english.direction_text import direction_phrase
from ..rules.english.grammar import Speech, join_with_and
from ..rules.expression_text import spell
from ..rules.geometry import bits
from ..rules.plies import Hop, Keep, Leap, Pass, Place, Remove, Roll, Slide, Step, Swap
from ..rules.word import And, Not
from .evaluation_context import Scene
from .move_generation import distance, in_hand, reach


class Reason(NamedTuple):
    """Why a ply is not legal. fact: for players; a text is in the words of the rules, which are English. rule: for
    authors, the expression that forbids it."""

    fact: Phrase | str
    rule: str = ""

    @property
    def text(self) -> str:
        """The fact in English."""
        return self.fact if isinstance(self.fact, str) else self.fact.said()


Refusal = Callable[[Scene, Any, int], Reason | None]


LONGEST = 80
"""No expression is shown longer than this."""


def short(text: str, longest: int = LONGEST) -> str:
    """The text, cut where it is too long to be read."""
    return text if len(text) <= longest else text[: longest - 1].rstrip(" ,(") + "…"


def brief(phrase: str, longest: int = 2 * LONGEST) -> str:
    """A phrase for players, cut before one of its clauses where it is too long to be read."""
    if len(phrase) <= longest:
        return phrase
    head = phrase[:longest]
    cut = max(head.rfind(", "), head.rfind("; "))
    return f"{head[: cut if cut > 0 else head.rfind(' ')]} …"


def expression_text(word: Any) -> str:
    """The expression of a word, cut where it is too long to be read."""
    return short(spell(word))


def clause(word: Any, field: str) -> str:
    """The part of a word that forbids it: `Place(to=empty)`."""
    value = getattr(word, field)
    return f"{type(word).__name__}({field}={'orthogonal' if value is None else expression_text(value)})"


def denial(scene: Scene, cells: Any) -> str:
    """The predicate of a cell that is not among the required cells: `is not empty`, `holds one of your stones`."""
    s = Speech(scene.tables.game)
    if isinstance(cells, Not) and not isinstance(cells.of, Empty):
        return join_with_and(noun(s, cells.of).preds())
    phrase = noun(s, cells)
    preds = [] if phrase.either else phrase.preds()
    if len(preds) == 1 and not phrase.definite and preds[0].startswith("is "):
        return f"is not {preds[0].removeprefix('is ')}"
    return f"is not {phrase.one()}"


def outside(scene: Scene, word: Any, field: str, cell: int) -> Reason:
    """A cell is not where the field wants it; of an intersection the part that fails is named."""
    cells, name = getattr(word, field), scene.geometry.names[cell]
    while isinstance(cells, And):
        cells = next(part for part in cells.parts if not scene.cells(part) >> cell & 1)
    if isinstance(cells, Own) and scene.occupied() >> cell & 1:
        return Reason(Phrase("%(cell)s is not your piece", {"cell": name}), clause(word, field))
    if isinstance(cells, Empty):
        return Reason(Phrase("%(cell)s is not empty", {"cell": name}), clause(word, field))
    return Reason(f"{name} {short(denial(scene, cells), 2 * LONGEST)}", clause(word, field))


def within(scene: Scene, word: Any, field: str, cell: int) -> bool:
    """Whether the cell is where the field wants it."""
    return bool(scene.cells(getattr(word, field)) >> cell & 1)


def piece(scene: Scene, word: Any, cell: int) -> Reason | None:
    """Why no piece may be taken up here; None where one may."""
    if not scene.occupied() >> cell & 1:
        return Reason(Phrase("no piece on %(cell)s", {"cell": scene.geometry.names[cell]}), clause(word, "what"))
    return None if within(scene, word, "what", cell) else outside(scene, word, "what", cell)


def place(scene: Scene, word: Place, number: int) -> Reason | None:
    cell = number % len(scene.geometry.names)
    if not in_hand(scene, word):
        return Reason(f"no {word.kind} left in hand", expression_text(word))
    if not within(scene, word, "to", cell):
        return outside(scene, word, "to", cell)
    filled, targets = scene.geometry.shape(cell, word.shape), scene.cells(word.to)
    if filled >> len(scene.geometry.names):
        return Reason(Phrase("its shape leaves the board"), clause(word, "shape"))
    wrong_cell = next(bits(filled & ~targets), None)
    return None if wrong_cell is None else outside(scene, word, "to", wrong_cell)


def ends_of(scene: Scene, number: int) -> tuple[int, int]:
    """Origin and landing cell of a move."""
    return divmod(number, len(scene.geometry.names))


def of_move(scene: Scene, number: int) -> dict[str, str | Phrase]:
    """The names of these cells, as values of a phrase."""
    origin, cell = ends_of(scene, number)
    return {"start": scene.geometry.names[origin], "goal": scene.geometry.names[cell]}


def landing(scene: Scene, word: Any, cell: int) -> Reason | None:
    return None if within(scene, word, "to", cell) else outside(scene, word, "to", cell)


def wrong_direction(scene: Scene, word: Any, direction: int) -> Reason | None:
    """Why the direction is none of the word's; None where it is."""
    if static_evaluation.neighbour_directions(scene, word.directions) >> direction & 1:
        return None
    may = direction_phrase(Speech(scene.tables.game), word.directions)
    text = f"it goes {scene.geometry.directions[direction]}" + (f", not {may}" if may else "")
    return Reason(text, clause(word, "directions"))


def step(scene: Scene, word: Step, number: int) -> Reason | None:
    origin, cell = ends_of(scene, number)
    directions = [d for d, steps in enumerate(scene.geometry.steps) if steps[origin] == cell]
    allowed = [d for d in directions if wrong_direction(scene, word, d) is None]
    if reason := piece(scene, word, origin):
        return reason
    if not directions:
        return Reason(Phrase("%(goal)s is no neighbour of %(start)s", of_move(scene, number)), expression_text(word))
    return landing(scene, word, cell) if allowed else wrong_direction(scene, word, directions[0])


def slide(scene: Scene, word: Slide, number: int) -> Reason | None:
    origin, cell = ends_of(scene, number)
    rays = [(d, list(scene.geometry.ray(origin, d))) for d in bits(scene.geometry.every)]
    routes = [(d, run[: run.index(cell)]) for d, run in rays if cell in run]
    if reason := piece(scene, word, origin):
        return reason
    if not routes:
        text = Phrase("no straight line leads from %(start)s to %(goal)s", of_move(scene, number))
        return Reason(text, expression_text(word))
    if all(wrong_direction(scene, word, d) for d, _ in routes):
        return wrong_direction(scene, word, routes[0][0])
    direction, between = next((d, run) for d, run in routes if wrong_direction(scene, word, d) is None)
    blocked = next((c for c in between if not within(scene, word, "through", c)), None)
    if blocked is not None:
        fact, rule = outside(scene, word, "through", blocked)
        return Reason(
            f"in between, {fact}" if isinstance(fact, str) else Phrase("in between, %(fact)s", {"fact": fact}), rule
        )
    required = distance(scene, word, origin, direction)
    if required is not None and required != len(between) + 1:
        values: dict[str, str | Phrase] = {"far": str(len(between) + 1), "required": str(required)}
        return Reason(Phrase("it goes %(far)s and must go %(required)s", values), clause(word, "distance"))
    return landing(scene, word, cell)


def leap(scene: Scene, word: Leap, number: int) -> Reason | None:
    origin, cell = ends_of(scene, number)
    if reason := piece(scene, word, origin):
        return reason
    if origin == cell or not reach(scene, word, origin) >> cell & 1:
        text = Phrase("%(goal)s is not that far from %(start)s", of_move(scene, number))
        return Reason(text, clause(word, "distance"))
    return landing(scene, word, cell)


def hop(scene: Scene, word: Hop, number: int) -> Reason | None:
    origin, cell = ends_of(scene, number)
    jumps = [(d, steps[origin]) for d, steps in enumerate(scene.geometry.steps) if steps[origin] >= 0]
    jumps = [(d, middle) for d, middle in jumps if scene.geometry.steps[d][middle] == cell != origin]
    if reason := piece(scene, word, origin):
        return reason
    if not jumps:
        return Reason(Phrase("no jump leads from %(start)s to %(goal)s", of_move(scene, number)), expression_text(word))
    allowed = [(d, middle) for d, middle in jumps if wrong_direction(scene, word, d) is None]
    if not allowed:
        return wrong_direction(scene, word, jumps[0][0])
    middle = allowed[0][1]
    if not scene.occupied() >> middle & 1:
        name = scene.geometry.names[middle]
        return Reason(Phrase("no piece on %(cell)s to jump over", {"cell": name}), clause(word, "over"))
    if not within(scene, word, "over", middle):
        return outside(scene, word, "over", middle)
    return landing(scene, word, cell)


REFUSE: dict[type, Refusal] = {
    Place: place,
    Step: step,
    Slide: slide,
    Leap: leap,
    Hop: hop,
    Remove: lambda s, w, number: piece(s, w, number % len(s.geometry.names)),
    Pass: lambda s, w, number: None,
    Swap: lambda s, w, number: None,
    Keep: lambda s, w, number: None,
    Roll: lambda s, w, number: None,
}
