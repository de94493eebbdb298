"""Tests of the architecture: a package imports only those listed here, and `import lusory` loads nothing slow."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

LUSORY = Path(__file__).parent.parent / "python" / "lusory"

# Package or top-level module: what it may import, besides what those may import, and errors. "lusory" is __init__.py.
ALLOWED = {
    "errors": "",
    "version": "",
    "_counts": "",
    "_numbers": "",
    "_files": "",
    "_engine": "",
    "_cpu": "",
    "_interrupt": "",
    "_library": "_cpu errors",
    "rules": "errors _numbers",
    "games": "rules",
    "draw": "rules",
    "reference": "rules",
    "engine": "reference _engine",
    "play": "rules reference draw games engine texts _renamed _numbers",
    "explain": "play draw texts",
    "ugi": "play _renamed",
    "_renamed": "",
    "talk": "ugi _renamed",
    "solve": "play _files",
    "learn": "play solve _files",
    "players": "play ugi solve learn",
    "lab": "play explain players learn solve draw _renamed _counts version",
    "bots": "play players",
    "puzzles": "play solve players printing",
    "texts": "",
    "server": "play explain players draw ugi printing club puzzles breed texts _files",
    "printing": "play explain draw",
    "club": "",
    "testing": "play players",
    "breed": "lab club testing",
    "lusory": "play _interrupt _library version",
    "cli": "lusory explain ugi players learn lab server testing printing club breed puzzles bots games _files",
    "__main__": "cli",
}
# A game starts, measures and solves itself, far above where it lives: these alone may import late what is higher up,
# and their annotations may name it.
LATE = {
    "Game.start": "play",
    "Game.batch": "play",
    "Game.position": "play",
    "Game.measure": "lab",
    "TYPE_CHECKING": "play lab solve",
}
LATE |= {"Game.solve": "solve", "Position.solve": "solve"}
LATE_UNITS = {"rules", "play"}

HEAVY = {"typer", "rich", "textual", "starlette", "uvicorn", "sqlalchemy", "altair", "numpy", "scipy", "jax", "ray"}
HEAVY |= {"typst", "odf"}


class Import(NamedTuple):
    unit: str
    """The unit that is imported."""
    function: str
    """Where, as Class.function or TYPE_CHECKING; empty at the top of a module."""
    line: int


def unit_of(module: str) -> str:
    """The unit of `lusory.rules.cells` is rules; that of `lusory` itself and its names is "lusory"."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "lusory"


def targets(node: ast.Import | ast.ImportFrom, package: str) -> list[str]:
    """The modules of lusory that a statement in `package` imports."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        above = package.split(".")
        above = above[: len(above) - node.level + 1] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        names = [base] if base != "lusory" else [front(alias.name) for alias in node.names]
    return [name for name in names if name.split(".")[0] == "lusory"]


def front(name: str) -> str:
    """`from lusory import rules` imports a package, `from lusory import load` a name of `lusory`."""
    return f"lusory.{name}" if name in ALLOWED or exists(name) else "lusory"


def exists(unit: str) -> bool:
    return (LUSORY / unit).is_dir() or (LUSORY / f"{unit}.py").exists()


def imports(source: str, package: str) -> Iterator[Import]:
    """All imports of units of lusory in a module, also those inside functions."""

    def walk(node: ast.AST, inside: tuple[str, ...]) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                for name in targets(child, package):
                    yield Import(unit_of(name), ".".join(inside), child.lineno)
            elif isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield from walk(child, (*inside, child.name))
            elif isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
                yield from walk(child, (*inside, "TYPE_CHECKING"))
            else:
                yield from walk(child, inside)

    yield from walk(ast.parse(source), ())


def below(unit: str) -> set[str]:
    """Every unit that `unit` may import, directly or through others."""
    direct = set(ALLOWED[unit].split())
    return {unit, "errors"}.union(direct, *(below(other) for other in direct))


def refusal(unit: str, imported: Import) -> str | None:
    if unit not in ALLOWED:
        return f"{unit} is not listed: write in ALLOWED what it may import"
    if imported.unit in below(unit):
        return None
    if unit in LATE_UNITS and imported.unit in LATE.get(imported.function, "").split():
        return None
    return (
        f"line {imported.line}: {unit} may not import {imported.unit}, only {', '.join(sorted(below(unit) - {unit}))}"
    )


def modules() -> list[Path]:
    return sorted(path for pattern in ("*.py", "*.pyi") for path in LUSORY.rglob(pattern))


def home(path: Path) -> tuple[str, str]:
    """The unit and the Python package of a file."""
    parts = path.relative_to(LUSORY).with_suffix("").parts
    unit = "lusory" if parts == ("__init__",) else parts[0]
    return unit, ".".join(("lusory", *parts[:-1]))


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(LUSORY)))
def test_a_unit_imports_only_what_is_allowed(path):
    unit, package = home(path)
    assert unit in ALLOWED, f"{unit} is not listed: write in ALLOWED what it may import"
    imported = imports(path.read_text(encoding="utf-8"), package)
    assert [fault for imported in imported if (fault := refusal(unit, imported))] == []


def judge(unit: str, source: str, package: str | None = None) -> list[str]:
    imported = imports(source, package or f"lusory.{unit}")
    return [fault for imported in imported if (fault := refusal(unit, imported))]


@pytest.mark.parametrize(
    ("unit", "source"),
    [
        ("rules", "from lusory.errors import RuleError"),
        ("rules", "from .cells import Cells\nimport msgspec"),
        ("rules", "from ..errors import RuleError"),
        ("lab", "import lusory.rules.words"),
        ("cli", "from lusory import load, rules"),
        ("rules", "class Game:\n def start(self):\n  from lusory.play import Position"),
        ("rules", "class Game:\n def measure(self):\n  from ..lab import measure"),
        ("rules", "if TYPE_CHECKING:\n from lusory.play import Position"),
    ],
)
def test_what_is_allowed(unit, source):
    assert judge(unit, source) == []


@pytest.mark.parametrize(
    ("unit", "source"),
    [
        ("rules", "from lusory.play import Position"),
        ("rules", "from ..play import Position"),
        ("rules", "from .. import play"),
        ("draw", "import lusory.play.position"),
        ("play", "from lusory import load"),
        ("games", "import lusory"),
        ("reference", "from lusory import _engine"),
        ("rules", "def start():\n from lusory.play import Position"),
        ("rules", "class Game:\n def start(self):\n  from lusory.lab import measure"),
        ("draw", "class Game:\n def start(self):\n  from lusory.play import Position"),
        ("draw", "if TYPE_CHECKING:\n from lusory.play import Position"),
        ("rules", "if TYPE_CHECKING:\n from lusory.draw import svg"),
        ("cli", "from lusory.attic import moth"),
        ("attic", "from lusory import rules"),
    ],
)
def test_what_is_refused(unit, source):
    assert len(judge(unit, source)) == 1


def test_imports_have_no_cycle():
    for unit in ALLOWED:
        assert unit not in set().union(*(below(other) for other in ALLOWED[unit].split())), unit


def test_import_lusory_is_light():
    code = "import sys, lusory; print(*{name.split('.')[0] for name in sys.modules})"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert HEAVY.isdisjoint(result.stdout.split())
