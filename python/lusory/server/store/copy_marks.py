"""The first and the last line of a copy, by which it is told whether all of it is there.

Copies of older versions have neither: of those nobody can tell. The last line holds the number of the lines between
and a checksum of their texts, without the characters that end them, which some transfers change.
"""

from __future__ import annotations

import hashlib

import msgspec

from ...errors import LusoryError

FORMAT, VERSION = "lusory", 1
BEGIN, END = "begin", "end"


class CopyBegin(msgspec.Struct, forbid_unknown_fields=True):
    """The first line: a copy that begins so ends with a CopyEnd."""

    format: str = FORMAT
    version: int = VERSION
    kind: str = BEGIN


class CopyEnd(msgspec.Struct, forbid_unknown_fields=True):
    """The last line. lines: how many stand between it and the first. sha256: of those."""

    lines: int
    sha256: str
    format: str = FORMAT
    version: int = VERSION
    kind: str = END


class IncompleteCopy(LusoryError):
    """Lines of a copy are missing, or are others than were written."""


class CopyCheck:
    """Counts and hashes the lines of a copy. lines: between the first and the last. begun, ended: these were there."""

    def __init__(self) -> None:
        self.begun = self.ended = False
        self.lines, self._hash = 0, hashlib.sha256()

    def add(self, text: bytes) -> None:
        """A line between the first and the last. Raises IncompleteCopy after the last one."""
        self._check_open()
        self.lines += 1
        self._hash.update(text.strip() + b"\n")

    def begin(self, text: bytes) -> None:
        """The first line. Raises IncompleteCopy where it stands elsewhere."""
        if self.begun or self.lines:
            raise IncompleteCopy("the first line of a copy, after others")
        if msgspec.json.decode(text, type=CopyBegin) != CopyBegin():
            raise LusoryError(f"expected format {FORMAT}, version {VERSION} of copies")
        self.begun = True

    def end(self, text: bytes) -> None:
        """The last line. Raises IncompleteCopy where it does not fit what came before."""
        self._check_open()
        told = msgspec.json.decode(text, type=CopyEnd)
        if not self.begun:
            raise IncompleteCopy("the last line of a copy whose first is missing")
        if told.lines != self.lines:
            raise IncompleteCopy(f"{told.lines:,} lines were written before this one, {self.lines:,} are there")
        if told != self.closing():
            raise IncompleteCopy("lines before this one are others than were written: their checksum differs")
        self.ended = True

    def closing(self) -> CopyEnd:
        """The last line for what was added."""
        return CopyEnd(self.lines, self._hash.hexdigest())

    def _check_open(self) -> None:
        if self.ended:
            raise IncompleteCopy("more, after the last line of a copy")
