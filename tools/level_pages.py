"""Generates the page of the levels from players/data/levels.json."""

from __future__ import annotations

from collections.abc import Iterator

from lusory.players.levels import LEVELS, Level, LevelTable, load_levels

HEAD = """# Levels

<!-- made by `make docs` -->

`level:1` to `level:10` are for people. A level is a number of simulations and a share of plies made at random, never
a time: so it plays alike on every machine. The first should score 55 to 70 % against `random`, each of the others 60
to 75 % against the one below. These were found by matches, which this makes again (it goes on where games are missing;
a game whose entry in [levels.json](../python/lusory/players/data/levels.json) is deleted is begun anew). The limit
`--deepest` was 10, for susan and serendipity 10.5; where these had no level left, it was raised to 12.5 for the last:

    python -m tools.levels GAME --least 60 --most 80 --tries 5 --deepest 12.5

From level 3 on, plies made at random overlook neither a win within one turn nor, among at most a hundred plies, a loss
to the next turn, and no search of any level overlooks them. In some games that is worth far more than a level: nearly
random plies that shun such blunders score 83 to 98 % against level 2 of ndengrod, susan and serendipity.

    python -m tools.levels GAME --again --least 60 --most 60 --deepest 5

scores levels that there are again. A level that stands outside its band by the estimate is marked: no strength between
its neighbours was found that does better in so many games. Games that are not here share the table at the end, which
nobody has measured.
"""
BANDS = {1: (0.55, 0.70)}
BAND = (0.60, 0.75)


def page() -> str:
    """The page."""
    known = load_levels()
    whole = sorted((t for t in known.games.values() if len(t.levels) == LEVELS), key=lambda table: table.game)
    parts = [HEAD, *("\n".join(section(table)) for table in whole), "\n".join(section(known.default))]
    return "\n".join(parts)


def section(table: LevelTable) -> Iterator[str]:
    """One game."""
    yield f"## {table.game or 'All other games'}\n"
    if table.measured:
        yield f"{table.measured.partition(' (')[0]}.\n"
    yield "| level | simulations | random plies | scored against the one below (95 %) | games |"
    yield "| ---: | ---: | ---: | --- | ---: |"
    yield from (row(number, level) for number, level in enumerate(table.levels, 1))
    yield ""


def row(number: int, level: Level) -> str:
    """One level."""
    start = f"| {number} | {level.simulations} | {100 * level.random:.1f} % |"
    if level.beats is None:
        return f"{start} not measured | |"
    value, low, high = (100 * part for part in level.beats)
    least, most = BANDS.get(number, BAND)
    outside = "" if least <= level.beats[0] <= most else ", outside the band"
    return f"{start} {value:.1f} % ({low:.1f} to {high:.1f}){outside} | {level.games} |"
