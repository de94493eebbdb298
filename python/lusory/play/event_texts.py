"""Events as sentences in the language of the reader. The reason of points and the facts of `Tell` come from the rules,
in English."""

from __future__ import annotations

from collections.abc import Callable

from ..rules.english import fact_told, player_name, why_earned
from ..rules.english.effects import captures_enclosed
from ..rules.english.grammar import Speech, a, count_phrase, number, plural
from ..rules.english.narration import announced_line
from ..rules.events import CHANCE, Event
from ..rules.game import Game
from ..texts import SOURCE, current, gettext, ngettext


def event_text(game: Game, event: Event, seats: tuple[int, ...] | None = None) -> str:
    """One event as a sentence. seats: the player of each side then, where sides may have been exchanged."""
    player_text = gettext("Chance") if event.player == CHANCE else player_name(event.player, seats, letters=False)
    template = EVENTS.get(event.kind)
    if template is None:
        return f"{player_text}: {event.kind} {' '.join(event.cells)}."
    values = {"player": player_text, "cells": list_cells(event.cells), "n": count(len(event.cells))}
    return template(game, event) % (values | pieces(game, event) | extra_values(game, event))


def extra_values(game: Game, event: Event) -> dict[str, str]:
    """Values that only some sentences have."""
    if event.kind == "move":
        return {"start": event.cells[0], "goal": event.cells[-1]}
    if event.kind == "earn":
        return {"n": count(event.amount)}
    if event.kind == "roll":
        return {"n": str(event.amount)}
    if event.kind == "announce":
        return {"label": announced_line(game.geometry, event.cells)[1]}
    if event.kind in ("mark", "unmark"):
        return {"mark": event.why[0][0]}
    return {"fact": fact_told(game, event.player)} if event.kind == "tell" else {}


def pieces(game: Game, event: Event) -> dict[str, str]:
    """What the pieces of an event are called: `some` (two stones), `these` (the stones), `These` where that is who does
    something, and `piece` alone."""
    name, n = event.piece or Speech(game).stone, 1 if event.kind == "move" else max(1, len(event.cells))
    if current() == SOURCE:
        definite = f"the {name if n == 1 else plural(name)}"
        indefinite = a(name) if n == 1 else count_phrase(n, name)
        return {"some": indefinite, "these": definite, "These": definite[:1].upper() + definite[1:], "piece": a(name)}
    if name == "stone":
        indefinite, definite = ngettext("a stone", "%(n)s stones", n), ngettext("the stone", "the stones", n)
        subject = ngettext("The stone", "The stones", n)
    elif name == "piece":
        indefinite, definite = ngettext("a piece", "%(n)s pieces", n), ngettext("the piece", "the pieces", n)
        subject = ngettext("The piece", "The pieces", n)
    else:
        indefinite = ngettext("a piece (%(piece)s)", "%(n)s pieces (%(piece)s)", n)
        definite = ngettext("the piece (%(piece)s)", "the pieces (%(piece)s)", n)
        subject = ngettext("The piece (%(piece)s)", "The pieces (%(piece)s)", n)
    values = {"n": str(n), "piece": kind_name(name)}
    return {
        "some": indefinite % values,
        "these": definite % values,
        "These": subject % values,
        "piece": values["piece"],
    }


def kind_name(kind: str) -> str:
    """A common kind of piece in the language; any other as the rules call it."""
    names_of_kind = KINDS.get(kind)
    return names_of_kind() if names_of_kind else kind


KINDS: dict[str, Callable[[], str]] = {
    "stone": lambda: gettext("stone"),
    "king": lambda: gettext("king"),
    "queen": lambda: gettext("queen"),
    "rook": lambda: gettext("rook"),
    "bishop": lambda: gettext("bishop"),
    "knight": lambda: gettext("knight"),
    "pawn": lambda: gettext("pawn"),
    "man": lambda: gettext("man"),
    "soldier": lambda: gettext("soldier"),
    "guard": lambda: gettext("guard"),
    "wall": lambda: gettext("wall"),
    "arrow": lambda: gettext("arrow"),
}


def count(n: int) -> str:
    """A number within a sentence: in English a word where it is small."""
    return number(n) if current() == SOURCE else str(n)


def list_cells(cells: tuple[str, ...]) -> str:
    """a1, b2 and c3."""
    if len(cells) < 2:
        return "".join(cells)
    return gettext("%(cells)s and %(last)s") % {"cells": ", ".join(cells[:-1]), "last": cells[-1]}


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
    return gettext("%(player)s places %(some)s on %(cells)s.")


def _capture(game: Game, event: Event) -> str:
    n = len(event.cells)
    text = ngettext("%(These)s on %(cells)s is captured.", "%(These)s on %(cells)s are captured.", n)
    if captures_enclosed(game):
        text = ngettext(
            "%(These)s on %(cells)s is captured: nothing next to it is empty.",
            "%(These)s on %(cells)s are captured: nothing next to them is empty.",
            n,
        )
    counts = event.amount != n
    return text + (" " + gettext("That counts as %(n)s.") % {"n": event.amount} if counts else "")


def _earn(game: Game, event: Event) -> str:
    if event.cells:
        text = ngettext(
            "%(player)s earns %(n)s point with %(cells)s.",
            "%(player)s earns %(n)s points with %(cells)s.",
            event.amount,
        )
    else:
        text = ngettext("%(player)s earns %(n)s point.", "%(player)s earns %(n)s points.", event.amount)
    reason = why_earned(game, event) if current() == SOURCE else ""
    return f"{text[:-1]}: {reason.replace('%', '%%')}." if reason else text


def _reveal(game: Game, event: Event) -> str:
    if not event.cells:
        return gettext("%(player)s reveals nothing.")
    return gettext("%(player)s reveals %(some)s on %(cells)s.")


def _tell(game: Game, event: Event) -> str:
    if fact_told(game, event.player):
        return gettext("Everybody is told: %(fact)s.")
    return gettext("%(player)s has something to tell.")


Template = Callable[[Game, Event], str]

EVENTS: dict[str, Template] = {
    "place": _place,
    "move": lambda game, event: gettext("%(player)s moves %(these)s on %(start)s to %(goal)s."),
    "capture": _capture,
    "flip": lambda game, event: ngettext(
        "%(These)s on %(cells)s turns over to %(player)s.",
        "%(These)s on %(cells)s turn over to %(player)s.",
        len(event.cells),
    ),
    "mark": lambda game, event: ngettext(
        "%(cells)s is marked: %(mark)s.", "%(cells)s are marked: %(mark)s.", len(event.cells)
    ),
    "unmark": lambda game, event: ngettext(
        "The mark on %(cells)s is taken off: %(mark)s.",
        "The marks on %(cells)s are taken off: %(mark)s.",
        len(event.cells),
    ),
    "promote": lambda game, event: gettext("There is now %(piece)s on %(cells)s."),
    "remove": lambda game, event: gettext("%(player)s takes %(these)s on %(cells)s off the board."),
    "earn": _earn,
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
