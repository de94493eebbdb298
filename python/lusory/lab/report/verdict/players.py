"""Sentences of the verdict on what the players mean for the figures."""

from __future__ import annotations

from ...._counts import count_phrase
from ...chance_plies import begins_with_chance, has_chance
from ...figures import Measurement
from .. import numbers
from ..rules import game_of

BIASED = 0.01
"""Where more games were cut, figures lean towards short games."""
RECORDS = "records"
"""The player of measurements of stored games."""
NAMED = 4
"""So many players of stored games are named."""
CAUTION = "others may find another game in it"


def cut(m: Measurement) -> str:
    """A sentence about games that were cut off."""
    if not m.cut:
        return ""
    share = m.cut / max(1, m.games)
    warn = "; all figures lean towards short games" if share > BIASED else ""
    were = f"{count_phrase(m.cut, 'game')} of {m.games:,} {'was' if m.cut == 1 else 'were'}"
    return f"{were} cut as too long and {'counts' if m.cut == 1 else 'count'} for no result or length{warn}."


def people(m: Measurement) -> str:
    """Who played, as a line says it: `by random players`."""
    if m.player == RECORDS:
        names = numbers.join_list(m.recorded) if 0 < len(m.recorded) <= NAMED else ""
        return "from records" + (f", by {names}" if names else "")
    return "by random players" if are_random(m) else f"by {m.players}"


def who_played(m: Measurement) -> str:
    """A sentence about how well the figures represent good play."""
    if m.player == RECORDS:
        return who_was_recorded(m)
    if are_random(m):
        return "The players were random; this says little about good play."
    if m.second:
        warn = "random plies say little about good play" if "random" in (m.player, m.second) else CAUTION
        return f"First was {m.player}, Second {m.second}; {warn}."
    count = player_count(m)
    were = {1: "The player was", 2: "Both players were"}.get(count, f"All {numbers.small(count)} players were")
    return f"{were} {m.player}; {CAUTION}."


def who_was_recorded(m: Measurement) -> str:
    """The same of stored games."""
    if not m.recorded:
        return "These are stored games; who played them is not in them."
    if are_random(m):
        return "These are stored games of random players; this says little about good play."
    if len(m.recorded) > NAMED:
        return f"These are stored games of {len(m.recorded):,} players, of whatever strength they are."
    return f"These are stored games of {numbers.join_list(m.recorded)}; {CAUTION}."


def are_random(m: Measurement) -> bool:
    """Whether every player played at random."""
    return m.recorded == ("random",) or (is_random(m.player) and not m.second)


def opens_at_random(m: Measurement) -> bool:
    """Whether first plies were random; then how often each came says nothing about the game."""
    return m.recorded == ("random",) or is_random(m.player)


def opens_by_chance(m: Measurement) -> bool:
    """Whether first plies were chance's: nobody chose them."""
    game = game_of(m)
    return game is not None and has_chance(game) and begins_with_chance(game)


def is_random(spec: str) -> bool:
    """Whether a player is random."""
    return spec.partition(":")[0].partition(",")[0] == "random"


def player_count(m: Measurement) -> int:
    """How many players the game has."""
    game = game_of(m)
    return game.players if game else sum(figure.name.startswith("player ") for figure in m.figures) or 2
