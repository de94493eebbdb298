"""The mail about a game: its rules and how a challenge to it is written."""

from __future__ import annotations

from ...games import catalogue
from ...rules.options import text_of
from ...texts import gettext


def game_sheet(name: str, sheet: str) -> list[str]:
    """The lines of an answer to `GAME help`. sheet: the rules as text."""
    options = catalogue()[name].options
    listed = " ".join(f"-{option.name}={text_of(option.default)}" for option in options)
    options_line = (
        gettext("Options of %(command)s: %(options)s") if listed else gettext("%(command)s takes no options.")
    )
    values = {"command": f"{name} challenge", "options": listed}
    return [*sheet.strip().split("\n"), "", options_line % values, ""]
