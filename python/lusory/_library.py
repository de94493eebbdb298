"""Which build of the engine runs here: the plain one for any CPU, or that for the level x86-64-v3 (AVX2, BMI2).

Both are made from the same source and play the same games ply by ply; they differ in speed alone. The environment
variable LUSORY_CPU, plain or v3, overrules what the CPU can do. `lusory._engine.level` tells which one runs.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

from .errors import EngineError

MODULE = "lusory._engine"
V3 = Path(__file__).with_name("_engine_v3.abi3.so")
"""Built by tools/setup.sh where the machine is x86-64 and Linux; the plain one lies where Python finds it itself."""
NEEDS = frozenset({"abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"})
"""What makes a CPU one of the level x86-64-v3, as Linux spells it; what is older is implied."""


def load() -> None:
    """From now on `lusory._engine` is the build for this CPU."""
    if MODULE in sys.modules or level() == "plain":
        return
    spec = importlib.util.spec_from_file_location(MODULE, V3)
    assert spec and spec.loader, V3
    module = importlib.util.module_from_spec(spec)
    sys.modules[MODULE] = module
    spec.loader.exec_module(module)
    sys.modules[__package__]._engine = module  # type: ignore[attr-defined]


def level() -> str:
    """plain or v3. Raises EngineError where LUSORY_CPU asks for what is not there."""
    asked = os.environ.get("LUSORY_CPU", "")
    if asked not in ("", "plain", "v3"):
        raise EngineError(f"LUSORY_CPU: {asked!r}, expected plain or v3")
    flags = cpu_flags()
    lacks = sorted(NEEDS - flags)
    if asked == "v3" and not V3.exists():
        raise EngineError(f"LUSORY_CPU: v3, but there is no {V3.name} here, expected plain")
    if asked == "v3" and flags and lacks:
        raise EngineError(f"LUSORY_CPU: v3, but this CPU has no {', '.join(lacks)}, expected plain")
    return asked or ("plain" if lacks or not V3.exists() else "v3")


def cpu_flags(info: Path = Path("/proc/cpuinfo")) -> frozenset[str]:
    """What this CPU can do and the system lets it do; nothing where that is not told."""
    try:
        with info.open(encoding="ascii", errors="replace") as lines:
            found = next((line for line in lines if line.startswith("flags")), "")
    except OSError:
        return frozenset()
    return frozenset(found.partition(":")[2].split())


load()
