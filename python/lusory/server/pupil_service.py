"""Pupils, as people use them: who may do what, and within which limits."""

from __future__ import annotations

import contextlib
import secrets
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ..lab.pupils import last_level
from ..learn.pupil import PUPIL_FILE, PupilGame, PupilHeader, PupilVersion
from .allowed_players import pupil_of
from .game_info import GameInfo
from .game_service import GameService
from .pools import Pools
from .settings import Settings
from .store import Store, now
from .store.pupil_queue import MOST_GAMES
from .store.pupils import DAY, NewPupil, NoRoom, PupilRow, Pupils, Room, counted_address, version_row
from .store.seats import ACCOUNT
from .table import Refused
from .text_cleanup import tidy
from .workers import Caller

NAME = 40
"""Characters of a name."""
AFTER_GAME = 30_000
"""Milliseconds of practice that a game adds, unless its owner says otherwise."""


class Asker(NamedTuple):
    """Who asks. holders: his browser and his account, see seats.holder_key. holder: to whom a new pupil belongs."""

    holders: Sequence[str]
    holder: str
    caller: Caller


class PupilFile(NamedTuple):
    """A file as it is sent. length: bytes of all its parts."""

    length: int
    parts: AsyncIterator[bytes]


class PupilService:
    """Pupils. Everything raises Refused or another LusoryError."""

    def __init__(self, settings: Settings, store: Store, pools: Pools, games: GameService) -> None:
        self.settings, self.pools, self.games = settings, pools, games
        self.stored = Pupils(store)

    async def raise_new(self, name: str, game: GameInfo, options: dict[str, str], asker: Asker) -> str:
        """A pupil that knows nothing; its id."""
        await self._check_room(asker)
        request = {"do": "pupil_begin", "game": game.value, "seed": secrets.randbits(31)}
        seconds = 6 * self.settings.budget.seconds
        reply = await self.pools.checking(game.guest).ask(request, seconds, asker.caller)
        self._check_size(reply["net"])
        version = {"made": int(time.time()), "practised": 0, "studied": 0, "opening": reply["opening"]}
        row = version_row(version | {"net": reply["net"], "level": 0}, 1)
        pupil_id = await self._add(name, game, options, [row], [], asker)
        await self.stored.change(pupil_id, after_game=AFTER_GAME)
        return pupil_id

    async def _add(
        self, name: str, game: GameInfo, options: dict[str, str], versions: list[dict[str, Any]],
        games: list[dict[str, Any]], asker: Asker,
    ) -> str:  # fmt: skip
        catalogue_name = "" if game.guest else game.name
        title = game.title[:200] or "?"
        new = NewPupil(
            asker.holder, tidy(name or game.title)[:NAME] or "?", catalogue_name, options, title, game.hash, game.value,
            game.players, game.guest, versions, games, counted_address(asker.holder, asker.caller.address),
        )  # fmt: skip
        with self._room(asker) as room:
            return await self.stored.add(new, room)

    @contextlib.contextmanager
    def _room(self, asker: Asker) -> Iterator[Room]:
        """How many pupils there may be where somebody raises one. Raises Refused for NoRoom."""
        limits = self.settings.limits
        each = limits.account_pupils if asker.holder.startswith(ACCOUNT) else limits.pupils
        try:
            yield Room(each, limits.visitor_pupils)
        except NoRoom as full:
            raise no_room(full, each) from None

    async def _check_room(self, asker: Asker) -> None:
        """Raises Refused where somebody has as many pupils as he may have."""
        with self._room(asker) as room:
            await self.stored.check_room(asker.holder, room)

    def _check_size(self, net: str) -> None:
        most = self.settings.limits.pupil_bytes
        if len(net) > most:
            raise Refused(413, "a net of %(size)s bytes, expected at most %(most)s", size=len(net), most=most)

    async def own(self, pupil_id: str, asker: Asker) -> PupilRow:
        """A pupil of the caller's."""
        pupil = await self.stored.get(pupil_id)
        if pupil is None or pupil.owner not in asker.holders:
            raise unknown_pupil()
        return pupil

    async def usable(self, pupil_id: str, asker: Asker) -> PupilRow:
        """A pupil that the caller may seat: his own, or one whose link he was given."""
        pupil = await self.stored.get(pupil_id)
        if pupil is None or not await self.stored.may_seat(pupil_id, asker.holders):
            raise unknown_pupil()
        return pupil

    async def seated(self, specs: Iterable[str], game: GameInfo, asker: Asker) -> dict[str, str]:
        """The names of the pupils among these players, by spec. Raises Refused where one may not sit there."""
        names = {}
        for spec in specs:
            if pupil_id := pupil_of(spec):
                pupil = await self.usable(pupil_id, asker)
                if pupil.hash != game.hash:
                    raise Refused(
                        422, "%(name)s was raised for %(title)s with other rules or options", "seats",
                        name=pupil.name, title=pupil.title,
                    )  # fmt: skip
                names[spec] = pupil.name
        return names

    async def shown(self, pupil: PupilRow, asker: Asker) -> dict[str, Any]:
        """A pupil, as its owner sees it; who was given its link sees no more than what it plays, and how well.

        What is still to do is read before the versions, which show what was learnt meanwhile; what was found out of
        the present version after them. So a pupil that has done everything shows all of it.
        """
        games = await self.stored.scores(pupil.id)
        versions = await self.stored.versions(pupil.id)
        after = await self.stored.get(pupil.id) or pupil
        about: dict[str, Any] = {
            "pupil": pupil.id, "name": pupil.name, "game": pupil.game, "options": pupil.options,
            "title": pupil.title, "players": pupil.players, "mine": pupil.owner in asker.holders,
            "level": last_level(versions),
        }  # fmt: skip
        if not about["mine"]:
            return about
        if pupil.seen < now() - DAY:
            await self.stored.change(pupil.id)
        fresh = sum(not is_learnt for is_learnt, _ in games)
        scores = [score for _, score in games if score is not None]
        has_work, left = bool(fresh or pupil.remaining), await self.minutes_left(pupil)
        return about | {
            "created": pupil.created, "games": len(scores), "fresh": fresh, "fault": after.fault,
            "score": sum(scores), "shared": pupil.shared,
            "remaining": pupil.remaining / 1000, "after_game": pupil.after_game / 1000, "minutes_left": left,
            "busy": has_work or not versions[-1].done or after.serial != pupil.serial, "patterns": after.patterns,
            "versions": [each.as_data() for each in versions],
        }  # fmt: skip

    async def minutes_left(self, pupil: PupilRow) -> float | None:
        """Minutes that a pupil may still work today; None where there is no limit."""
        limits, day = self.settings.limits, now() // DAY
        bounds = ((pupil.owner, limits.practice), (pupil.address, limits.address_practice))
        left = [most - await self.stored.spent(holder, day) / 60_000 for holder, most in bounds if holder and most]
        return max(0.0, round(min(left), 1)) if left else None

    async def practise(self, pupil: PupilRow, minutes: float | None, after_game: float | None) -> None:
        """Order practice, or end it with 0; and say how many minutes each game adds."""
        values: dict[str, Any] = {}
        if minutes is not None:
            values |= {"remaining": round(minutes * 60_000), "fault": None}
        if after_game is not None:
            values["after_game"] = round(after_game * 60_000)
        if values:
            await self.stored.change(pupil.id, **values)

    async def upload(self, data: bytes, asker: Asker, is_named: bool = True) -> str:
        """A pupil from its file, which a worker process reads; its id. is_named: whether it keeps the name it has."""
        await self._check_room(asker)
        request = {
            "do": "pupil_read", "data": b64encode(data).decode(), "most": self.settings.limits.pupil_file,
            "games": MOST_GAMES, "plies": self.settings.limits.plies,
            "budget": msgspec.to_builtins(self.settings.budget),
        }  # fmt: skip
        seconds = 6 * self.settings.budget.seconds
        reply = await self.pools.trials.ask(request, seconds, asker.caller)
        for version in reply["versions"]:
            self._check_size(version["net"])
        rows = [version_row(version, number) for number, version in enumerate(reply["versions"], 1)]
        rows = [row | unmeasured(row) for row in rows]
        rows[-1]["done"] = not is_trained(rows[-1])  # what it likes and fears is no part of the file
        games = [
            {"number": number, "table": None, "plies": msgspec.json.encode(game["plies"]).decode(),
             "seat": game["seat"], "score": game["score"], "learnt": True}
            for number, game in enumerate(reply["games"], 1)
        ]  # fmt: skip
        game = msgspec.convert(reply["game"], GameInfo)
        return await self._add(reply["name"] if is_named else "", game, reply["options"], rows, games, asker)

    async def file(self, pupil: PupilRow) -> PupilFile:
        """Its file, as the command line has it. Rules of guests are not read here. The present net, which may change
        while the file is sent, is read now. Raises Refused where the pupil changed while it was read."""
        versions, sizes = await self.stored.versions(pupil.id), await self.stored.net_sizes(pupil.id)
        present = await self.stored.net_of(pupil.id, versions[-1].number) if versions else b""
        if not present:
            raise Refused(409, "this pupil has changed meanwhile; try again")
        sizes[versions[-1].number] = len(present)
        versions = [version for version in versions if version.number in sizes]
        header = PupilHeader(
            pupil=pupil.name,
            name=name_of(pupil.value),
            rules=msgspec.Raw(msgspec.json.format(pupil.value.encode(), indent=-1)),
            hash=pupil.hash,
            games=tuple(
                PupilGame(tuple(game["plies"]), game["seat"], game["score"])
                for game in await self.stored.games(pupil.id)
                if game["learnt"]
            ),
            versions=tuple(
                PupilVersion(
                    each.made, each.practised, each.studied, each.opening, sizes[each.number], each.level, each.against
                )
                for each in versions
            ),
            options=pupil.options,
        )
        head, numbers = PUPIL_FILE.join(header, b""), [each.number for each in versions[:-1]]
        length = len(head) + sum(sizes[each.number] for each in versions)
        return PupilFile(length, self._parts(pupil.id, head, [(each, sizes[each]) for each in numbers], present))

    async def _parts(
        self, pupil_id: str, head: bytes, nets: Sequence[tuple[int, int]], present: bytes
    ) -> AsyncIterator[bytes]:
        """A file piece by piece: all nets at once would take a hundred megabytes for each who fetches them. nets: the
        numbers of the earlier versions, with their bytes. Where one is gone meanwhile the file breaks off."""
        yield head
        for number, size in nets:
            net = await self.stored.net_of(pupil_id, number)
            if len(net) != size:
                raise Refused(409, "this pupil has changed meanwhile; try again")
            yield net
        yield present


def no_room(full: NoRoom, most: int) -> Refused:
    """Nobody may raise more. most: pupils of one owner."""
    if full.of_visitors:
        return Refused(409, "there is no room for more pupils of visitors without an account: sign in to raise one")
    return Refused(409, "at most %(most)s pupils: delete one first", "", most=most)


def is_trained(row: Mapping[str, Any]) -> bool:
    """Whether a version has learnt anything."""
    return bool(row["practised"] or row["studied"])


def unmeasured(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a version that came in a file has for its level and scores, whatever the file says: a file can say anything.
    The present version is measured here."""
    return {"level": None if is_trained(row) else 0, "against": "{}"}


def name_of(value: str) -> str:
    """The name of a game, from its rules as JSON."""
    name = msgspec.json.decode(value).get("name", "")
    return name if isinstance(name, str) else ""


def unknown_pupil() -> Refused:
    """The same for a pupil that is not there and for one of somebody else."""
    return Refused(404, "there is no pupil of this name, or it is not yours: ask its owner for the link", "pupil")
