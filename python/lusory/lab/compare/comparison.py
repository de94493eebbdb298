"""The result of a comparison: measurements side by side, the differences of their rules and of their figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from ...errors import LusoryError
from ...play.program import Program
from ...rules.expression_text import spell
from ...rules.game import Game
from ..figures import Measurement, Tabular
from ..quantities import Quantity, quantity
from .differences import Difference
from .gap import Gap

FORMAT, VERSION, KIND = "lusory", 1, "comparison"
_NAME = re.compile(r"[a-z][a-z ]*[a-z0-9]")


class Settle(msgspec.Struct, frozen=True, omit_defaults=True):
    """When to stop: as soon as it is certain which version has the greater figure, or, with a margin, that the
    difference is less than that.

    >>> Settle.read("draws=0.02")
    Settle(figure='draws', margin=0.02)
    """

    figure: str
    margin: float | None = None

    @classmethod
    def read(cls, text: str) -> Settle:
        """`draws` or `draws=0.02` (`draws=2%`)."""
        name, sign, number = (part.strip() for part in text.partition("="))
        name = name.lower().replace("_", " ").replace("-", " ")
        if not _NAME.fullmatch(name):
            raise LusoryError(f"{text}: expected a figure, or FIGURE=MARGIN, as in draws=0.02")
        if not sign:
            return cls(name)
        try:
            margin = float(number.removesuffix("%")) / (100 if number.endswith("%") else 1)
        except ValueError:
            margin = -1.0
        if not 0 < margin < 1e9:
            raise LusoryError(f"{text}: the margin is {number or 'nothing'}, expected a positive number")
        return cls(name, margin)

    def quantity(self, versions: Sequence[Game | Program]) -> Quantity:
        """The quantity to be settled. Raises LusoryError where it is no number of each game."""
        ends = [spell(end) for version in versions if isinstance(version, Game) for end in version.ends]
        try:
            return quantity(self.figure, versions[0].players, ends)
        except LusoryError as fault:
            raise LusoryError(f"settle: {fault}") from None

    def decided(self, gap: Gap) -> bool:
        """Whether the gap is decided: more games are not needed."""
        if gap.low is None or gap.high is None:
            return False
        return gap.settled or self.alike(gap)

    def alike(self, gap: Gap) -> bool:
        """Whether the versions are known to differ by less than the margin."""
        within = self.margin is not None and gap.low is not None and gap.high is not None
        return bool(within and -self.margin < gap.low and gap.high < self.margin)  # type: ignore[operator]


class Comparison(Tabular, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Versions of a game, or several games, side by side.

    names: of the versions. versions: what was measured of each. changes: how the rules of each differ from those of
    the first (of which there are none). gaps: by how much each figure differs from that of the first; the intervals of
    a figure hold together for all versions with 95 %, each figure for itself. settle: the figure that decided when to
    stop. notes: remarks for the reader.
    """

    names: tuple[str, ...]
    versions: tuple[Measurement, ...]
    changes: tuple[tuple[Difference, ...], ...] = ()
    gaps: tuple[Gap, ...] = ()
    player: str
    seed: int = 0
    games: int
    settle: Settle | None = None
    command: str = ""
    lusory: str = ""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()

    def gap(self, figure: str, version: int = 1) -> Gap:
        """The difference of a figure; one without a value where there is none."""
        matching = (gap for gap in self.gaps if (gap.figure, gap.version) == (figure, version))
        return next(matching, Gap(figure, version, why="not measured"))

    def json(self) -> bytes:
        """The comparison as stored JSON."""
        head = {"format": FORMAT, "version": VERSION, "kind": KIND}
        return msgspec.json.encode(head | msgspec.to_builtins(self))

    def to_dict(self) -> list[dict[str, Any]]:
        """The gaps, a dictionary each."""
        return [{"name": self.names[gap.version]} | msgspec.structs.asdict(gap) for gap in self.gaps]

    def chart(self, name: str) -> Any:
        """A chart of one figure of all versions (`draws`), as an object of altair."""
        from .. import report

        return report.chart(self, name)
