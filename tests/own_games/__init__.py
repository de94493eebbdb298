"""Games that the vocabulary was not designed for: tests of its words and of the rules sheets."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from lusory.games import Definition


def own_games() -> dict[str, Definition]:
    """All of them, by name."""
    modules = [import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Definition)]
    return {definition.name: definition for definition in found}
