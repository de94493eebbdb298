"""Old names of modules and classes: they keep working for one release and give a DeprecationWarning."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

REMOVED = "the old name will be removed in the next release"


def alias_module(old: str, new: str, submodules: Sequence[str] = ()) -> None:
    """Called by the module `old` while it is imported: whoever imports it, or one of its submodules, gets `new`."""
    warnings.warn(
        f"{old} is now {new}; the old name will be removed in the next release", DeprecationWarning, stacklevel=3
    )
    for name in submodules:
        sys.modules[f"{old}.{name}"] = importlib.import_module(f"{new}.{name}")
    sys.modules[old] = importlib.import_module(new)


def renamed(package: str, names: Mapping[str, str], asked: str) -> Any:
    """For `__getattr__` of a package: the attribute whose old name was asked for. names: old to new.

    Raises AttributeError for a name that the package never had.
    """
    if asked not in names:
        raise AttributeError(f"module {package!r} has no attribute {asked!r}")
    warnings.warn(f"{package}.{asked} is now {package}.{names[asked]}; {REMOVED}", DeprecationWarning, stacklevel=3)
    return getattr(sys.modules[package], names[asked])
