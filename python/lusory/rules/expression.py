"""Parses the Python expression that builds a rule value; nothing in it is executed."""

from __future__ import annotations

import ast
from typing import Any

from ..errors import RuleError
from .game import Game
from .spec import shown
from .word import REGISTRY, And, Compare, Minus, Not, Opposite, Or, Sum, Word

CLASSES: dict[str, Any] = {cls.__name__: cls for cls in REGISTRY.values() if not cls.atom} | {"Game": Game}
ATOMS: dict[str, Word] = {cls.atom: cls() for cls in REGISTRY.values() if cls.atom}
SIGNS: dict[type, Any] = {ast.GtE: ">=", ast.LtE: "<=", ast.Gt: ">", ast.Lt: "<"}
JOINS: dict[type, Any] = {ast.BitAnd: And, ast.BitOr: Or, ast.Add: Sum}


def evaluate(source: str) -> Any:
    """The value of an expression; RuleError with line and column where it builds none."""
    try:
        tree = ast.parse(source.strip(), mode="eval")
        return _read(tree.body)
    except SyntaxError as fault:
        raise RuleError(
            f"line {max(fault.lineno or 1, 1)}", fault.msg, "expected an expression such as Game(...)"
        ) from None
    except (RecursionError, MemoryError, ValueError) as fault:
        if isinstance(fault, RuleError):
            raise
        raise RuleError("", "an expression that cannot be read", "expected a rule value") from None


def _fault(node: ast.AST, found: str, expected: str) -> RuleError:
    return RuleError(f"line {getattr(node, 'lineno', 1)}, column {getattr(node, 'col_offset', 0) + 1}", found, expected)


def _read(node: ast.AST) -> Any:
    match node:
        case ast.Constant(value=None | bool() | int() | float() | str()):
            return node.value
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return tuple(_read(part) for part in parts)
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {_read(key): _read(value) for key, value in zip(keys, values, strict=True) if key is not None}
        case ast.Name(id=name):
            if name not in ATOMS:
                raise _fault(node, name, "expected a word of the vocabulary" + (" with ( )" if name in CLASSES else ""))
            return ATOMS[name]
        case ast.Call(func=ast.Name(id=name)):
            return _call(node, name)
        case ast.UnaryOp(op=op, operand=operand):
            return _turned(node, op, _read(operand))
        case ast.BinOp(left=left, op=op, right=right):
            return _joined(node, _read(left), op, _read(right))
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in SIGNS:
            return Compare(_read(left), SIGNS[type(sign)], _read(right))
    raise _fault(node, ast.unparse(node)[:60], "expected words of the vocabulary")


def _call(node: ast.Call, name: str) -> Any:
    cls = CLASSES.get(name)
    if cls is None:
        raise _fault(node, name, "expected a word of the vocabulary")
    if any(keyword.arg is None for keyword in node.keywords):
        raise _fault(node, "**", "expected arguments written out")
    names = [str(keyword.arg) for keyword in node.keywords]
    if len(set(names)) < len(names):
        raise _fault(node, f"{name}(...)", "expected each argument once")
    args = [_read(arg) for arg in node.args]
    named = {str(keyword.arg): _read(keyword.value) for keyword in node.keywords}
    try:
        return cls(*args, **named)
    except RuleError as fault:
        raise fault.under(f"{name} at line {node.lineno}") from None
    except TypeError as fault:
        raise _fault(node, f"{name}(...)", f"expected its fields: {fault}") from None


def _turned(node: ast.UnaryOp, op: ast.unaryop, value: Any) -> Any:
    if isinstance(op, ast.Invert):
        return Not(value)
    if isinstance(op, ast.USub):
        return -value if isinstance(value, (int, float)) else Opposite(value)
    raise _fault(node, ast.unparse(node)[:60], "expected ~ or -")


def _joined(node: ast.BinOp, left: Any, op: ast.operator, right: Any) -> Any:
    if isinstance(op, ast.Sub):
        return Minus(left, right)
    join = JOINS.get(type(op))
    if join is None:
        raise _fault(node, shown(ast.unparse(node)), "expected & | + or -")
    return join(*(left.parts if isinstance(left, join) else (left,)), right)
