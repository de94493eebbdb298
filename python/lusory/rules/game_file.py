"""Files of data about one game, as nets and proofs are: a line that says what the file is, a line of JSON with the
rules of the game, and the data. Nothing in such a file is executed; sizes are checked before anything is unpacked."""

from __future__ import annotations

import mmap
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from ..errors import LusoryError
from .codec import read as read_game
from .codec import write as write_game
from .game import Game

IN_MEMORY = 1 << 26
"""Longer data is unpacked to a file without a name, which the system maps to memory as far as there is room."""
LONGEST = (1 << 32) - 1
"""Bytes of a proof or a table, unpacked."""
CHUNK = 1 << 22
"""Bytes that are packed or unpacked at once."""
CHECKPOINTS = (b"lusorys", b"lusoryl", b"lusoryg", b"lusorye", b"lusoryc")
"""How the checkpoints of a solver begin."""
RawData = bytes | mmap.mmap
"""Unpacked data, in memory or mapped to it."""


class GameHeader(Protocol):
    """The fields of every header. rules: as JSON on one line. hash: of the rules."""

    @property
    def name(self) -> str: ...
    @property
    def rules(self) -> msgspec.Raw: ...
    @property
    def hash(self) -> str: ...


Header = TypeVar("Header", bound=GameHeader)


@dataclass(frozen=True)
class GameFileKind(Generic[Header]):
    """A kind of file. noun: what it holds, for messages. magic: its first line. longest_header: bytes.
    fault: raised for a file that is damaged."""

    noun: str
    magic: bytes
    header: type[Header]
    longest_header: int
    fault: type[LusoryError]

    def join(self, header: Header, data: bytes) -> bytes:
        """The bytes of a file."""
        return self.magic + msgspec.json.encode(header) + b"\n" + data

    def split(self, file: bytes) -> tuple[Header, bytes]:
        """The header of a file, and its data."""
        if not file.startswith(self.magic):
            first = self.magic.decode().strip()
            hint = "; this is a checkpoint" if file.startswith(CHECKPOINTS) else ""
            raise self.fault(f"no {self.noun}: expected a file that begins with {first!r}{hint}")
        begin = len(self.magic)
        end = file.find(b"\n", begin, begin + self.longest_header)
        if end < 0:
            raise self.fault("its second line, which names its game, is missing")
        try:
            return msgspec.json.decode(file[begin:end], type=self.header), file[end + 1 :]
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
            raise self.fault(f"its second line: {fault}") from fault

    def game(self, header: Header) -> Game:
        """The game of a header."""
        try:
            game = read_game(bytes(header.rules))
        except (LusoryError, RecursionError) as fault:
            raise self.fault(f"its rules: {fault}") from fault
        if not isinstance(game, Game) or game.hash != header.hash:
            raise self.fault("its rules are not those that its hash names")
        return msgspec.structs.replace(game, name=header.name)

    def unpack(self, packed: bytes, size: int) -> bytes:
        """Data that was compressed. size: bytes that it must have."""
        return b"".join(self.unpacked(packed, size, size))

    def unpack_long(self, packed: bytes, size: int) -> RawData:
        """The same, where it may be longer than what should be held in memory."""
        if size <= IN_MEMORY:
            return self.unpack(packed, size)
        with tempfile.TemporaryFile(prefix=f"lusory-{self.noun}-") as file:
            for chunk in self.unpacked(packed, size, CHUNK):
                file.write(chunk)
            file.flush()
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def unpacked(self, packed: bytes, size: int, chunk: int) -> Iterator[bytes]:
        """The same in chunks of so many bytes at most."""
        unpacker, left, rest = zlib.decompressobj(), size, packed
        while left > 0 and not unpacker.eof:
            try:
                data = unpacker.decompress(rest, min(chunk, left))
            except zlib.error as fault:
                raise self.fault(f"its data is damaged: {fault}") from fault
            if not data and not unpacker.eof:
                break
            left, rest = left - len(data), unpacker.unconsumed_tail
            yield data
        if left or not unpacker.eof or unpacker.unused_data or unpacker.unconsumed_tail:
            raise self.fault(f"its data is damaged: expected {size:,} bytes")


def packed(path: Path) -> Iterator[bytes]:
    """The parts of a file, compressed."""
    packer = zlib.compressobj(9)
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield packer.compress(chunk)
    yield packer.flush()


def rules_line(game: Game) -> msgspec.Raw:
    """The rules as JSON on one line."""
    return msgspec.Raw(msgspec.json.format(write_game(game).encode(), indent=-1))


def check_made_for(file_game: Game, game: object, file: object) -> None:
    """Raises LusoryError unless a file was made for these very rules. file_game: the file's game. file: its name."""
    if not isinstance(game, Game) or file_game.hash != game.hash:
        raise LusoryError(f"{file}: {made_for(file_game.name, file_game.hash)}")


def made_for(name: str, rules_hash: str) -> str:
    """What is said of a file that was made for other rules."""
    return f"made for {name or 'a game without a name'} with other rules or options ({rules_hash[:12]})"
