"""Bodies of requests, validated as they are decoded: unknown fields and wrong types are refused with their path."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ..conditional_moves import LENGTH, LINES
from ..table import Clock

Name = Annotated[str, Meta(max_length=40)]
Player = Annotated[int, Meta(ge=0, le=3)]
Short = Annotated[str, Meta(max_length=20)]
Text = Annotated[str, Meta(max_length=500)]


class RequestBody(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A body of JSON."""


class Rules(RequestBody, frozen=True):
    """game: a name from /api/games, with its options; or value: a rule value as JSON."""

    game: Annotated[str, Meta(max_length=200)] = ""
    options: dict[str, str | int | float | bool] = {}
    value: dict[str, Any] | None = None


class RulesToVary(Rules, frozen=True):
    """game, options or value: as in Rules. goal: what the variations should meet, as for `lusory vary`, or empty."""

    goal: Annotated[str, Meta(max_length=200)] = ""


class RulesDraft(RequestBody, frozen=True):
    """source: rules in Python or as JSON; or game: one of the catalogue to begin with, with its options."""

    source: Annotated[str, Meta(max_length=1_000_000)] | None = None
    game: Annotated[str, Meta(max_length=200)] = ""
    options: dict[str, str | int | float | bool] = {}


class NewTable(RequestBody, frozen=True):
    """game, options or value: as in Rules. seats: for each player `human`, `open` (any visitor) or the spec of a
    player; left out, the first is human and the others are level:3. names: what they call themselves. mine: the seats
    that the creator takes. clock: none if left out. plies: the game begins after these. seed: machines draw from it.
    shared: all people sit before this screen. listed: may everybody find it; left out, only where somebody may still
    come or nobody but machines plays. rated:
    whether the game counts. Only against levels of the machine, for who has an account."""

    game: Annotated[str, Meta(max_length=200)] = ""
    options: dict[str, str | int | float | bool] = {}
    value: dict[str, Any] | None = None
    seats: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=4)] = []
    names: Annotated[list[Name], Meta(max_length=4)] = []
    mine: Annotated[list[Player], Meta(max_length=4)] | None = None
    clock: Clock | None = None
    plies: Annotated[list[Text], Meta(max_length=5000)] = []
    seed: Annotated[int, Meta(ge=0, le=2**62)] | None = None
    shared: bool = False
    listed: bool | None = None
    rated: bool = False


class NewPly(RequestBody, frozen=True):
    """ply: the number of the ply that is to be made, from 1. text: canonical, or as people type it. eyes: the seat to
    see the reply as, for callers with several. request: a number of the client's own for this ply, drawn at random:
    however often it is sent, the ply is played once."""

    ply: Annotated[int, Meta(ge=1, le=1_000_000)]
    text: Text
    eyes: Player | None = None
    request: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class Act(RequestBody, frozen=True):
    """ply: after how many plies this is meant. act: one of `can` of the table. player, text: for `sit` and `name`."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000)]
    act: Annotated[str, Meta(max_length=40)]
    eyes: Player | None = None
    player: Player | None = None
    text: Name = ""


class Say(RequestBody, frozen=True):
    """A line of the chat."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Notes(RequestBody, frozen=True):
    """Own marks and notes by cell, and one for the whole table; visible to the seat's holder alone."""

    cells: Annotated[dict[Short, Annotated[str, Meta(max_length=200)]], Meta(max_length=4096)] = {}
    text: Annotated[str, Meta(max_length=20_000)] = ""
    player: Player | None = None


class Conditions(RequestBody, frozen=True):
    """Conditional moves: lines of plies that may follow the game's last one, in any spelling; none deletes them. ply:
    after how many plies they are meant."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000)]
    lines: Annotated[list[Annotated[list[Text], Meta(max_length=LENGTH)]], Meta(max_length=LINES)]
    player: Player | None = None


class Recover(RequestBody, frozen=True):
    """A private code."""

    code: Annotated[str, Meta(max_length=60)]


class Contact(RequestBody, frozen=True):
    """Where a seat is told that it is its turn: an e-mail address, a webhook, an Atom feed. Empty: not there."""

    mail: Annotated[str, Meta(max_length=254)] = ""
    webhook: Annotated[str, Meta(max_length=500)] = ""
    feed: bool = False
    player: Player | None = None


class AnalysisRequest(RequestBody, frozen=True):
    """What is to be analysed: a table, after so many plies, or a game (as in Rules) after some plies."""

    table: Annotated[str, Meta(max_length=20)] = ""
    ply: Annotated[int, Meta(ge=0)] | None = None
    game: Annotated[str, Meta(max_length=200)] = ""
    options: dict[str, str | int | float | bool] = {}
    value: dict[str, Any] | None = None
    plies: Annotated[list[Text], Meta(max_length=5000)] = []
