"""The nearest known games of a game: by its rules, and by how it plays."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .._renamed import renamed_attribute
from ..errors import LusoryError
from ..lab.compare.differences import difference_lines, differences
from ..rules.game import Game
from .behaviour import behaviour, behaviour_distance, differs
from .canonical import key
from .distance import distance
from .founders import known_founders, unfit


class Neighbour(msgspec.Struct, frozen=True):
    """A known game. name: of it. distance: of the rules; 0 where these are equal but for order and symmetry. play: how
    differently it plays; None where one of both cannot be played so. differences: those of the rules in words, the
    known game first. figures: the numbers in which they differ most."""

    name: str
    distance: float
    play: float | None
    differences: tuple[str, ...] = msgspec.field(default=(), name="said")
    figures: tuple[str, ...] = ()

    said = renamed_attribute("Neighbour", "said", "differences")

    @property
    def equal(self) -> bool:
        """Whether the rules are equal."""
        return self.distance == 0


class Similar(msgspec.Struct, frozen=True):
    """The known games by each measure, the nearest first."""

    game: str
    by_rules: tuple[Neighbour, ...]
    by_play: tuple[Neighbour, ...]


def similar(game: Game, *, most: int = 5, games: Sequence[Game] | None = None) -> Similar:
    """The nearest of the known games, or of these. A game of the same name is not left out: it may have other options.

    >>> from lusory import load
    >>> similar(load("yavalath", size=4), most=1).by_rules[0].name
    'yavalath'
    """
    candidates = known_founders() if games is None else games
    neighbours = sorted(
        (neighbour(game, candidate) for candidate in candidates),
        key=lambda neighbour: (neighbour.distance, neighbour.name),
    )
    measured = sorted(
        (neighbour for neighbour in neighbours if neighbour.play is not None),
        key=lambda neighbour: (neighbour.play or 0.0, neighbour.name),
    )
    return Similar(game.name, tuple(neighbours[:most]), tuple(measured[:most]))


def neighbour(game: Game, other: Game) -> Neighbour:
    """Two games held against each other."""
    apart_by = 0.0 if key(game) == key(other) else distance(game, other)
    lines = tuple(difference_lines(differences(other, game)))
    behaviour_of_game, behaviour_of_other = figures_of(game), figures_of(other)
    if behaviour_of_game is not None and behaviour_of_other is not None:
        return Neighbour(
            other.name,
            apart_by,
            round(behaviour_distance(behaviour_of_game, behaviour_of_other), 6),
            lines,
            differs(behaviour_of_game, behaviour_of_other),
        )
    return Neighbour(other.name, apart_by, None, lines)


def figures_of(game: Game) -> dict[str, float] | None:
    """How a game plays; None where it is not for two, hides something, or cannot be played in the budgets."""
    try:
        return None if unfit(game) else behaviour(game)
    except LusoryError:
        return None
