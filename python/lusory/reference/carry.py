"""Carries a ply out: what it does to the pieces, and the effects that follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..rules import effects as e
from ..rules import turns as t
from ..rules.cells import Just, Last, Origin, To
from ..rules.events import Witness
from ..rules.plies import Hop, Keep, Leap, Pass, Place, Remove, Roll, Slide, Step, Swap
from ..rules.spelling import spell
from ..rules.walk import words
from .options import Option
from .readings import part_of
from .scene import Scene
from .state import Pending

PLACEMENT, CAPTURE, ANYTHING = 1, 2, 4
HAPPENS = {"placement": PLACEMENT, "capture": CAPTURE, "anything": ANYTHING}


def carry(scene: Scene, option: Option) -> None:
    """The ply itself, without what follows."""
    word = option.word
    scene.fresh = False
    scene.to = 1 << option.to if option.to >= 0 else 0
    scene.origin = 1 << option.origin if option.origin >= 0 else 0
    scene.heading = 1 << option.direction if option.direction >= 0 else 0
    scene.acted |= not scene.nature and not isinstance(word, (Swap, Keep))
    if word is None:
        scene.say("end")
        return
    CARRY[type(word)](scene, word, option)
    if scene.pending is None:
        remember(scene, option)


def remember(scene: Scene, option: Option, known: bool = True) -> None:
    """What later words ask for: pieces moved, cells visited, the last cells of each side. known: to everybody."""
    if option.to < 0:
        scene.just = 0
        return
    landed = option.filled or scene.to
    lifted = isinstance(option.word, Remove)
    scene.just = 0 if lifted else scene.to
    scene.moved = scene.moved & ~(scene.origin | landed) | (0 if lifted else landed)
    scene.visited |= scene.origin | landed
    if scene.tables.memory and not scene.nature:
        mine = [entry for entry in scene.lasts if entry[0] == scene.side]
        drop = mine[0] if len(mine) >= scene.tables.memory else None
        kept = list(scene.lasts)
        if drop is not None:
            kept.remove(drop)
        scene.lasts = (*kept, (scene.side, option.to, known))


def effects(scene: Scene, option: Option) -> None:
    """What follows the ply, in order: its own effects, then those of the game."""
    own = () if option.word is None or isinstance(option.word, t.Commit) else option.word.then
    for effect in (*own, *scene.tables.game.effects):
        part = part_of(scene, effect)
        if part is not None:
            EFFECT[type(part)](scene, part)


def acting(word: Any) -> Any:
    """The word that says what a ply does: of a Commit, its placement."""
    return word.ply if isinstance(word, t.Commit) else word


def spoilt(scene: Scene, option: Option) -> bool:
    """Would `unless` hold after the ply and all that follows it? `scene` is as the mover sees it."""
    word = acting(option.word)
    return word is not None and word.unless is not None and tried(scene, option).holds(word.unless)[0]


def tried(scene: Scene, option: Option) -> Scene:
    """The scene after the ply and all that follows it, as far as the mover can foresee it."""
    word = acting(option.word)
    trial = Scene(scene.tables, scene.freeze())
    trial.nature = scene.nature
    carry(trial, option._replace(word=word))
    effects(trial, option._replace(word=word))
    return trial


def lift(scene: Scene, cells: int) -> int:
    """Take every piece off these cells; how many were not the mover's own."""
    foreign = 0
    for plane in range(scene.tables.planes):
        taken = scene.pieces[plane] & cells
        if taken:
            foreign += 0 if plane in scene.tables.owned(scene.side + 1) else taken.bit_count()
            scene.pieces[plane] &= ~cells
            scene.shown[plane] &= ~cells
    scene.moved &= ~cells
    return foreign


def capture(scene: Scene, cells: int) -> None:
    """Take pieces off the board and count those that were not the mover's own."""
    if not cells:
        return
    scene.captured[scene.side] += lift(scene, cells)
    scene.did(CAPTURE | ANYTHING)
    scene.say("capture", cells, amount=cells.bit_count())


