"""Names: one type name, one meaning; modules are named by what they hold; old names keep working for a release."""

import importlib
import sys
from pathlib import Path

import pytest

LUSORY = Path(__file__).parent.parent / "python" / "lusory"
RIDDLES = {"gather", "ground", "paper", "talk", "tell", "crew", "hall", "deeds", "eyes", "leaves"}
"""Names that tell a stranger nothing; docs/glossary.md has the term for each."""
DEPRECATED = {
    "talk.py": "lusory.ugi",
    "lab/paper.py": "lusory.lab.report",
    "play/tell/__init__.py": "lusory.play.narration",
}
"""Old names of modules, kept for one release."""


def old_module(path: str) -> str:
    return "lusory." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def test_no_module_has_a_riddle_for_a_name():
    found = [
        name
        for path in LUSORY.rglob("*.py")
        if (name := path.relative_to(LUSORY).as_posix()) not in DEPRECATED and not name.startswith("server/")
        if RIDDLES.intersection(path.relative_to(LUSORY).with_suffix("").parts)
    ]
    assert found == []


@pytest.mark.parametrize("path", DEPRECATED)
def test_the_old_name_of_a_module_still_works(path):
    old = old_module(path)
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} is now {DEPRECATED[path]};"):
        module = importlib.import_module(old)
    assert module is importlib.import_module(DEPRECATED[path])


def test_the_old_name_of_a_submodule_still_works():
    for name in ("lusory.talk", "lusory.talk.engine"):
        sys.modules.pop(name, None)
    with pytest.warns(DeprecationWarning, match=r"lusory.talk is now lusory.ugi;"):
        module = importlib.import_module("lusory.talk.engine")
    assert module is importlib.import_module("lusory.ugi.engine")
