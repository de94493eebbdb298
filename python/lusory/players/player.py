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
    """A player's evaluation when it chose a ply. value: of the position for it, 0 to 1. weighed: the effective number
    of plies considered, exp(H) with H the entropy of the shares of the search that went into each; None where it
    reports none. spread: the standard deviation of the values of the plies that were visited often enough."""

    value: float
    weighed: float | None = None
    spread: float | None = None


def effective_choices(visits: Sequence[int]) -> float | None:
    """The effective number of choices of these visits: exp of the entropy of their shares."""
    total = sum(visits)
    shares = [count / total for count in visits if count] if total else []
    return math.exp(-sum(share * math.log(share) for share in shares)) if shares else None


OFTEN = 8
"""A ply with fewer simulations has no value, since it would be too uncertain."""


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
        """One of the legal plies, as text or by its id. All randomness comes from `rng`. `seen` is always that of the
        player to move. A player that keeps something between plies (for example a search tree) finds in `seen` the
        plies played since.
        """

    heeds_stop = False
    """Whether the player accepts a search without limit, until `stop`."""
    tell: Callable[[Analysis], None] | None = None
    """Receives what was found so far, periodically while `choose` runs, from players that support it."""

    thought: Thought | None = None
    """What it thought when it chose its last ply; None where it did not search, or does not say."""

    def stop(self) -> None:  # noqa: B027 - most players do not think for long
        """Called from another thread while `choose` runs: it must choose now, by the results so far."""

    def begin(self) -> None:  # noqa: B027 - most players have nothing to forget
        """Starts a new game and forgets the last one. The same random numbers then make the same choices."""

    def close(self) -> None:  # noqa: B027 - nor to let go
        """Releases processes, files and memory; called when the player is no longer used."""


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