def kind_said(scene: Scene, kind: str) -> str:
    """The kind of piece, where it needs saying."""
    return kind if scene.tables.many_kinds else ""


def place(scene: Scene, word: Place, option: Option) -> None:
    """The piece is put down; what was seen to stand there is captured. On what was hidden it comes to lie."""
    cells = option.filled or 1 << option.to
    scene.say("place", cells, piece=kind_said(scene, word.kind))
    capture(scene, cells & scene.veiled(None if scene.nature else scene.side).occupied())
    put(scene, word, cells, shown=True)


def put(scene: Scene, word: Place, cells: int, shown: bool) -> None:
    """New pieces on cells."""
    tables = scene.tables
    mine = word.owner.atom == "own"
    plane = tables.plane(scene.side + 1 if mine else 0, word.kind)
    scene.pieces[plane] |= cells
    if shown and tables.hidden:
        scene.shown[plane] |= cells
    if mine and word.kind in tables.handed:
        scene.hands[scene.side * len(tables.kinds) + tables.kinds.index(word.kind)] -= 1
    scene.did(PLACEMENT | ANYTHING)


def move(scene: Scene, word: Any, option: Option) -> None:
    """The piece leaves its cell and lands; what stood on the landing cell is captured. A piece that moved is open:
    everybody saw where it went."""
    plane = scene.plane_at(option.origin)
    scene.pieces[plane] &= ~scene.origin
    scene.shown[plane] &= ~scene.origin
    hit = scene.to & scene.occupied()
    over = 1 << option.over if option.over >= 0 and word.captures else 0
    names = (scene.geometry.names[option.origin], scene.geometry.names[option.to])
    scene.say("move", names=names, piece=kind_said(scene, scene.tables.piece(plane)[1]))
    capture(scene, hit | over)
    scene.pieces[plane] |= scene.to
    scene.shown[plane] |= scene.to if scene.tables.hidden else 0
    scene.did(ANYTHING)


def remove(scene: Scene, word: Remove, option: Option) -> None:
    foreign = lift(scene, scene.to)
    scene.captured[scene.side] += foreign
    scene.did(ANYTHING | (CAPTURE if foreign else 0))
    scene.say("remove", scene.to, amount=foreign)


def swap(scene: Scene, word: Swap, option: Option) -> None:
    scene.say("swap")
    scene.seats = (scene.seats[1], scene.seats[0])


def roll(scene: Scene, word: Roll, option: Option) -> None:
    scene.dice = option.choice
    scene.say("roll", amount=option.choice)


def commit(scene: Scene, word: t.Commit, option: Option) -> None:
    """Fix the target and announce; without an answer it is settled at once."""
    from ..rules.static import BoardScene

    node = scene.tables.nodes[word]
    region = scene.geometry.all
    scene.say("commit", scene.to, seen_by=(scene.player,))
    if word.announce:
        region = BoardScene(scene.geometry, 0, scene.to).cells(word.announce[option.choice])
        scene.say("announce", region)
    scene.pending = Pending(node, option.to, option.choice, region, option.agenda)


def settle_commit(scene: Scene, revealed: int) -> Option:
    """The answer is known: show, fail or place. Returns the ply as carried out."""
    pending = scene.pending
    assert pending is not None
    word: t.Commit = scene.tables.parts[pending.node]
    scene.pending = None
    scene.to, scene.origin, scene.heading = 1 << pending.target, 0, 0
    scene.announced, scene.revealed = pending.announced, revealed
    fails = word.fails is not None and scene.holds(word.fails)[0]
    if revealed or fails:
        scene.say("show", scene.to)
    if fails:
        scene.say("fail", scene.to)
        scene.to = scene.just = 0
        return Option(0, Pass(), pending.agenda)
    put(scene, word.ply, scene.to, shown=bool(revealed))  # type: ignore[arg-type]
    scene.say("place", scene.to, seen_by=None if revealed else (scene.player,))
    option = Option(0, word.ply, pending.agenda, pending.target)
    remember(scene, option, known=bool(revealed))
    return option


