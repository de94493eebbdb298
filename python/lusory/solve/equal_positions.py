"""Which positions a proof may put for each other: equal ones; and where a lead decides the game and a position is its
pieces and last plies, also symmetric ones with no smaller lead.

What a player gains from a position on does not depend on what was gained before, nor does a symmetry of the rules
change it. So what is proven for one lead holds for every larger one.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from ..rules.game import Game
from ..rules.numbers import Captured, Score
from .board_image import BoardImage
from .lead import Lead, lead
from .reduction import part_that_counts


class KnownPosition(NamedTuple):
    """digest: the same for positions that differ in nothing but the lead, and for symmetric ones. ahead: by how much
    the player of the claim leads; 0 where the digest covers that."""

    digest: bytes
    ahead: int

    def covers(self, other: KnownPosition) -> bool:
        """Whether what is claimed here holds there, too."""
        return self.digest == other.digest and self.ahead <= other.ahead


class EqualPositions:
    """Tells which positions of a game are equal for a claim of a player."""

    def __init__(self, game: Game, player: int) -> None:
        self.game, self.player = game, player

    @cached_property
    def lead(self) -> Lead | None:
        """How a lead in points decides the game, where a position is its pieces and last plies."""
        found = lead(self.game)
        return found if found is not None and found.recent is not None and found.counter == "score" else None

    @cached_property
    def images(self) -> list[BoardImage]:
        """The symmetries that leave the sides as they are, with the identity."""
        cells = len(self.game.geometry.names)
        symmetries = self.lead.symmetries if self.lead else ()
        plain = (symmetry.cells for symmetry in symmetries if not symmetry.exchange)
        return [BoardImage(image) for image in (tuple(range(cells)), *plain)]

    def known(self, state: Any) -> KnownPosition:
        """A state of the reference, as a proof knows it."""
        if self.lead is None:
            return KnownPosition(digest(self.part_read(state)), 0)
        side = state.seats.index(self.player)
        return KnownPosition(self.digest_of_images(state), state.scores[side] - state.scores[1 - side])

    def digest_of_images(self, state: Any) -> bytes:
        """The digest of the least image of the pieces and of the last plies that count."""
        images, least = self.images, []
        for cells in reversed(state.pieces):
            mapped = [image.of(cells) for image in images]
            least.append(min(mapped))
            images = [image for image, found in zip(images, mapped, strict=True) if found == least[-1]]
        last = self.last_plies(state)
        plies = min(tuple(image.cells[cell] for cell in last) for image in images)
        is_over = state.result is not None
        return hashed((least, plies, state.side, state.seats, state.turn, state.agenda, is_over))

    def last_plies(self, state: Any) -> list[int]:
        """The cells of the last plies that count: of the side to move, then of the other one; newest first. The pieces
        say how many there are of each."""
        counts = self.lead.recent if self.lead and self.lead.recent else (0, 0)
        of_side: dict[int, list[int]] = {0: [], 1: []}
        for side, cell, _ in reversed(state.lasts):
            of_side[side].append(cell)
        return of_side[state.side][: counts[0]] + of_side[1 - state.side][: counts[1]]

    @cached_property
    def parts_read(self) -> dict[str, str]:
        """Numbers in a state of which the rules read nothing, or the margin alone: positions that differ in the rest
        are equal."""
        words = {"captured": Captured, "scores": Score}
        parts = {name: part_that_counts(self.game, word) for name, word in words.items()}
        return {name: part for name, part in parts.items() if part != "both"}

    def part_read(self, state: Any) -> Any:
        """The state without what the rules never read of its numbers."""
        values = {
            name: () if part == "neither" else (getattr(state, name)[0] - getattr(state, name)[1],)
            for name, part in self.parts_read.items()
        }
        return msgspec.structs.replace(state, **values) if values else state


def digest(state: Any) -> bytes:
    """A cryptographic digest of a state of the reference; equal states have equal digests."""
    fields = msgspec.structs.astuple(state)
    return hashed(tuple(sorted(field) if isinstance(field, frozenset) else field for field in fields))


def hashed(value: object) -> bytes:
    """A cryptographic digest of plain values."""
    return blake2b(repr(value).encode(), digest_size=16).digest()
