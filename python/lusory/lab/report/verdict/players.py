"""Sentences of the verdict on what the players mean for the figures."""

from __future__ import annotations

from ...._counts import count_phrase
from ...figures import Measurement

BIASED = 0.01
"""Where more games were cut, figures lean towards short games."""


def cut(m: Measurement) -> str:
    """A sentence about games that were cut off."""
    if not m.cut:
        return ""
    share = m.cut / max(1, m.games)
    warn = "; all figures lean towards short games" if share > BIASED else ""
    were = f"{count_phrase(m.cut, 'game')} of {m.games:,} {'was' if m.cut == 1 else 'were'}"
    return f"{were} cut as too long and {'counts' if m.cut == 1 else 'count'} for no result or length{warn}."


def who_played(m: Measurement) -> str:
    """A sentence about how well the figures represent good play."""
    kind = m.player.partition(":")[0].partition(",")[0]
    if kind == "random":
        return "The players were random; this says little about good play."
    if kind == "records":
        return "These are games that people played, of whatever strength they are."
    return f"Both players were {m.player}; others may find another game in it."
