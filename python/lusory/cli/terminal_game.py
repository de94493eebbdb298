"""A game in the terminal, line by line: people and programs take turns; each sees only what its seat may know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..draw import text as draw_text
from ..errors import IllegalPly
from ..play.narration import headline, name, result_line, sentences, status
from ..play.position import Position
from ..play.record import secret
from ..play.spectator import SPECTATOR, picture_for
from ..rules.events import CHANCE
from ..rules.picture import Picture
from .commands import WORDS, CommandCall, words_of
from .screen import Screen
from .seats import HUMAN, Resumed

if TYPE_CHECKING:
    from ..players import Player

NOBODYS = ("save", "save!", "quit")
"""What may be typed while nobody sits before the screen."""
PLY_CAP = 10_000
"""Machines among themselves stop here: some rules need never end."""


class Leave(Exception):
    """Somebody leaves the table."""


def history(position: Position) -> list[Position]:
    """The positions that led to this one, from the start."""
    positions = [position.first]
    for played in position.past:
        positions.append(positions[-1].follow(played.action))
    return positions


class TerminalGame:
    """A game in the terminal.

    positions: after each ply. specs: who plays, as it is shown and saved. viewer: whose view is shown: a player's,
    SPECTATOR while nobody has taken the next seat, None (everything) where machines play a new game among themselves.
    told: up to which position each player has been told what happened. notes: each player's own. tags: what else the
    saved game says. kept: the plies of each record on the disk that was written here or gone on with.
    """

    def __init__(
        self,
        screen: Screen,
        position: Position,
        specs: Sequence[str],
        players: Sequence[Player | None],
        rng: random.Random,
        resumed: Resumed | None = None,
    ) -> None:
        self.screen, self.specs, self.players, self.rng = screen, specs, players, rng
        self.positions = history(position)
        self.people = [i for i, player in enumerate(players) if player is None]
        self.shared = len(self.people) > 1
        nobody = SPECTATOR if self.shared or resumed else None
        self.viewer = self.people[0] if len(self.people) == 1 else nobody
        self.told = [len(self.positions)] * len(players)
        self.refused = ""
        self.notes: dict[int | None, list[str]] = {}
        self.tags = dict(resumed.tags) if resumed else {}
        self.kept: dict[Path, tuple[str, ...]] = {Path(): resumed.plies} if resumed else {}

    @property
    def position(self) -> Position:
        """As it stands."""
        return self.positions[-1]

    @property
    def played(self) -> tuple[str, ...]:
        """The plies so far."""
        return tuple(self.position.contract.text(played.action) for played in self.position.past)

    @property
    def saved(self) -> bool:
        """Does a record on the disk hold this game as it stands?"""
        return self.played in self.kept.values()

    @property
    def secrets(self) -> bool:
        """Is there anything to hide from another person yet?"""
        return self.shared and self.position.hidden and any(map(secret, self.position.past))

    @property
    def eyes(self) -> int | None:
        """Through whose eyes this is seen: nobody's in particular, where there are no secrets (any more)."""
        over = self.position.result is not None and len(self.people) != 1
        return self.viewer if self.position.hidden and not over else None

    @property
    def picture(self) -> Picture:
        """The board, for who sits here."""
        return picture_for(self.position, self.eyes)

    @property
    def offered(self) -> Sequence[str]:
        """The legal plies, if who sits here may know them: those of another player can tell what that one hides."""
        mover = self.position.to_move
        if mover is None or mover == CHANCE or self.eyes not in (None, mover):
            return ()
        return self.position.view(mover).moves

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        self.greet()
        try:
            while True:
                self.go_on()
                if not self.people:
                    return
                self.attend(None)
        except (EOFError, Leave):
            self.part()
        except KeyboardInterrupt:
            self.screen.say()
            self.part()
            raise

    def part(self) -> None:
        """The last words."""
        self.screen.say("Good-bye." if self.saved or not self.position.past else "Good-bye; the game was not saved.")

    def greet(self) -> None:
        """What is played and by whom."""
        self.screen.say(headline(self.position.game), "bold")
        self.screen.say(self.seats + (". Type help for help." if self.people else "."))
        if self.position.result or not self.secrets:  # with secrets the board waits until its player has come
            self.draw()

    @property
    def seats(self) -> str:
        """Who sits where."""
        return ", ".join(f"{name(player)}: {self._who(player)}" for player in range(len(self.specs)))

    def _who(self, player: int) -> str:
        spec, you = self.specs[player], player in self.people and not self.shared
        return ("you" if spec == HUMAN else f"{spec} (you)") if you else spec

    def go_on(self) -> None:
        """Until the game is over."""
        while self.position.result is None:
            mover = self.position.to_move
            assert mover is not None
            if mover == CHANCE:
                self.advance(self.position.chance(self.rng))
            elif (player := self.players[mover]) is not None:
                self.machine(mover, player)
            else:
                self.take_over(mover)
                self.attend(mover)
            if not self.people and len(self.positions) > PLY_CAP:
                self.screen.say(f"Stopped after {PLY_CAP} plies.")
                return
        self.screen.say(result_line(self.position), "bold")

    def machine(self, mover: int, player: Player) -> None:
        """A machine gets what it may see and nothing else."""
        from ..players import seen_by

        self.advance(self.position.play(player.choose(seen_by(self.position, mover), self.rng)))

    def advance(self, position: Position) -> None:
        """One ply, or several of a line, told and drawn."""
        before, number = self.position, len(self.positions)
        for played in position.past[before.ply :]:
            self.positions.append(self.position.follow(played.action))
        self.refused = ""
        self.tell(number)
        self.draw()

    def tell(self, number: int) -> None:
        """What happened since, to who sits before the screen."""
        for position in self.positions[number:]:
            for sentence in sentences(position, self.eyes):
                self.screen.say(sentence)
        for player in self.people if self.eyes is None else {self.eyes}.intersection(self.people):
            self.told[player] = len(self.positions)

    def draw(self) -> None:
        """The board, and whose turn it is."""
        position = self.position
        self.screen.say()
        self.screen.show(draw_text.board(self.picture, marks=not position.result))
        self.screen.say()
        if not position.result:
            self.screen.say(status(position))

    def take_over(self, mover: int) -> None:
        """In a game with secrets the next person takes the place of the last one; nothing stays on the screen."""
        if not self.shared or self.viewer == mover:
            return
        if self.secrets:
            self.viewer = SPECTATOR
            self.screen.wipe()
            self.hand_over(f"Hand the machine to {name(mover).lower()}, press Enter. ")
            self.screen.wipe()
        self.viewer = mover
        if self.secrets:
            self.tell(self.told[mover])
            self.draw()

    def hand_over(self, prompt: str) -> None:
        """Wait for Enter; what shows nothing of the game can be typed here, too."""
        while line := self.screen.ask(prompt, NOBODYS):
            asked = words_of(line)
            if asked is not None and asked.word in NOBODYS:
                WORDS[asked.word].act(self, asked)
            else:
                self.screen.say(f"{line}: not now; {', '.join(NOBODYS)}, or Enter.", "red")

    def attend(self, mover: int | None) -> None:
        """Listen to a person until a ply is played; after the end, until the person leaves or takes a ply back."""
        while True:
            legal = () if mover is None else self.position.view(mover).moves
            hint = "over (Enter leaves, save FILE keeps it)" if mover is None else name(mover).lower()
            line = self.screen.ask(f"{hint}> ", [*legal, *WORDS])
            if mover is None and not line:
                raise Leave
            if self.heed(line, mover):
                return

    def heed(self, line: str, mover: int | None) -> bool:
        """Do what was typed; True when the game has moved on."""
        if mover is not None and line in self.position.moves():
            self.advance(self.position.play(line))
            return True
        asked = words_of(line)
        if asked is not None:
            return WORDS[asked.word].act(self, asked)
        if mover is None:
            whose = self.position.to_move
            now = "the game is over" if whose is None else f"{name(whose).lower()} is to move"
            self.screen.say(f"{line}: {now}; help lists what can be typed.", "red")
            return False
        return self.attempt(line)

    def attempt(self, line: str) -> bool:
        """A whole turn on a line, or something that is none: then it is said why."""
        try:
            self.advance(self.position.play(line))
        except IllegalPly as fault:
            self.refused = str(fault)
            self.screen.say(f"{fault.text}: {fault.why}", "red")
            self.screen.say("? lists the legal plies, help what else can be typed.")
            return False
        return True

    def undo(self) -> bool:
        """Back to the last decision of a person."""
        if self.secrets:
            self.screen.say("What was seen cannot be unseen: with secrets between two people nothing is taken back.")
            return False
        if self.position.hidden and self.position.result:
            self.screen.say("What was seen cannot be unseen: at the end all secrets are shown, nothing is taken back.")
            return False
        back = len(self.positions) - 1
        while back > 0 and self.positions[back - 1].to_move not in self.people:
            back -= 1
        if back == 0:
            self.screen.say("There is nothing to take back.")
            return False
        del self.positions[back:]
        self.told = [min(told, back) for told in self.told]
        self.refused = ""
        self.draw()
        return True


__all__ = ["CommandCall", "Leave", "TerminalGame"]
