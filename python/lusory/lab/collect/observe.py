"""Observes one game, live or replayed from a record, as plain data that a log can hold."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec

from ..._renamed import renamed_attribute
from ...errors import LusoryError
from ...play.position import Position
from ...players.player import Thought
from ...rules.events import CHANCE, Event
from ...rules.game import Game
from ...rules.picture import Stone
from .judge import PositionWorth

SAMPLES = 24
"""The number of states sampled to estimate hidden information."""
EVERY = 6
"""Hidden information is measured at one ply in so many; which one depends on the number of the game."""
TARGETS = ("place", "move", "commit")
"""Events whose last cell is where a ply went, for Python classes."""

GAINS = ("place", "flip")
"""Events that give a side a piece."""


class Observed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game.

    number: which one. plies: canonical texts. movers: who made each (CHANCE: a chance ply). choices: legal plies before
    each. captures: by each ply, pieces that left the board or changed sides, whoever owned them, the piece just placed
    included. targets: the cell that each ply went to, -1 where it went to none. turns: begun. final: the side on each
    cell at the end, 0 nobody's, -1 empty; where several stand, one of them. pieces: the fewest and the most on the
    board. kinds: different pieces seen. hidden: whether there are secrets. failed: plies that came to nothing, since
    something hidden stood in the way. values: what each player got. by: what ended it. cut: it was too long. fault:
    what a player did wrong. worth: before each ply, what its mover, or the judge, thought the position is worth to the
    first player, 0 to 1. weighed: between how many plies the mover wavered. spread: how much the plies that it looked
    at differ in value. bits: how much was hidden from the mover. half: as worth, by a judge of half the simulations.
    """

    number: int
    plies: tuple[str, ...]
    movers: tuple[int, ...]
    choices: tuple[int, ...]
    captures: tuple[int, ...] = msgspec.field(default=(), name="taken")
    targets: tuple[int, ...] = ()
    turns: int = 0
    final: tuple[int, ...] = ()
    pieces: tuple[int, int] = (0, 0)
    kinds: int = 1
    hidden: bool = False
    failed: int = 0
    values: tuple[float, ...] = ()
    by: str = ""
    cut: bool = False
    fault: str = ""
    worth: tuple[float | None, ...] = ()
    weighed: tuple[float | None, ...] = ()
    bits: tuple[float | None, ...] = ()
    half: tuple[float | None, ...] = ()
    spread: tuple[float | None, ...] = ()

    taken = renamed_attribute("Observed", "taken", "captures")

    @property
    def finished(self) -> bool:
        """Whether the game ended by the rules."""
        return bool(self.values)

    @property
    def winner(self) -> int | None:
        """The player who got the whole point; None where nobody did."""
        return self.values.index(1.0) if 1.0 in self.values else None

    @property
    def advantages(self) -> tuple[tuple[int, float], ...]:
        """For each ply before which its mover said what the position is worth: its number from 0, and how far the
        first player is ahead, -1 to 1."""
        return tuple((i, 2 * worth - 1) for i, worth in enumerate(self.worth) if worth is not None)


class Watch:
    """Records a game ply by ply. secrets: also measure hidden information, which is slow."""

    def __init__(self, number: int, start: Position, secrets: bool = False) -> None:
        self.number, self.start, self.secrets = number, start, secrets and start.hidden
        self.movers: list[int] = []
        self.choices: list[int] = []
        self.captures: list[int] = []
        self.thoughts: list[Thought | None] = []
        self.judged: list[PositionWorth | None] = []
        self.bits: list[float | None] = []
        self.failed = 0
        self.cells = start.contract.picture(start.state, None).geometry.names
        self.pieces: set[tuple[int, str]] = set()
        self.standing = self.stones(start)
        self.few = self.many = len(self.standing)

    def stones(self, position: Position) -> tuple[Stone, ...]:
        """All pieces on the board; notes their kinds."""
        stones: tuple[Stone, ...] = tuple(position.contract.picture(position.state, None).stones)
        self.pieces.update((stone.side, stone.kind) for stone in stones)
        return stones

    def ply(
        self, before: Position, after: Position, thought: Thought | None = None, judged: PositionWorth | None = None
    ) -> None:
        """Records a ply. thought: of its player. judged: the value that a judge gave the position before it."""
        past_ply = after.past[-1]
        stones = self.stones(after)
        self.movers.append(past_ply.player)
        self.choices.append(len(before.contract.legal(before.state)))
        self.captures.append(count_captures(self.standing, stones, self.cells, past_ply.events))
        self.thoughts.append(thought)
        self.judged.append(judged)
        self.failed += any(event.kind == "fail" for event in past_ply.events)
        look = self.secrets and past_ply.player != CHANCE and (before.ply + self.number) % EVERY == 0
        self.bits.append(hidden_bits(before, self.number) if look else None)
        self.standing = stones
        self.few, self.many = min(self.few, len(stones)), max(self.many, len(stones))

    def values(self) -> list[float | None]:
        """The value of each position to its mover: by the judge, where there is one, else by the mover."""
        if any(self.judged):
            return [None if value_of_player is None else value_of_player.value for value_of_player in self.judged]
        return [None if value_of_player is None else value_of_player.value for value_of_player in self.thoughts]

    def record(self, end: Position, cut: bool = False, fault: str = "") -> Observed:
        """The observed game."""
        past = end.past
        result = end.result
        turns = sum(past_ply.turn_over for past_ply in past[:-1]) + bool(past)
        return Observed(
            number=self.number,
            plies=end.texts,
            movers=tuple(self.movers),
            choices=tuple(self.choices),
            captures=tuple(self.captures) if any(self.captures) else (),
            targets=targets(end),
            turns=turns,
            final=final(end),
            pieces=(self.few, self.many),
            kinds=max(1, len(self.pieces)),
            hidden=end.hidden,
            failed=self.failed,
            values=tuple(result.values) if result is not None and not fault else (),
            by=result.by if result is not None and not fault else "",
            cut=cut,
            fault=fault,
            worth=without_missing([first_gets(value, m) for value, m in zip(self.values(), self.movers, strict=True)]),
            half=without_missing(
                [first_gets(j.half if j else None, m) for j, m in zip(self.judged, self.movers, strict=True)]
            ),
            weighed=without_missing([None if t is None else t.weighed for t in self.thoughts]),
            spread=without_missing([None if t is None else t.spread for t in self.thoughts]),
            bits=without_missing(self.bits),
        )


