"""Tests of the architecture in Rust: modules of a crate do not import each other in circles."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

CRATES = Path(__file__).parent.parent / "crates"

# Rules themselves go in circles: NoPly asks whether there is a ply, `unless` whether a ply may stand once it is
# applied, and what applies it asks both.
INHERENT = {"engine": {"apply", "evaluate", "game", "movegen"}, "python": {"knowledge", "state"}}
"""Modules that may import each other. A state of the binding gives a player's knowledge, which gives states."""


def imports(crate: Path) -> dict[str, set[str]]:
    """For each module at the top of a crate those that it imports, without its tests."""
    found: dict[str, set[str]] = {}
    for path in sorted((crate / "src").rglob("*.rs")):
        parts = [part for part in path.relative_to(crate / "src").with_suffix("").parts if part != "mod"]
        if not parts or parts[0] == "lib" or "tests" in parts:
            continue
        text = path.read_text().split("#[cfg(test)]\nmod tests {")[0]
        found.setdefault(parts[0], set()).update(imported(text))
    return {
        module: {other for other in others if other in found and other != module} for module, others in found.items()
    }


def imported(text: str) -> Iterator[str]:
    """The modules of its own crate that a text names."""
    for several, one in re.findall(r"\bcrate::(?:\{([^}]*)\}|(\w+))", text):
        yield from [one] if one else re.findall(r"(?:^|,)\s*(\w+)", several)


def reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    """The modules that one comes to from a module."""
    found, waiting = set[str](), [start]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """The sets of modules that import each other, directly or not."""
    after = {module: reachable(graph, module) for module in graph}
    together = {module: frozenset(other for other in after[module] if module in after[other]) for module in graph}
    return {modules for modules in together.values() if modules}


@pytest.mark.parametrize("name", sorted(crate.name for crate in CRATES.iterdir() if (crate / "src").exists()))
def test_modules_import_one_way(name: str) -> None:
    allowed = {frozenset(INHERENT[name])} if name in INHERENT else set()
    assert circles(imports(CRATES / name)) == allowed


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == {frozenset("abc")}
    assert set(imported("use crate::{bank::Bank, draw};\nlet x = crate::rows::one();")) == {"bank", "draw", "rows"}
