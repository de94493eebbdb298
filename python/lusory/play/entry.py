"""The partial ply entered so far: the possible next clicks, derived from the texts of a player's legal plies.

A map of clicks is a tree of Nodes. It knows no rules and no game: `b2-c3` is the cell b2, then c3; `B4:row` the cell
B4, then the word row; `reveal:C4,F4` a set of cells; what names no cell (`pass`, `end`, `swap`) is a word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import msgspec

from ..rules.actions import SIGN
from ..rules.game import Game
from .view import View

LIFT = "x"
SHOW = "reveal:"
NOTHING = "none"
NO_WORDS: Mapping[str, str] = MappingProxyType({})


class EntryButton(msgspec.Struct, frozen=True):
    """A button. text: the ply that it plays. label: its text."""

    text: str
    label: str


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A set of cells to reveal, chosen in any order.

    cells: in the order in which they are written. none: the ply that shows nothing. plies: cells with commas between,
    in that order, and their ply; left out where every set may be shown, written `reveal:` and the cells.
    """

    cells: tuple[str, ...]
    none: str = ""
    plies: dict[str, str] = {}

    def ways(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Every set of cells that is a ply, and the ply."""
        if self.none:
            yield (), self.none
        if self.plies:
            yield from ((tuple(key.split(",")), text) for key, text in self.plies.items())
            return
        for number in range(1, 1 << len(self.cells)):
            cells_of_set = tuple(cell for i, cell in enumerate(self.cells) if number >> i & 1)
            yield cells_of_set, SHOW + ",".join(cells_of_set)


class Node(msgspec.Struct, frozen=True, omit_defaults=True):
    """The possible next clicks after a prefix of clicks.

    ends: cells that complete a ply, by its text, in which `*` stands for the cell: `{"b2-*": ["b3", "c3"]}`.
    cells: cells after which more is to be said. words: buttons. set: cells to be shown, together. ply: what has been
    clicked so far is this ply, too (to be confirmed, since more may follow).
    """

    ends: dict[str, tuple[str, ...]] = {}
    cells: dict[str, Node] = {}
    words: tuple[EntryButton, ...] = ()
    set: Choice | None = None
    ply: str = ""

    def ways(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Every way through the map, cells and texts of buttons, with the ply it leads to; a confirmation is `.`."""
        if self.ply:
            yield (".",), self.ply
        for pattern, cells in self.ends.items():
            yield from (((cell,), pattern.replace("*", cell)) for cell in cells)
        for cell, node in self.cells.items():
            yield from (((cell, *keys), ply) for keys, ply in node.ways())
        yield from (((f"[{word.text}]",), word.text) for word in self.words)
        if self.set is not None:
            yield from (((f"{{{','.join(cells_of_set)}}}",), ply) for cells_of_set, ply in self.set.ways())


class Read(msgspec.Struct, frozen=True):
    """A parsed ply: its cells, what it does with them, what distinguishes it from others on them.

    act: place, move, jump or lift.
    """

    text: str
    cells: tuple[str, ...]
    act: str
    tail: str


def entry(view: View) -> Node | None:
    """The map of clicks for a view; None where its player is not to move."""
    if not view.moves:
        return None
    names = view.picture.geometry.names
    shapes = _shapes(view.game) if isinstance(view.game, Game) else {}
    printed = dict(zip(view.moves, view.printed, strict=True))
    return clicks(view.moves, names, printed, shapes)


def clicks(
    plies: Sequence[str],
    names: Collection[str],
    printed: Mapping[str, str] = NO_WORDS,
    shapes: Mapping[str, str] = NO_WORDS,
) -> Node:
    """The map of clicks for canonical texts of plies on cells of these names.

    printed: what stands on the buttons of plies without cells. shapes: what the marks of shapes mean.
    """
    cells = frozenset(names)
    reveals = [ply for ply in plies if _shows(ply, cells)]
    reads = [_parse_ply(ply, cells) for ply in plies if not _shows(ply, cells)]
    words = tuple(EntryButton(r.text, printed.get(r.text, r.text)) for r in reads if not r.cells)
    root = _node([ply_cells for ply_cells in reads if ply_cells.cells], 0, shapes)
    return msgspec.structs.replace(root, words=words, set=_choice(reveals))


def _shows(ply: str, names: Collection[str]) -> bool:
    """Whether the ply has a cell among these names."""
    cells_shown = ply.removeprefix(SHOW)
    return cells_shown != ply and (cells_shown == NOTHING or all(cell in names for cell in cells_shown.split(",")))


def _parse_ply(ply: str, names: Collection[str]) -> Read:
    """Parses a ply's text; one that names no cells is a word."""
    head, _, tail = ply.partition(":")
    if head in names:
        return Read(ply, (head,), "place", tail)
    for act, sign in SIGN.items():
        parts = head.split(sign)
        for i in range(1, len(parts)):
            origin, landing = sign.join(parts[:i]), sign.join(parts[i:])
            if origin in names and landing in names:
                return Read(ply, (origin, landing), act, tail)
    if head.startswith(LIFT) and head[1:] in names:
        return Read(ply, (head[1:],), "lift", tail)
    return Read(ply, (), "", "")


def _node(reads: list[Read], depth: int, shapes: Mapping[str, str]) -> Node:
    """The map after `depth` cells: plies that are complete there, and those that name more cells."""
    complete = [spelling for spelling in reads if len(spelling.cells) == depth]
    following: dict[str, list[Read]] = defaultdict(list)
    for spelling in reads:
        if len(spelling.cells) > depth:
            following[spelling.cells[depth]].append(spelling)
    ends: dict[str, list[str]] = defaultdict(list)
    cells: dict[str, Node] = {}
    for cell, group in following.items():
        pattern = _pattern(group[0], cell) if len(group) == 1 and len(group[0].cells) == depth + 1 else ""
        if pattern:
            ends[pattern].append(cell)
        else:
            cells[cell] = _node(group, depth + 1, shapes)
    ply = complete[0].text if len(complete) == 1 else ""
    words = (
        tuple(EntryButton(spelling.text, _label(spelling, complete, shapes)) for spelling in complete)
        if len(complete) > 1
        else ()
    )
    return Node({pattern: tuple(matching) for pattern, matching in ends.items()}, cells, words, None, ply)


def _pattern(spelling: Read, cell: str) -> str:
    """The text with `*` for its last cell; empty where it cannot be had back."""
    sign = LIFT if spelling.act == "lift" else SIGN.get(spelling.act, "")
    head = "".join((*spelling.cells[:-1], sign))
    pattern = f"{head}*{spelling.text[len(head) + len(cell) :]}"
    return pattern if pattern.count("*") == 1 and pattern.replace("*", cell) == spelling.text else ""


def _label(spelling: Read, siblings: Iterable[Read], shapes: Mapping[str, str]) -> str:
    """The label that distinguishes a ply from others on its cells: the mark, and the act if those differ."""
    mark = shapes.get(spelling.tail, spelling.tail.replace(":", " "))
    differ = len({sibling.act for sibling in siblings}) > 1 or not mark
    return " ".join(part for part in (spelling.act if differ else "", mark) if part)


def _shapes(game: Game) -> dict[str, str]:
    """The marks of shapes and the walks they stand for: the cells to be filled besides."""
    actions = game.actions
    blocks = [key for key in actions.blocks if key[0] == "cell" and key[3]]
    return {actions.suffix(key)[1:]: " + ".join(key[3]) for key in blocks}


def _choice(plies: list[str]) -> Choice | None:
    """The sets to be shown; listed only where some set is no ply."""
    if not plies:
        return None
    sets = {ply: tuple(ply.removeprefix(SHOW).split(",")) for ply in plies if ply != SHOW + NOTHING}
    cells = tuple(
        dict.fromkeys(cell for cells_of_ply in sorted(sets.values(), key=len, reverse=True) for cell in cells_of_ply)
    )
    ordered = {ply: ",".join(sorted(cells_of_ply, key=cells.index)) for ply, cells_of_ply in sets.items()}
    regular = len(sets) == (1 << len(cells)) - 1 and all(ply == SHOW + key for ply, key in ordered.items())
    none = SHOW + NOTHING if SHOW + NOTHING in plies else ""
    return Choice(cells, none, {} if regular else {key: ply for ply, key in ordered.items()})
