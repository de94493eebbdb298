"""Tests of names: one type name, one meaning; modules are named for what they hold; old names keep working for a
release."""

import ast
import importlib
import inspect
import re
import sys
from collections import defaultdict
from pathlib import Path

import msgspec
import pytest

from lusory.games import find
from lusory.lab.collect.observe import Observed
from lusory.lab.compare import Difference, compare
from lusory.lab.ladder import climb
from lusory.lab.matches import match
from lusory.lab.matches.result import Forfeit
from lusory.lab.measure import measure
from lusory.lab.repair import repair
from lusory.lab.repair.changes import RuleChange
from lusory.lab.studies.run import StudyRun
from lusory.play.bench import bench

LUSORY = Path(__file__).parent.parent / "python" / "lusory"
RIDDLES = {
    "gather", "ground", "paper", "talk", "tell", "crew", "hall", "deeds", "eyes", "leaves", "leaf", "held", "holding",
    "plain", "contact", "reading", "thinking", "show", "watch", "brief", "live", "gate", "doors", "codes",
    "machines", "trial", "work", "rulebook", "house", "course", "need", "letter", "room", "one_time", "games_of",
    "challenging", "mailing", "bodies", "signing", "scene", "plan", "compose", "speech", "drawing", "idioms",
}  # fmt: skip
"""Names that tell a stranger nothing; docs/glossary.md has the term for each."""
DEPRECATED = {
    "talk.py": "lusory.ugi",
    "lab/log.py": "lusory.lab.matches.log",
    "lab/paper.py": "lusory.lab.report",
    "play/sheet.py": "lusory.explain.sheet",
    "play/tell/__init__.py": "lusory.play.narration",
}
"""Old names of modules, kept for one release."""


OLD_NAMES = {
    "lusory.bots": ("Runner",),
    "lusory.lab": ("Report", "Row", "Run", "Setting", "Table"),
    "lusory.lab.compare": ("in_words",),
    "lusory.lab.matches": ("Report", "Run", "Setting"),
    "lusory.lab.measures": ("Ground", "chosen"),
    "lusory.lab.report": ("Paper", "paper"),
    "lusory.lab.studies": ("Bench", "Plot", "Results", "known"),
    "lusory.players": ("Kind",),
    "lusory.players.tuning": ("tuned",),
    "lusory.printing": ("Asked",),
    "lusory.puzzles": ("Judge",),
    "lusory.ugi": ("Limits",),
}
"""Old names of classes and functions, kept for one release."""


def old_module(path: str) -> str:
    return "lusory." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def test_no_module_has_a_riddle_for_a_name():
    riddles = [
        name
        for path in LUSORY.rglob("*.py")
        if (name := path.relative_to(LUSORY).as_posix()) not in DEPRECATED
        if RIDDLES.intersection(path.relative_to(LUSORY).with_suffix("").parts)
    ]
    assert riddles == []


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


@pytest.mark.parametrize(("package", "old"), [(package, old) for package, names in OLD_NAMES.items() for old in names])
def test_the_old_name_of_a_class_or_function_still_works(package, old):
    module = importlib.import_module(package)
    with pytest.warns(DeprecationWarning, match=rf"{package}.{old} is now {package}\.\w+;"):
        current = getattr(module, old)
    assert current is getattr(module, module.RENAMED[old])


@pytest.mark.parametrize(
    "function",
    [bench, climb, compare, match, measure, repair, StudyRun.__init__],
    ids=lambda method: method.__qualname__,
)
def test_the_old_name_of_an_argument_still_works(function):
    assert "on_progress" in inspect.signature(function).parameters
    message = rf"the argument told of {function.__qualname__}\(\) is now on_progress;"
    with pytest.warns(DeprecationWarning, match=message), pytest.raises(TypeError, match="no_such_argument"):
        function(told=print, no_such_argument=1)
    with pytest.raises(TypeError, match="got on_progress and its old name told"):
        function(told=print, on_progress=print)


OLD_ATTRIBUTES = [
    (Difference("ends[0]", "6", "4", "the clause"), "said", "sentence"),
    (Forfeit(1, "random", 0, "no ply", ()), "said", "message"),
    (RuleChange(find("hex").build(), 1.0, "quiet=20", ("the clause",)), "said", "differences"),
    (Observed(0, ("a1",), (0,), (9,), (1,)), "taken", "captures"),
]
"""Attributes that have another name now: the stored form keeps the old one."""


@pytest.mark.parametrize(("value", "old", "new"), OLD_ATTRIBUTES, ids=lambda part: str(part)[:20])
def test_the_old_name_of_an_attribute_still_works_and_is_stored(value, old, new):
    kind = type(value).__name__
    with pytest.warns(DeprecationWarning, match=rf"{kind}.{old} is now {kind}.{new};"):
        assert getattr(value, old) == getattr(value, new)
    names = {field.name: field.encode_name for field in msgspec.structs.fields(value)}
    assert names[new] == old


def test_a_name_that_a_package_never_had_is_an_attribute_error():
    for package in OLD_NAMES:
        with pytest.raises(AttributeError, match="nonsense"):
            _ = importlib.import_module(package).nonsense


