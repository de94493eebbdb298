"""Detects which build of the engine suits this CPU: plain, or that for the level x86-64-v3 (AVX2, BMI2).

Needs nothing of lusory, so that the set-up can ask before anything is built: `python -P _cpu.py` prints it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path

NEEDS = frozenset({"abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"})
"""The flags of x86-64-v3 in the spelling of Linux, without those of lower levels."""
ZEN_3 = 25
"""The family of AMD's CPUs from Zen 3 on."""


def build_for(cpu: Mapping[str, str]) -> str:
    """The build for a CPU: `plain` or `v3`. cpu: its entry in /proc/cpuinfo."""
    return "plain" if missing_features(cpu) or has_slow_pdep(cpu) else "v3"


def missing_features(cpu: Mapping[str, str]) -> list[str]:
    """The flags that the v3 build needs and the CPU lacks."""
    return sorted(NEEDS - set(cpu.get("flags", "").split()))


def has_slow_pdep(cpu: Mapping[str, str]) -> bool:
    """Whether the CPU runs the v3 build no faster than the plain one: before Zen 3, AMD's CPUs execute `pdep`, which
    chooses a ply, in microcode, which takes up to hundreds of cycles."""
    return cpu.get("vendor_id") in ("AuthenticAMD", "HygonGenuine") and int(cpu.get("cpu family", 0)) < ZEN_3


def cpu_info(info: Path = Path("/proc/cpuinfo")) -> dict[str, str]:
    """The first CPU's entry in /proc/cpuinfo, by field; empty where there is no such file."""
    try:
        with info.open(encoding="ascii", errors="replace") as lines:
            first = takewhile(str.strip, lines)
            return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in first)}
    except OSError:
        return {}


if __name__ == "__main__":
    print(build_for(cpu_info()))
