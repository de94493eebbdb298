"""Nets as files: the rules a net was made for and how it was trained, then its weights as 16-bit floats.

The header of the file is a `NetHeader`; its data are the weights, compressed.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec

from .._engine import Net as EngineNet
from .._files import write_atomically
from .._numbers import LARGEST_SEED, check_seed
from ..engine import Machine
from ..errors import LusoryError
from ..play.program import contract_of
from ..rules.game import Game
from ..rules.game_file import GameFileKind, rules_line
from .board import board

MOST_ROWS = 2_000_000
ROW = 32
"""Weights in a row; the engine's crates/learn fixes it."""
GRID = 512.0
"""Weights in files are multiples of 1 / GRID: half the bytes, and finer than the search can distinguish."""
GRIDS = (GRID, 256.0, 128.0, 64.0, 48.0, 32.0)
"""The grids of files that must not be larger than some size, the finest first. With the last a net for pente did not
play worse than with the first: 55 % (46 to 64) of 60 games, one ply ahead."""
CHUNK = 1 << 16
"""Number of weights converted at a time."""


CHECK = re.compile(rb'"check":"[^"]*"\}$')
Count = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class TrainingLog(msgspec.Struct, frozen=True):
    """How a net was trained. rounds, games, positions: of self-play. seconds: of training. studied: games by others,
    counted once for each time they were learnt from."""

    seed: Annotated[int, msgspec.Meta(ge=0)] = 0
    rounds: Count = 0
    games: Count = 0
    positions: Count = 0
    seconds: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    studied: Count = 0


class NetHeader(msgspec.Struct, frozen=True):
    """rules: as JSON. hash: of the rules. pieces: (owner, kind) of the distinguished ones. scale: of the inputs beside
    the board. rows: of weights. layout: of patterns, as the engine made it. weights: how many there are.
    check: see `digest`; the last field; empty in files of before 2026-11-28."""

    name: str
    rules: msgspec.Raw
    hash: str
    pieces: tuple[tuple[int, int], ...]
    scale: tuple[float, ...]
    rows: int
    layout: str
    weights: int
    training: TrainingLog
    check: str = ""


def digest(line: bytes) -> str:
    """What `check` is to be: of the line of the header as it stands in the file, whatever fields it has, without it."""
    return sha256(CHECK.sub(b'"check":""}', line)).hexdigest()[:16]


class DamagedNet(LusoryError):
    """Raised for a file that is no net, is damaged, or was made for another game or version."""


NET_FILE = GameFileKind("net", b"lusory net 1\n", NetHeader, 1 << 22, DamagedNet)


class GameNet:
    """A net and the game that it judges."""

    def __init__(self, game: Game, net: EngineNet, training: TrainingLog) -> None:
        self.game, self.net, self.training = game, net, training

    @classmethod
    def untrained(cls, game: Game, seed: int = 0) -> GameNet:
        """An untrained net. Raises LusoryError for games that no net can learn. Where no patterns fit the rules it
        reads their features alone; see `without_patterns`."""
        seed = check_seed(seed)
        contract = machine(game)
        try:
            return cls(game, EngineNet.untrained(contract.start(), board(game), seed), TrainingLog(seed=seed))
        except ValueError as fault:
            raise LusoryError(f"{game.name or 'this game'}: {fault}") from None

    @property
    def without_patterns(self) -> str:
        """A sentence that tells why the net has no patterns and what it reads instead; empty where it has patterns."""
        if self.net.patterns:
            return ""
        reason = f" ({self.net.no_patterns})" if self.net.no_patterns else ""
        return (
            f"No patterns fit these rules{reason}: the net reads {self.net.inputs} features and counters of a "
            "position, and not which pieces stand where. It will be weaker than nets with patterns."
        )

    def write(self, grid: float = GRID) -> bytes:
        """The bytes of a file. Weights are rounded to 16 bits, and to multiples of 1 / grid."""
        parts = self.net.parts()
        raw = halves(parts["weights"], grid)
        header = NetHeader(
            name=self.game.name,
            rules=rules_line(self.game),
            hash=self.game.hash,
            pieces=tuple(parts["pieces"]),
            scale=tuple(parts["scale"]),
            rows=parts["rows"],
            layout=self.net.layout,
            weights=len(raw) // 2,
            training=self.training,
        )
        header = msgspec.structs.replace(header, check=digest(msgspec.json.encode(header)))
        return NET_FILE.join(header, zlib.compress(raw, 9))

    def save(self, path: Path | str) -> None:
        """Writes the file; the old content stays until the new file is complete."""
        write_atomically(Path(path), self.write())

    def save_small(self, path: Path, most: int) -> int:
        """Writes the file with the finest grid that takes at most so many bytes; the coarsest where none does. Returns
        its size."""
        files = (self.write(grid) for grid in GRIDS)
        data = next((data for data in files if len(data) <= most), None) or self.write(GRIDS[-1])
        write_atomically(path, data)
        return len(data)


