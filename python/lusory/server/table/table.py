"""A table as a pure value: its state follows from its setup and its log. No input, no output, no mutation."""

from __future__ import annotations

import random
from collections.abc import Iterable
from copy import copy
from typing import Any

import msgspec

from ...errors import LusoryError
from ...play.narration import result_line
from ...play.position import Position
from ...rules.events import CHANCE
from ...texts import SOURCE, gettext, speaking
from .clock import Running, wound
from .log import Entry
from .setup import HUMAN, OPEN, Setup

CLOSED = "closed"
"""What ended a game that the host closed."""
ABORTED = "aborted"
"""What ended a game that a player broke off before his first ply."""


class Ending(msgspec.Struct, frozen=True):
    """How a game at a table ended. values: one a player. by: the end clause, or `resignation`, `time`,
    `agreement`, `aborted`, `closed` (by the host).
    text: in words."""

    values: tuple[float, ...]
    by: str
    text: str


class Refused(LusoryError, ValueError):
    """Something that cannot be done at a table now. code: as HTTP counts. at: where in the request the fault is.
    text: what is said, in English, with `%(name)s` where one of `values` stands."""

    def __init__(self, code: int, text: str, at: str = "", /, **values: object) -> None:
        self.code, self.at, self.text = code, at, text
        self.values = {name: str(value) for name, value in values.items()}
        super().__init__(fill_text(text, self.values))

    def told(self) -> str:
        """What is said, in the language of whoever is served now."""
        return fill_text(gettext(self.text), self.values)

    @property
    def answer(self) -> dict[str, Any]:
        """The answer of a worker that refuses a request."""
        return {"error": self.text, "at": self.at, "code": self.code, "values": self.values}


def fill_text(text: str, values: dict[str, str]) -> str:
    """A text with its values put in; one without values is taken as it is."""
    return text % values if values else text


