"""The board, what is told beside it, and what can be done by keys and mouse."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Input, RichLog, Static
from textual.worker import get_current_worker

from ...errors import LusoryError
from ...play.entry import entry
from ...play.narration import headline, name, result_line, status
from ...play.position import Position
from ..match import percent
from ..seats import Resumed
from ..terminal_game import PLY_CAP, Leave
from .clicks import Clicks, Way
from .session import BoardSession, MessageScreen
from .view import BoardView

if TYPE_CHECKING:
    from ...players import Analysis, Player

HINT = "best:1s"
EVERY = 0.3
"""Seconds between two looks at what the machine thinks."""
QUICKEST = 0.2
"""Seconds between plies of machines, so that one sees what happens."""
BEST = 6
"""So many of the best plies are told of."""
FEW = 0.5
"""Where no more of the board than this may be chosen, it is pointed out."""


class BoardApp(App[None]):
    """A game on a board in the terminal. clicks: the ply entered so far."""

    CSS = """
    #beside { width: 1fr; min-width: 24; padding: 1 1 0 1; }
    #status { text-style: bold; }
    #ways { height: auto; padding: 0 2; }
    #thought { height: auto; color: $text-muted; }
    #told { height: 1fr; scrollbar-size-vertical: 1; }
    #line { display: none; }
    #line.open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "analyse", "Analysis"),
        Binding("h", "hint", "Hint"),
        Binding("u", "undo", "Take back"),
        Binding("t", "type", "Type"),
        Binding("q,ctrl+c", "leave", "Leave"),
        Binding("escape", "shut", show=False),
        *(Binding(str(number), f"say({number})", show=False) for number in range(1, 10)),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        position: Position,
        specs: Sequence[str],
        players: Sequence[Player | None],
        rng: random.Random,
        resumed: Resumed | None = None,
    ) -> None:
        super().__init__()
        screen = MessageScreen(self.hear, self.wipe, self.room)
        self.session = BoardSession(screen, position, specs, players, rng, resumed)
        self.clicks = Clicks(None)
        self.hinted: set[str] = set()
        self.report: Analysis | None = None
        self.thinking = False
        self.handed = True

    def compose(self) -> ComposeResult:
        """See App."""
        with Horizontal():
            yield BoardView(self.session.picture)
            with Vertical(id="beside"):
                yield Static(id="status")
                yield Static(id="thought")
                yield RichLog(id="told", wrap=True, min_width=20)
        yield Static(id="ways")
        yield Input(id="line", placeholder="a ply, a whole turn, or help")
        yield Footer()

    def on_mount(self) -> None:
        """See App."""
        self.title = headline(self.session.position.game)
        self.hear(self.title, "bold")
        self.hear(f"{self.session.seats}. Arrow keys and Enter, or the mouse; t, then help, tells more.", "")
        self.query_one(BoardView).focus()
        self.follow()

    def hear(self, text: str, style: str) -> None:
        """Something is told."""
        self.query_one("#told", RichLog).write(Text(text, style), width=self.room() or None)

    def room(self) -> int:
        """So many characters stand on a line of what is told."""
        return self.query_one("#told", RichLog).scrollable_content_region.width

    def wipe(self) -> None:
        """Nothing may be read again."""
        self.query_one("#told", RichLog).clear()

    def follow(self) -> None:
        """The game has moved on: what comes next?"""
        session = self.session
        self.workers.cancel_group(self, "thought")
        self.hinted, self.report, self.clicks = set(), None, Clicks(None)
        mover = session.mover
        if mover is None:
            self.hear(result_line(session.position), "bold")
        elif session.person is None:
            if len(session.positions) <= PLY_CAP:
                self.run_worker(lambda: self.machine(mover, session.position), group="machine", thread=True)
        else:
            self.handed = session.change_seats(mover)
            self.clicks = Clicks(entry(session.position.view(mover)))
            if self.thinking:
                self.think()
        self.paint()

    def machine(self, mover: int, position: Position) -> None:
        """In a thread of its own a machine chooses; it gets what it may see and nothing else."""
        from ...players import seen_by

        player, begun = self.session.players[mover], time.monotonic()
        assert player is not None
        ply = player.choose(seen_by(position, mover), self.session.rng)
        time.sleep(max(0.0, QUICKEST - (time.monotonic() - begun)))
        if not get_current_worker().is_cancelled:
            self.call_from_thread(self.answer, position, ply)

    def answer(self, position: Position, ply: str | int) -> None:
        """A machine has chosen, for a position that may have been taken back meanwhile."""
        if self.session.position is position:
            self.session.advance(position.play(ply))
            self.follow()

    def paint(self) -> None:
        """All that is seen."""
        session = self.session
        cover = "" if self.handed else f"Hand the machine to {name(session.mover or 0).lower()}, who presses Enter."
        self.query_one(BoardView).show_picture(session.picture, self.marked(), cover)
        position = session.position
        self.query_one("#status", Static).update(Text(result_line(position) if position.result else status(position)))
        ways = [f"{number} {way.label}" for number, way in enumerate(self.ways()[:9], 1)]
        path = " – ".join(self.clicks.path or sorted(self.clicks.chosen))
        self.query_one("#ways", Static).update(Text("   ".join([*([f"{path} …"] if path else []), *ways])))
        self.query_one("#thought", Static).update(Text(self.thought()))

    def ways(self) -> list[Way]:
        """What can be said by whoever sits here."""
        return self.clicks.ways() if self.handed else []

    def marked(self) -> dict[int, str]:
        """Cells that are pointed out, and how."""
        if not self.handed:
            return {}
        index = self.session.picture.geometry.index
        following = {index[cell] for cell in self.clicks.following()}
        narrow = self.clicks.path or self.clicks.node.set or len(following) < FEW * len(index)
        found = dict.fromkeys(following if narrow else (), "underline")
        found |= {index[cell]: f"on {tone}" for cell, tone in self.heat().items()}
        found |= {index[cell]: "black on #f0e442" for cell in self.hinted}
        return found | {index[cell]: "bold reverse" for cell in (*self.clicks.path, *self.clicks.chosen)}

    def heat(self) -> dict[str, str]:
        """The cells of the best plies, the more visited the warmer."""
        if self.report is None:
            return {}
        most = max((judged.visits for judged in self.report.plies), default=0) or 1
        found: dict[str, str] = {}
        for judged in reversed(self.report.plies[:BEST]):
            warm = round(60 + 140 * judged.visits / most)
            found |= {cell: f"#{warm:02x}3c1e" for cell in self.cells_of(judged.ply)}
        return found

    def cells_of(self, ply: str) -> list[str]:
        """The cells that a ply names, by the map of clicks."""
        way = next((way for way, text in self.clicks.root.ways() if text == ply), ())
        return [cell for cell in way if cell in self.session.picture.geometry.index]

    def thought(self) -> str:
        """What the machine thinks, in words."""
        if self.report is None:
            return "Thinking …" if self.thinking else ""
        report = self.report
        rows = [f"{percent(judged.value, 0):>5}  {judged.ply}" for judged in report.plies[:BEST]]
        sure = "proven" if report.proven else f"{report.simulations:,} games"
        return "\n".join([f"{percent(report.value, 0)} for who is to move ({sure})", *rows, ""])

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """A cell."""
        if not self.handed:
            self.handed = True
            self.session.sit_down(self.session.mover or 0)
        elif self.session.person is not None:
            cell = self.session.picture.geometry.names[event.cell]
            fits = cell in self.clicks.following() or cell in self.clicks.path
            ply = self.clicks.press(cell)
            if ply:
                return self.heed(ply)
            if not fits and not self.clicks.path:
                self.hear(f"{cell}: no ply begins there now.", "")
        self.paint()

    def on_board_view_back(self) -> None:
        """Put back."""
        self.clicks.reset()
        self.paint()

    def action_say(self, number: int) -> None:
        """One of the ways below the board."""
        ways = self.ways()
        if number <= len(ways):
            self.heed(ways[number - 1].ply)

    def action_type(self) -> None:
        """A line is to be typed."""
        line = self.query_one("#line", Input)
        line.add_class("open")
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """What was typed: a ply, a turn, or a word as in plain text."""
        self.action_shut()
        if self.handed and event.value.strip():
            self.heed(event.value.strip())

    def action_shut(self) -> None:
        """Nothing is to be typed after all."""
        line = self.query_one("#line", Input)
        line.remove_class("open")
        line.clear()
        self.query_one(BoardView).focus()

    def heed(self, line: str) -> None:
        """Do it; go on if the game has moved."""
        before = len(self.session.positions)
        try:
            moved = self.session.heed(line, self.session.person)
        except Leave:
            return self.exit()
        if len(self.session.positions) < before:
            self.hear("Taken back.", "")
        if moved:
            self.follow()
        else:
            self.paint()

    def action_undo(self) -> None:
        """Take back."""
        if self.handed:
            self.heed("undo")

    def action_leave(self) -> None:
        """Leave the table."""
        self.exit()

    def action_analyse(self) -> None:
        """Begin to think aloud, or stop."""
        if not self.handed:
            return
        self.thinking = not self.thinking
        self.report = None
        if self.thinking:
            self.think()
        else:
            self.workers.cancel_group(self, "thought")
        self.paint()

    def think(self) -> None:
        """About the position on the board, if that is allowed."""
        if self.session.closed:
            self.thinking = False
            self.hear("No analysis now: it is of positions in which you are to move, and not between people.", "")
            return
        position, mover = self.session.position, self.session.person
        self.run_worker(lambda: self.study(position, mover or 0), group="thought", exclusive=True, thread=True)

    def study(self, position: Position, mover: int) -> None:
        """In a thread of its own: better and better, until nobody wants to hear it any more."""
        from ...players import analyse, seen_by

        worker = get_current_worker()
        try:
            for report in analyse(seen_by(position, mover), every=EVERY):
                if worker.is_cancelled:
                    return
                self.call_from_thread(self.judge, position, report)
        except LusoryError as fault:
            self.call_from_thread(self.hear, str(fault), "red")

    def judge(self, position: Position, report: Analysis) -> None:
        """What is thought of the position on the board."""
        if self.thinking and self.session.position is position:
            self.report = report
            self.paint()

    def action_hint(self) -> None:
        """A ply that a machine would make."""
        if not self.handed or self.session.closed:
            return
        position, mover = self.session.position, self.session.person
        self.run_worker(lambda: self.advise(position, mover or 0), group="hint", exclusive=True, thread=True)

    def advise(self, position: Position, mover: int) -> None:
        """In a thread of its own."""
        from ...players import player, seen_by

        adviser = player(HINT, position.game)
        try:
            found = adviser.choose(seen_by(position, mover), random.Random(position.ply))
        finally:
            adviser.close()
        ply = position.contract.text(found) if isinstance(found, int) else found
        if not get_current_worker().is_cancelled:
            self.call_from_thread(self.point, position, ply)

    def point(self, position: Position, ply: str) -> None:
        """A hint has been found."""
        if self.session.position is position:
            self.hear(f"Hint: {ply}", "")
            self.hinted = set(self.cells_of(ply))
            self.paint()
