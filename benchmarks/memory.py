"""Memory leak test: memory after compiling, playing and dropping many rule values."""

from __future__ import annotations

import gc
import random
from pathlib import Path

from lusory._engine import Engine
from lusory.engine import program
from lusory.testing import draw_game

from .interleaved import Effort
from .report import Table

COUNTS = (1000, 5000, 10_000)
CELLS = 60
"""Values of larger boards take longer to draw than to compile."""
STATUS = Path("/proc/self/status")


def flat(_: Effort) -> Table:
    """Resident memory after so many values, each drawn anew, compiled, and played once."""
    table = Table("memory", "Memory after compiling rule values drawn at random", ("values", "resident MB", "refused"))
    if not STATUS.exists():
        return table.without("this system does not tell")
    counted = refused = 0
    for count in COUNTS:
        refused += sum(not try_value(seed) for seed in range(counted, count))
        counted = count
        gc.collect()
        table.add(f"{count:,}", resident(), float(refused))
    return table


def try_value(seed: int) -> bool:
    """Draw a value, compile and play it; True if the engine took it."""
    game = draw_game(random.Random(seed).randrange, CELLS)
    try:
        Engine(program(game)).start().playouts(1, seed=seed, limit=50)
    except ValueError:
        return False
    return True


def resident() -> float:
    """Memory of this process now, in MB."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024