def answer(scene: Scene, side: int, cells: int) -> None:
    """The side that answers shows pieces."""
    scene.say("reveal", cells, amount=cells.bit_count(), player=scene.seats[side])
    for plane in scene.tables.owned(side + 1):
        scene.shown[plane] |= scene.pieces[plane] & cells


CARRY: dict[type, Callable[[Scene, Any, Option], None]] = {
    Place: place,
    Step: move,
    Slide: move,
    Leap: move,
    Hop: move,
    Remove: remove,
    Pass: lambda s, w, o: s.say("pass"),
    Swap: swap,
    Keep: lambda s, w, o: s.say("keep"),
    Roll: roll,
    t.Commit: commit,
}


def flip(scene: Scene, word: e.Flip) -> None:
    tables = scene.tables
    cells = scene.cells(word.of)
    mine = tables.owned(scene.side + 1)
    turned = 0
    for plane in range(tables.planes):
        if plane not in mine and scene.pieces[plane] & cells:
            gone = scene.pieces[plane] & cells
            turn_into(scene, plane, tables.plane(scene.side + 1, tables.piece(plane)[1]), gone)
            turned |= gone
    if turned:
        scene.did(ANYTHING)
        scene.say("flip", turned, amount=turned.bit_count())


def turn_into(scene: Scene, before: int, after: int, cells: int) -> None:
    """Pieces of one set become pieces of another. They are open then: everybody is told where they stand."""
    scene.pieces[after] |= cells
    scene.pieces[before] &= ~cells
    if scene.tables.hidden:
        scene.shown[after] |= cells
        scene.shown[before] &= ~cells


def promote(scene: Scene, word: e.Promote) -> None:
    tables, cells, raised = scene.tables, scene.cells(word.of), 0
    for plane in range(tables.planes):
        owner, kind = tables.piece(plane)
        gone = scene.pieces[plane] & cells
        if gone and kind != word.kind:
            turn_into(scene, plane, tables.plane(owner, word.kind), gone)
            raised |= gone
    if raised:
        scene.did(ANYTHING)
        scene.say("promote", raised, piece=word.kind)


def earn(scene: Scene, word: e.Earn) -> None:
    true, cells = (True, 0) if word.when is None else scene.holds(word.when)
    points = scene.number(word.n) if true else 0
    if points:
        scene.scores[scene.side] += points
        if scene.tables.hidden:  # the reason may lie in what is hidden; the number is for all
            scene.say("earn", amount=points)
        else:
            scene.say("earn", cells, amount=points, why=witness(scene, word.when))


def witness(scene: Scene, word: Any) -> Witness:
    """The cells of plies a condition speaks of, each by its word."""
    told: dict[str, tuple[str, ...]] = {}
    for part in () if word is None else words(word):
        if isinstance(part, (Last, To, Origin, Just)):
            told[spell(part)] = scene.geometry.named(scene.cells(part))
    return tuple(told.items())


def again(scene: Scene, word: e.Again) -> None:
    scene.again |= word.when is None or scene.holds(word.when)[0]


def tell(scene: Scene, word: e.Tell) -> None:
    bit = 1 << (scene.tables.tells.index(word) * scene.tables.sides + scene.side)
    if (scene.told & bit and word.once) or not scene.holds(word.fact)[0]:
        return
    scene.told |= bit if word.once else 0
    several = len(scene.tables.tells) > 1
    scene.say("tell", why=((spell(word.fact), ()),) if several else ())


EFFECT: dict[type, Callable[[Scene, Any], None]] = {
    e.Capture: lambda s, w: capture(s, s.cells(w.of) & s.occupied()),
    e.Flip: flip,
    e.Promote: promote,
    e.Earn: earn,
    e.Again: again,
    e.Tell: tell,
}
