"""How well measures predict people's preferences: each measure alone, and the whole model of taste."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from .opinions import Vote
from .taste import FOLDS, MEASURES, folds, wilson

ALSO = ("lead change", "killer moves", "permanence", "completion")
"""Measures that the model of taste does not use."""
LUDI: dict[str, str] = {
    "skill": "depth",
    "drama": "drama",
    "uncertainty": "late uncertainty",
    "killer moves": "killer moves",
    "permanence": "permanence",
    "completion": "completion",
}
"""Criteria that went with what people liked in the study of Ludi's games (Browne 2008), by our nearest measure."""
LEAST = 10
"""Fewer votes say nothing of a measure."""


class Foretold(msgspec.Struct, frozen=True):
    """One measure. more: whether more of it is liked. right: the share of votes on games it had not seen that it
    foretold, with its 95 % interval low to high. votes: that could be foretold. ludi: the criterion of Ludi that it is
    nearest to."""

    measure: str
    more: bool
    right: float
    low: float
    high: float
    votes: int
    ludi: str

    @property
    def knows(self) -> bool:
        """Whether the measure foretells votes better than a coin."""
        return self.low > 0.5


def foretold(votes: Sequence[Vote], figures: Mapping[str, Mapping[str, float]]) -> list[Foretold]:
    """Each measure alone, the best first; those with fewer than LEAST votes are left out."""
    influences = [
        influence for name in (*MEASURES, *ALSO) if (influence := of_measure(name, votes, figures)) is not None
    ]
    return sorted(influences, key=lambda influence: (-influence.right, influence.measure))


def of_measure(name: str, votes: Sequence[Vote], figures: Mapping[str, Mapping[str, float]]) -> Foretold | None:
    """Whether votes follow one measure. Of each part of the games those votes with a game of it are foretold by the
    direction of the others."""
    gaps = {
        vote: value_of(name, figures[vote.better]) - value_of(name, figures[vote.worse])
        for vote in votes
        if measured(name, figures[vote.better]) and measured(name, figures[vote.worse])
    }
    hits, tried = 0.0, 0
    for unseen in folds({game for vote in gaps for game in (vote.better, vote.worse)}, FOLDS):
        sign = direction(gap for vote, gap in gaps.items() if not unseen & {vote.better, vote.worse})
        for vote, gap in gaps.items():
            if sign is not None and unseen & {vote.better, vote.worse}:
                hits += 0.5 if gap == 0 else float((gap > 0) == (sign > 0))
                tried += 1
    if len(gaps) < LEAST or not tried:
        return None
    low, high = wilson(hits / tried, min(tried, len(gaps)))
    larger_is_better = (direction(gaps.values()) or 0) > 0
    return Foretold(name, larger_is_better, hits / tried, low, high, len(gaps), LUDI.get(name, ""))


def direction(gaps: Iterable[float]) -> int | None:
    """Whether more gaps are above nought than below: 1 or -1; None where there are none of either."""
    signs = [(gap > 0) - (gap < 0) for gap in gaps]
    return (1 if sum(signs) >= 0 else -1) if any(signs) else None


def measured(name: str, figures: Mapping[str, float]) -> bool:
    """Whether there is a figure of this name."""
    return ("score" if name == "score off" else name) in figures


def value_of(name: str, figures: Mapping[str, float]) -> float:
    """The figure; of the first player's score how far it is from a half."""
    return abs(figures["score"] - 0.5) if name == "score off" else figures[name]
