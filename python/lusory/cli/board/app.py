"""The textual app of `lusory play`: board, log, analysis pane, keys and mouse."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, ScrollableContainer, Vertical
from textual.widgets import Footer, Input, RichLog, Static
from textual.worker import get_current_worker

from ...errors import LusoryError
from ...play.entry import entry
from ...play.narration import headline, result_line, status
from ...play.position import Position
from ...texts import gettext
from ..hint import Hint, find_hint
from ..match import percent
from ..seats import Resumed
from ..terminal_game import PLY_CAP, LeaveGame
from .clicks import Clicks, LabelledPly
from .session import BoardSession, MessageScreen
from .view import BoardView

if TYPE_CHECKING:
    from ...players import Analysis, Player

ANALYSIS_INTERVAL = 0.3
"""Seconds between two updates of the analysis."""
MACHINE_INTERVAL = 0.2
"""Least seconds between plies of machines, so that people can follow them."""
LISTED_PLIES = 6
"""How many of the best plies the analysis lists."""
LEAST_BESIDE = 26
"""Columns that what is said needs beside the board."""
HIGHLIGHT_SHARE = 0.5
"""Cells that can be clicked are underlined if they are less than this share of the board."""


class BoardApp(App[None]):
    """A game on a board in the terminal. clicks: the ply entered so far."""

    CSS = """
    #table { layout: horizontal; height: 1fr; }
    #around { width: auto; height: 100%; max-width: 100%; scrollbar-size: 1 1; }
    #beside { width: 1fr; padding: 1 1 0 1; }
    #table.narrow { layout: vertical; }
    #table.narrow #around { width: 100%; height: auto; max-height: 65%; }
    #table.narrow #beside { width: 100%; height: 1fr; padding: 0 1 0 1; }
    #status { text-style: bold; }
    #labels { height: auto; padding: 0 2; }
    #analysis { height: auto; color: $text-muted; }
    #log { height: 1fr; scrollbar-size-vertical: 1; }
    #line { display: none; }
    #line.open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "analyse", "Analysis"),
        Binding("h", "hint", "Hint"),
        Binding("u", "undo", "Take back"),
        Binding("t", "type", "Type"),
        Binding("q,ctrl+c", "leave", "Leave"),
        Binding("escape", "close_input", show=False),
        *(Binding(str(number), f"choose({number})", show=False) for number in range(1, 10)),
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
        screen = MessageScreen(self.write_log, self.clear_log, self.log_width)
        self.session = BoardSession(screen, position, specs, players, rng, resumed)
        self.clicks = Clicks(None)
        self.hinted: set[str] = set()
        self.report: Analysis | None = None
        self.analysing = False
        self.handed_over = True

    def compose(self) -> ComposeResult:
        """See App."""
        with Container(id="table"):
            with ScrollableContainer(id="around", can_focus=False):
                yield BoardView(self.session.picture)
            with Vertical(id="beside"):
                yield Static(id="status")
                yield Static(id="analysis")
                yield RichLog(id="log", wrap=True, min_width=20)
        yield Static(id="labels")
        yield Input(id="line", placeholder=gettext("a move, a whole turn, or help"))
        yield Footer()

    def on_mount(self) -> None:
        """See App."""
        self.title = headline(self.session.position.game)
        self.name_keys()
        self.write_log(self.title, "bold")
        self.write_log(
            f"{self.session.seats}. "
            + gettext("Arrow keys and Enter, or the mouse; press t and type help for the commands."),
            "",
        )
        self.query_one(BoardView).focus()
        self.continue_game()

    def on_resize(self) -> None:
        """What is said stands below the board where beside it there is too little room."""
        room = self.size.width - self.query_one(BoardView).outer_width()
        self.query_one("#table").set_class(room < LEAST_BESIDE, "narrow")

    def name_keys(self) -> None:
        """Name the keys at the foot in the language of the terminal."""
        for keys in self._bindings.key_to_bindings.values():
            keys[:] = [replace(key, description=gettext(key.description)) if key.description else key for key in keys]

    def write_log(self, text: str, style: str) -> None:
        """Append a line to the log."""
        self.query_one("#log", RichLog).write(Text(text, style), width=self.log_width() or None)

    def log_width(self) -> int:
        """Width of the log in characters."""
        return self.query_one("#log", RichLog).scrollable_content_region.width

    def clear_log(self) -> None:
        """Clear the log."""
        self.query_one("#log", RichLog).clear()

    def continue_game(self) -> None:
        """After a change of the position: start the next machine, hand over, or wait for a person."""
        session = self.session
        self.workers.cancel_group(self, "analysis")
        self.hinted, self.report, self.clicks = set(), None, Clicks(None)
        mover = session.mover
        if mover is None:
            self.write_log(session.named(result_line(session.position)), "bold")
        elif session.person is None:
            if len(session.positions) <= PLY_CAP:
                self.run_worker(lambda: self.run_machine(mover, session.position), group="machine", thread=True)
        else:
            self.handed_over = session.change_seats(mover)
            self.clicks = Clicks(entry(session.position.view(mover)))
            if self.analysing:
                self.start_analysis()
        self.update_widgets()

    def run_machine(self, mover: int, position: Position) -> None:
        """In a worker thread: let a machine choose, from its own view of the position."""
        from ...players import seen_by

        player, started = self.session.players[mover], time.monotonic()
        assert player is not None
        ply = player.choose(seen_by(position, mover), self.session.rng)
        time.sleep(max(0.0, MACHINE_INTERVAL - (time.monotonic() - started)))
        if not get_current_worker().is_cancelled:
            self.call_from_thread(self.apply_machine_ply, position, ply)

    def apply_machine_ply(self, position: Position, ply: str | int) -> None:
        """Apply a machine's ply, unless its position was taken back meanwhile."""
        if self.session.position is position:
            self.session.advance(position.play(ply))
            self.continue_game()

    def update_widgets(self) -> None:
        """Update all widgets."""
        session = self.session
        cover = (
            ""
            if self.handed_over
            else gettext("Hand the device to %(player)s, then press Enter.")
            % {"player": session.called(session.mover or 0)}
        )
        self.query_one(BoardView).show_picture(session.picture, self.cell_styles(), cover)
        position = session.position
        title_line = session.named(result_line(position) if position.result else status(position))
        self.query_one("#status", Static).update(Text(title_line))
        choices = [f"{number} {choice.label}" for number, choice in enumerate(self.labelled_plies()[:9], 1)]
        path = " – ".join(self.clicks.path or sorted(self.clicks.chosen))
        self.query_one("#labels", Static).update(Text("   ".join([*([f"{path} …"] if path else []), *choices])))
        self.query_one("#analysis", Static).update(Text(self.analysis_text()))

    def labelled_plies(self) -> list[LabelledPly]:
        """The choices below the board; none before the hand-over."""
        return self.clicks.labelled_plies() if self.handed_over else []

    def cell_styles(self) -> dict[int, str]:
        """Styles of highlighted cells, by cell index."""
        if not self.handed_over:
            return {}
        index = self.session.picture.geometry.index
        following = {index[cell] for cell in self.clicks.following()}
        narrow = self.clicks.path or self.clicks.node.set or len(following) < HIGHLIGHT_SHARE * len(index)
        styles = dict.fromkeys(following if narrow else (), "underline")
        styles |= {index[cell]: f"on {tone}" for cell, tone in self.heat().items()}
        styles |= {index[cell]: "black on #f0e442" for cell in self.hinted}
        return styles | {index[cell]: "bold reverse" for cell in (*self.clicks.path, *self.clicks.chosen)}

    def heat(self) -> dict[str, str]:
        """Colours of the cells of the best plies; more visits give a warmer colour."""
        if self.report is None:
            return {}
        most = max((judged.visits for judged in self.report.plies), default=0) or 1
        colours: dict[str, str] = {}
        for judged in reversed(self.report.plies[:LISTED_PLIES]):
            warm = round(60 + 140 * judged.visits / most)
            colours |= {cell: f"#{warm:02x}3c1e" for cell in self.cells_of(judged.ply)}
        return colours

    def cells_of(self, ply: str) -> list[str]:
        """The cells that are clicked to enter a ply."""
        keys = next((keys for keys, text in self.clicks.root.ways() if text == ply), ())
        return [cell for cell in keys if cell in self.session.picture.geometry.index]

    def analysis_text(self) -> str:
        """Text of the analysis pane."""
        if self.report is None:
            return gettext("Thinking …") if self.analysing else ""
        report = self.report
        rows = [f"{percent(judged.value, 0):>5}  {judged.ply}" for judged in report.plies[:LISTED_PLIES]]
        sure = gettext("proven") if report.proven else gettext("%(n)s games") % {"n": f"{report.simulations:,}"}
        head = gettext("%(share)s for who is to move (%(sure)s)") % {"share": percent(report.value, 0), "sure": sure}
        return "\n".join([head, *rows, ""])

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """A cell was clicked, or chosen with Enter; the first press after a hand-over confirms it."""
        if not self.handed_over:
            self.handed_over = True
            self.session.sit_down(self.session.mover or 0)
        elif self.session.person is not None:
            cell = self.session.picture.geometry.names[event.cell]
            is_on_way = cell in self.clicks.following() or cell in self.clicks.path
            ply = self.clicks.press(cell)
            if ply:
                return self.handle_line(ply)
            if not is_on_way and not self.clicks.path:
                self.write_log(gettext("%(cell)s: no move begins there now.") % {"cell": cell}, "")
        self.update_widgets()

    def on_board_view_back(self) -> None:
        """Clear the ply entered so far."""
        self.clicks.reset()
        self.update_widgets()

    def action_choose(self, number: int) -> None:
        """Play one of the choices below the board, by its number."""
        choices = self.labelled_plies()
        if number <= len(choices):
            self.handle_line(choices[number - 1].ply)

    def action_type(self) -> None:
        """Open the input line."""
        line = self.query_one("#line", Input)
        line.add_class("open")
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Handle a typed line: a ply, a turn, or a command."""
        line = event.value.strip()
        self.action_close_input()
        if line and self.handed_over:
            self.handle_line(line)
        elif line:
            self.handle_covered_line(line)

    def action_close_input(self) -> None:
        """Close the input line."""
        line = self.query_one("#line", Input)
        line.remove_class("open")
        line.clear()
        self.query_one(BoardView).focus()

    def handle_line(self, line: str) -> None:
        """Handle a line; continue the game if the position changed. A hint is found in a worker thread."""
        if line.strip().lower() == "hint" and self.handed_over and not self.session.analysis_forbidden:
            return self.action_hint()
        before = len(self.session.positions)
        try:
            line_result = self.session.handle_line(line, self.session.person)
        except LeaveGame:
            return self.exit()
        if len(self.session.positions) < before:
            self.write_log(gettext("Taken back."), "")
        if line_result:
            self.continue_game()
        else:
            self.update_widgets()

    def handle_covered_line(self, line: str) -> None:
        """Handle a line that was typed during a hand-over."""
        try:
            self.session.handle_covered_line(line)
        except LeaveGame:
            self.exit()

    def action_undo(self) -> None:
        """Take back to the last decision of a person."""
        if self.handed_over:
            self.handle_line("undo")

    def action_leave(self) -> None:
        """Leave the game."""
        self.exit()

    def action_analyse(self) -> None:
        """Turn the analysis on or off."""
        if not self.handed_over:
            return
        self.analysing = not self.analysing
        self.report = None
        if self.analysing:
            self.start_analysis()
        else:
            self.workers.cancel_group(self, "analysis")
        self.update_widgets()

    def start_analysis(self) -> None:
        """Start the analysis of the position, if it is allowed."""
        if self.session.analysis_forbidden:
            self.analysing = False
            self.write_log(
                gettext(
                    "No analysis now: it needs a position in which you are to move, and no secrets between people."
                ),
                "",
            )
            return
        position, mover = self.session.position, self.session.person
        self.run_worker(lambda: self.run_analysis(position, mover or 0), group="analysis", exclusive=True, thread=True)

    def run_analysis(self, position: Position, mover: int) -> None:
        """In a worker thread: analyse and report until cancelled."""
        from ...players import analyse, seen_by

        worker = get_current_worker()
        try:
            for report in analyse(seen_by(position, mover), every=ANALYSIS_INTERVAL):
                if worker.is_cancelled:
                    return
                self.call_from_thread(self.show_analysis, position, report)
        except LusoryError as fault:
            self.call_from_thread(self.write_log, str(fault), "red")

    def show_analysis(self, position: Position, report: Analysis) -> None:
        """Show a report of the analysis, if it is of the current position."""
        if self.analysing and self.session.position is position:
            self.report = report
            self.update_widgets()

    def action_hint(self) -> None:
        """Ask a machine for a hint."""
        if not self.handed_over or self.session.analysis_forbidden:
            return
        position, mover = self.session.position, self.session.person
        self.run_worker(lambda: self.find_hint(position, mover or 0), group="hint", exclusive=True, thread=True)

    def find_hint(self, position: Position, mover: int) -> None:
        """In a worker thread: find a hint."""
        hint = find_hint(position, mover)
        if not get_current_worker().is_cancelled:
            self.call_from_thread(self.show_hint, position, hint)

    def show_hint(self, position: Position, hint: Hint) -> None:
        """Show a hint, if it is for the current position."""
        if self.session.position is position:
            self.write_log(str(hint), "")
            self.hinted = set(self.cells_of(hint.ply))
            self.update_widgets()
