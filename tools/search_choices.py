"""Writes python/lusory/players/data/search_choices.json: which search `best` is in games of the catalogue that nobody
measured. `python -m tools.search_choices` plays the matches that are missing; --again plays all of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from lusory import load
from lusory.games import catalogue
from lusory.players.levels import both_searches_play, load_best
from lusory.players.search_choice import FILE, SETTING, KeptChoices, SearchChoice, play_match
from lusory.rules.game import Game

PATH = Path(__file__).parent.parent / "python/lusory/players/data" / FILE


def unmeasured_games() -> Iterator[Game]:
    """The games of the catalogue, with their default options, for which `best` depends on a match."""
    measured = load_best().games
    for name in sorted(catalogue()):
        game = load(name)
        if both_searches_play(game) and game.hash not in measured:
            yield game


def main() -> None:
    """Play what is missing."""
    known = {} if "--again" in sys.argv[1:] or not PATH.exists() else known_choices()
    choices: dict[str, SearchChoice] = {}
    for game in unmeasured_games():
        choices[game.hash] = known.get(game.hash) or play_match(game)
        print(f"{game.name}: {choices[game.hash].text}", flush=True)
        write(choices | known)
    write(choices)


def known_choices() -> dict[str, SearchChoice]:
    """What is kept; nothing where it was played with another setting."""
    kept = msgspec.json.decode(PATH.read_bytes(), type=KeptChoices)
    return kept.choices if kept.setting == SETTING else {}


def write(choices: dict[str, SearchChoice]) -> None:
    """Keep these matches."""
    PATH.write_bytes(msgspec.json.format(msgspec.json.encode(KeptChoices(SETTING, choices)), indent=1) + b"\n")


if __name__ == "__main__":
    main()
