"""Warnings of `lusory check` about a turn: parts that no random game offered, and words that stand for nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._counts import count_phrase

if TYPE_CHECKING:
    from ..play.position import Position
    from ..reference.offered_ply import OfferedPly
    from ..reference.places import Key, OfferingPlace

CLOSELY = 20
"""The number of games in which every position is looked at; after them only for what is missing."""
MANY = 1000
"""The number of positions that are as good as enough games."""


def unset_words(game: Any) -> Iterator[str]:
    """Warnings about words of earlier plies where no ply of the turn comes before that gives them a meaning."""
    from ..rules import earlier_plies
    from ..rules.expression_text import spell

    for path, word in earlier_plies.unset_words(game):
        own = "; in `needs` it is of the ply itself" if isinstance(word, earlier_plies.PLY) else ""
        yield f"{path}: {spell(word)} is nothing here: it is of an earlier ply of the turn, and none can set it{own}"


def empty_places(game: Any) -> Iterator[str]:
    """Warnings about rows, columns, corners and edges that a board does not have: such a set is empty."""
    from ..rules import cells
    from ..rules.expression_text import spell
    from ..rules.traversal import walk

    geometry = game.geometry
    places = {cells.Row: "rows", cells.Column: "columns", cells.Corners: "corners", cells.Edges: "edges"}
    for path, word in walk(game):
        if (name := places.get(type(word))) and not getattr(geometry, name):
            yield f"{path}: {spell(word)} is empty: the board has no {name}"


class Offers:
    """What the parts of a turn offer in random games. seconds: the time to look, 0 for no limit."""

    def __init__(self, game: Any, seconds: float) -> None:
        from ..play.contract import reference_of
        from ..play.program import contract_of
        from ..reference.places import offering_places

        self.game, self.seconds, self.spent = game, seconds, 0.0
        self.reference = reference_of(contract_of(game))
        self.places: dict[Key, list[OfferingPlace]] = {}
        for place in offering_places(self.reference.tables):
            self.places.setdefault(place.key, []).append(place)
        self.offered: set[Key] = set()
        self.hidden: dict[Key, tuple[Key, int]] = {}
        self.games = self.positions = 0

    def wants(self, game: int) -> bool:
        """Whether to look at this game, counted from 0: all before it were seen to their end, and there is time."""
        has_time = not self.seconds or self.spent < self.seconds
        return has_time and self.games == game and (game < CLOSELY or len(self.offered) < len(self.places))

    def look(self, position: Position) -> None:
        """Note which part of the turn offers which ply; of two that offer the same ply the first counts."""
        from ..play.contract import to_reference

        started = time.monotonic()
        first: dict[int, OfferedPly] = {}
        for option in self.reference.offers(to_reference(position.contract, position.state)):
            if option.word is not None:
                self._note(option, first.setdefault(option.id, option))
        self.positions += 1
        self.spent += time.monotonic() - started

    def _note(self, option: OfferedPly, counts: OfferedPly) -> None:
        from ..reference.places import key_of_offer

        key, other = key_of_offer(option), key_of_offer(counts)
        if key == other or (option.agenda == counts.agenda and effects_of(option) == effects_of(counts)):
            self.offered.add(key)
        else:
            self.hidden.setdefault(key, (other, option.id))

    def warnings(self, enough: int) -> Iterator[str]:
        """A warning for each part of which no ply was on offer, or of which some count as another part's. enough: the
        games from which something that never occurred gets a warning."""
        if self.games < enough and self.positions < MANY:
            return
        texts = clauses(self.game)
        for key, places in self.places.items():
            missing = key not in self.offered
            if (missing and not self._comes_late(places[0])) or (not missing and key in self.hidden):
                yield self._warning(key, places[0], texts)

    def _comes_late(self, place: OfferingPlace) -> bool:
        """Whether it comes after a step of which nothing was on offer either."""
        return any(not self._reached(before) for before in place.after)

    def _reached(self, path: str) -> bool:
        return any(
            key in self.offered
            for key, places in self.places.items()
            for place in places
            if f"{place.path}.".startswith(f"{path}.")
        )

    def _warning(self, key: Key, place: OfferingPlace, texts: dict[str, str]) -> str:
        from ..rules.expression_text import spell

        text = texts.get(place.path) or texts.get(place.path.removesuffix(".ply")) or spell(place.word)
        never = key not in self.offered
        said = f"{place.path} was never on offer in {count_phrase(self.positions, 'position')}" if never else place.path
        if key not in self.hidden:
            return f'{said}: "{text}"'
        other, ply = self.hidden[key]
        hides = (
            f"where {self.places[other][0].path} offers the same ply, as {self.reference.text(ply)}, that one counts"
        )
        return f'{said}: {hides}: "{text}"'


def effects_of(option: OfferedPly) -> Any:
    """What this ply does: the piece jumped over, if it is captured, and the effects of its word alone."""
    word = option.word
    over = option.over if getattr(word, "captures", True) else -1
    return getattr(word, "then", ()), over


def clauses(game: Any) -> dict[str, str]:
    """What the rules sheet says of each part of the turns, by path."""
    from ..rules.english.sheet_text import sheet

    return {clause.path: clause.text for section in sheet(game).sections for clause in reversed(section.clauses)}