def definitions() -> dict[str, list[str]]:
    """The public classes at the top of modules, with the modules that define them."""
    paths_by_name = defaultdict(list)
    for path in sorted(LUSORY.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                paths_by_name[node.name].append(path.relative_to(LUSORY).as_posix())
    return paths_by_name


def test_one_type_name_has_one_meaning():
    repeated = {name: paths for name, paths in definitions().items() if len(paths) > 1}
    assert repeated == {}


def page_types(text: str) -> list[str]:
    """The types that a module of the page defines: its classes and the typedefs in its comments."""
    matches = re.findall(r"^(?:export )?class (\w+)", text, re.MULTILINE)
    for typedef in re.finditer(r"@typedef\s+", text):
        at, depth = typedef.end(), 0
        while text[at] == "{" or depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        name = re.match(r"\s*(?:object\s+)?(\w+)", text[at:])
        assert name, text[typedef.start() :][:80]
        matches.append(name[1])
    return matches


def test_the_types_of_a_module_of_the_page_are_found():
    comments = "/** @typedef {{a: {b: number}}} One it */\n/**\n * @typedef {object} Two\n */\n"
    assert page_types(comments + "export class Three {}\nclass Four {") == ["Three", "Four", "One", "Two"]


def test_one_type_name_of_the_page_has_one_meaning():
    paths_by_name = defaultdict(list)
    for path in sorted((LUSORY / "server" / "static" / "js").glob("*.js")):
        for name in page_types(path.read_text(encoding="utf-8")):
            paths_by_name[name].append(path.name)
    assert len(paths_by_name) > 10
    assert {name: paths for name, paths in paths_by_name.items() if len(paths) > 1} == {}


RUST = LUSORY.parents[1] / "crates"
RUST_TYPE = re.compile(r"^\s*pub(?:\([^)]*\))?\s+(?:struct|enum|trait|type|union)\s+(\w+)", re.MULTILINE)
KERNELS = "kernels"
"""Kernels for single forms of rules; their names go with them when programs of sets replace them."""


RUST_RIDDLES = {
    "act", "offer", "read", "carry", "course", "calm", "lift", "held", "stones", "ahead", "apart", "spot",
    "book", "desk", "midway", "reach", "sight", "figures", "drawn", "few", "world", "lay", "fan", "doubles",
    "whole", "deepen", "quiesce", "judge", "sums", "family", "known", "lasts", "minimise", "sampled",
    "observed", "prover", "descent", "climb",
}  # fmt: skip
"""Names of Rust modules that tell a stranger nothing."""


def test_no_rust_module_has_a_riddle_for_a_name():
    modules = [path.relative_to(RUST).with_suffix("") for path in sorted(RUST.rglob("src/**/*.rs"))]
    assert len(modules) > 200
    assert [str(module) for module in modules if RUST_RIDDLES.intersection(module.parts)] == []


def test_one_rust_type_name_has_one_meaning():
    paths_by_name = defaultdict(list)
    for path in sorted(RUST.rglob("src/**/*.rs")):
        if {KERNELS, "tests", "tests.rs"}.isdisjoint(path.parts):
            for name in RUST_TYPE.findall(path.read_text(encoding="utf-8")):
                paths_by_name[name].append(path.relative_to(RUST).as_posix())
    assert len(paths_by_name) > 150
    assert {name: paths for name, paths in paths_by_name.items() if len(paths) > 1} == {}


QUESTION = re.compile(
    r"(?:^|[.:;] )(?:Is|Are|Was|Were|Has|Have|Had|Does|Do|Did|Can|May|Must|Should|Would|Will) [^.`]*\?"
)
"""A question with a yes or no for its answer: docs/glossary.md says to write `Whether ...`."""


def docstrings(tree: ast.AST) -> list[str]:
    """All texts that stand alone: of modules, classes and functions, and below values."""
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    return [node.value for node in strings if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def test_questions_are_found():
    tree = ast.parse(
        'def f():\n    """Is it over? Else None."""\n\n\nX = 1\n"""Whether it is. `? row 4` is a secret."""\n'
    )
    assert [bool(QUESTION.search(" ".join(text.split()))) for text in docstrings(tree)] == [False, True]


def test_no_docstring_is_a_question():
    questions = [
        (path.relative_to(LUSORY).as_posix(), text)
        for path in sorted(LUSORY.rglob("*.py"))
        for text in docstrings(ast.parse(path.read_text(encoding="utf-8")))
        if QUESTION.search(" ".join(text.split()))
    ]
    assert questions == []


def test_no_comment_of_rust_is_a_question():
    comment = re.compile(
        r"^\s*//[/!]? ((?:Is|Are|Was|Has|Have|Does|Do|Did|Can|May|Must|Should|Would|Will) .*)$", re.MULTILINE
    )
    questions = [
        (path.relative_to(RUST).as_posix(), line)
        for path in sorted(RUST.rglob("*.rs"))
        for line in comment.findall(path.read_text(encoding="utf-8"))
        if "?" in line and "`?" not in line
    ]
    assert questions == []


UNDERSCORED = {"Any_", "help_", "not_", "open_", "or_", "print_", "while_"}
"""Names that keywords, words of the rules or commands take without the underscore."""


def test_an_underscore_at_the_end_stands_for_no_better_name():
    places_by_name = defaultdict(list)
    for path in sorted(LUSORY.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.arg if isinstance(node, ast.arg) else node.id if isinstance(node, ast.Name) else ""
            if isinstance(getattr(node, "ctx", None), ast.Load):
                continue
            if name.endswith("_") and not name.startswith("_") and name not in UNDERSCORED:
                places_by_name[name].append(path.relative_to(LUSORY).as_posix())
    assert places_by_name == {}
