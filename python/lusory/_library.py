"""Loads the build of the engine for this CPU: the plain one, or that for the level x86-64-v3 (AVX2, BMI2).

Both are made from the same source and play the same games ply by ply; they differ in speed alone. A player's set-up
builds the one that is best here, a wheel holds both. The environment variable LUSORY_CPU, plain or v3, overrules what
the CPU can do. `lusory._engine.level` tells which one runs.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from ._cpu import build_for, cpu_info, missing_features
from .errors import EngineError

MODULE = "lusory._engine"
HERE = Path(__file__).parent
V3 = "_engine_v3.abi3.so"
"""Built by tools/setup.sh where the machine is x86-64 and Linux; the plain one lies where Python finds it itself."""


def load() -> None:
    """From now on `lusory._engine` is the build for this CPU."""
    if MODULE in sys.modules or level() == "plain":
        return
    spec = importlib.util.spec_from_file_location(MODULE, HERE / V3)
    assert spec and spec.loader, V3
    module = importlib.util.module_from_spec(spec)
    sys.modules[MODULE] = module
    spec.loader.exec_module(module)
    sys.modules[__package__]._engine = module  # type: ignore[attr-defined]


def level() -> str:
    """plain or v3. Raises EngineError where LUSORY_CPU asks for what is not there, or there is none for this CPU."""
    requested = os.environ.get("LUSORY_CPU", "")
    if requested not in ("", "plain", "v3"):
        raise EngineError(f"LUSORY_CPU: {requested!r}, expected plain or v3")
    builds, cpu = built(), cpu_info()
    if requested and requested not in builds:
        raise EngineError(f"LUSORY_CPU: {requested}, but only {' and '.join(builds) or 'no engine'} was built here")
    if requested == "v3" and cpu and missing_features(cpu):
        raise EngineError(f"LUSORY_CPU: v3, but this CPU has no {', '.join(missing_features(cpu))}, expected plain")
    return requested or choose_build(builds, cpu)


def choose_build(builds: list[str], cpu: Mapping[str, str]) -> str:
    """The best build that is there and that this CPU can run."""
    if build_for(cpu) in builds:
        return build_for(cpu)
    if "v3" not in builds or "plain" in builds:
        return "plain"
    if missing_features(cpu):
        raise EngineError("the engine here was built for a newer CPU than this one: set lusory up again (make play)")
    return "v3"


def built() -> list[str]:
    """The builds that lie here."""
    plain = any((HERE / f"_engine{suffix}").exists() for suffix in EXTENSION_SUFFIXES)
    return ["plain"] * plain + ["v3"] * (HERE / V3).exists()


load()
