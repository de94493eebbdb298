"""The game session behind the board of `lusory play`: BoardApp drives it, ply by ply."""

from __future__ import annotations

from collections.abc import Callable

from ...play.spectator import SPECTATOR
from ...rules.events import CHANCE
from ..screen import Screen
from ..terminal_game import TerminalGame


class MessageScreen(Screen):
    """A Screen that passes messages to the app. heard: takes lines and their style. wiped: clears them. room:
    so many characters stand on a line."""

    def __init__(self, heard: Callable[[str, str], None], wiped: Callable[[], None], room: Callable[[], int]) -> None:
        self.heard, self.wiped, self.room = heard, wiped, room

    @property
    def wide(self) -> int:
        """See Screen."""
        return self.room()

    def say(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """See Screen."""
        if text:
            self.heard(text, style)

    show = say

    def wipe(self) -> None:
        """See Screen."""
        self.wiped()


class BoardSession(TerminalGame):
    """A terminal game without a loop of its own: the app that shows it advances it."""

    drawing = 0
    """How often it was drawn."""

    def draw(self) -> None:
        """The board is drawn by who shows this."""
        self.drawing += 1

    @property
    def mover(self) -> int | None:
        """Who is to move; nature's plies have been made."""
        while self.position.to_move == CHANCE:
            self.advance(self.position.chance(self.rng))
        return self.position.to_move

    @property
    def person(self) -> int | None:
        """The person who is to move; None where it is a machine's turn, or the game is over."""
        mover = self.mover
        return mover if mover in self.people else None

    @property
    def closed(self) -> bool:
        """May nobody be helped here? Between people not while there are secrets."""
        return self.position.result is not None or self.person is None or (self.shared and self.position.hidden)

    def change_seats(self, mover: int) -> bool:
        """The next person sits down. False where the screen has to be handed over first: there are secrets on it."""
        if not self.shared or self.viewer == mover:
            return True
        if self.secrets:
            self.viewer = SPECTATOR
            self.screen.wipe()
            return False
        self.viewer = mover
        return True

    def sit_down(self, mover: int) -> None:
        """The screen was handed over."""
        self.viewer = mover
        self.tell(self.told[mover])
