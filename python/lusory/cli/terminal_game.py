"""A game in the terminal, line by line: people and programs take turns; each sees only what its seat may know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..draw import text as draw_text
from ..errors import IllegalPly
from ..play.narration import headline, name, result_line, sentences, status
from ..play.position import Position
from ..play.record import secret
from ..play.renaming import with_names
from ..play.spectator import SPECTATOR, picture_for
from ..rules.events import CHANCE
from ..rules.picture import Picture
from ..texts import gettext
from .commands import COMMANDS, CommandCall, parse_command
from .screen import Screen
from .seats import HUMAN, Resumed

if TYPE_CHECKING:
    from ..players import Player

HAND_OVER_COMMANDS = ("save", "save!", "quit")
"""Commands allowed during a hand-over: they show nothing of the game."""
PLY_CAP = 10_000
"""Games between machines stop after so many plies: some rules never end a game."""


class LeaveGame(Exception):
    """A person leaves the game."""


def history(position: Position) -> list[Position]:
    """The positions that led to this one, from the start."""
    positions = [position.first]
    for past_ply in position.past:
        positions.append(positions[-1].follow(past_ply.action))
    return positions


class TerminalGame:
    """A game in the terminal.

    positions: after each ply. specs: who plays, as it is shown and saved: a person's name, or `human`. viewer: whose
    view is shown: a player's, SPECTATOR during a hand-over, None (everything) where machines play a new game among
    themselves. narrated: how many positions were narrated to each player. notes: each player's own. tags: of the record
    that is continued. saves: the plies of each record on the disk that was written or continued here.
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
        self.names = {i: specs[i] for i in self.people if specs[i] != HUMAN}
        self.shared = len(self.people) > 1
        initial_viewer = SPECTATOR if self.shared or resumed else None
        self.viewer = self.people[0] if len(self.people) == 1 else initial_viewer
        self.narrated = [len(self.positions)] * len(players)
        self.refused = ""
        self.notes: dict[int | None, list[str]] = {}
        self.tags = dict(resumed.tags) if resumed else {}
        self.saves: dict[Path, tuple[str, ...]] = {Path(): resumed.plies} if resumed else {}

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def plies_so_far(self) -> tuple[str, ...]:
        """The plies so far."""
        return self.position.texts

    @property
    def is_saved(self) -> bool:
        """Whether a record on the disk holds all plies of this game."""
        return self.plies_so_far in self.saves.values()

    @property
    def secrets(self) -> bool:
        """Whether a person has made a secret ply that another person must not see."""
        return self.shared and self.position.hidden and any(map(secret, self.position.past))

    @property
    def effective_viewer(self) -> int | None:
        """Whose view is shown now: `viewer`, or None (everything) where there are no secrets, or none any more."""
        over = self.position.result is not None and len(self.people) != 1
        return self.viewer if self.position.hidden and not over else None

    @property
    def picture(self) -> Picture:
        """The board, as the viewer may see it."""
        picture = picture_for(self.position, self.effective_viewer)
        return msgspec.structs.replace(picture, notes=tuple(map(self.named, picture.notes)))

    @property
    def visible_moves(self) -> Sequence[str]:
        """The legal plies, if the viewer may know them: another player's legal plies can reveal their secrets."""
        mover = self.position.to_move
        if mover is None or mover == CHANCE or self.effective_viewer not in (None, mover):
            return ()
        return self.position.view(mover).moves

    def named(self, text: str) -> str:
        """A text with the names of the people in place of First, Second, ..."""
        return with_names(text, self.names)

    def say(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """Print a sentence, with the names of the people."""
        self.screen.say(self.named(text), style, indent)

    def called(self, player: int) -> str:
        """What a player is called in a prompt: the name, else `first`, `second`, ..."""
        return self.names.get(player, name(player).lower())

    def run(self) -> None:
        """Play to the end, or until a person leaves."""
        self.greet()
        try:
            while True:
                self.play_on()
                if not self.people:
                    return
                self.read_lines(None)
        except (EOFError, LeaveGame):
            self.say_goodbye()
        except KeyboardInterrupt:
            self.screen.say()
            self.say_goodbye()
            raise

    def say_goodbye(self) -> None:
        """Say good-bye, and whether the game was saved."""
        is_kept = self.is_saved or not self.position.past
        self.screen.say(gettext("Good-bye.") if is_kept else gettext("Good-bye; the game was not saved."))

    def greet(self) -> None:
        """Print the game, the seats and the board."""
        self.screen.say(headline(self.position.game), "bold")
        self.screen.say(f"{self.seats}. {gettext('Type help for help.')}" if self.people else f"{self.seats}.")
        if self.position.result or not self.secrets:  # with secrets the board is shown after the hand-over
            self.draw()

    @property
    def seats(self) -> str:
        """Which player is whom, as `First: you, Second: best:1s`."""
        return ", ".join(f"{name(player)}: {self._player_text(player)}" for player in range(len(self.specs)))

    def _player_text(self, player: int) -> str:
        spec, is_own = self.specs[player], player in self.people and not self.shared
        if not is_own:
            return spec
        return gettext("you") if spec == HUMAN else gettext("%(name)s (you)") % {"name": spec}

    def play_on(self) -> None:
        """Play until the game is over."""
        while self.position.result is None:
            mover = self.position.to_move
            assert mover is not None
            if mover == CHANCE:
                self.advance(self.position.chance(self.rng))
            elif (player := self.players[mover]) is not None:
                self.play_machine(mover, player)
            else:
                self.take_over(mover)
                self.read_lines(mover)
            if not self.people and len(self.positions) > PLY_CAP:
                self.screen.say(gettext("Stopped after %(n)s moves.") % {"n": PLY_CAP})
                return
        self.say(result_line(self.position), "bold")

    def play_machine(self, mover: int, player: Player) -> None:
        """Let a machine choose a ply, from its own view of the position, and play it."""
        from ..players import seen_by

        self.advance(self.position.play(player.choose(seen_by(self.position, mover), self.rng)))

    def advance(self, position: Position) -> None:
        """Play one ply, or the plies of a turn: narrate them and draw the board."""
        before, number = self.position, len(self.positions)
        for past_ply in position.past[before.ply :]:
            self.positions.append(self.position.follow(past_ply.action))
        self.refused = ""
        self.narrate(number)
        self.draw()

    def narrate(self, number: int) -> None:
        """Narrate the positions from `number` on, as the viewer may know them."""
        for position in self.positions[number:]:
            for sentence in sentences(position, self.effective_viewer):
                self.say(sentence)
        for player in (
            self.people if self.effective_viewer is None else {self.effective_viewer}.intersection(self.people)
        ):
            self.narrated[player] = len(self.positions)

    def draw(self) -> None:
        """Print the board and whose turn it is."""
        position = self.position
        self.screen.say()
        self.screen.show(draw_text.board(self.picture, marks=not position.result))
        self.screen.say()
        if not position.result:
            self.say(status(position))

    def take_over(self, mover: int) -> None:
        """Hand the screen to the next person; with secrets it is cleared first."""
        if not self.shared or self.viewer == mover:
            return
        if self.secrets:
            self.viewer = SPECTATOR
            self.screen.wipe()
            self.hand_over(
                gettext("Hand the device to %(player)s, then press Enter.") % {"player": self.called(mover)} + " "
            )
            self.screen.wipe()
        self.viewer = mover
        if self.secrets:
            self.narrate(self.narrated[mover])
            self.draw()

    def hand_over(self, prompt: str) -> None:
        """Wait for Enter; commands that show nothing of the game work here, too."""
        while line := self.screen.ask(prompt, HAND_OVER_COMMANDS):
            self.handle_covered_line(line)

    def handle_covered_line(self, line: str) -> None:
        """Run a command that was typed during a hand-over, or say why not."""
        command = parse_command(line)
        if command is not None and command.word in HAND_OVER_COMMANDS:
            COMMANDS[command.word].act(self, command)
        else:
            allowed = {"line": line, "commands": ", ".join(HAND_OVER_COMMANDS)}
            self.screen.say(gettext("%(line)s: not now; %(commands)s, or Enter.") % allowed, "red")

    def read_lines(self, mover: int | None) -> None:
        """Read a person's lines until a ply is played; after the end, until they leave or take a ply back."""
        while True:
            legal = () if mover is None else self.position.view(mover).moves
            hint = gettext("over (Enter leaves, save FILE keeps it)") if mover is None else self.called(mover)
            line = self.screen.ask(f"{hint}> ", [*legal, *COMMANDS])
            if mover is None and not line:
                raise LeaveGame
            if self.handle_line(line, mover):
                return

    def handle_line(self, line: str, mover: int | None) -> bool:
        """Play a ply or run a command; True when the position has changed."""
        is_list = line.startswith("?")  # also before a ply, of which `?` is a comment in records
        if mover is not None and not is_list and line in self.position.moves():
            self.advance(self.position.play(line))
            return True
        command = parse_command(line)
        if command is not None:
            return COMMANDS[command.word].act(self, command)
        if mover is None:
            to_move = self.position.to_move
            over = gettext("%(line)s: the game is over; help lists what can be typed.")
            waiting = gettext("%(line)s: %(player)s is to move; help lists what can be typed.")
            values = {"line": line, "player": "" if to_move is None else self.called(to_move)}
            self.screen.say((over if to_move is None else waiting) % values, "red")
            return False
        return self.play_turn(line)

    def play_turn(self, line: str) -> bool:
        """Play a whole turn typed on one line; where it is illegal, print why. True when it was played."""
        try:
            self.advance(self.position.play(line))
        except IllegalPly as fault:
            self.refused = fault.phrase.said(gettext)
            self.say(f"{fault.text}: {fault.reason.said(gettext)}", "red")
            self.screen.say(gettext("? lists the legal moves, help what else you can type."))
            return False
        return True

    def undo(self) -> bool:
        """Go back to the last decision of a person. True when the position has changed."""
        if self.secrets:
            self.screen.say(gettext("Nothing is taken back in a game with secrets between two people."))
            return False
        if self.position.hidden and self.position.result:
            self.screen.say(gettext("Nothing is taken back: at the end all secrets are shown."))
            return False
        index = len(self.positions) - 1
        while index > 0 and self.positions[index - 1].to_move not in self.people:
            index -= 1
        if index == 0:
            self.screen.say(gettext("There is nothing to take back."))
            return False
        del self.positions[index:]
        self.narrated = [min(count, index) for count in self.narrated]
        self.refused = ""
        self.draw()
        return True


__all__ = ["CommandCall", "LeaveGame", "TerminalGame"]
