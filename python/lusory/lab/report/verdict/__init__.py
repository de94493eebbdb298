"""The verdict in plain words: each sentence is a small function of figures, empty where they do not support one."""

from __future__ import annotations

from collections.abc import Callable

from ...figures import Measurement
from . import course, ends, openings, players, seats

Sentence = Callable[[Measurement], str]

SENTENCES: tuple[Sentence, ...] = (
    seats.who_wins,
    seats.draws,
    ends.end_sentence,
    ends.never,
    course.length,
    course.choices,
    course.forced,
    course.lead,
    course.drama,
    course.permanence,
    openings.settled_openings,
    course.skill,
    players.cut,
    players.who_played,
)


def sentences(measurement: Measurement) -> tuple[str, ...]:
    """All that can be said, the most important first."""
    return tuple(text for sentence in SENTENCES if (text := sentence(measurement)))
