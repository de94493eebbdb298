"""Tests that each page is given every name that its template speaks of: a missing name shows nothing, silently."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import meta, nodes

import lusory.server.web
from lusory.server.web.pages import environment

FOLDER = Path(lusory.server.web.__file__).parent
COMMON = {"root", "static", "me", "language", "languages", "source"}
"""What `page` gives to every template."""


def calls() -> Iterator[tuple[str, set[str]]]:
    """Each call that renders a page: its template, and the names that it gives."""
    for path in sorted(FOLDER.glob("*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from calls_in(function)


def calls_in(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, set[str]]]:
    keys = {
        key.value
        for node in ast.walk(function)
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "page":
            names = {word.arg for word in node.keywords if word.arg}
            spread = any(word.arg is None for word in node.keywords)  # a dictionary that the function makes
            for part in ast.walk(node.args[1]):
                if isinstance(part, ast.Constant) and str(part.value).endswith(".html"):
                    yield str(part.value), names | ({str(key) for key in keys} if spread else set())


def names_of(template: str) -> set[str]:
    """The names that a template needs, with those of the templates that it extends or includes."""
    env = environment()
    assert env.loader is not None
    tree = env.parse(env.loader.get_source(env, template)[0])
    others = [name for name in meta.find_referenced_templates(tree) if name is not None]
    macros = {macro.name for macro in tree.find_all(nodes.Macro)}
    for imported in tree.find_all(nodes.FromImport):
        macros |= {name if isinstance(name, str) else name[1] for name in imported.names}
    return (meta.find_undeclared_variables(tree) - set(env.globals) - macros).union(*map(names_of, others))


@pytest.mark.parametrize(("template", "given"), sorted((name, sorted(given)) for name, given in calls()))
def test_a_page_is_given_what_its_template_names(template, given):
    assert names_of(template) <= COMMON | set(given)


def test_every_page_is_looked_at():
    assert len({template for template, _ in calls()}) >= 20
