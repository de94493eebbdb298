"""The menu of games in the terminal."""

from __future__ import annotations

import difflib

from .arguments import told
from .screen import Screen


def choose(screen: Screen) -> str | None:
    """The name of a game; None when nobody wants one."""
    from ..games import catalogue

    games = sorted(catalogue().items())
    wide = max(len(name) for name, _ in games)
    screen.say("Which game?", "bold")
    screen.say()
    for number, (name, game) in enumerate(games, 1):
        screen.say(f"{number:>4}  {name:{wide}}  {told(game)}", indent=wide + 8)
    screen.say()
    screen.say(
        "A number or a name; Enter leaves. `lusory games` lists the options, `lusory play GAME -o ...` sets them."
    )
    names = [name for name, _ in games]
    while True:
        try:
            typed = screen.ask("game> ", names)
        except EOFError:
            return None
        if typed in ("", "q", "quit", "exit"):
            return None
        found = picked(typed, names)
        if found:
            return found
        screen.say(f"{typed}: no such game; a number from 1 to {len(names)}, or a name.", "red")


def picked(typed: str, names: list[str]) -> str | None:
    """By number, name, or what is near enough."""
    if typed.isascii() and typed.isdigit():
        return names[int(typed) - 1] if 1 <= int(typed) <= len(names) else None
    wanted = "-".join(typed.lower().replace("_", " ").split())
    begun = [name for name in names if name.startswith(wanted)]
    near = [wanted] if wanted in names else begun if len(begun) == 1 else difflib.get_close_matches(wanted, names, 1)
    return near[0] if near else None
