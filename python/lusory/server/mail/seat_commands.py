"""Commands by mail at a seat: plies and all else, by the same table commands as in the browser."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from ...errors import LusoryError
from ...texts import gettext
from ..ending_texts import ending_told
from ..live_table import LiveTable
from ..store import now
from ..table import Refused
from ..text_cleanup import tidy
from .command_lines import LONGEST
from .rendering import Rendering

NUMBERED = re.compile(r"(.+?)\s*#\s*(\d{1,6})")
RULES = '[rules "'
"""How the line of a record begins that holds the rules, for programs."""
ACCEPT = {"draw": "take-draw", "undo": "take-undo", "rematch": "rematch"}
REFUSE = {"draw": "refuse-draw", "undo": "refuse-undo", "rematch": "refuse-rematch"}
PROPOSE = {"draw": "offer-draw", "undo": "undo", "rematch": "rematch"}


ENDING = {"resign", "abort"}
"""Commands that nothing takes back."""
NAMES = {"help", "show", "history", "chat", "preview", "propose", "accept", "reject", "resign", "abort", "move"}


def help_text() -> str:
    """What an answer to a mail about a board may hold."""
    return gettext(
        """Write a line for each thing, before the first empty line:
a ply, as it stands in the rules  plays it; several plies of your turn may stand on one line
show, show#5            the board, or as it was after move 5
preview PLY             the board after a ply that is not played
propose undo            asks to take back your last ply; propose draw; propose rematch
accept, reject          answers what was proposed
resign                  gives up; abort breaks off a game that has not begun
chat TEXT               says something
history                 all plies so far"""
    )


def is_seat_command(line: str) -> bool:
    """Whether a line begins with the name of a command, not with a ply."""
    return line.split()[0].lower().partition("#")[0] in NAMES


def changes_position(line: str) -> bool:
    """Whether a line may change the position: a ply, or the answer to who asked to take one back."""
    return not is_seat_command(line) or line.split()[0].lower() in ("move", "accept")


class SeatCommands:
    """Carries out the lines of a seat's holder."""

    def __init__(self, rendering: Rendering) -> None:
        self.rendering, self.service = rendering, rendering.service

    async def run(
        self, live: LiveTable, player: int, line: str, request: int, turns: int = -1, account: str | None = None
    ) -> list[str]:
        """One line; what to tell. account: whose it is, if that is known. turns: the table has to be as it was after so
        many, -1 for however it is. request: the number of this line, which plays one ply however often it comes. Raises
        Refused."""
        live.answering.append(player)  # a notice that it is still his turn would be the last until his next visit
        try:
            return await self._run(live, player, line, request, turns, account)
        finally:
            live.answering.remove(player)

    async def _run(
        self, live: LiveTable, player: int, line: str, request: int, turns: int, account: str | None
    ) -> list[str]:
        if live.table.closed:
            raise Refused(409, "the host has closed this table")
        word, _, rest = line.partition(" ")
        name, rest = word.lower().partition("#")[0], rest.strip()
        if name == "help":
            return help_text().split("\n")
        if name == "show":
            return await self.show(live, player, line[4:])
        if name == "history":
            return await self.history(live, player)
        if name == "chat":
            await self.service.chat(live, player, chat_line(rest), account)
            return [gettext("Said.")]
        if name == "preview":
            return [await self.preview(live, player, rest)]
        if name in ("propose", "accept", "reject", "resign", "abort"):
            return await self.act(live, player, name, rest)
        return await self.play(live, player, rest if name == "move" else line, request, turns)

    async def show(self, live: LiveTable, player: int | None, rest: str) -> list[str]:
        """The board, or an earlier one: `#5`. Nothing to tell where the answer shows it as it is."""
        number = rest.strip().removeprefix("#").strip()
        if number and not number.isdecimal():
            raise Refused(422, "expected show, or show#5 for the board after move 5")
        if not number and player is not None:
            return [gettext("The board as you see it:")]
        ply = int(number[:6]) if number else live.table.ply
        if ply > live.table.ply:
            raise Refused(404, "the game stands after move %(n)s", n=live.table.ply)
        board = (await self.service.call(live, "board_text", player=player, ply=ply)).decode()
        return [gettext("After move %(n)s:") % {"n": ply}, "", board, ""]

    async def history(self, live: LiveTable, player: int | None) -> list[str]:
        """All plies, as this player, or with None anybody, may see them."""
        players = () if player is None else (player,)
        arguments: dict[str, Any] = {
            "form": "text",
            "players": players,
            "as_seat": player,
            "ply": None,
            "named": True,
            "names": {},
        }
        lines = (await self.service.call(live, "file", **arguments)).decode().split("\n")
        return [*(line for line in lines if not line.startswith(RULES)), ""]

    async def preview(self, live: LiveTable, player: int, text: str) -> str:
        """The board after a ply that is not played."""
        if live.table.to_move != player:
            raise Refused(409, "it is not your turn")
        board = (await self.service.aside(live, "preview", player=player, text=text, moment=now())).decode()
        head = gettext("After %(ply)s, which is not played:") % {"ply": text}
        return f"{head}\n\n{board}\n"

    async def act(self, live: LiveTable, player: int, name: str, argument: str) -> list[str]:
        """A command that is no ply."""
        table, argument = live.table, argument.lower()
        if name in ("accept", "reject"):
            act = (ACCEPT if name == "accept" else REFUSE)[proposal_to(table.offers, player, argument)]
        elif name == "propose":
            if argument not in PROPOSE:
                raise Refused(422, "expected propose undo, propose draw or propose rematch")
            act = PROPOSE[argument]
        elif argument:
            raise Refused(422, "expected %(name)s alone on its line; nothing was done", name=name)
        else:
            act = name
        await self.service.act(live, (player,), act, table.ply)
        if act == "rematch" and live.table.next:
            board = await self.rendering.outbox.board(live.table.next)
            return [gettext("The rematch has begun: it is board %(board)s.") % {"board": board}]
        return [gettext("Done.")]

    async def stands_alone(self, live: LiveTable, player: int, line: str) -> bool:
        """Whether a line below a long line of chat is a ply or a command, and not the rest of what is said. `resign`
        and `abort` are taken for that rest: they cannot be taken back."""
        if is_seat_command(line):
            return line.split()[0].lower() not in ENDING
        if live.table.to_move != player:
            return False
        match = NUMBERED.fullmatch(line)
        try:
            await self.service.aside(live, "canonical_plies", player=player, text=match[1] if match else line)
        except LusoryError:
            return False
        return True

    async def play(self, live: LiveTable, player: int, text: str, request: int, turns: int) -> list[str]:
        """A ply, or several of one turn on a line; `#5` behind it says that it is meant to be ply 5."""
        table = live.table
        match = NUMBERED.fullmatch(text)
        text, number = (match[1], int(match[2])) if match else (text, 0)
        if (
            await self.service.call(live, "was_played", players=(player,), ply=-1, text=text, request=request)
            == b"true"
        ):
            return [gettext("Your move was played already.")]
        if number and number != table.ply + 1:
            raise Refused(
                409,
                "this is for move %(n)s, the next is %(next)s: look at the board again",
                n=number,
                next=table.ply + 1,
            )
        if turns not in (-1, table.turns):
            raise Refused(409, "the game has gone on since the mail that you answer; look at the board below")
        if table.ending is not None:
            raise Refused(409, "the game is over: %(result)s", result=ending_told(table))
        if table.to_move != player:
            raise Refused(409, "it is not your turn")
        plies = [text]
        legal = getattr(table, "legal", ())
        if text not in legal:
            plies = msgspec.json.decode(await self.service.aside(live, "canonical_plies", player=player, text=text))
        for at, ply in enumerate(plies):
            await self.service.play(live, (player,), live.table.ply + 1, ply, request + at)
        return [gettext("Played: %(plies)s") % {"plies": " ".join(plies)}]


def proposal_to(offers: Mapping[int, str], player: int, wanted: str) -> str:
    """What was proposed to a player: the one that he names, or the only one. Raises Refused."""
    proposals = list(dict.fromkeys(offer for proposer, offer in offers.items() if proposer != player))
    named = [offer for offer in proposals if wanted in ("", offer)]
    if not proposals:
        raise Refused(409, "nothing was proposed to you")
    if len(named) != 1:
        raise Refused(409, "expected one of: %(proposals)s", proposals=", ".join(proposals))
    return named[0]


def chat_line(text: str) -> str:
    """A line of the chat. Raises Refused where it is empty or too long."""
    line = tidy(text)
    if not line:
        raise Refused(422, "expected chat TEXT")
    if len(line) > LONGEST:
        raise Refused(422, "%(n)s characters: a line of chat has at most %(most)s", n=len(line), most=LONGEST)
    return line
