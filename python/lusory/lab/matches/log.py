"""The log of a match: a line of JSON that says which match it is, then a line a game. A match goes on from it.

Its first line begins with format, version and kind, and holds the setting, the rules included.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import msgspec

from ...errors import RecordError
from ...play.record import Record, RecordedPly
from .game import Played
from .setting import Setting

FORMAT, VERSION, KIND = "lusory", 1, "match"


class Header(msgspec.Struct, frozen=True):
    """The first line."""

    format: str
    version: int
    kind: str
    setting: Setting


class Log:
    """A log that is open. played: the games it held when it was opened."""

    def __init__(self, path: Path, setting: Setting) -> None:
        self.path, self.setting = path, setting
        self.played: list[Played] = []
        if path.exists() and path.stat().st_size:
            length = self._read(path.read_bytes())
            self._file: BinaryIO = path.open("r+b")
            self._file.truncate(length)
            self._file.seek(length)
        else:
            self._file = path.open("wb")
            self._line(Header(FORMAT, VERSION, KIND, setting))

    def _read(self, data: bytes) -> int:
        """Takes the games over; the length of what is good. A last line that was cut short is no game."""
        lines = data.splitlines(keepends=True)
        if not lines[-1].endswith(b"\n"):
            lines.pop()
        self._same(_decoded(lines[0], Header, f"{self.path}, line 1") if lines else None)
        for number, line in enumerate(lines[1:], 2):
            self.played.append(_decoded(line, Played, f"{self.path}, line {number}"))
        return sum(map(len, lines))

    def _same(self, header: Header | None) -> None:
        if header is None or (header.format, header.version, header.kind) != (FORMAT, VERSION, KIND):
            raise RecordError(f"{self.path}: not the log of a match, expected one, or no such file")
        for name in Setting.__struct_fields__:
            found, wanted = getattr(header.setting, name), getattr(self.setting, name)
            if found != wanted:
                said = "other rules" if name == "game" else f"{name} {found}, expected {wanted}"
                raise RecordError(f"{self.path} is the log of another match: {said}")

    def _line(self, value: Any) -> None:
        self._file.write(msgspec.json.encode(value) + b"\n")
        self._file.flush()

    def add(self, played: Played) -> None:
        """One game more; it is on the disk when this returns."""
        self._line(played)

    def close(self) -> None:
        """Nothing is added any more."""
        self._file.close()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _decoded(line: bytes, kind: Any, where: str) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise RecordError(f"{where}: not of the log of a match ({fault})") from None


def records(path: Path, game: Any = None) -> Iterable[Record]:
    """The games of a log as records. game: where it is a Python class."""
    lines = path.read_bytes().splitlines()
    if not lines:
        raise RecordError(f"{path}: nothing, expected the log of a match")
    setting = _decoded(lines[0], Header, f"{path}, line 1").setting
    rules = setting.rules() if game is None else game
    for number, line in enumerate(lines[1:], 2):
        played = _decoded(line, Played, f"{path}, line {number}")
        seats = (setting.second, setting.first) if played.swapped else (setting.first, setting.second)
        over = played.values if not played.cut and played.fault is None else None
        tags = {"first": seats[0], "second": seats[1], "by": played.by}
        yield Record(rules, tuple(RecordedPly(text) for text in played.plies), over, tags)
