"""Player specs (`mcts:1000`): a kind and its argument after a colon; parsing and the registry of kinds.

A new kind of player is one file, which makes a PlayerKind, and one line in KINDS (players/__init__.py).
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ..errors import UnfitPlayer, UnknownPlayer
from .player import Player


def with_first(argument: str, limit: str) -> str:
    """The argument with this limit as its first part."""
    _, comma, rest = argument.partition(",")
    return f"{limit}{comma}{rest}"


class PlayerKind(NamedTuple):
    """A kind of player. name: the beginning of its specs. forms: valid specs that show how it is written. about: its
    description in one line. make: makes a player from the argument after the colon (empty where there is none) and the
    game; it raises UnknownPlayer for an argument it does not take. unfit: why a game cannot have it and what to use
    instead; empty where it can. timed: whether its choice depends on the speed of the machine, with this argument.
    remark: a remark for the user, for this argument and game. limits: the kinds of limit that its argument takes
    (`seconds`, `count`, `depth`). with_limit: the argument with another limit.
    """

    name: str
    forms: tuple[str, ...]
    about: str
    make: Callable[[str, Any], Player]
    unfit: Callable[[Any], str] = lambda game: ""
    timed: Callable[[str], bool] = lambda argument: argument.partition(",")[0].endswith("s")
    remark: Callable[[str, Any], str] = lambda argument, game: ""
    limits: tuple[str, ...] = ()
    with_limit: Callable[[str, str], str] = with_first

    def takes(self, limit: str) -> bool:
        """Whether the kind accepts this argument."""
        return limit in self.limits

    @property
    def plain(self) -> bool:
        """Whether the kind takes no argument."""
        return self.forms == (self.name,)


def _nobody(argument: str, game: Any) -> Player:
    raise UnknownPlayer("a person plays at the table (`lusory play`); expected a player of its own mind")


HUMAN = PlayerKind("human", ("human",), "a person at this table", _nobody)
"""A person at the keyboard; it chooses no plies itself."""


class Spec(NamedTuple):
    """A spec that was read."""

    text: str
    kind: PlayerKind
    argument: str

    @property
    def timed(self) -> bool:
        """Whether the choice depends on time, so that a seed does not determine it."""
        return self.kind.timed(self.argument)

    def remark(self, game: Any) -> str:
        """A remark for the user about the player in this game; empty if there is none."""
        return self.kind.remark(self.argument, game)

    def player(self, game: Any) -> Player:
        """A player of this kind. Raises UnknownPlayer for its argument, UnfitPlayer where the game cannot have it."""
        try:
            reason = self.kind.unfit(game)
            if not reason:
                return self.kind.make(self.argument, game)
        except UnknownPlayer as fault:
            text = str(fault)
            raise UnknownPlayer(text if text.startswith(self.text) else f"{self.text}: {text}") from None
        raise UnfitPlayer(f"{self.text}: {game.name or 'this game'} cannot have it: {reason}")


def read(text: str, kinds: Iterable[PlayerKind]) -> Spec:
    """Parses a spec. Raises UnknownPlayer, which lists the known kinds."""
    by_name = {kind.name: kind for kind in kinds}
    name, colon, argument = text.strip().partition(":")
    kind = by_name.get(name)
    if kind is None:
        suggestions = difflib.get_close_matches(name, by_name, 1)
        hint = f"did you mean {by_name[suggestions[0]].forms[0]}? " if suggestions else ""
        raise UnknownPlayer(f"{text}: no such player; {hint}expected one of {list_forms(by_name.values())}")
    if kind.plain == bool(colon):
        raise UnknownPlayer(f"{text}: no such player; expected {' or '.join(kind.forms)}")
    return Spec(text.strip(), kind, argument)


def list_forms(kinds: Iterable[PlayerKind]) -> str:
    """The forms of all kinds, as errors and helps list them."""
    return ", ".join(form for kind in kinds for form in kind.forms)
