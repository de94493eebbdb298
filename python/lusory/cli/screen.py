"""Output and input in the terminal. Plain where stdout is no terminal; rich respects NO_COLOR."""

from __future__ import annotations

import contextlib
import shutil
import sys
import textwrap
from collections.abc import Sequence
from types import ModuleType

from rich.console import Console


def _readline() -> ModuleType | None:
    """The readline module, if stdin is a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    with contextlib.suppress(ImportError):
        import readline

        return readline
    return None


def can_draw() -> bool:
    """Whether the board with colours can be drawn: where all is a terminal (it draws on stderr), and one that can move
    its cursor."""
    is_terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return is_terminal and not Console().is_dumb_terminal


class Screen:
    """Prints sentences and reads lines."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.editing = _readline()
        self.words: Sequence[str] = ()
        if self.editing:
            self.editing.set_completer(self._complete)
            self.editing.set_completer_delims(" ")
            self.editing.parse_and_bind("tab: complete")

    def say(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """Print a sentence. In a terminal it is broken between words; indent: of the lines after the first."""
        if self.console.is_terminal:
            text = textwrap.fill(text, self.console.width - 1, subsequent_indent=" " * indent, break_on_hyphens=False)
        self.show(text, style)

    def show(self, text: str, style: str = "") -> None:
        """Print lines unchanged."""
        self.console.print(text, style=style or None, soft_wrap=True)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Read a line. Raises EOFError at the end of input. words: what Tab completes."""
        self.words = words
        sys.stdout.flush()
        try:
            return input(prompt).strip()
        finally:
            if not sys.stdin.isatty():
                self.say()

    def wipe(self) -> None:
        """Clear the screen, its scrollback and the history of typed lines."""
        if self.editing:
            self.editing.clear_history()
        if self.console.is_terminal:
            print("\033[2J\033[3J\033[H", end="", flush=True)
        else:
            self.show("\n" + "-" * 40 + "\n")

    @property
    def wide(self) -> int:
        """Width of the terminal in characters."""
        return shutil.get_terminal_size().columns

    def columns(self, texts: Sequence[str]) -> None:
        """Print texts in columns, read from left to right."""
        wide = max(map(len, texts), default=0) + 2
        across = max(1, (self.wide - 2) // wide)
        for i in range(0, len(texts), across):
            self.show("  " + "".join(text.ljust(wide) for text in texts[i : i + across]).rstrip())

    def _complete(self, prefix: str, number: int) -> str | None:
        fitting = [word for word in self.words if word.startswith(prefix)]
        return fitting[number] if number < len(fitting) else None
