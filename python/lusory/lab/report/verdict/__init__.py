"""The verdict in plain words: each sentence is a small function of figures, empty where they do not support one."""

from __future__ import annotations

from collections.abc import Callable

from ...figures import Measurement
from . import ends, length_and_skill, openings, players, seats

Sentence = Callable[[Measurement], str]

SENTENCES: tuple[Sentence, ...] = (
    seats.who_wins,
    seats.draws,
    ends.end_sentence,
    ends.never,
    length_and_skill.length,
    length_and_skill.choices,
    length_and_skill.forced_sentence,
    length_and_skill.lead,
    length_and_skill.drama,
    length_and_skill.permanence,
    openings.settled_openings,
    length_and_skill.skill,
    players.cut,
    players.who_played,
)


def sentences(measurement: Measurement) -> tuple[str, ...]:
    """All sentences that the figures support, the most important first."""
    return tuple(text for sentence in SENTENCES if (text := sentence(measurement)))
