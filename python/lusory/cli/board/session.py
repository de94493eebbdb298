"""The game session behind the board of `lusory play`: BoardApp drives it, ply by ply."""

from __future__ import annotations

from collections.abc import Callable

from ...play.spectator import SPECTATOR
from ...rules.events import CHANCE
from ..screen import Screen
from ..terminal_game import TerminalGame


class MessageScreen(Screen):
    """A Screen that passes messages to the app. write: takes a line and its style. clear: clears the log. log_width:
    the width of the log in characters."""

    def __init__(
        self, write: Callable[[str, str], None], clear: Callable[[], None], log_width: Callable[[], int]
    ) -> None:
        self.write, self.clear, self.log_width = write, clear, log_width

    @property
    def wide(self) -> int:
        """See Screen."""
        return self.log_width()

    def say(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """See Screen."""
        if text:
            self.write(text, style)

    show = say

    def wipe(self) -> None:
        """See Screen."""
        self.clear()


class BoardSession(TerminalGame):
    """A terminal game without a loop of its own: the app advances it."""

    def draw(self) -> None:
        """Does nothing: the app draws the board."""

    @property
    def mover(self) -> int | None:
        """The player to move, after all chance plies are played; None when the game is over."""
        while self.position.to_move == CHANCE:
            self.advance(self.position.chance(self.rng))
        return self.position.to_move

    @property
    def person(self) -> int | None:
        """The person who is to move; None where it is a machine's turn, or the game is over."""
        mover = self.mover
        return mover if mover in self.people else None

    @property
    def analysis_forbidden(self) -> bool:
        """Whether analysis and hints are forbidden: where no person is to move, and between people in games with
        secrets."""
        return self.position.result is not None or self.person is None or (self.shared and self.position.hidden)

    def change_seats(self, mover: int) -> bool:
        """Show the next person's view. False where the screen must be handed over first, to hide secrets."""
        if not self.shared or self.viewer == mover:
            return True
        if self.secrets:
            self.viewer = SPECTATOR
            self.screen.wipe()
            return False
        self.viewer = mover
        return True

    def sit_down(self, mover: int) -> None:
        """After a hand-over: show this player's view and what happened since their last turn, and nothing of what was
        typed while the board was covered."""
        self.screen.wipe()
        self.viewer = mover
        self.narrate(self.narrated[mover])
