"""Lists which games use which words, with the values of their options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from lusory.errors import LusoryError
from lusory.games import library_games, studied_games
from lusory.rules import REGISTRY, codec
from lusory.rules.game import Game
from lusory.rules.options import Definition, Heads, OneOf, Option, Whole


@cache
def users() -> dict[str, tuple[str, ...]]:
    """By the tag of each word, the names of the games whose rules use it: shipped games first, sorted by name."""
    games_by_word: dict[str, dict[str, None]] = {tag: {} for tag in REGISTRY}
    for definition in definitions():
        for tag in words_of(definition):
            games_by_word[tag][definition.name] = None
    return {tag: tuple(names) for tag, names in games_by_word.items()}


def definitions() -> list[Definition]:
    """The games that were studied, then those of the library, each by name."""
    return [definition for games in (studied_games(), library_games()) for _, definition in sorted(games.items())]


def words_of(definition: Definition) -> set[str]:
    """The words of a game and its variants. Arguments left at their defaults do not count."""
    return {tag for game in variants(definition) for tag in tags(codec.plain(game))}


def variants(definition: Definition) -> Iterator[Game]:
    """The game with its defaults, then with one option changed at a time."""
    yield definition.build()
    for option in definition.options:
        for value in values(option):
            try:
                yield definition.build(**{option.name: value})
            except LusoryError:
                continue  # a value that needs another option changed with it


def values(option: Option) -> Iterable[Any]:
    """Values of an option that may bring other words: every choice, the least number, and off."""
    reader = option.reader
    if isinstance(reader, OneOf):
        return reader.choices
    if isinstance(reader, Heads):
        return [*(f"{head}:{least}" for head, least in reader.least), "none"]
    if isinstance(reader, Whole):
        return [reader.low, *([0] if reader.off else [])]
    return []


def tags(data: Any) -> Iterator[str]:
    """Every tag of a word in decoded JSON."""
    if isinstance(data, dict):
        if "word" in data:
            yield data["word"]
        data = list(data.values())
    if isinstance(data, list):
        for part in data:
            yield from tags(part)


def once() -> dict[str, str]:
    """The words that only one game uses, each with that game."""
    return {tag: names[0] for tag, names in users().items() if len(names) == 1}
