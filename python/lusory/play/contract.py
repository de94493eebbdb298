"""The contract: the methods by which tools play a game, be it a rule value or a hand-written Python class.

Write a class with these members and every tool of lusory plays it: `lusory play file.py:function`, census,
records, drawing. States are opaque to the tools: any immutable, hashable value. Two states are equal exactly
when everything that can still matter is equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from lusory.rules.events import CHANCE, Event, Result, Witness
from lusory.rules.geometry import Geometry
from lusory.rules.picture import Picture, Stone

__all__ = ["CHANCE", "Contract", "Event", "Geometry", "Picture", "Result", "Stone", "Witness"]


@runtime_checkable
class Contract(Protocol):
    """The contract. Players are 0 (first), 1, ...; CHANCE (-1) is chance.

    A class may say more about its game; where it does not, the tools take what stands in brackets:
    `hidden: bool` whether there are secrets (if an event so far was one); `kinds: tuple[str, ...]` of piece (none);
    `counted: str` what `scores` are: `scores`, that is points, or `captured` pieces (points);
    `knowledge(state, viewer)` all that a player knows, as a value that holds nothing else (none);
    `imagined(knowledge, rng)` a state that agrees with it (none: players cannot reason about what is hidden);
    `seats(state)` the player of each side (the state's own `seats`, if it has any);
    `hands(state)` side, kind and number of the pieces in hand (none);
    `why_not(state, text)` why a text is no legal ply, as a text or a Phrase; `forbidden_by(state, text)` which part of
    the rules forbids it;
    `census(state, depth, turns, begun)` the rows of a census;
    `stored(state)` and `restored(stored)` a state as it is pickled, and back (the state itself).
    """

    name: str
    players: int
    num_actions: int

    def start(self) -> Any:
        """The state before the first ply (a chance ply, where the game opens with one)."""

    def to_move(self, state: Any) -> int:
        """Who plays the next ply: a player or CHANCE. Of a finished game: who would."""

    def legal(self, state: Any) -> Sequence[int]:
        """Ids of the legal plies, ascending, each below `num_actions`; empty exactly when the game is over."""

    def weights(self, state: Any) -> Sequence[int]:
        """For a chance ply: a positive whole weight for each of `legal(state)`."""

    def play(self, state: Any, action: int) -> tuple[Any, tuple[Event, ...]]:
        """The state after a legal ply and what it brought about, in order."""

    def result(self, state: Any) -> Result | None:
        """How the game ended, or None while it goes on."""

    def scores(self, state: Any) -> tuple[int, ...]:
        """Points (or captured pieces) a player, as the game counts them; zeros where it counts nothing."""

    def text(self, action: int) -> str:
        """The canonical text of a ply: no blank, one text one id (`b2-c3`)."""

    def printed(self, action: int) -> str:
        """The text as people print it (`b2 -> c3`)."""

    def turn_over(self, state: Any) -> bool:
        """True where a new turn begins (and at the start)."""

    def picture(self, state: Any, viewer: int | None) -> Picture:
        """What `viewer` may see; None is the referee, who sees all."""

    def information(self, state: Any, viewer: int) -> str:
        """The information state of a player: all that `viewer` knows, as text. Equal texts, equal knowledge.

        Those of rule values raise ValueError where there is no such player."""


def reference_of(contract: Any) -> Any:
    """The reference of a game: beside the engine's contract, or the contract itself."""
    return getattr(contract, "reference", contract)


def to_reference(contract: Any, state: Any) -> Any:
    """A state as the reference has it."""
    return contract.stored(state) if hasattr(contract, "stored") else state


def from_reference(contract: Any, state: Any) -> Any:
    """A state of the reference as the contract has it."""
    return contract.restored(state) if hasattr(contract, "restored") else state


def seats(contract: Contract, state: Any) -> tuple[int, ...] | None:
    """The player of each side, where the contract tells."""
    method = getattr(contract, "seats", None)
    players: tuple[int, ...] | None = getattr(state, "seats", None) if method is None else method(state)
    return players
