"""The menu of games in the terminal."""

from __future__ import annotations

import difflib

from ..texts import gettext
from .screen import Screen


def choose(screen: Screen) -> str | None:
    """Ask for a game: its name, or None when the person leaves the menu."""
    from ..games import catalogue

    games = sorted(catalogue().items())
    wide = max(len(name) for name, _ in games)
    screen.say(gettext("Which game?"), "bold")
    screen.say()
    for number, (name, game) in enumerate(games, 1):
        screen.say(f"{number:>4}  {name:{wide}}  {game.summary}", indent=wide + 8)
    screen.say()
    screen.say(
        gettext(
            "A number or a name; Enter leaves. `lusory games` lists the options, `lusory play GAME -o ...` sets them."
        )
    )
    names = [name for name, _ in games]
    while True:
        try:
            typed = screen.ask("game> ", names)
        except EOFError:
            return None
        if typed in ("", "q", "quit", "exit"):
            return None
        choice = match_game(typed, names)
        if choice:
            return choice
        refusal = gettext("%(text)s: no such game; a number from 1 to %(n)s, or a name.")
        screen.say(refusal % {"text": typed, "n": len(names)}, "red")


def match_game(typed: str, names: list[str]) -> str | None:
    """The game meant by a number, a name, the beginning of a name, or a similar name; None if there is none."""
    if typed.isascii() and typed.isdigit():
        return names[int(typed) - 1] if 1 <= int(typed) <= len(names) else None
    from ..games import names as all_names
    from ..games import plain_name

    by_name, typed_name = all_names(), plain_name(typed)
    if typed_name in by_name:
        return by_name[typed_name]
    matches = {by_name[name] for name in by_name if typed_name and name.startswith(typed_name)}
    suggestions = (
        list(matches)
        if len(matches) == 1
        else [by_name[name] for name in difflib.get_close_matches(typed_name, by_name, 1)]
    )
    return suggestions[0] if suggestions else None
