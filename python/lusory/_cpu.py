"""Detects which build of the engine suits this CPU: plain, or that for the level x86-64-v3 (AVX2, BMI2).

Needs nothing of lusory, so that the set-up can ask before anything is built: `python -P _cpu.py` prints it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path

NEEDS = frozenset({"abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"})
"""What makes a CPU one of the level x86-64-v3, as Linux spells it; what is older is implied."""
ZEN_3 = 25
"""The family of AMD's CPUs from Zen 3 on."""


def build_for(cpu: Mapping[str, str]) -> str:
    """plain or v3, for what the system says of the CPU."""
    return "plain" if missing_features(cpu) or has_slow_pdep(cpu) else "v3"


def missing_features(cpu: Mapping[str, str]) -> list[str]:
    """What this CPU has not and the build for v3 needs."""
    return sorted(NEEDS - set(cpu.get("flags", "").split()))


def has_slow_pdep(cpu: Mapping[str, str]) -> bool:
    """Whether this CPU can run the build for v3, but not gain from it. AMD's have `pdep`, which chooses a ply, in
    hardware only since Zen 3; before, it takes up to hundreds of cycles."""
    return cpu.get("vendor_id") in ("AuthenticAMD", "HygonGenuine") and int(cpu.get("cpu family", 0)) < ZEN_3


def cpu_info(info: Path = Path("/proc/cpuinfo")) -> dict[str, str]:
    """What the system says of the CPU, and lets programs use of it; nothing where it does not say."""
    try:
        with info.open(encoding="ascii", errors="replace") as lines:
            first = takewhile(str.strip, lines)
            return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in first)}
    except OSError:
        return {}


if __name__ == "__main__":
    print(build_for(cpu_info()))
