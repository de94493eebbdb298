"""Games that the vocabulary was not designed for: tests of its words and of the rules sheets."""

from __future__ import annotations

from functools import cache

from lusory.games import Definition, library_games

NAMES = (
    *("alquerque", "bagh-chal", "chess", "chomp", "dobutsu-shogi", "dodgem", "fox-and-geese", "hasami-shogi", "isola"),
    *("jeson-mor", "mu-torere", "neutron", "order-and-chaos", "oware", "shogi-without-drops", "snort", "tablut"),
    *("teeko", "yote"),
)


@cache
def own_games() -> dict[str, Definition]:
    """All of them, by name."""
    return {name: library_games()[name] for name in NAMES}
