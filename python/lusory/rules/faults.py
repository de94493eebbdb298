"""Lists the faults of a text of rules: of every part that is wrong in any context; if all parts are right, the first
fault of the whole."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from typing import Any

from ..errors import RuleError
from . import codec
from .expression import CLASSES, ExpressionReader
from .places import PythonText, node_at

MOST = 20
"""The most faults that are listed."""


def faults_of(source: str) -> list[RuleError]:
    """The faults in a text, in the order in which they are found; empty where it is a game."""
    try:
        codec.read(source)
    except RuleError as first:
        faults = _json_faults(source) if source.lstrip().startswith("{") else _python_faults(source)
        return faults[:MOST] or [first]
    return []


def _python_faults(source: str) -> list[RuleError]:
    code = source.strip()
    try:
        tree = ast.parse(code, mode="eval")
        return list(ExpressionFaults(PythonText(code, len(source) - len(source.lstrip()))).of(tree.body))
    except (SyntaxError, RecursionError, MemoryError, ValueError):
        return []


class ExpressionFaults:
    """Reads each part of an expression alone, from the innermost out; a part with faults inside is read no more."""

    def __init__(self, text: PythonText) -> None:
        self.reader = ExpressionReader(text)

    def of(self, node: ast.expr) -> Iterator[RuleError]:
        """The faults of an expression and its parts."""
        parts = list(self.parts(node))
        faulty = {id(part): faults for part in parts if (faults := list(self.of(part)))}
        for faults in faulty.values():
            yield from faults
        if not faulty:
            yield from self.alone(node)
        elif isinstance(node, ast.Call):
            yield from self.beside(node, faulty)

    def parts(self, node: ast.expr) -> Iterator[ast.expr]:
        """The expressions that a part is made of."""
        match node:
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
                yield from parts
            case ast.Call(args=args, keywords=keywords):
                yield from (*args, *(keyword.value for keyword in keywords))
            case ast.UnaryOp(operand=operand):
                yield operand
            case ast.BinOp(left=left, right=right):
                yield from (left, right)
            case ast.Compare(left=left, comparators=others):
                yield from (left, *others)

    def alone(self, node: ast.expr) -> Iterator[RuleError]:
        """The fault of a part whose own parts are right."""
        try:
            self.reader.read(node)
        except RuleError as fault:
            yield fault

    def beside(self, node: ast.Call, faulty: dict[int, Any]) -> Iterator[RuleError]:
        """Further faults of a word some of whose fields have faults: its name, or one of the other fields."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        cls = CLASSES.get(name)
        right_keywords = [keyword for keyword in node.keywords if id(keyword.value) not in faulty]
        args = [arg for arg in node.args if id(arg) not in faulty]
        if name == "Game":
            return  # whether the parts fit together can be judged only with all of them
        if cls is not None and len(args) < len(node.args):
            return  # a later argument would take the place of the faulty one, or too few would be left
        rest = ast.copy_location(ast.Call(node.func, args, right_keywords), node)
        for fault in self.alone(rest):
            at = node_at(rest, fault.path.rpartition(f"line {node.lineno}.")[2], CLASSES["Game"])
            if cls is None or at is not rest:
                yield fault


def _json_faults(source: str) -> list[RuleError]:
    try:
        data = json.loads(source)
        rules = data.get("rules", data) if isinstance(data, dict) else data
        return list(_fields_faults(rules, "")) if isinstance(rules, dict) else []
    except (ValueError, RecursionError):
        return []


def _fields_faults(data: dict[str, Any], path: str) -> Iterator[RuleError]:
    for name, value in data.items():
        yield from _value_faults(value, f"{path}.{name}".lstrip("."))


def _value_faults(data: Any, path: str) -> Iterator[RuleError]:
    """The faults of a value and its parts."""
    inner: list[RuleError] = []
    if isinstance(data, list):
        inner = [fault for i, part in enumerate(data) for fault in _value_faults(part, f"{path}[{i}]")]
    elif isinstance(data, dict):
        inner = list(_fields_faults({name: part for name, part in data.items() if name != "word"}, path))
    yield from inner
    if inner or not isinstance(data, dict):
        return
    try:
        codec.build_part(data, path)
    except RuleError as fault:
        yield fault