def machine(game: Game) -> Machine:
    """The engine of a game. Raises LusoryError where the reference alone plays it."""
    contract = contract_of(game)
    if not isinstance(contract, Machine):
        raise LusoryError(f"{game.name or 'this game'}: the engine does not play it, and nets need the engine")
    return contract


def halves(weights: bytes, grid: float = GRID) -> bytes:
    """32-bit floats as 16-bit floats, on a grid. Raises LusoryError for weights that 16 bits do not hold."""
    try:
        return convert_floats(weights, "f", "e", lambda weight: round(weight * grid) / grid)
    except (OverflowError, ValueError):
        raise LusoryError("the weights are too large for a file: the training has diverged; use another seed") from None


def singles(weights: bytes) -> bytes:
    """16-bit floats as 32-bit floats."""
    return convert_floats(weights, "e", "f")


def convert_floats(weights: bytes, before: str, after: str, change: Callable[[float], float] = float) -> bytes:
    """Floats of another width, little-endian, in chunks: as Python numbers they would take sixteen times the memory."""
    width = struct.calcsize(before)
    chunks = (weights[at : at + width * CHUNK] for at in range(0, len(weights), width * CHUNK))
    unpacked = (struct.unpack(f"<{len(chunk) // width}{before}", chunk) for chunk in chunks)
    return b"".join(struct.pack(f"<{len(numbers)}{after}", *map(change, numbers)) for numbers in unpacked)


def read(data: bytes) -> GameNet:
    """A net from the bytes of its file. Raises DamagedNet, which says what is wrong."""
    header, packed = NET_FILE.split(data)
    if not (0 < header.rows <= MOST_ROWS and 0 < header.weights <= ROW * (MOST_ROWS + 1000)):
        raise DamagedNet(f"{header.rows:,} rows of weights: expected 1 to {MOST_ROWS:,}")
    if header.training.seed > LARGEST_SEED:  # msgspec has no bounds of 64 bits
        raise DamagedNet(f"its second line: seed {header.training.seed}, expected less than 2**64")
    game = NET_FILE.game(header)
    raw = NET_FILE.unpack(packed, 2 * header.weights)
    pieces, scale = list(header.pieces), list(header.scale)
    try:
        net = EngineNet.from_parts(
            board(game), pieces, scale, singles(raw), sides=game.players, secrets=machine(game).hidden
        )
    except OverflowError:
        raise DamagedNet("its pieces: expected pairs of an owner and a kind, small whole numbers") from None
    except ValueError as fault:
        raise DamagedNet(str(fault)) from fault
    if net.layout != header.layout:
        raise DamagedNet("made by another version of lusory, which has other patterns; train it again")
    if header.check not in ("", digest(data[len(NET_FILE.magic) : len(data) - len(packed) - 1])):
        raise DamagedNet("its second line was changed since it was written")
    return GameNet(game, net, header.training)


def load(path: Path | str) -> GameNet:
    """A net from a file. Raises DamagedNet; OSError where it cannot be read."""
    return read(Path(path).read_bytes())