def count_captures(
    before: Sequence[Stone], after: Sequence[Stone], cells: Sequence[str], events: Sequence[Event]
) -> int:
    """How many pieces a ply removed from the board or gave to another side; each piece counts once.

    before, after: the pieces on the board. cells: the names of its cells. A side loses what it had and what it gained
    on this ply (placed, or flipped to it), less what it has left; a piece that was placed and is gone again is a loss
    of its own. Where pieces are hidden, a piece may be placed on the cell of another side's.
    """
    was, now = sides_by_cell(before, cells), sides_by_cell(after, cells)
    left = Counter(stone.side for stone in before)
    vanished = 0
    for event in events:
        for cell in event.cells if event.kind in GAINS else ():
            if sides := now[cell]:
                left[min(sides - was[cell] or sides)] += 1
            else:
                vanished += event.kind == "place"
    return vanished + (left - Counter(stone.side for stone in after)).total()


def sides_by_cell(stones: Sequence[Stone], cells: Sequence[str]) -> defaultdict[str, set[int]]:
    """The sides that have pieces on each cell, by its name."""
    sides: defaultdict[str, set[int]] = defaultdict(set)
    for stone in stones:
        sides[cells[stone.cell]].add(stone.side)
    return sides


def without_missing(values_by_player: Sequence[float | None]) -> tuple[float | None, ...]:
    """The values rounded; empty where none is known."""
    return (
        tuple(None if x is None else round(x, 6) for x in values_by_player)
        if any(x is not None for x in values_by_player)
        else ()
    )


def first_gets(value: float | None, mover: int) -> float | None:
    """The value of a position to the first of two players, from its value to the mover."""
    return None if value is None else value if mover == 0 else 1.0 - value


def final(end: Position) -> tuple[int, ...]:
    """The side on each cell at the end of the game."""
    picture = end.contract.picture(end.state, None)
    sides = [-1] * len(picture.geometry.names)
    for stone in picture.stones:
        sides[stone.cell] = stone.side
    return tuple(sides)


def targets(end: Position) -> tuple[int, ...]:
    """The cell that each ply went to."""
    if isinstance(end.game, Game):
        return tuple(target(end.game, past_ply.action) for past_ply in end.past)
    names = {name: i for i, name in enumerate(end.contract.picture(end.state, None).geometry.names)}
    ply_cells = []
    for past_ply in end.past:
        cells = next((event.cells for event in past_ply.events if event.kind in TARGETS and event.cells), ("",))
        ply_cells.append(names.get(cells[-1], -1))
    return tuple(ply_cells)


def target(game: Game, action: int) -> int:
    """The cell that a ply of a rule value goes to, by its id: where it places, where it lands; -1 for other plies."""
    key, place = game.actions.split(action)
    form, cells = key[0], len(game.geometry.names)
    if form in ("cell", "lift"):
        return int(place)
    return int(place % cells) if form in ("move", "jump", "commit") else -1


def hidden_bits(position: Position, number: int) -> float | None:
    """How much is hidden from the player to move, in bits: the entropy of what stands on a cell, added up over the
    cells, found from some states drawn at random that agree with all he knows (with Miller and Madow's correction,
    1955). It is at least the logarithm of how many states there are as far as they are alike likely, and more where
    cells depend on each other. None where nothing can be drawn."""
    contract: Any = position.contract
    viewer = contract.to_move(position.state)
    if not hasattr(contract, "knowledge") or not hasattr(contract, "imagined"):
        return None
    rng = random.Random(f"{number}:{position.ply}:hidden")
    cells: dict[int, Counter[Any]] = {}
    try:
        knowledge = contract.knowledge(position.state, viewer)
        for _ in range(SAMPLES):
            state = contract.imagined(knowledge, rng)
            for stone in contract.picture(state, None).stones:
                cells.setdefault(stone.cell, Counter())[stone.side, stone.kind] += 1
    except LusoryError:
        return None
    return sum(entropy(counts, SAMPLES) for counts in cells.values())


def entropy(counts_by_piece: Counter[Any], samples: int) -> float:
    """The entropy of one cell, in bits; states missing in `counts_by_piece` had it empty."""
    counts = [n for n in (*counts_by_piece.values(), samples - counts_by_piece.total()) if n > 0]
    entropy = -sum(n / samples * math.log2(n / samples) for n in counts)
    return entropy + (len(counts) - 1) / (2 * samples * math.log(2))


def observe(number: int, start: Position, plies: Sequence[str], secrets: bool = False) -> Observed:
    """Replays a game from the texts of its plies. Raises IllegalPly."""
    watch, position = Watch(number, start, secrets), start
    for text in plies:
        after = position.play(text)
        if after.ply != position.ply + 1:
            raise LusoryError(f"ply {position.ply + 1}, {text[:60]}: expected one ply")
        watch.ply(position, after)
        position = after
    return watch.record(position)
