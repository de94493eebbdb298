"""Commands of challenges, used by web and mail: make, accept, decline, withdraw."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from ...errors import LusoryError
from ...rules.options import text_of
from ...texts import gettext, speaking
from ..game_service import GameService
from ..live_table import LiveTable
from ..table import HUMAN, Clock, Refused, Setup
from ..table.setup import clock_of_game
from ..table_service import TableService
from ..workers import Caller
from .account import Account
from .account_mail import Mailing
from .challenge_terms import terms_text
from .challenges import ANY, Challenge
from .people import People
from .running_games import count_running

SIDES = {"first": 0, "second": 1, "any": ANY}
APART = "one of you has blocked the other"
ANSWERED = 1_000
"""The number of latest answers that are remembered."""
TOLD = RateLimitItemPerMinute(1, 10)
"""How often one is told that the same other challenges him. All challenges stand in his list."""
GONE = "this challenge was accepted or withdrawn"


class Challenging:
    """The commands of challenges; each raises Refused. began: called with a new table and the absent player, who gets a
    mail. answered: the outcomes of the latest challenges, by id. broadcast: sends an outcome to the other processes."""

    def __init__(self, service: TableService, people: People, games: GameService, mailing: Mailing) -> None:
        self.service, self.people, self.games, self.mailing = service, people, games, mailing
        self.answered: dict[str, str] = {}
        self._told = MovingWindowRateLimiter(MemoryStorage())
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.broadcast: Callable[..., None] = lambda do, **message: None
        self.began: Callable[[LiveTable, int], Awaitable[None]] | None = None

    async def make(
        self,
        me: Account,
        to: str,
        game: str,
        options: Mapping[str, object],
        value: dict[str, Any] | None,
        caller: Caller,
        *,
        side: str = "any",
        clock: Clock | None = None,
        standing: bool = False,
        rated: bool = False,
    ) -> Challenge:
        """A new challenge: to one person, or where `to` is empty to all."""
        opponent = await self.opponent(me, to) if to else None
        game_info = await self.games.requested(game, options, value, caller)
        if game_info.players != 2:
            raise Refused(422, "%(title)s: expected a game for two", "game", title=game_info.title)
        if rated and game_info.guest:
            raise Refused(422, "only games of the catalogue are rated", "rated")
        if rated and opponent:
            check_rated(me, opponent)
        if opponent:
            await self.check_free(opponent)
        if standing and opponent:
            raise Refused(422, "expected a challenge to one person, or a standing one to all", "standing")
        terms = {
            "options": {key: text_of(option) for key, option in options.items()}, "value": value,
            "side": side, "clock": msgspec.to_builtins(clock_of_game(clock, rated)),
        }  # fmt: skip
        row = {"game": "" if game_info.guest else game_info.name, "title": game_info.title, "terms": json.dumps(terms)}
        challenge_id = await self.people.challenges.add(me, opponent, row | {"standing": standing, "rated": rated})
        challenge = await self.people.challenges.get(challenge_id)
        if opponent and self._told.hit(TOLD, me.id, opponent.id):
            self._tell(me, opponent, challenge)
        return challenge

    def _tell(self, me: Account, opponent: Account, challenge: Challenge) -> None:
        with speaking(opponent.language):
            headline = gettext("%(name)s challenges you to %(title)s") % {"name": me.name, "title": challenge.title}
            text = f"{terms_text(challenge)}\n\n{self.how_to_answer(challenge.id, opponent)}"
        self.mailing.news(opponent, headline, text, "/my")

    def how_to_answer(self, challenge_id: str, opponent: Account) -> str:
        """The instructions for the challenged person; with a password where no mail host vouches for senders."""
        intake = self.service.settings.mail_in
        if not intake.on:
            return gettext("Accept or decline it here:")
        arguments = challenge_id if intake.results else f"{challenge_id} {opponent.name} PASSWORD"
        return gettext("Accept or decline it here, or by mail: accept %(id)s, decline %(id)s.") % {"id": arguments}

    async def opponent(self, me: Account, name: str) -> Account:
        """Who may be challenged."""
        account = await self.people.accounts.by_name(name)
        if account is None or account.suspended:
            raise Refused(404, "there is no such user", "to")
        if account.id == me.id:
            raise Refused(422, "you cannot challenge yourself", "to")
        if await self.people.relations.apart(me.id, account.id):
            raise Refused(403, APART, "to")
        return account

    async def answerable(self, me: Account, challenge_id: str) -> Challenge:
        """A challenge that an account may answer."""
        challenge = await self.people.challenges.get(challenge_id)
        if challenge.by_id == me.id:
            raise Refused(409, "this challenge is your own", "challenge")
        if challenge.to_id not in (None, me.id):
            raise Refused(404, GONE, "challenge")
        return challenge

    async def accept(self, me: Account, challenge_id: str, caller: Caller) -> LiveTable:
        """Both have seats at a new table."""
        challenge = await self.answerable(me, challenge_id)
        by = await self.people.accounts.get(challenge.by_id)
        async with self._turn_of(by):
            live = await self._accepted(me, by, challenge, caller)
        if self.began:
            await self.began(live, 1 - (await self.service.seats.by_session(live.table.id, me.holder))[0])
        with speaking(by.language):
            text = gettext("%(name)s has accepted your challenge.") % {"name": me.name}
            title = gettext("%(title)s: your challenge is accepted") % {"title": challenge.title}
        self.mailing.news(by, title, text, f"/t/{live.table.id}")
        return live

    @asynccontextmanager
    async def _turn_of(self, by: Account) -> AsyncIterator[None]:
        """The challenges of an account are accepted one after the other, also in several processes: whether it plays
        somebody already, or enough games, is asked before there is a table."""
        signals, name = self.people.store.signals, f"challenges of {by.id}"
        async with self._turns.setdefault(by.id, asyncio.Lock()):
            if signals.shared:
                try:
                    await signals.lock(name)
                except LusoryError:
                    raise Refused(503, "somebody else answers this person just now; try again") from None
            try:
                yield
            finally:
                if signals.shared:
                    await signals.unlock(name)

    async def _accepted(self, me: Account, by: Account, challenge: Challenge, caller: Caller) -> LiveTable:
        """The table of a challenge that is accepted now."""
        await self._check_acceptable(me, by, challenge)
        terms = challenge.terms
        game = await self.games.requested(challenge.game, terms["options"], terms["value"], caller)
        if not await self.people.challenges.take(challenge):
            raise Refused(409, "somebody else has accepted this challenge just now", "challenge")
        seats = seats_of(challenge, by, me)
        setup = Setup(
            seats=(HUMAN, HUMAN), names=tuple(account.name for account in seats), title=game.title, game=challenge.game,
            options=terms["options"], clock=msgspec.convert(terms["clock"], Clock | None), seed=secrets.randbits(63),
            taken=(0, 1), rated=challenge.rated,
        )  # fmt: skip
        self._note(challenge, "accepted")
        holders = [(account.holder, player) for player, account in enumerate(seats)]
        live, _ = await self.service.create(game, setup, (), "", caller=caller, holders=holders)
        return live

    async def _check_acceptable(self, me: Account, by: Account, challenge: Challenge) -> None:
        """Raises Refused where this account may not accept this challenge now."""
        if await self.people.relations.apart(me.id, by.id):
            raise Refused(403, APART, "challenge")
        if challenge.standing and await self.people.challenges.playing(me, by.id, challenge.title):
            raise Refused(
                409,
                "finish your game of %(title)s with %(by)s first",
                "challenge",
                title=challenge.title,
                by=challenge.by,
            )
        if challenge.rated:
            check_rated(me, by)
        await self.check_free(by)

    async def check_free(self, account: Account) -> None:
        """Check that somebody plays fewer games than he wants to at most. Raises Refused."""
        most = account.most_games
        if most is not None and await count_running(self.people.store, account) >= most:
            raise Refused(409, "%(name)s plays as many games now as he wants to at once", "to", name=account.name)

    def _note(self, challenge: Challenge, outcome: str) -> None:
        """Remember for the streams of events how a challenge was answered; else they take it for withdrawn."""
        self.note(challenge.id, outcome)
        self.broadcast("answered", challenge=challenge.id, how=outcome)

    def note(self, challenge: str, outcome: str) -> None:
        """The same in this process."""
        self.answered[challenge] = outcome
        while len(self.answered) > ANSWERED:
            del self.answered[next(iter(self.answered))]

    async def decline(self, me: Account, challenge_id: str) -> Challenge:
        """A challenge to oneself is declined."""
        challenge = await self.answerable(me, challenge_id)
        if challenge.to_id is None:
            raise Refused(409, "this challenge is open to all; there is no need to decline it", "challenge")
        self._note(challenge, "declined")
        await self.people.challenges.drop(challenge.id)
        by = await self.people.accounts.get(challenge.by_id)
        with speaking(by.language):
            text = gettext("%(name)s has declined your challenge.") % {"name": me.name}
            title = gettext("%(title)s: your challenge is declined") % {"title": challenge.title}
        self.mailing.news(by, title, text, "/my")
        return challenge

    async def withdraw(self, me: Account, challenge_id: str) -> Challenge:
        """A challenge of one's own is withdrawn."""
        challenge = await self.people.challenges.get(challenge_id)
        if challenge.by_id != me.id:
            raise Refused(403, "this challenge is not yours", "challenge")
        await self.people.challenges.drop(challenge.id)
        return challenge


def check_rated(a: Account, other: Account) -> None:
    """Check that these two may play a rated game. Raises Refused."""
    for bot, person in ((a, other), (other, a)):
        if bot.bot and not person.bot and not person.rated_bots:
            raise Refused(403, "%(name)s plays no rated games with bots", "rated", name=person.name)


def seats_of(challenge: Challenge, by: Account, me: Account) -> Sequence[Account]:
    """Who plays first, and who second."""
    side = SIDES[challenge.terms["side"]]
    if side == ANY:
        side = secrets.randbelow(2)
    return (by, me) if side == 0 else (me, by)
