"""The class Study: a question, versions of a game, players, and functions that make sentences of figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ...play.catalogue import load
from ...rules.game import Game

if TYPE_CHECKING:
    from ..figures import FigureTable
    from .results import StudyResults
    from .run import StudyRun

LIMIT = 2000
"""After so many plies a game is cut off."""


class Version(NamedTuple):
    """A version of the game. label: as tables have it. options: of the rules. change: a further change of the rules,
    where no option exists; text: that in words."""

    label: str
    options: Mapping[str, str] = MappingProxyType({})
    change: Callable[[Game], Game] | None = None
    text: str = ""

    def rules(self, name: str) -> Game:
        """Its rules."""
        game: Any = load(name, **self.options)
        return game if self.change is None else self.change(game)


class Contender(NamedTuple):
    """A player of the study, in every seat. label: as tables have it. spec: of the player, never a timed one. games: of
    each version. opening: random plies before it begins, so that deterministic players play different games; the rest
    of that turn is random, too. versions: labels of those it plays; all where there is none. limit: games are cut off
    after so many plies."""

    label: str
    spec: str
    games: int
    opening: int = 0
    versions: tuple[str, ...] = ()
    limit: int = LIMIT

    def plays(self, version: Version) -> bool:
        """Whether the result is measured in this version."""
        return not self.versions or version.label in self.versions


class Probe(NamedTuple):
    """An additional measurement. name: of its table. about: the text above the table on the page. run: makes the
    table."""

    name: str
    about: str
    run: Callable[[StudyRun], FigureTable]


class StudyPlot(NamedTuple):
    """A picture. name: of its file. about: its caption and text alternative. draw: an SVG."""

    name: str
    about: str
    draw: Callable[[StudyResults], str]


Tell = Callable[["StudyResults"], Sequence[str]]
"""A function that makes sentences from results."""


class Study(NamedTuple):
    """A question about a game, and how it is measured.

    name: of the study and of its page. game: which. question: what the designer wrote, and what we ask. columns: the
    figures of the main table. answer: two or three sentences, first on the page. details: a paragraph each. sentence:
    the result in one sentence. mind: what would change it. notes: conditions of the figures, besides the players.
    """

    name: str
    game: str
    title: str
    question: str
    versions: tuple[Version, ...]
    contenders: tuple[Contender, ...]
    columns: tuple[str, ...]
    answer: Tell
    sentence: Callable[[StudyResults], str]
    mind: Tell
    details: Tell = lambda results: ()
    probes: tuple[Probe, ...] = ()
    plots: tuple[StudyPlot, ...] = ()
    notes: tuple[str, ...] = ()

    def version(self, label: str) -> Version:
        """The version of this label."""
        return next(version for version in self.versions if version.label == label)

    def contender(self, label: str) -> Contender:
        """The contender of this label."""
        return next(contender for contender in self.contenders if contender.label == label)

    @property
    def cells(self) -> tuple[tuple[Version, Contender], ...]:
        """The pairs of version and player that are measured."""
        return tuple((v, c) for v in self.versions for c in self.contenders if c.plays(v))
