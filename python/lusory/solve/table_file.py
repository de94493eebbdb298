"""Tables as files: the values of all positions of a game that was solved layer by layer, so that a strategy for each
side can be read off. The header names the game; the data are the layers as the engine's crates/solve saves them
(module checkpoint), compressed."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from ..errors import LusoryError
from ..rules.game import Game
from ..rules.game_file import LONGEST, GameFileKind, RawData, packed, rules_line
from .layer_check import LayerChecker, LayerTable, WrongLayer
from .layers import Layers, layers
from .reduction import without_repetition
from .solution import Solution
from .solver import LAYERED, NO_TABLE, Solver
from .symmetry import symmetries
from .unsolvable import Unsolvable, check_begun_at_start


class TableHeader(msgspec.Struct, frozen=True):
    """rules: as JSON. hash: of the rules. bytes: of the table, unpacked."""

    name: str
    rules: msgspec.Raw
    hash: str
    bytes: int


class DamagedTable(LusoryError):
    """Raised for a file that is no table, or whose values do not follow from one another."""


TABLE_FILE = GameFileKind("table", b"lusory table 1\n", TableHeader, 1 << 20, DamagedTable)


class PositionTable:
    """A table, read but not checked. Raises DamagedTable where it has not all positions of its game."""

    def __init__(self, header: TableHeader, data: RawData) -> None:
        self.header = header
        self.game = TABLE_FILE.game(header)
        rest = without_repetition(self.game)
        self.leaves_repetition_out = rest is not None
        """Whether its values are those of the rules without their draw by repetition."""
        self.rules = layers_of(rest or self.game)
        try:
            self.values = LayerTable(data, self.rules)
        except WrongLayer as fault:
            raise DamagedTable(str(fault)) from fault

    @property
    def positions(self) -> int:
        """How many positions it has, each side's from its own point of view."""
        return self.values.positions

    def check_all(self, progress: Callable[[int, int], object]) -> None:
        """Checks every position with the reference. Raises WrongLayer where a value is wrong."""
        LayerChecker(self.values).check_all(progress)


def layers_of(rules: Game) -> Layers:
    """How a game is solved layer by layer. Raises DamagedTable where it is not."""
    found = layers(rules, symmetries(rules))
    if found is None:
        raise DamagedTable("its game is not solved layer by layer")
    return found


def table_parts(solver: Solver, solution: Solution) -> Iterator[bytes]:
    """The file of the table of a solver, in parts. Raises Unsolvable where it has none."""
    check_begun_at_start(solver.position)
    if not solution.is_solved or solution.method != LAYERED:
        raise Unsolvable(NO_TABLE)
    game = solver.game
    with tempfile.TemporaryDirectory(prefix="lusory-table-") as folder:
        path = Path(folder) / "table"
        solver.engine.save(path, solver.subject)
        size = path.stat().st_size
        if size > LONGEST:
            raise Unsolvable(f"the table would have {size:,} bytes, more than the {LONGEST:,} that are read again")
        header = TableHeader(game.name, rules_line(game), game.hash, size)
        yield TABLE_FILE.join(header, b"")
        yield from packed(path)


def read(data: bytes) -> PositionTable:
    """A table from the bytes of its file. Raises DamagedTable, which says what is wrong."""
    header, content = TABLE_FILE.split(data)
    if not 0 < header.bytes <= LONGEST:
        raise DamagedTable(f"its table has {header.bytes:,} bytes, expected 1 to {LONGEST:,}")
    return PositionTable(header, TABLE_FILE.unpack_long(content, header.bytes))


def load(path: Path) -> PositionTable:
    """A table from a file. Raises DamagedTable; OSError where it cannot be read."""
    return read(path.read_bytes())


def is_table(path: Path) -> bool:
    """Whether a file says that it is a table. Raises OSError where it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(TABLE_FILE.magic)) == TABLE_FILE.magic
