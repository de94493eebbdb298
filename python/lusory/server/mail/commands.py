"""The command language of mails that stand by themselves: `susan move 17 ada PASSWORD b2`, `help`, `signup`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa

from ...games import catalogue
from ...texts import gettext, ngettext
from ..accounts import Account, People, check_id, check_password, choose_mail_password, new_codes
from ..accounts.challenge_commands import Challenging
from ..accounts.vacation import set_vacation
from ..live_table import LiveTable
from ..store import now, schema
from ..store.mail_schema import boards
from ..table import Refused
from ..workers import NOBODY
from .answer_texts import clocks_wait, day, described, help_text, standings_told, withdrawn
from .clock_options import CLOCKS, clock_of
from .command_lines import BOARD, GAME, Done, known_game
from .game_sheet import game_sheet
from .outbox import DAY, MINUTE
from .seat_commands import SeatCommands, chat_line
from .sender import Writer

MOST_GAMES = 1_000
"""The highest limit of games at once."""
MOST_PLAYERS = 30
"""Players in the standings that a mail tells."""
OWN = {*CLOCKS, "side", "standing", "rated"}


class Commands:
    """Carries out one line. Everything raises Refused or another LusoryError."""

    def __init__(self, seats: SeatCommands, people: People, challenging: Challenging) -> None:
        self.seats, self.people, self.challenging = seats, people, challenging
        self.service = seats.service
        club = (self.help, self.signup, self.my, self.accept, self.decline, self.withdraw, self.limit,
                self.subscribe, self.unsubscribe, self.message, self.vacation, self.signoff)  # fmt: skip
        self.club: dict[str, Callable[[Writer, list[str]], Awaitable[Done]]] = {
            command.__name__: command for command in club
        }
        self.club |= {"list": self.catalogue, "games": self.catalogue}

    async def run(self, writer: Writer, line: str, request: int) -> Done:
        """One line; what to tell."""
        words = line.split()
        first, second = words[0].lower(), (words[1].lower() if len(words) > 1 else "")
        if first in self.club:
            return await self.club[first](writer, words[1:])
        game = known_game(first)
        if not game:
            raise Refused(
                422, "%(word)s: no command and no game here; help and list tell what there is", word=first[:40]
            )
        if second in BOARD:
            return await self.at_board(writer, game, second, words[2:], request)
        if second in ("standings", "ratings"):
            return Done(standings_told(game, (await self.service.standings.of(game))["standings"][:MOST_PLAYERS]))
        handlers = {"help": self.game_help, "challenge": self.challenge, "seek": self.seek, "show": self.show,
                 "history": self.history, "games": self.games}  # fmt: skip
        if second not in handlers:
            word, commands = second[:40] or first[:40], ", ".join(sorted(GAME))
            raise Refused(
                422, "%(word)s: expected %(game)s and one of %(commands)s", word=word, game=game, commands=commands
            )
        return await handlers[second](writer, game, words[2:])

    async def help(self, writer: Writer, words: list[str]) -> Done:
        """`help`, `help GAME`."""
        if words:
            return await self.game_help(writer, known_game(words[0]), [])
        return Done([*help_text().split("\n"), ""])

    async def catalogue(self, writer: Writer, words: list[str]) -> Done:
        """The games of the catalogue."""
        return Done([*(f"{name:<20} {definition.about.title}" for name, definition in sorted(catalogue().items())), ""])

    async def signup(self, writer: Writer, words: list[str]) -> Done:
        """`signup ID PASSWORD`: only where the mail host vouches for the sender, to whom the answer goes."""
        if not writer.trusted:
            raise Refused(403, "signup by mail needs a mail host that vouches for you; make the account in the browser")
        signup_policy = self.service.settings.signup
        if signup_policy != "open":
            raise Refused(403, "this server takes no new accounts by mail")
        if len(words) != 2:
            raise Refused(422, "expected signup ID PASSWORD")
        if await self.people.accounts.by_mail(writer.address):
            raise Refused(409, "this address has an account already")
        name, password = check_id(words[0]), check_password(words[1], words[0])
        async with writer.signups.lock:
            if writer.signups.is_reached(writer.address):
                raise Refused(429, "too many accounts were made from your domain in this hour; try again later")
            codes = new_codes()
            account = await self.people.accounts.add(name, None, codes)
            writer.signups.count(writer.address)
        await choose_mail_password(self.people.accounts, account.id, password)
        await self.people.accounts.confirm_mail(account.id, writer.address)
        return Done(
            [
                gettext("Welcome, %(name)s. Your password is good for moves by mail and for nothing else.")
                % {"name": name},
                gettext("To sign in in the browser ask for a link there; these codes each do it once:"),
                *codes,
                gettext("Write help for what you can do, list for the games."),
                "",
            ]
        )

    async def my(self, writer: Writer, words: list[str]) -> Done:
        """Own boards and challenges."""
        me = await writer.show(self.service.store, words)
        lines = []
        for row in await self.service.store.tables_held([me.holder.key], finished=0):
            board = await self.seats.rendering.outbox.board(row["id"])
            turn = gettext("your turn") if row["to_move"] in row["you"] else gettext("the other is to move")
            lines.append(
                gettext("board %(board)s: %(title)s, %(turn)s") % {"board": board, "title": row["title"], "turn": turn}
            )
        for challenge in await self.people.challenges.to(me):
            values = {"name": challenge.by, "challenge": described(challenge)}
            lines.append(gettext("%(name)s challenges you to %(challenge)s") % values)
        for challenge in await self.people.challenges.of(me):
            values = {"name": challenge.to or gettext("anybody"), "challenge": described(challenge, "withdraw")}
            lines.append(gettext("you challenge %(name)s to %(challenge)s") % values)
        for challenge in (await self.people.challenges.open(me))[:50]:
            values = {"name": challenge.by, "challenge": described(challenge)}
            lines.append(gettext("open: %(name)s wants to play %(challenge)s") % values)
        return Done([*(lines or [gettext("Nothing waits for you.")]), ""])

    async def accept(self, writer: Writer, words: list[str]) -> Done:
        """`accept CHALLENGE ID PASSWORD`: a new board."""
        me, challenge_id = await self._challenge(writer, words)
        live = await self.challenging.accept(me, challenge_id, NOBODY)
        player = (await self.service.seats.by_session(live.table.id, me.holder))[0]
        return Done([gettext("Accepted.")], live.table.id, player)

    async def decline(self, writer: Writer, words: list[str]) -> Done:
        """`decline CHALLENGE ID PASSWORD`."""
        challenge = await self.challenging.decline(*await self._challenge(writer, words))
        values = {"title": challenge.title, "name": challenge.by}
        return Done([gettext("Declined: %(title)s with %(name)s.") % values, ""])

    async def withdraw(self, writer: Writer, words: list[str]) -> Done:
        """`withdraw CHALLENGE ID PASSWORD`."""
        challenge = await self.challenging.withdraw(*await self._challenge(writer, words))
        return Done([gettext("Withdrawn: %(title)s.") % {"title": challenge.title}, ""])

    async def _challenge(self, writer: Writer, words: list[str]) -> tuple[Account, str]:
        if not words:
            raise Refused(422, "expected the name of a challenge; my lists them")
        challenge_id = words.pop(0).lower()[:20]
        return await writer.show(self.service.store, words), challenge_id

    async def limit(self, writer: Writer, words: list[str]) -> Done:
        """How many games somebody plays at once; without a number his challenges to anybody end."""
        me = await writer.show(self.service.store, words)
        if not words:
            return Done([withdrawn(await self._withdraw_all(me)), ""])
        [number, *rest] = words
        is_number = number.isdecimal() and len(number) <= 4 and int(number) <= MOST_GAMES
        if rest or not (is_number or number == "none"):
            raise Refused(422, "expected limit ID PASSWORD and a number of games, at most %(n)s, or none", n=MOST_GAMES)
        most = None if number == "none" else int(number)
        await self.people.accounts.change(me.id, most_games=most)
        if most is None:
            return Done([gettext("You may be challenged at any time."), ""])
        sentence = ngettext(
            "Nobody challenges you while you play %(n)s game or more.",
            "Nobody challenges you while you play %(n)s games or more.",
            most,
        )
        return Done([sentence % {"n": most}, ""])

    async def _withdraw_all(self, me: Account) -> int:
        """Withdraw all challenges of an account to anybody; how many there were."""
        mine = [challenge for challenge in await self.people.challenges.of(me) if challenge.to is None]
        for challenge in mine:
            await self.people.challenges.drop(challenge.id)
        return len(mine)

    async def subscribe(self, writer: Writer, words: list[str]) -> Done:
        """Which notices an account gets."""
        me = await writer.show(self.service.store, words)
        if words not in (["each"], ["daily"], ["none"]):
            raise Refused(422, "expected subscribe ID PASSWORD each, daily or none")
        await self.people.accounts.change(me.id, notices=words[0])
        notices = {"each": gettext("You are told of each game in which it is your turn."),
                   "daily": gettext("You are told once a day in which games it is your turn."),
                   "none": gettext("You get no more notices.")}  # fmt: skip
        return Done([notices[words[0]], ""])

    async def unsubscribe(self, writer: Writer, words: list[str]) -> Done:
        """No notices."""
        await writer.show(self.service.store, words)
        return await self.subscribe(writer, ["none"])

    async def vacation(self, writer: Writer, words: list[str]) -> Done:
        """No notices for a while."""
        me = await writer.show(self.service.store, words)
        if len(words) != 1 or not words[0].isdecimal() or len(words[0]) > 3 or int(words[0]) > 366:
            raise Refused(422, "expected vacation ID PASSWORD and a number of days, at most 366; 0 ends it")
        if not int(words[0]):
            await set_vacation(self.service, self.people.accounts, me, 0)
            return Done([gettext("Your vacation is over."), ""])
        until = now() + int(words[0]) * DAY
        paused_until = await set_vacation(self.service, self.people.accounts, me, until)
        waits = clocks_wait(until, paused_until, self.service.settings.vacation)
        return Done([gettext("On vacation until %(day)s.") % {"day": day(until)}, *waits, ""])

    async def message(self, writer: Writer, words: list[str]) -> Done:
        """A line of the chat at every board that two people play at."""
        me = await writer.show(self.service.store, words)
        other = await self.challenging.opponent(me, words.pop(0)[:40] if words else "")
        text = chat_line(" ".join(words))
        theirs = {table for table, _ in await self.service.seats.mine(other.holder)}
        count = 0
        for table, player in await self.service.seats.mine(me.holder):
            live = await self.service.live(table) if table in theirs else None
            if live is not None and live.table.ending is None:
                await self.service.chat(live, player, text, me.id)
                count += 1
        if not count:
            raise Refused(409, "you play no game with %(name)s now", name=other.name)
        return Done([ngettext("Said at %(n)s board.", "Said at %(n)s boards.", count) % {"n": count}, ""])

    async def signoff(self, writer: Writer, words: list[str]) -> Done:
        """No more mails, once that was asked back."""
        me = await writer.show(self.service.store, words)
        secret = f"signoff {me.id}"
        if words[:1] == ["yes"] and await self.people.secrets.redeem(secret, "sign-off"):
            await self.people.accounts.change(me.id, notices="none")
            count = await self._withdraw_all(me)
            return Done(
                [
                    gettext("You get no more notices. subscribe each brings them back."),
                    gettext("The account stays; the page of your account deletes it."),
                    withdrawn(count),
                    "",
                ]
            )
        await self.people.secrets.add(secret, "sign-off", DAY // MINUTE, me.id)
        text = gettext("No more notices and no challenges, %(name)s? Then write within a day: signoff ID PASSWORD yes")
        return Done([text % {"name": me.name}, ""])

    async def game_help(self, writer: Writer, game: str, words: list[str]) -> Done:
        """The rules and the options of a game."""
        if not game:
            raise Refused(404, "there is no game of this name; list tells which there are")
        info = await self.challenging.games.named(game, {}, NOBODY)
        return Done(game_sheet(game, (await self.challenging.games.sheet(info, NOBODY))["text"]))

    async def challenge(self, writer: Writer, game: str, words: list[str]) -> Done:
        """`GAME challenge [-OPTION=VALUE] ID PASSWORD OPPONENT`."""
        options, answered_account = options_of(words), writer.account
        if answered_account and len(words) == 2 and words[0].lower() == answered_account.name.lower():
            del words[0]  # `challenge ID1 ID2`, as pbmserv took it: without a password
        me = await writer.show(self.service.store, words)
        if len(words) != 1:
            raise Refused(422, "expected %(game)s challenge ID PASSWORD OPPONENT", game=game)
        challenge = await self._make(me, words[0], game, options)
        text = gettext("%(name)s is challenged to %(title)s. withdraw %(id)s takes it back.")
        return Done([text % {"name": challenge.to, "title": challenge.title, "id": challenge.id}, ""])

    async def seek(self, writer: Writer, game: str, words: list[str]) -> Done:
        """`GAME seek [-OPTION=VALUE] ID PASSWORD`."""
        options = options_of(words)
        challenge = await self._make(await writer.show(self.service.store, words), "", game, options)
        text = gettext("Anybody may accept your game of %(title)s now. withdraw %(id)s takes it back.")
        return Done([text % {"title": challenge.title, "id": challenge.id}, ""])

    async def _make(self, me: Account, to: str, game: str, all_options: dict[str, str]) -> Any:
        options = {name: value for name, value in all_options.items() if name not in OWN}
        side = all_options.get("side", "any")
        if side not in ("first", "second", "any"):
            raise Refused(422, "-side: expected first, second or any")
        return await self.challenging.make(
            me, to, game, options, None, NOBODY, side=side, clock=clock_of(all_options),
            standing="standing" in all_options, rated="rated" in all_options,
        )  # fmt: skip

    async def show(self, writer: Writer, game: str, words: list[str]) -> Done:
        """The board, as anybody may see it."""
        number, _, ply = (words[0] if words else "").partition("#")
        live, _ = await self._board(game, number, writer.account)
        return Done(await self.seats.show(live, None, ply))

    async def history(self, writer: Writer, game: str, words: list[str]) -> Done:
        """The plies of a board, as anybody may see them."""
        live, _ = await self._board(game, words[0] if words else "", writer.account)
        return Done(await self.seats.history(live, None))

    async def games(self, writer: Writer, game: str, words: list[str]) -> Done:
        """The boards of a game that lists show."""
        rows = await self.service.store.listed(
            running=None, game=game, after=0, since=0, count=50, holders=[], results=[]
        )  # fmt: skip
        lines = []
        for row in rows:
            number = await self.seats.rendering.outbox.board(row["id"])
            text = ngettext(
                "board %(board)s: %(title)s, %(n)s move", "board %(board)s: %(title)s, %(n)s moves", row["plies"]
            )
            text %= {"board": number, "title": row["title"], "n": row["plies"]}
            lines.append(text + (gettext(", over") if row["result"] else ""))
        return Done([*(lines or [gettext("No boards of %(game)s yet.") % {"game": game}]), ""])

    async def at_board(self, writer: Writer, game: str, verb: str, words: list[str], request: int) -> Done:
        """What the holder of a seat does: `GAME move BOARD ID PASSWORD PLY`; `showas ID PASSWORD BOARD`."""
        if verb == "showas":
            await writer.show(self.service.store, words)
        if not words:
            raise Refused(422, "expected %(command)s and the number of a board", command=f"{game} {verb}")
        number = words.pop(0)
        me = writer.account if verb == "showas" else await writer.show(self.service.store, words)
        assert me is not None
        live, seats = await self._board(game, number, me)
        if not seats:
            raise Refused(403, "you hold no seat at this board")
        if not me.mail:
            raise Refused(403, "your account has no address that was confirmed; boards are sent to that alone")
        player = live.table.to_move if live.table.to_move in seats else seats[0]
        assert player is not None
        await self.service.visited(live, (player,))
        line = "show" if verb == "showas" else " ".join([verb, *words])
        live.replying.append(player)
        try:
            answer = await self.seats.run(live, player, line, request, account=me.id)
        finally:
            live.replying.remove(player)
        return Done(answer, live.table.id, player)

    async def _board(self, game: str, number: str, account: Account | None) -> tuple[LiveTable, tuple[int, ...]]:
        """A board, and the seats of an account at it. One that no list shows is told of to its players alone: numbers
        count upwards, so anybody could ask for each in turn."""
        table_number = number.removeprefix("#")
        if not table_number.isdecimal() or len(table_number) > 9:
            raise Refused(422, "%(found)s: expected the number of a board", found=number[:40])
        live = await self._numbered(int(table_number))
        if live is not None and not live.game.guest and live.game.name == game:
            seats = await self.service.seats.by_session(live.table.id, account.holder) if account else ()
            if seats or await self.service.moderation.is_listed(live.table.id):
                return live, seats
        raise Refused(404, "there is no board %(board)s of %(game)s", board=table_number, game=game)

    async def _numbered(self, number: int) -> LiveTable | None:
        """The table of a board."""
        b, t = boards.c, schema.tables.c
        query = sa.select(b.table).join(schema.tables, t.id == b.table).where(b.number == number)
        async with self.service.store.reading() as c:
            table_id = await c.scalar(query)
        return await self.service.live(str(table_id)) if table_id else None


def options_of(words: list[str]) -> dict[str, str]:
    """The options in a line, `-NAME=VALUE`, which are taken out."""
    options = [word for word in words if word.startswith("-")]
    words[:] = [word for word in words if not word.startswith("-")]
    pairs = (word.lstrip("-").partition("=") for word in options)
    return {name: value or "true" for name, _, value in pairs}
