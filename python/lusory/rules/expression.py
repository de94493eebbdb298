"""Parses the Python expression that builds a rule value; nothing in it is executed."""

from __future__ import annotations

import ast
import difflib
from typing import Any

from ..errors import RuleError
from .game import Game
from .places import PythonText, node_at
from .spec import value_text
from .word import REGISTRY, And, Compare, Minus, Not, Opposite, Or, Sum, Word

CLASSES: dict[str, Any] = {cls.__name__: cls for cls in REGISTRY.values() if not cls.atom} | {"Game": Game}
ATOMS: dict[str, Word] = {cls.atom: cls() for cls in REGISTRY.values() if cls.atom}
SIGNS: dict[type, Any] = {ast.GtE: ">=", ast.LtE: "<=", ast.Gt: ">", ast.Lt: "<"}
JOINS: dict[type, Any] = {ast.BitAnd: And, ast.BitOr: Or, ast.Add: Sum}


def evaluate(source: str) -> Any:
    """The value of an expression; RuleError with line and column, and with its place, where it builds none."""
    if "\0" in source:
        raise RuleError("", "data that is not text", "expected an expression such as Game(...)")
    code = source.strip()
    text = PythonText(code, len(source) - len(source.lstrip()))
    try:
        return ExpressionReader(text).read(ast.parse(code, mode="eval").body)
    except SyntaxError as fault:
        line = max(fault.lineno or 1, 1)
        start = text.offset(line, 0) + max(fault.offset or 1, 1) - 1
        error = RuleError(f"line {line}", fault.msg, "expected an expression such as Game(...)")
        raise error.at((start, start + 1)) from None
    except (RecursionError, MemoryError, ValueError) as fault:
        if isinstance(fault, RuleError):
            raise
        raise RuleError("", "an expression that cannot be read", "expected a rule value") from None


class ExpressionReader:
    """Builds the value of each node, from the innermost out."""

    def __init__(self, text: PythonText) -> None:
        self.text = text

    def fault(self, node: ast.AST, actual: str, expected: str) -> RuleError:
        """The error for a node that is no part of a rule value."""
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1
        return RuleError(f"line {line}, column {column}", actual, expected).at(self.text.place(node))

    def read(self, node: ast.AST) -> Any:
        """The value that a syntax node builds."""
        match node:
            case ast.Constant(value=None | bool() | int() | float() | str()):
                return node.value
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return tuple(self.read(part) for part in parts)
            case ast.Dict():
                return self.entries(node)
            case ast.Name(id=name):
                if name not in ATOMS:
                    raise self.fault(node, name, f"expected a word of the vocabulary{near(name)}")
                return ATOMS[name]
            case ast.Call(func=ast.Name(id=name)):
                return self.call(node, name)
            case ast.UnaryOp() | ast.BinOp() | ast.Compare():
                return self.operation(node)
        raise self.fault(node, ast.unparse(node)[:60], "expected words of the vocabulary")

    def entries(self, node: ast.Dict) -> dict[str, Any]:
        """A table of names with parts of the rules."""
        arguments: dict[str, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
                raise self.fault(key or node, ast.unparse(key or node)[:60], "expected a text as the name of a part")
            arguments[key.value] = self.read(value)
        return arguments

    def call(self, node: ast.Call, name: str) -> Any:
        """A word with its fields."""
        cls = CLASSES.get(name)
        if cls is None:
            raise self.fault(node.func, name, f"expected a word of the vocabulary{near(name)}")
        if any(keyword.arg is None for keyword in node.keywords):
            raise self.fault(node, "**", "expected arguments written out")
        names = [str(keyword.arg) for keyword in node.keywords]
        if len(set(names)) < len(names):
            raise self.fault(node, f"{name}(...)", "expected each argument once")
        args = [self.read(arg) for arg in node.args]
        keywords = {str(keyword.arg): self.read(keyword.value) for keyword in node.keywords}
        try:
            return cls(*args, **keywords)
        except RuleError as fault:
            place = fault.place or self.text.place(node_at(node, fault.path, Game))
            raise fault.under(f"{name} at line {node.lineno}").at(place) from None
        except TypeError as fault:
            raise self.fault(node, f"{name}(...)", f"expected its fields: {fault}") from None

    def operation(self, node: ast.UnaryOp | ast.BinOp | ast.Compare) -> Any:
        """The word that an operator builds."""
        try:
            if isinstance(node, ast.UnaryOp):
                return self.build_unary(node, self.read(node.operand))
            if isinstance(node, ast.BinOp):
                return self.build_binary(node, self.read(node.left), self.read(node.right))
            if len(node.ops) == 1 and type(node.ops[0]) in SIGNS:
                sign = SIGNS[type(node.ops[0])]
                return Compare(self.read(node.left), sign, self.read(node.comparators[0]))
        except RuleError as fault:
            raise fault.at(fault.place or self.text.place(node)) from None
        raise self.fault(node, ast.unparse(node)[:60], "expected words of the vocabulary")

    def build_unary(self, node: ast.UnaryOp, value: Any) -> Any:
        """A word behind an operator."""
        if isinstance(node.op, ast.Invert):
            return Not(value)
        if isinstance(node.op, ast.USub):
            return -value if isinstance(value, (int, float)) else Opposite(value)
        raise self.fault(node, ast.unparse(node)[:60], "expected ~ or -")

    def build_binary(self, node: ast.BinOp, left: Any, right: Any) -> Any:
        """Two words with an operator between."""
        if isinstance(node.op, ast.Sub):
            return Minus(left, right)
        join = JOINS.get(type(node.op))
        if join is None:
            raise self.fault(node, value_text(ast.unparse(node)), "expected & | + or -")
        return join(*(left.parts if isinstance(left, join) else (left,)), right)


def near(name: str) -> str:
    """A word that may have been meant."""
    if name in CLASSES:
        return " with ( )"
    words = {word.lower(): word for word in (*CLASSES, *ATOMS)}
    close = difflib.get_close_matches(name.lower(), words, 1)
    return f" ({words[close[0]]}?)" if close else ""
