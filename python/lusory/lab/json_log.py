"""Logs as lines of JSON: a header that says what the log is about, then a line for each finished piece of work. Work
resumes from them.

The first line begins with format, version and kind, and holds the setting. Each line is on the disk when it counts; a
truncated last line, from a full disk or a killed process, is ignored and overwritten.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, TypeVar

import msgspec

from ..errors import LusoryError, RecordError

Self = TypeVar("Self", bound="JsonLog")
FORMAT, VERSION = "lusory", 1


class Header(msgspec.Struct, frozen=True):
    """The first line."""

    format: str
    version: int
    kind: str
    setting: Any


class JsonLog:
    """An open log. kind: what it logs. setting: the expected setting in the first line. shape: the type of the other
    lines. difference: how a part of a logged setting, by its name, differs from the one expected, in words."""

    def __init__(
        self,
        path: Path | str,
        kind: str,
        setting: msgspec.Struct,
        shape: Any,
        difference: Callable[[str, Any, Any], str] | None = None,
    ) -> None:
        path = Path(path)
        self.path, self.kind, self.setting, self.shape = path, kind, setting, shape
        self.difference = difference or difference_text
        if path.exists() and path.stat().st_size:
            self._check_header(self._begin())
            self.length = self._valid_length()
            self._file: BinaryIO = path.open("r+b", buffering=0)
            self._file.truncate(self.length)
            self._file.seek(self.length)
        else:
            self.length = 0
            self._file = path.open("wb", buffering=0)
            try:
                self._line(Header(FORMAT, VERSION, kind, setting))
            except LusoryError:
                self.close()
                raise

    def entries(self) -> Iterator[Any]:
        """The entries it held when it was opened."""
        for number, line in whole_lines(self.path, self.length):
            if number > 1:
                yield decode_line(line, self.shape, f"{self.path}, line {number}", self.kind)

    def add(self, value: Any) -> None:
        """Adds an entry; it is on the disk when this returns."""
        self._line(value)

    def _line(self, value: Any) -> None:
        """Raises LusoryError where it cannot be written; what was there before stays whole."""
        line = msgspec.json.encode(value) + b"\n"
        try:
            written = 0
            while written < len(line):
                written += self._file.write(line[written:])
        except OSError as fault:
            self._mend()
            reason = fault.strerror or str(fault)
            raise LusoryError(
                f"{self.path}: {reason}; what was played before is kept, go on with the same --log"
            ) from None
        self.length += len(line)

    def _mend(self) -> None:
        """Removes a line that was written in part."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._file.fileno(), self.length)

    def _begin(self) -> Header | None:
        for _, line in whole_lines(self.path, self.path.stat().st_size):
            header: Header = decode_line(line, Header, f"{self.path}, line 1", self.kind)
            return header
        return None

    def _valid_length(self) -> int:
        """The length of the valid part."""
        return sum(len(line) for _, line in whole_lines(self.path, self.path.stat().st_size))

    def _check_header(self, header: Header | None) -> None:
        if header is None or (header.format, header.version, header.kind) != (FORMAT, VERSION, self.kind):
            raise RecordError(f"{self.path}: not the log of a {self.kind}, expected one, or no such file")
        logged_setting = convert_setting(header.setting, type(self.setting), self.path, self.kind)
        for name in self.setting.__struct_fields__:
            logged, expected = getattr(logged_setting, name), getattr(self.setting, name)
            if logged != expected:
                difference = self.difference(name, logged, expected)
                raise RecordError(f"{self.path} is the log of another {self.kind}: {difference}")

    def close(self) -> None:
        """Closes the file."""
        with contextlib.suppress(OSError):
            self._file.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def holds_entries(path: Path) -> bool:
    """Whether a log holds anything but its header."""
    return path.exists() and any(number > 1 for number, _ in whole_lines(path, path.stat().st_size))


def difference_text(name: str, logged: Any, expected: Any) -> str:
    """How a part of a logged setting differs from what is expected, without what nobody can read."""
    if name == "game" and expected.startswith("{"):
        return "other rules"
    return f"{name} {logged}, expected {expected}"


def whole_lines(path: Path, length: int) -> Iterator[tuple[int, bytes]]:
    """The lines of a file within so many bytes, numbered from 1, but for a last one that was cut short."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            length -= len(line)
            if length < 0 or not line.endswith(b"\n"):
                return
            yield number, line


def decode_line(line: bytes, shape: Any, location: str, kind: str) -> Any:
    """A line. Raises RecordError."""
    try:
        return msgspec.json.decode(line, type=shape)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise RecordError(f"{location}: not of the log of a {kind} ({fault})") from None


def convert_setting(data: Any, shape: Any, path: Path, kind: str) -> Any:
    """A setting. Raises RecordError."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as fault:
        raise RecordError(f"{path}, line 1: not of the log of a {kind} ({fault})") from None
