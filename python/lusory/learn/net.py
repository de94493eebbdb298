"""Nets as files: what a net was made for and how it was trained, then its weights as 16-bit floats.

A file is a line that says what it is, a line of JSON (`NetHeader`), and the weights, compressed. Nothing in it is
executed; sizes are checked before anything is unpacked.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import msgspec

from .._engine import Net as EngineNet
from ..engine import Machine
from ..errors import LusoryError
from ..play.program import contract_of
from ..rules.codec import read as read_game
from ..rules.codec import write as write_game
from ..rules.game import Game
from .board import board

MAGIC = b"lusory net 1\n"
LONGEST_HEADER = 1 << 22
MOST_ROWS = 2_000_000
ROW = 32
"""Weights in a row; the engine's crates/learn fixes it."""


class TrainingLog(msgspec.Struct, frozen=True):
    """How a net was trained. rounds, games, positions: how many there were. seconds: of training."""

    seed: int = 0
    rounds: int = 0
    games: int = 0
    positions: int = 0
    seconds: float = 0.0


class NetHeader(msgspec.Struct, frozen=True):
    """rules: as JSON. hash: of the rules. pieces: (owner, kind) of those told apart. numbers, scale: inputs beside the
    board. rows: of weights. layout: of patterns, as the engine made it. weights: how many there are."""

    name: str
    rules: msgspec.Raw
    hash: str
    pieces: tuple[tuple[int, int], ...]
    numbers: int
    scale: tuple[float, ...]
    rows: int
    layout: str
    weights: int
    training: TrainingLog


class DamagedNet(LusoryError):
    """Raised for a file that is no net, is damaged, or was made for another game or version."""


class GameNet:
    """A net and the game that it judges."""

    def __init__(self, game: Game, net: EngineNet, training: TrainingLog) -> None:
        self.game, self.net, self.training = game, net, training

    @classmethod
    def untrained(cls, game: Game, seed: int = 0) -> GameNet:
        """A net that knows nothing. Raises LusoryError for games that no net can learn."""
        contract = machine(game)
        try:
            return cls(game, EngineNet.untrained(contract.start(), board(game), seed), TrainingLog(seed=seed))
        except ValueError as fault:
            raise LusoryError(f"{game.name or 'this game'}: {fault}") from None

    def write(self) -> bytes:
        """The bytes of a file. Weights are rounded to 16 bits."""
        parts = self.net.parts()
        raw = halves(parts["weights"])
        header = NetHeader(
            name=self.game.name,
            rules=msgspec.Raw(msgspec.json.format(write_game(self.game).encode(), indent=-1)),
            hash=self.game.hash,
            pieces=tuple(parts["pieces"]),
            numbers=parts["numbers"],
            scale=tuple(parts["scale"]),
            rows=parts["rows"],
            layout=parts["layout"],
            weights=len(raw) // 2,
            training=self.training,
        )
        return MAGIC + msgspec.json.encode(header) + b"\n" + zlib.compress(raw, 9)

    def save(self, path: Path) -> None:
        """Writes the file; what it held before stays until the new one is whole."""
        passing = path.with_name(path.name + ".part")
        passing.write_bytes(self.write())
        passing.replace(path)


def machine(game: Game) -> Machine:
    """The engine of a game. Raises LusoryError where the reference alone plays it."""
    contract = contract_of(game)
    if not isinstance(contract, Machine):
        raise LusoryError(f"{game.name or 'this game'}: the engine does not play it, and nets need the engine")
    return contract


def halves(weights: bytes) -> bytes:
    """32-bit floats as 16-bit floats."""
    count = len(weights) // 4
    return struct.pack(f"<{count}e", *struct.unpack(f"<{count}f", weights))


def singles(weights: bytes) -> bytes:
    """16-bit floats as 32-bit floats."""
    count = len(weights) // 2
    return struct.pack(f"<{count}f", *struct.unpack(f"<{count}e", weights))


def read(data: bytes) -> GameNet:
    """A net from the bytes of its file. Raises DamagedNet, which says what is wrong."""
    header, packed = header_of(data)
    game = game_of(header)
    unpacked = zlib.decompressobj()
    try:
        raw = unpacked.decompress(packed, 2 * header.weights)
    except zlib.error as fault:
        raise DamagedNet(f"its weights are damaged: {fault}") from fault
    if len(raw) != 2 * header.weights or not unpacked.eof:
        raise DamagedNet(f"its weights are damaged: expected {header.weights:,}")
    try:
        pieces, scale = list(header.pieces), list(header.scale)
        net = EngineNet.from_parts(board(game), pieces, header.numbers, scale, singles(raw))
    except (ValueError, OverflowError) as fault:
        raise DamagedNet(str(fault)) from fault
    if net.parts()["layout"] != header.layout:
        raise DamagedNet("made by another version of lusory, which has other patterns; train it again")
    return GameNet(game, net, header.training)


def header_of(data: bytes) -> tuple[NetHeader, bytes]:
    """What a file says of itself, and the rest."""
    if not data.startswith(MAGIC):
        raise DamagedNet(f"no net: expected a file that begins with {MAGIC.decode().strip()!r}")
    end = data.find(b"\n", len(MAGIC), len(MAGIC) + LONGEST_HEADER)
    if end < 0:
        raise DamagedNet("its second line, which says what it was made for, is missing")
    try:
        header = msgspec.json.decode(data[len(MAGIC) : end], type=NetHeader)
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise DamagedNet(f"its second line: {fault}") from fault
    if not (0 < header.rows <= MOST_ROWS and 0 < header.weights <= ROW * (MOST_ROWS + 1000)):
        raise DamagedNet(f"{header.rows:,} rows of weights: expected 1 to {MOST_ROWS:,}")
    return header, data[end + 1 :]


def game_of(header: NetHeader) -> Game:
    """The rules of a file."""
    try:
        game: Any = read_game(bytes(header.rules))
    except LusoryError as fault:
        raise DamagedNet(f"its rules: {fault}") from fault
    if not isinstance(game, Game) or game.hash != header.hash:
        raise DamagedNet("its rules are not those that its hash names")
    return msgspec.structs.replace(game, name=header.name)


def load(path: Path) -> GameNet:
    """A net from a file. Raises DamagedNet; OSError where it cannot be read."""
    return read(path.read_bytes())
