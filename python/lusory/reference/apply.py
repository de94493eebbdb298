"""Applies a ply: moves pieces, and updates what later plies depend on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..rules import turns as t
from ..rules.plies import Hop, Keep, Leap, Pass, Place, Remove, Roll, Slide, Step, Swap
from ..rules.static_evaluation import BoardScene
from .effects import capture, lift
from .evaluation_context import ANYTHING, CAPTURE, PLACEMENT, Scene
from .offered_ply import OfferedPly
from .state import Pending


def apply_ply(scene: Scene, option: OfferedPly) -> None:
    """Apply the ply itself, without its effects."""
    word = option.word
    scene.fresh = False
    scene.to = 1 << option.to if option.to >= 0 else 0
    scene.origin = 1 << option.origin if option.origin >= 0 else 0
    scene.heading = 1 << option.direction if option.direction >= 0 else 0
    scene.acted |= not scene.is_chance and not isinstance(word, (Swap, Keep))
    if word is None:
        scene.say("end")
        return
    APPLY[type(word)](scene, word, option)
    if scene.pending is None:
        remember(scene, option)


def remember(scene: Scene, option: OfferedPly, is_public: bool = True) -> None:
    """Record what later words read: pieces moved, cells visited, the last cells of each side. known: to all players."""
    if option.to < 0:
        scene.just = 0
        return
    landed = option.filled or scene.to
    lifted = isinstance(option.word, Remove)
    scene.just = 0 if lifted else scene.to
    scene.moved = scene.moved & ~(scene.origin | landed) | (0 if lifted else landed)
    scene.visited |= scene.origin | landed
    if scene.tables.memory and not scene.is_chance:
        of_side = [entry for entry in scene.lasts if entry[0] == scene.side]
        drop = of_side[0] if len(of_side) >= scene.tables.memory else None
        lasts = list(scene.lasts)
        if drop is not None:
            lasts.remove(drop)
        scene.lasts = (*lasts, (scene.side, option.to, is_public))


def kind_text(scene: Scene, kind: str) -> str:
    """The kind of piece for an event; empty where the game has only one."""
    return kind if scene.tables.many_kinds else ""


def place(scene: Scene, word: Place, option: OfferedPly) -> None:
    """Place a piece; a piece that the mover saw there is captured. A hidden piece stays, on the same cell."""
    cells = option.filled or 1 << option.to
    scene.say("place", cells, piece=kind_text(scene, word.kind))
    capture(scene, cells & scene.as_seen_by(None if scene.is_chance else scene.side).occupied())
    put_pieces(scene, word, cells, is_open=True)


def put_pieces(scene: Scene, word: Place, cells: int, is_open: bool) -> None:
    """Add new pieces on cells."""
    tables = scene.tables
    mine = word.owner.atom == "own"
    plane = tables.plane(scene.side + 1 if mine else 0, word.kind)
    scene.pieces[plane] |= cells
    if is_open and tables.hidden:
        scene.shown[plane] |= cells
    if mine and word.kind in tables.handed:
        scene.hands[scene.side * len(tables.kinds) + tables.kinds.index(word.kind)] -= cells.bit_count()
    scene.mark_happened(PLACEMENT | ANYTHING)


def move(scene: Scene, word: Any, option: OfferedPly) -> None:
    """Move a piece; a piece on the landing cell is captured. A piece that moved is open, since its move is public."""
    plane = scene.plane_at(option.origin)
    scene.pieces[plane] &= ~scene.origin
    scene.shown[plane] &= ~scene.origin
    hit = scene.to & scene.occupied()
    over = 1 << option.over if option.over >= 0 and word.captures else 0
    names = (scene.geometry.names[option.origin], scene.geometry.names[option.to])
    owner, kind = scene.tables.piece(plane)
    is_secret = scene.tables.hidden and owner != scene.side + 1  # the mover's own may be hidden on the same cell
    witness = ((scene.tables.label(plane), names[:1]),) if is_secret else ()
    scene.say("move", names=names, piece=kind_text(scene, kind), why=witness)
    capture(scene, hit | over)
    scene.pieces[plane] |= scene.to
    scene.shown[plane] |= scene.to if scene.tables.hidden else 0
    scene.mark_happened(ANYTHING)


def remove(scene: Scene, word: Remove, option: OfferedPly) -> None:
    foreign = lift(scene, scene.to)
    scene.captured[scene.side] += 0 if scene.is_chance else foreign
    scene.mark_happened(ANYTHING | (CAPTURE if foreign else 0))
    scene.say("remove", scene.to, amount=foreign)


def swap(scene: Scene, word: Swap, option: OfferedPly) -> None:
    scene.say("swap")
    scene.seats = (scene.seats[1], scene.seats[0])


def roll(scene: Scene, word: Roll, option: OfferedPly) -> None:
    scene.dice = option.choice
    scene.say("roll", amount=option.choice)


def commit(scene: Scene, word: t.Commit, option: OfferedPly) -> None:
    """Fix the target and announce; without an answer the placement is resolved at once."""
    node = scene.tables.nodes[word]
    region = scene.geometry.all
    scene.say("commit", scene.to, seen_by=(scene.player,))
    if word.announce:
        region = BoardScene(scene.geometry, 0, scene.to).cells(word.announce[option.choice])
        scene.say("announce", region)
    scene.pending = Pending(node, option.to, option.choice, region, option.agenda)


def settle_commit(scene: Scene, revealed: int) -> OfferedPly:
    """Resolve a placement after its answer: show, fail or place. Returns the ply as applied."""
    pending = scene.pending
    assert pending is not None
    word: t.Commit = scene.tables.parts[pending.node]
    scene.pending = None
    scene.to, scene.origin, scene.heading = 1 << pending.target, 0, 0
    scene.announced, scene.revealed = pending.announced, revealed
    fails = word.fails is not None and scene.holds(word.fails)[0]
    kind = kind_text(scene, word.ply.kind)  # type: ignore[union-attr]
    if revealed or fails:
        scene.say("show", scene.to, piece=kind)
    if fails:
        scene.say("fail", scene.to)
        scene.to = scene.just = 0
        return OfferedPly(0, Pass(), pending.agenda)
    put_pieces(scene, word.ply, scene.to, is_open=bool(revealed))  # type: ignore[arg-type]
    scene.say("place", scene.to, piece=kind, seen_by=None if revealed else (scene.player,))
    option = OfferedPly(0, word.ply, pending.agenda, pending.target)
    remember(scene, option, is_public=bool(revealed))
    return option


def answer(scene: Scene, side: int, cells: int) -> None:
    """Show the pieces that the answering side reveals."""
    revealed = {plane: scene.pieces[plane] & cells for plane in scene.tables.owned(side + 1)}
    scene.say("reveal", cells, amount=cells.bit_count(), player=scene.seats[side], why=scene.public_witness(revealed))
    for plane in scene.tables.owned(side + 1):
        scene.shown[plane] |= scene.pieces[plane] & cells


APPLY: dict[type, Callable[[Scene, Any, OfferedPly], None]] = {
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