class Table:
    """The state of a table.

    positions: after each ply, the one before the first included. times: when each ply was made. taken: seats of people
    that somebody holds. left: seats that were given up when something was hidden. offers: what players have offered
    since the last ply. refused: their offers since then that were refused. asked: after how many plies each player last
    offered what. requests: players with the numbers of their requests for plies, also of plies taken back since.
    turns: how often the position changed. ending: None while the game goes on. next: the table of the rematch. closed:
    whether the host closed it.
    """

    def __init__(self, table_id: str, game: Any, setup: Setup, created: int, entries: Iterable[Entry] = ()) -> None:
        self.id, self.game, self.setup, self.created = table_id, game, setup, created
        self.positions: list[Position] = [game.start()]
        self.times: list[int] = []
        self.kinds, self.names = list(setup.seats), list(setup.names)
        self.taken = set(self._humans() if setup.taken is None else setup.taken)
        self.left: set[int] = set()
        self.offers: dict[int, str] = {}
        self.refused: dict[int, str] = {}
        self.asked: dict[tuple[int, str], int] = {}
        self.requests: set[tuple[int | None, int]] = set()
        self.chat: list[Entry] = []
        self.ending: Ending | None = None
        self.next = ""
        self.closed = False
        self._legal: tuple[Position, dict[str, int]] | None = None
        self.serial = 0
        self.turns = 0
        self.updated = created
        self.clock: Running | None = wound(setup.clock, self.players, created) if setup.clock else None
        self._wind(created)
        for entry in entries:
            self.apply(entry)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.setup.seats)

    @property
    def position(self) -> Position:
        """The present position."""
        return self.positions[-1]

    @property
    def ply(self) -> int:
        """How many plies have been played."""
        return len(self.positions) - 1

    @property
    def legal(self) -> dict[str, int]:
        """The legal plies: canonical text and id."""
        position = self.position
        if self._legal is None or self._legal[0] is not position:
            text, ids = position.contract.text, () if position.result else position.moves().ids
            self._legal = position, {text(action): action for action in ids}
        return self._legal[1]

    @property
    def to_move(self) -> int | None:
        """The player of the next ply, CHANCE for a chance ply; None when the game is over."""
        return None if self.ending else self.position.to_move

    @property
    def hidden(self) -> bool:
        """Whether there are secrets in this game."""
        return bool(self.position.hidden)

    def copy(self) -> Table:
        """The same table, to be changed apart."""
        duplicate = copy(self)
        duplicate.positions, duplicate.times, duplicate.chat = self.positions[:], self.times[:], self.chat[:]
        duplicate.kinds, duplicate.names, duplicate.offers = self.kinds[:], self.names[:], dict(self.offers)
        duplicate.requests, duplicate.refused, duplicate.asked = (
            set(self.requests),
            dict(self.refused),
            dict(self.asked),
        )
        duplicate.taken, duplicate.left = set(self.taken), set(self.left)
        return duplicate

    def _humans(self) -> list[int]:
        return [i for i, kind in enumerate(self.kinds) if kind == HUMAN]

    def people(self) -> list[int]:
        """The players that are persons, here or still to come."""
        return [i for i, kind in enumerate(self.kinds) if kind in (HUMAN, OPEN)]

    def apply(self, entry: Entry) -> None:
        """Apply the next entry of the log."""
        getattr(self, f"_{entry.kind}")(entry)
        self.serial, self.updated = entry.serial, entry.at

    def _ply(self, entry: Entry) -> None:
        self.turns += 1
        if entry.request is not None:
            self.requests.add((entry.player, entry.request))
        action = self.legal.get(entry.text or "")
        if action is None:
            raise LusoryError(f"table {self.id}, ply {entry.number}: {self.position.refusal(entry.text or '')}")
        position = self.position.follow(action)
        self.positions.append(position)
        self.times.append(entry.at)
        self.offers = {p: offer for p, offer in self.offers.items() if offer == "draw" and p == entry.player}
        self.refused = {p: offer for p, offer in self.refused.items() if p != entry.player}
        if position.result:
            with speaking(SOURCE):  # what is kept is in one language; whoever sees it may have another
                text = result_line(position)
            self._end(Ending(position.result.values, position.result.by, text), entry.at)
        elif self.clock:
            mover = position.to_move
            following = mover if mover != CHANCE else None
            self.clock = self.clock.moved(entry.at, following, position.past[-1].turn_over)

    def _undo(self, entry: Entry) -> None:
        self.turns += 1
        stay = entry.number or 0
        del self.positions[stay + 1 :]
        del self.times[stay:]
        self.offers, self.refused = {}, {}
        if self.clock:
            self.clock = self.clock.moved(entry.at, self.position.to_move, False)

    def _offer(self, entry: Entry) -> None:
        if entry.player is not None:
            self.offers[entry.player] = offer = entry.text or ""
            self.asked[entry.player, offer] = self.ply
            self.refused.pop(entry.player, None)

    @property
    def offered_rematch(self) -> set[int]:
        """The players who have offered a rematch, also those who withdrew it."""
        return {player for player, offer in self.asked if offer == "rematch"}

    def _refuse(self, entry: Entry) -> None:
        """By another player; a player's own offer is withdrawn so."""
        if entry.player is not None and self.offers.get(entry.player) == entry.text:
            del self.offers[entry.player]
            return
        self.refused |= {p: offer for p, offer in self.offers.items() if offer == entry.text}
        self.offers = {p: offer for p, offer in self.offers.items() if offer != entry.text}

    def _agree(self, entry: Entry) -> None:
        share = 1 / self.players
        self._end(Ending((share,) * self.players, "agreement", "A draw: the players agreed."), entry.at)

    def _abort(self, entry: Entry) -> None:
        share = 1 / self.players
        name = self.names[entry.player or 0]
        self._end(Ending((share,) * self.players, ABORTED, f"{name} aborted the game. Nobody wins."), entry.at)

    def _resign(self, entry: Entry) -> None:
        self._lose(entry, "resignation", "resigned")

    def _flag(self, entry: Entry) -> None:
        self._lose(entry, "time", "ran out of time")

    def _lose(self, entry: Entry, by: str, reason: str) -> None:
        loser = entry.player or 0
        share = 1 / max(1, self.players - 1)
        values = tuple(0.0 if i == loser else share for i in range(self.players))
        winners = [name for i, name in enumerate(self.names) if i != loser]
        winner_text = f" {winners[0]} wins." if len(winners) == 1 else ""
        self._end(Ending(values, by, f"{self.names[loser]} {reason}.{winner_text}"), entry.at)

    def _end(self, ending: Ending, moment: int) -> None:
        self.ending, self.offers = ending, {}
        if self.clock:
            self.clock = self.clock.stopped(moment)

    def _close(self, entry: Entry) -> None:
        self.closed = True
        if self.ending is not None:
            return
        share = 1 / self.players
        self._end(Ending((share,) * self.players, CLOSED, "The host of the server closed this table."), entry.at)

    def _rematch(self, entry: Entry) -> None:
        self.next, self.offers = entry.text or "", {}

    def _chat(self, entry: Entry) -> None:
        self.chat.append(entry)

    def _name(self, entry: Entry) -> None:
        if entry.player is not None:
            self.names[entry.player] = entry.text or ""

    def _sit(self, entry: Entry) -> None:
        if entry.player is not None:
            self.kinds[entry.player], self.names[entry.player] = HUMAN, entry.text or ""
            self.taken.add(entry.player)
            self.left.discard(entry.player)
            self._wind(entry.at)

    def _leave(self, entry: Entry) -> None:
        if entry.player is not None:
            self.taken.discard(entry.player)
            if any(event.seen_by is not None for past_ply in self.position.past for event in past_ply.events):
                self.left.add(entry.player)
            self.names[entry.player], self.offers = entry.text or "", {}

    def _wind(self, moment: int) -> None:
        """A clock with a bank runs as soon as all seats are taken: nobody waits for ever for the first ply."""
        clock = self.clock
        if clock and clock.kind.kind == "bank" and clock.player is None and self.ending is None:
            mover = self.position.to_move
            if mover is not None and mover != CHANCE and set(self.people()) <= self.taken:
                self.clock = clock.moved(moment, mover, False)

    def _pause(self, entry: Entry) -> None:
        if self.clock:
            self.clock = self.clock.paused(entry.number or 0)

    def _hold(self, entry: Entry) -> None:
        if self.clock and self.clock.player == entry.player and entry.number is not None:
            self.clock = self.clock.held(entry.at, entry.number)

    def _remind(self, entry: Entry) -> None:
        if self.clock and self.clock.player == entry.player:
            self.clock = msgspec.structs.replace(self.clock, reminded=True)

    def chance(self, purpose: str) -> random.Random:
        """A source of chance for this ply and purpose."""
        return random_source(self, purpose)


def random_source(table: Any, purpose: str) -> random.Random:
    """A source of chance for this ply of a table and purpose: the same after a restart, and no position keeps it."""
    return random.Random(f"{table.setup.seed} {table.id} {table.ply} {table.serial} {purpose}")
