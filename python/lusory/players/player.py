"""The base class of players, which choose plies from a view, and what they report of their choice."""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..play.position import Position
from ..play.program import contract_of
from ..play.view import View

if TYPE_CHECKING:
    from .analyse import Analysis


class Thought(NamedTuple):
    """What a player thought when it chose a ply. value: what the position is worth to it, 0 to 1. weighed: between how
    many plies it wavered, exp(H) with H the entropy of the shares of the search that went into each; None where it
    does not say. spread: how much the plies differ in value, the standard deviation over those that were looked at
    often enough to tell."""

    value: float
    weighed: float | None = None
    spread: float | None = None


def effective_choices(visits: Sequence[int]) -> float | None:
    """The effective number of choices of these visits: exp of the entropy of their shares."""
    total = sum(visits)
    shares = [count / total for count in visits if count] if total else []
    return math.exp(-sum(share * math.log(share) for share in shares)) if shares else None


OFTEN = 8
"""A ply that fewer simulations went through is not known well enough to have a value."""


def spread(plies: Iterable[tuple[int, float]]) -> float | None:
    """The standard deviation of the values of plies, each with its visits; None where fewer than two are known."""
    well_visited = [value for visits, value in plies if visits >= OFTEN]
    if len(well_visited) < 2:
        return None
    mean = math.fsum(well_visited) / len(well_visited)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in well_visited) / len(well_visited))


Seen = Position | View
"""What a player may see: of a game without secrets the Position, of others his View, and never a Position."""


class Player(ABC):
    """Chooses plies from what one player may see. It is made for one game and serves one seat at a time."""

    @abstractmethod
    def choose(self, seen: Seen, rng: random.Random) -> str | int:
        """One of the legal plies, as text or by its id. All chance comes from `rng`.

        What is seen is always for the player who is to move. A player that keeps something from ply to ply (a search
        tree, say) finds in `seen` what has been played since.
        """

    heeds_stop = False
    """Whether the player accepts a search without limit, until `stop`."""
    tell: Callable[[Analysis], None] | None = None
    """Receives what was found so far, periodically while `choose` runs, from players that support it."""

    thought: Thought | None = None
    """What it thought when it chose its last ply; None where it did not search, or does not say."""

    def stop(self) -> None:  # noqa: B027 - most players do not think for long
        """Called from another thread while `choose` runs: choose now, by what was found so far."""

    def begin(self) -> None:  # noqa: B027 - most players have nothing to forget
        """Starts a new game and forgets the last one. The same random numbers then make the same choices."""

    def close(self) -> None:  # noqa: B027 - nor to let go
        """Releases processes, files and memory; it is not used any more."""


def seen_by(position: Position, player: int) -> Seen:
    """The view of a position for a player."""
    return position.view(player) if position.hidden else position


def legal(seen: Seen) -> tuple[str | int, ...]:
    """The legal plies, in the order of their ids: by id, or as texts where that is all there is."""
    return seen.moves().ids if isinstance(seen, Position) else seen.moves


def imagine(seen: Seen, rng: random.Random) -> Position:
    """A position consistent with the player's knowledge: the position itself, or a sample."""
    return seen if isinstance(seen, Position) else seen.sample(rng)


def blind(game: Any) -> str:
    """Why a searching player cannot play a game; empty where it can."""
    contract = contract_of(game)
    if getattr(contract, "hidden", False) and not hasattr(contract, "imagined"):
        return "its class has no `knowledge` and `imagined`, which say what could be hidden; use random"
    return ""
