"""Generates the page of the levels from players/data/levels.json."""

from __future__ import annotations

from collections.abc import Iterator

from lusory.games import catalogue
from lusory.players.levels import LEVELS, Level, Levels, LevelTable, load_levels
from lusory.rules.game import Game

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
its neighbours was found that does better in so many games. Level 4 of ndengrod and of susan was chosen among some
strengths as the one that stands in its band and leaves level 5 in its own. Games that are not here share the table at
the end, which nobody has measured.

Where a [net comes with lusory](learning.md), level 10 searches with it so many plies deep, one after the other until it
scores 60 % against the level 10 that it replaces (`python -m tools.levels GAME --net --least 20 --most 20`; hex and y
with 60 games). So it stands further above level 9 than the other levels above theirs.
"""
BANDS = {1: (0.55, 0.70)}
BAND = (0.60, 0.75)


def page() -> str:
    """The page."""
    stored_levels = load_levels()
    full_tables = [(hash_, table) for hash_, table in stored_levels.games.items() if len(table.levels) == LEVELS]
    full_tables.sort(key=lambda entry: entry[1].game)
    sections = ("\n".join(section(table, stored_levels.nets.get(hash_))) for hash_, table in full_tables)
    parts = [HEAD, *sections, "\n".join(section(stored_levels.default)), *net_section(stored_levels)]
    return "\n".join(parts)


def section(table: LevelTable, top: Level | None = None) -> Iterator[str]:
    """One game."""
    yield f"## {table.game or 'All other games'}\n"
    if table.measured:
        yield f"{table.measured.partition(' (')[0]}.\n"
    yield "| level | simulations | random plies | scored against the one below (95 %) | games |"
    yield "| ---: | ---: | ---: | --- | ---: |"
    levels = table.levels if top is None else (*table.levels[:-1], top)
    yield from (row(number, level) for number, level in enumerate(levels, 1))
    yield ""


def net_section(stored_levels: Levels) -> Iterator[str]:
    """Level 10 of the games that have a net and no table of their own."""
    games = {name: definition.build() for name, definition in catalogue().items()}
    names = {game.hash: name for name, game in games.items() if isinstance(game, Game)}
    tops = sorted((names[hash_], top) for hash_, top in stored_levels.nets.items() if hash_ not in stored_levels.games)
    if not tops:
        return
    yield "## Level 10 with a net, in games that are not above\n"
    yield "| game | plies deep | scored against level 9 (95 %) | games |\n| --- | ---: | --- | ---: |"
    for name, top in tops:
        value, low, high = (100 * part for part in top.beats or (0.0, 0.0, 1.0))
        yield f"| {name} | {top.net} | {value:.1f} % ({low:.1f} to {high:.1f}) | {top.games} |"
    yield ""


def row(number: int, level: Level) -> str:
    """One level."""
    searched = f"net, {level.net} deep" if level.net else level.simulations
    start = f"| {number} | {searched} | {100 * level.random:.1f} % |"
    if level.beats is None:
        return f"{start} not measured | |"
    value, low, high = (100 * part for part in level.beats)
    least, most = BANDS.get(number, BAND)
    outside = "" if least <= level.beats[0] <= most else ", outside the band"
    return f"{start} {value:.1f} % ({low:.1f} to {high:.1f}){outside} | {level.games} |"
