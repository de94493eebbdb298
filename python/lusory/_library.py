"""Which build of the engine runs here: the plain one for any CPU, or that for the level x86-64-v3 (AVX2, BMI2).

Both are made from the same source and play the same games ply by ply; they differ in speed alone. The environment
variable LUSORY_CPU, plain or v3, overrules what the CPU can do. `lusory._engine.level` tells which one runs.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path

from .errors import EngineError

MODULE = "lusory._engine"
V3 = Path(__file__).with_name("_engine_v3.abi3.so")
"""Built by tools/setup.sh where the machine is x86-64 and Linux; the plain one lies where Python finds it itself."""
NEEDS = frozenset({"abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"})
"""What makes a CPU one of the level x86-64-v3, as Linux spells it; what is older is implied."""
ZEN_3 = 25
"""The family of AMD's CPUs from Zen 3 on."""


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
    if asked == "v3" and not V3.exists():
        raise EngineError(f"LUSORY_CPU: v3, but there is no {V3.name} here, expected plain")
    found = cpu()
    lacks = sorted(NEEDS - set(found.get("flags", "").split()))
    if asked == "v3" and found and lacks:
        raise EngineError(f"LUSORY_CPU: v3, but this CPU has no {', '.join(lacks)}, expected plain")
    return asked or ("plain" if lacks or slow(found) or not V3.exists() else "v3")


def slow(found: Mapping[str, str]) -> bool:
    """Can this CPU run the build for v3, but not gain from it? AMD's have `pdep`, which chooses a ply, in hardware only
    since Zen 3; before, it takes up to hundreds of cycles."""
    return found.get("vendor_id") in ("AuthenticAMD", "HygonGenuine") and int(found.get("cpu family", 0)) < ZEN_3


def cpu(info: Path = Path("/proc/cpuinfo")) -> dict[str, str]:
    """What the system says of the CPU, and lets programs use of it; nothing where it does not say."""
    try:
        with info.open(encoding="ascii", errors="replace") as lines:
            first = takewhile(str.strip, lines)
            return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in first)}
    except OSError:
        return {}


load()
