"""Finds examples for a rules sheet by play: a position where a clause applies, and one where it only seems to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from ..reference import Reference, State
from ..reference.apply import apply_ply
from ..reference.effects import EFFECT
from ..reference.evaluation import part_of
from ..reference.evaluation_context import Scene
from ..reference.move_generation import is_chance_ply
from ..reference.offered_ply import OfferedPly
from ..reference.tables import marks_of
from ..rules import effects as f
from ..rules import ends as e
from ..rules.cells import Empty, Enclosed, Just, Last, Moved, Origin, To, enemy, own
from ..rules.directions import Heading
from ..rules.english import Example
from ..rules.english.impossible import possible_ends
from ..rules.english.sheet_text import frees_itself
from ..rules.game import Game
from ..rules.geometry import bits, mask_of
from ..rules.picture import Picture, Stone
from ..rules.plies import Place
from ..rules.setup import Put
from ..rules.time_limit import check_time
from ..rules.traversal import words
from ..rules.turns import Commit
from .captions import caption, freeing_caption, letters, precedence
from .line_examples import line_examples
from .ply_examples import ply_examples
from .random_plies import wander, weight
from .secret_examples import secrets

BOTH = "ends"
"""The sentence of the sheet that says that the first end that applies counts."""

FREEDOM = "effects"
"""The sentence of the sheet that says that effects happen in order."""

ENOUGH = 40
"""The number of positions that show a clause from which the clearest is taken."""

GAMES, DREAMS = 12, 40
PLIES = 400
"""The ply limit of games played here."""


class Hit(NamedTuple):
    """A clause that applied. scene: at the moment it was judged. cells: its witness."""

    path: str
    word: Any
    scene: Scene
    cells: int


def examples(game: Game, seed: int = 1, budget: int = 150_000) -> tuple[Example, ...]:
    """A positive and a negative example for each clause that cells can show; reproducible.

    `budget` bounds the search: plies played, times the weight of the game.
    """
    reference = Reference(game)
    sought = dict(clauses(game))
    hits: dict[str, list[Hit]] = {path: [] for path in (*sought, BOTH, FREEDOM)}
    dream(reference, random.Random(f"{seed}/dreams"), hits)
    trials_left = budget // weight(game)
    for number in range(GAMES):
        for state, option in wander(reference, random.Random(f"{seed}/{number}"), PLIES):
            trials_left -= 1
            if trials_left < 0 or all(len(hits[path]) >= ENOUGH for path in sought):
                break
            collect(hits_of_ply(reference, state, option), hits)
    parts = list(ply_examples(reference, random.Random(f"{seed}/plies")))
    parts += secrets(reference, random.Random(f"{seed}/secrets"))
    parts += [example for path in sought for hit in clearest_hits(hits[path]) for example in pair(hit)]
    freeing = [freedom(hit) for hit in sorted(hits[FREEDOM], key=clearest)[:8]]
    parts += [min(freeing, key=lambda example: len(example.picture.stones))] if freeing else []
    return tuple(parts + [two_ends(hit) for hit in hits[BOTH][:1]])


def clearest_hits(hits: list[Hit]) -> Iterator[Hit]:
    """The clearest position; for a clause about the direction of past plies one for each direction."""
    by_direction: dict[tuple[int, ...], list[Hit]] = {}
    for hit in hits:
        headings = (w for w in words(hit.word) if isinstance(w, Heading) and isinstance(w.end, Last))
        by_direction.setdefault(tuple(hit.scene.directions(w) for w in headings), []).append(hit)
    for key in sorted(by_direction):
        yield min(by_direction[key], key=clearest)


def dream(reference: Reference, chance: random.Random, hits: dict[str, list[Hit]]) -> None:
    """Searches random placements of stones, for clauses that play seldom reaches; not for clauses about plies."""
    state = reference.start()
    tables = reference.tables
    owners = range(1, tables.sides + 1) if any(w.side for w in pieces_of_sides(reference.game)) else (0,)
    for number in range(DREAMS):
        scene = Scene(tables, state)
        scene.pieces = [0] * tables.planes
        for cell in range(len(tables.geometry.names)):
            if chance.random() < (0.5, 0.7, 0.85, 0.95)[number % 4]:
                scene.pieces[tables.owned(chance.choice(owners))[0]] |= 1 << cell
        collect(hits_on_board(reference.game, scene), hits)
        collect(_freeing(reference.game, scene), hits)


def _freeing(game: Game, scene: Scene) -> Iterator[Hit]:
    """Every stone that might have been placed last and made its own freedom."""
    if not frees_itself(game):
        return
    for cell in bits(scene.cells(own)):
        if scene.geometry.near(cell, scene.geometry.sides) & scene.cells(own):
            continue
        trial = copy(scene)
        trial.to = 1 << cell
        if captured := frees(trial):
            yield Hit(FREEDOM, None, trial, captured)


def pieces_of_sides(game: Game) -> Iterator[Any]:
    """The words that bring pieces of a side into the game, as `Put` words with their `side`."""
    for word in words(game):
        if isinstance(word, Put):
            yield word
        if isinstance(word, Place):
            yield Put(Empty(), side=int(word.owner.atom == "own"))


def hits_on_board(game: Game, scene: Scene) -> Iterator[Hit]:
    """Every clause that applies to a board."""
    for name, parts in (("effects", game.effects), ("ends", game.ends)):
        for i, word in enumerate(parts):
            yield from _hit(f"{name}[{i}]", part_of(scene, word), scene)


def collect(parts: Iterator[Hit], hits: dict[str, list[Hit]]) -> None:
    """Adds the clauses that this position shows."""
    relevant = [hit for hit in parts if hit.path in hits]
    for hit in relevant:
        if len(hits[hit.path]) < ENOUGH:
            hits[hit.path].append(hit)
    ends = [hit for hit in relevant if hit.path.startswith("ends")]
    if len(ends) > 1 and not hits[BOTH] and type(ends[0].word) is not type(ends[1].word):
        hits[BOTH].append(ends[0]._replace(path=BOTH, cells=ends[0].cells | ends[1].cells, word=tuple(ends[:2])))


def clearest(hit: Hit) -> tuple[float, int, int]:
    """Sort key: few cells, close together, near the middle of the board."""
    geometry = hit.scene.geometry
    inner = mask_of(c for c in range(len(geometry.names)) if min(t[c] for t in geometry.steps) >= 0)
    apart = sum(1 for _ in geometry.groups(hit.cells, geometry.every))
    return (hit.cells & ~inner).bit_count() / hit.cells.bit_count(), apart, abs(hit.cells.bit_count() - 2)


def two_ends(hit: Hit) -> Example:
    """Two ends apply at once, and the first of them counts."""
    ends, scene = hit.word, hit.scene
    for cell in [*bits(scene.occupied() & ~hit.cells), *bits(hit.cells)]:
        trial = lift(scene, cell)
        witnesses = [witness(trial, end.word) for end in ends]
        if all(witnesses) and not any(cells & ~end.cells for cells, end in zip(witnesses, ends, strict=True)):
            scene = trial
    parts = [i for i, _ in possible_ends(scene.tables.game)]
    order = [parts.index(int(end.path[5:-1])) + 1 for end in ends]
    cells = witness(scene, ends[0].word) | witness(scene, ends[1].word)
    return Example(BOTH, True, precedence(ends[0].word, scene, *order), picture(scene, line=cells))


def clauses(game: Game) -> Iterator[tuple[str, Any]]:
    """The effects and ends that cells can show."""
    for i, effect in enumerate(game.effects):
        yield f"effects[{i}]", effect
    for i, end in enumerate(game.ends):
        if any(isinstance(w, (e.Win, e.Loss)) and shows(w.when) for w in words(end)):
            yield f"ends[{i}]", end


def shows(when: Any) -> bool:
    """Whether this condition has a witness of cells."""
    return not isinstance(when, (e.NoPly, e.Quiet, e.Repeats)) and type(when).__name__ not in ("No", "Compare")


def hits_of_ply(reference: Reference, state: State, option: OfferedPly) -> Iterator[Hit]:
    """Every clause that applies to a ply, at the moment when it is judged."""
    game, tables = reference.game, reference.tables
    if state.pending is not None or isinstance(option.word, Commit):
        yield from hits_of_answer(reference, state, option)
        return
    scene = Scene(tables, state)
    scene.is_chance = is_chance_ply(scene, scene.agenda)
    apply_ply(scene, option)
    if scene.is_chance or option.word is None:
        return
    for effect in option.word.then:
        if (part := part_of(scene, effect)) is not None:
            EFFECT[type(part)](scene, part)
    for i, effect in enumerate(game.effects):
        part = part_of(scene, effect)
        if part is not None:
            yield from _hit(f"effects[{i}]", part, scene)
            EFFECT[type(part)](scene, part)
    for i, end in enumerate(game.ends):
        yield from _hit(f"ends[{i}]", part_of(scene, end), scene)


def frees(scene: Scene) -> int:
    """What is captured first, where only that gives the group of the ply an empty neighbour; else 0."""
    captured = scene.cells(Enclosed(enemy)) & scene.occupied()
    if not captured or not scene.cells(Enclosed(own)) & scene.to:
        return 0
    trial = copy(scene)
    trial.pieces = [cells & ~captured for cells in trial.pieces]
    return 0 if trial.cells(Enclosed(own)) & scene.to else captured


def freedom(hit: Hit) -> Example:
    """A ply that makes its own freedom, with nothing on the board that does not matter."""
    scene = hit.scene
    for cell in bits(scene.occupied() & ~scene.to):
        trial = lift(scene, cell)
        captured = frees(trial)
        if captured and not captured & ~hit.cells:
            scene = trial
    captured = frees(scene)
    return Example(FREEDOM, True, freeing_caption(scene, captured), picture(scene, line=captured))


def hits_of_answer(reference: Reference, state: State, option: OfferedPly) -> Iterator[Hit]:
    """Resolves a secret placement, once it is answered."""
    after = reference.follow(state, option)[0]
    if after.pending is not None:
        return
    scene = Scene(reference.tables, after)
    scene.side = state.side
    yield from hits_on_board(reference.game, scene)


def _hit(path: str, word: Any, scene: Scene) -> Iterator[Hit]:
    cells = witness(scene, word)
    if cells:
        yield Hit(path, word, copy(scene), cells)


def copy(scene: Scene) -> Scene:
    """A mutable copy."""
    return scene.copy()


def witness(scene: Scene, word: Any) -> int:
    """The cells that show that a clause applies; 0 if it does not, or none can show it."""
    check_time()
    if isinstance(word, (f.Capture, f.Flip)):
        return scene.cells(word.of) & scene.occupied()
    if isinstance(word, f.Promote):
        return scene.cells(word.of) & scene.to
    when = getattr(word, "when", getattr(word, "fact", None))
    if when is None or isinstance(word, (e.Most, e.Draw)) or not shows(when):
        return 0
    return scene.holds(when)[1]


def applies(hit: Hit, scene: Scene) -> int:
    """The cells that show that the clause of a hit applies here, with the conditions of the Ifs around it; else 0."""
    game = scene.tables.game
    part, _, number = hit.path.rstrip("]").partition("[")
    return witness(scene, hit.word) if part_of(scene, getattr(game, part)[int(number)]) == hit.word else 0


def pair(hit: Hit) -> Iterator[Example]:
    """The positive example without irrelevant stones, and a near miss."""
    scene = bare(hit)
    hit = hit._replace(scene=scene, cells=applies(hit, scene))
    lettered_cells = letters(hit.word, scene)
    is_shown = partial(applies, hit)
    if constructed := list(line_examples(hit.path, hit.word, scene, is_shown, picture)):
        yield from constructed
        return
    yield Example(
        hit.path, True, caption(hit.word, scene, True), picture(scene, line=hit.cells, lettered_cells=lettered_cells)
    )
    near_miss_found = near_miss(hit, scene)
    if near_miss_found is not None:
        yield near_miss_found


def lift(scene: Scene, cell: int, plane: int = -1) -> Scene:
    """A copy without the piece on one cell (or without one of two pieces there)."""
    changed_scene = copy(scene)
    for number in range(scene.tables.planes) if plane < 0 else (plane,):
        changed_scene.pieces[number] &= ~(1 << cell)
    return changed_scene


def bare(hit: Hit) -> Scene:
    """Removes every stone that the clause does not need."""
    scene, keep = hit.scene, cells_of_plies(hit.word, hit.scene)
    outer, inner = scene.occupied() & ~hit.cells & ~keep, hit.cells & ~keep
    places = [(cell, plane) for cells in (outer, inner) for cell in bits(cells) for plane in range(len(scene.pieces))]
    for cell, plane in places:
        if not scene.pieces[plane] >> cell & 1:
            continue
        trial = lift(scene, cell, plane)
        is_left = applies(hit, trial)
        if is_left and not is_left & ~hit.cells and (is_left == hit.cells or hit.cells >> cell & 1):
            scene = trial
    return scene


def cells_of_plies(word: Any, scene: Scene) -> int:
    """Cells that the clause names by the plies that went there."""
    if not any(isinstance(w, (To, Origin, Just, Moved, Last)) for w in words(word)):
        return 0
    cells = scene.to
    for last in words(word):
        cells |= scene.cells(last) if isinstance(last, Last) else 0
    return cells


def near_miss(hit: Hit, scene: Scene) -> Example | None:
    """One stone fewer, and the clause does not apply: first a stone beside those that show it, then one of them."""
    if scene.occupied() == hit.cells and hit.cells.bit_count() == 1:
        return displaced_stone(hit, scene)
    inner = sorted(
        bits(hit.cells & ~cells_of_plies(hit.word, scene)), key=lambda cell: _off_middle(scene, hit.cells, cell)
    )
    for cell in [*bits(scene.occupied() & ~hit.cells & ~cells_of_plies(hit.word, scene)), *inner]:
        trial = lift(scene, cell)
        if not applies(hit, trial):
            name = scene.geometry.names[cell]
            drawing = picture(trial, targets=1 << cell, lettered_cells=letters(hit.word, trial))
            return Example(hit.path, False, caption(hit.word, trial, False, f"{name} empty"), drawing)
    return displaced_stone(hit, scene)


def displaced_stone(hit: Hit, scene: Scene) -> Example | None:
    """One of the stones a step aside, and the clause does not apply."""
    geometry = scene.geometry
    for cell in bits(hit.cells & scene.occupied()):
        plane = scene.plane_at(cell)
        for beside in bits(geometry.near(cell, geometry.every) & ~scene.occupied()):
            trial = lift(scene, cell)
            trial.pieces[plane] |= 1 << beside
            if not applies(hit, trial):
                start, onto = geometry.names[cell], geometry.names[beside]
                text = caption(hit.word, trial, False, f"{onto} instead of {start}")
                return Example(hit.path, False, text, picture(trial, targets=1 << cell))
    return None


def _off_middle(scene: Scene, cells: int, cell: int) -> float:
    """The distance of a cell from the middle of a set."""
    spots = [scene.geometry.centres[c] for c in bits(cells)]
    x, y = (sum(p[k] for p in spots) / len(spots) for k in (0, 1))
    centre = scene.geometry.centres[cell]
    return round((centre[0] - x) ** 2 + (centre[1] - y) ** 2, 6)


def picture(scene: Scene, line: int = 0, targets: int = 0, lettered_cells: tuple[tuple[int, str], ...] = ()) -> Picture:
    """The picture of an example, with its cells marked."""
    stones = [
        Stone(cell, *scene.tables.piece(plane)) for plane, cells in enumerate(scene.pieces) for cell in bits(cells)
    ]
    return Picture(
        scene.geometry,
        tuple(sorted(stones, key=lambda stone: (stone.cell, stone.side))),
        last=tuple(bits(scene.to & scene.occupied())),
        line=tuple(bits(line)),
        targets=tuple(bits(targets)),
        letters=lettered_cells,
        marks=marks_of(scene.tables, scene.marks),
        kinds=scene.tables.kinds,
        colours=scene.tables.game.colours_of_sides,
    )
