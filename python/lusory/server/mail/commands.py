"""The command language of mails that stand by themselves: `susan move 17 ada PASSWORD b2`, `help`, `signup`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from ...games import catalogue
from ..accounts import Account, People, check_id, check_password, choose_mail_password, new_codes
from ..accounts.challenge_commands import Challenging
from ..accounts.challenge_terms import terms_text
from ..accounts.challenges import Challenge
from ..accounts.vacation import set_vacation
from ..live_table import LiveTable
from ..store import now, schema
from ..store.mail_schema import boards
from ..table import Refused
from ..workers import NOBODY
from .clock_options import CLOCKS, clock_of
from .command_lines import BOARD, GAME, Done, known_game
from .game_sheet import game_sheet
from .outbox import DAY, MINUTE
from .seat_commands import SeatCommands, chat_line
from .sender import Writer

HELP = """Commands, one a line, in the subject or in the body before its first empty line.
ID PASSWORD is your user id and your password for mail; they may be left out where the mail host vouches for you.
signup ID PASSWORD              makes an account with this address and this password for mail
list                            the games; GAME help tells the rules and options of one
my ID PASSWORD                  your boards and the challenges to you
GAME challenge [-OPTION=VALUE ...] ID PASSWORD OPPONENT
GAME seek [-OPTION=VALUE ...] ID PASSWORD     a challenge to anybody; -standing keeps it
accept CHALLENGE ID PASSWORD    decline, withdraw likewise
GAME move BOARD ID PASSWORD PLY[#NUMBER]      the number of the ply guards against a stale mail
GAME show BOARD[#NUMBER]        the board, as anybody may see it
GAME showas ID PASSWORD BOARD   the board as you see it
GAME preview|propose|accept|reject|resign|chat BOARD ID PASSWORD ...
GAME games, GAME history BOARD  boards of a game; the plies of one
message ID PASSWORD OPPONENT TEXT    says something at the boards that you both play at
vacation ID PASSWORD DAYS       for so many days no notices come and your clocks of days wait; 0 ends it
subscribe ID PASSWORD each|daily|none    which notices you get
limit ID PASSWORD NUMBER        nobody challenges you while you play so many games; none lifts that
limit ID PASSWORD               withdraws your challenges to anybody
signoff ID PASSWORD             no more mails; asks back first
Clocks: -totaltime=DAYS for the game, -increment=DAYS more after each turn, -forfeittime=DAYS at most for a turn,
-nagtime=DAYS of a turn until a reminder; 36h and 90m are hours and minutes. Sides: -side=first, second or any.
An answer to a mail about a board needs none of this: write your ply in its first line."""
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
            raise Refused(422, f"{first[:40]}: no command and no game here; help and list tell what there is")
        if second in BOARD:
            return await self.at_board(writer, game, second, words[2:], request)
        if second in ("standings", "ratings"):
            return Done(standings_told(game, (await self.service.standings.of(game))["standings"][:MOST_PLAYERS]))
        handlers = {"help": self.game_help, "challenge": self.challenge, "seek": self.seek, "show": self.show,
                 "history": self.history, "games": self.games}  # fmt: skip
        if second not in handlers:
            raise Refused(422, f"{second[:40] or first[:40]}: expected {game} and one of {', '.join(sorted(GAME))}")
        return await handlers[second](writer, game, words[2:])

    async def help(self, writer: Writer, words: list[str]) -> Done:
        """`help`, `help GAME`."""
        if words:
            return await self.game_help(writer, known_game(words[0]), [])
        return Done([*HELP.split("\n"), ""])

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
        return Done([f"Welcome, {name}. Your password is good for moves by mail and for nothing else.",
                     f"To sign in in the browser ask for a link there; these codes each do it once: {' '.join(codes)}",
                     "Write help for what you can do, list for the games.", ""])  # fmt: skip

    async def my(self, writer: Writer, words: list[str]) -> Done:
        """Own boards and challenges."""
        me = await writer.show(self.service.store, words)
        lines = []
        for row in await self.service.store.tables_held([me.holder.key], finished=0):
            board = await self.seats.rendering.outbox.board(row["id"])
            turn = "your turn" if row["to_move"] in row["you"] else "the other is to move"
            lines.append(f"board {board}: {row['title']}, {turn}")
        for challenge in await self.people.challenges.to(me):
            lines.append(f"{challenge.by} challenges you to {described(challenge)}")
        for challenge in await self.people.challenges.of(me):
            lines.append(f"you challenge {challenge.to or 'anybody'} to {described(challenge, 'withdraw')}")
        for challenge in (await self.people.challenges.open(me))[:50]:
            lines.append(f"open: {challenge.by} wants to play {described(challenge)}")
        return Done([*(lines or ["Nothing waits for you."]), ""])

    async def accept(self, writer: Writer, words: list[str]) -> Done:
        """`accept CHALLENGE ID PASSWORD`: a new board."""
        me, challenge_id = await self._challenge(writer, words)
        live = await self.challenging.accept(me, challenge_id, NOBODY)
        player = (await self.service.seats.by_session(live.table.id, me.holder))[0]
        return Done(["Accepted."], live.table.id, player)

    async def decline(self, writer: Writer, words: list[str]) -> Done:
        """`decline CHALLENGE ID PASSWORD`."""
        challenge = await self.challenging.decline(*await self._challenge(writer, words))
        return Done([f"Declined: {challenge.title} with {challenge.by}.", ""])

    async def withdraw(self, writer: Writer, words: list[str]) -> Done:
        """`withdraw CHALLENGE ID PASSWORD`."""
        challenge = await self.challenging.withdraw(*await self._challenge(writer, words))
        return Done([f"Withdrawn: {challenge.title}.", ""])

    async def _challenge(self, writer: Writer, words: list[str]) -> tuple[Account, str]:
        if not words:
            raise Refused(422, "expected the name of a challenge; my lists them")
        challenge_id = words.pop(0).lower()[:20]
        return await writer.show(self.service.store, words), challenge_id

    async def limit(self, writer: Writer, words: list[str]) -> Done:
        """How many games somebody plays at once; without a number his challenges to anybody end."""
        me = await writer.show(self.service.store, words)
        if not words:
            return Done([f"{await self._withdraw_all(me)} open challenges withdrawn.", ""])
        [number, *rest] = words
        is_number = number.isdecimal() and len(number) <= 4 and int(number) <= MOST_GAMES
        if rest or not (is_number or number == "none"):
            raise Refused(422, f"expected limit ID PASSWORD and a number of games, at most {MOST_GAMES}, or none")
        most = None if number == "none" else int(number)
        await self.people.accounts.change(me.id, most_games=most)
        limited = f"Nobody challenges you to more than {most} games."
        return Done(["You may be challenged at any time." if most is None else limited, ""])

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
        return Done([f"Notices: {words[0]}.", ""])

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
            return Done(["Your vacation is over.", ""])
        until = now() + int(words[0]) * DAY
        paused_until = await set_vacation(self.service, self.people.accounts, me, until)
        clocks = f"Your clocks of days wait until {day(paused_until)}." if paused_until else "Your clocks do not wait."
        days_a_year = self.service.settings.vacation
        limit_note = (
            [f"They wait at most {days_a_year} days a year."] if days_a_year and (paused_until or 0) < until else []
        )
        return Done([f"On vacation until {day(until)}.", clocks, *limit_note, ""])

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
            raise Refused(409, f"you play no game with {other.name} now")
        return Done([f"Said at {count} board{'s' if count > 1 else ''}.", ""])

    async def signoff(self, writer: Writer, words: list[str]) -> Done:
        """No more mails, once that was asked back."""
        me = await writer.show(self.service.store, words)
        secret = f"signoff {me.id}"
        if words[:1] == ["yes"] and await self.people.secrets.redeem(secret, "sign-off"):
            await self.people.accounts.change(me.id, notices="none")
            count = await self._withdraw_all(me)
            return Done(["You get no more notices. subscribe each brings them back. The account stays; the page of your"
                         f" account deletes it. {count} challenges withdrawn.", ""])  # fmt: skip
        await self.people.secrets.add(secret, "sign-off", DAY // MINUTE, me.id)
        return Done([f"No more notices and no challenges, {me.name}? Then write within a day: signoff ID PASSWORD yes",
                     ""])  # fmt: skip

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
            raise Refused(422, f"expected {game} challenge ID PASSWORD OPPONENT")
        challenge = await self._make(me, words[0], game, options)
        return Done([f"{challenge.to} is challenged to {challenge.title}. withdraw {challenge.id} takes it back.", ""])

    async def seek(self, writer: Writer, game: str, words: list[str]) -> Done:
        """`GAME seek [-OPTION=VALUE] ID PASSWORD`."""
        options = options_of(words)
        challenge = await self._make(await writer.show(self.service.store, words), "", game, options)
        return Done(
            [f"Anybody may accept your game of {challenge.title} now. withdraw {challenge.id} takes it back.", ""]
        )

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
            lines.append(f"board {number}: {row['title']}, {row['plies']} moves{', over' if row['result'] else ''}")
        return Done([*(lines or [f"No boards of {game} yet."]), ""])

    async def at_board(self, writer: Writer, game: str, verb: str, words: list[str], request: int) -> Done:
        """What the holder of a seat does: `GAME move BOARD ID PASSWORD PLY`; `showas ID PASSWORD BOARD`."""
        if verb == "showas":
            await writer.show(self.service.store, words)
        if not words:
            raise Refused(422, f"expected {game} {verb} and the number of a board")
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
        answer = await self.seats.run(live, player, line, request, account=me.id)
        return Done(answer, live.table.id, player)

    async def _board(self, game: str, number: str, account: Account | None) -> tuple[LiveTable, tuple[int, ...]]:
        """A board, and the seats of an account at it. One that no list shows is told of to its players alone: numbers
        count upwards, so anybody could ask for each in turn."""
        table_number = number.removeprefix("#")
        if not table_number.isdecimal() or len(table_number) > 9:
            raise Refused(422, f"{number[:40]}: expected the number of a board")
        live = await self._numbered(int(table_number))
        if live is not None and not live.game.guest and live.game.name == game:
            seats = await self.service.seats.by_session(live.table.id, account.holder) if account else ()
            if seats or await self.service.moderation.is_listed(live.table.id):
                return live, seats
        raise Refused(404, f"there is no board {table_number} of {game}")

    async def _numbered(self, number: int) -> LiveTable | None:
        """The table of a board."""
        b, t = boards.c, schema.tables.c
        query = sa.select(b.table).join(schema.tables, t.id == b.table).where(b.number == number)
        async with self.service.store.reading() as c:
            table_id = await c.scalar(query)
        return await self.service.live(str(table_id)) if table_id else None


def standings_told(game: str, rows: list[dict[str, Any]]) -> list[str]:
    """The standings of a game, a line a player."""
    if not rows:
        return [f"No rated game of {game} has been played yet.", ""]
    lines = [
        f"{place:>3}. {row['player']:<20} {row['text']:>6}  won {row['won']}, drawn {row['drawn']}, lost {row['lost']}"
        for place, row in enumerate(rows, 1)
    ]
    return [f"Standings of {game}; a question mark: too few games for a certain rating.", *lines, ""]


def options_of(words: list[str]) -> dict[str, str]:
    """The options in a line, `-NAME=VALUE`, which are taken out."""
    options = [word for word in words if word.startswith("-")]
    words[:] = [word for word in words if not word.startswith("-")]
    pairs = (word.lstrip("-").partition("=") for word in options)
    return {name: value or "true" for name, _, value in pairs}


def day(moment: int) -> str:
    """A day as people write it."""
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%d %B %Y")


def described(challenge: Challenge, verb: str = "accept") -> str:
    """What somebody is challenged to, and how to accept or withdraw it."""
    return f"{challenge.title} ({terms_text(challenge)}): {verb} {challenge.id}"
