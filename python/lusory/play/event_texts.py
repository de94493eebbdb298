"""Events as sentences in the languages of the catalogue other than English, which the rules speak themselves. What the
rules alone can say (facts that are told, names of pieces) stays as they say it."""

from __future__ import annotations

from collections.abc import Callable

from ..rules.effects import Tell
from ..rules.english.grammar import Speech
from ..rules.english.narration import announced_line, phrase
from ..rules.events import Event
from ..rules.game import Game
from ..rules.traversal import words
from ..texts import gettext, ngettext


def event_text(game: Game, event: Event, who: str) -> str | None:
    """The sentence in the language of whoever is served; None of an event that has none. who: the player's name."""
    tell = NAMED.get(event.kind) if event.piece else None
    tell = tell or EVENTS.get(event.kind)
    if tell is None:
        return None
    values = {"player": who, "cells": listed(event.cells), "n": len(event.cells), "piece": event.piece}
    return tell(game, event) % (values | more(game, event))


def more(game: Game, event: Event) -> dict[str, object]:
    """Values that only some sentences have."""
    if event.kind == "move":
        return {"start": event.cells[0], "goal": event.cells[-1]}
    if event.kind in ("earn", "roll"):
        return {"n": event.amount}
    if event.kind == "announce":
        return {"label": announced_line(game.geometry, event.cells)[1]}
    if event.kind == "promote":
        return {"piece": event.piece or Speech(game).stone}
    return {"fact": fact_of(game)} if event.kind == "tell" else {}


def listed(cells: tuple[str, ...]) -> str:
    """a1, b2 and c3."""
    if len(cells) < 2:
        return "".join(cells)
    return gettext("%(cells)s and %(last)s") % {"cells": ", ".join(cells[:-1]), "last": cells[-1]}


def fact_of(game: Game) -> str:
    """What the game tells everybody, in the words of the rules; empty where it is not always the same."""
    facts = [word for word in words(game.effects) if isinstance(word, Tell)]
    return phrase(facts[0].fact, game, condition=True) if len(facts) == 1 else ""


def _announce(game: Game, event: Event) -> str:
    kind = announced_line(game.geometry, event.cells)[0]
    if kind == "row":
        return gettext("%(player)s announces row %(label)s.")
    if kind == "column":
        return gettext("%(player)s announces column %(label)s.")
    return gettext("%(player)s announces %(cells)s.")


def _place(game: Game, event: Event) -> str:
    if Speech(game).fills:
        return gettext("%(player)s fills %(cells)s.")
    return ngettext(
        "%(player)s places a stone on %(cells)s.", "%(player)s places %(n)s stones on %(cells)s.", len(event.cells)
    )


def _capture(game: Game, event: Event) -> str:
    text = ngettext("The stone on %(cells)s is captured.", "The stones on %(cells)s are captured.", len(event.cells))
    counts = event.amount != len(event.cells)
    return text + (" " + gettext("That counts as %(n)s.") % {"n": event.amount} if counts else "")


def _flip(game: Game, event: Event) -> str:
    return ngettext(
        "The stone on %(cells)s turns over to %(player)s.",
        "The stones on %(cells)s turn over to %(player)s.",
        len(event.cells),
    )


def _remove(game: Game, event: Event) -> str:
    return ngettext(
        "%(player)s takes the stone on %(cells)s off the board.",
        "%(player)s takes the stones on %(cells)s off the board.",
        len(event.cells),
    )


def _reveal(game: Game, event: Event) -> str:
    if not event.cells:
        return gettext("%(player)s reveals nothing.")
    return ngettext(
        "%(player)s reveals a stone on %(cells)s.", "%(player)s reveals %(n)s stones on %(cells)s.", len(event.cells)
    )


def _tell(game: Game, event: Event) -> str:
    return gettext("Everybody is told: %(fact)s.") if fact_of(game) else gettext("%(player)s has something to tell.")


Template = Callable[[Game, Event], str]

EVENTS: dict[str, Template] = {
    "place": _place,
    "move": lambda game, event: gettext("%(player)s moves the stone on %(start)s to %(goal)s."),
    "capture": _capture,
    "flip": _flip,
    "promote": lambda game, event: gettext("Now there is on %(cells)s: %(piece)s."),
    "remove": _remove,
    "earn": lambda game, event: ngettext(
        "%(player)s earns %(n)s point.", "%(player)s earns %(n)s points.", event.amount
    ),
    "commit": lambda game, event: gettext("%(player)s secretly aims at %(cells)s."),
    "announce": _announce,
    "reveal": _reveal,
    "fail": lambda game, event: gettext("The move of %(player)s fails: %(cells)s is taken."),
    "tell": _tell,
    "show": lambda game, event: gettext("%(player)s shows the target %(cells)s."),
    "swap": lambda game, event: gettext("%(player)s swaps sides."),
    "keep": lambda game, event: gettext("%(player)s keeps the sides as they are."),
    "pass": lambda game, event: gettext("%(player)s passes."),
    "end": lambda game, event: gettext("%(player)s ends the turn."),
    "roll": lambda game, event: gettext("The die shows %(n)s."),
    "out": lambda game, event: gettext("%(player)s has lost and is out of the game."),
    "again": lambda game, event: gettext("%(player)s has another turn."),
    "skip": lambda game, event: gettext("%(player)s cannot move and is skipped."),
}
NAMED: dict[str, Template] = {
    "place": lambda game, event: gettext("%(player)s places on %(cells)s: %(piece)s."),
    "move": lambda game, event: gettext("%(player)s moves from %(start)s to %(goal)s: %(piece)s."),
    "capture": lambda game, event: gettext("Captured on %(cells)s: %(piece)s."),
    "remove": lambda game, event: gettext("%(player)s takes off the board on %(cells)s: %(piece)s."),
    "reveal": lambda game, event: gettext("%(player)s reveals on %(cells)s: %(piece)s."),
}
"""Of pieces with names, which have no grammar in other languages."""
