"""Source locations of rule values: from the path of a part to its place in the text that was read, Python or JSON."""

from __future__ import annotations

import ast
import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from .spec import specs
from .word import REGISTRY, Word

Place = tuple[int, int]
"""The first character of a part in its text, and the one after the last."""
STEP = re.compile(r"\[(?P<index>\d+)\]|\.?(?P<field>[A-Za-z_]\w*)|\['(?P<key>[^']*)'\]")
BLANK = re.compile(r"[ \t\r\n]*")
CLASSES: dict[str, type[Word]] = {cls.__name__: cls for cls in REGISTRY.values()}


def steps_of(path: str) -> list[str | int]:
    """The steps of a path: those of `ends[0].when` are `ends`, 0, `when`."""
    return [
        int(match["index"]) if match["index"] else str(match["field"] or match["key"]) for match in STEP.finditer(path)
    ]


class PythonText:
    """The text of an expression; finds its syntax nodes in it."""

    def __init__(self, text: str, skipped: int = 0) -> None:
        """skipped: characters of the source before this text, which the parser does not get."""
        self.skipped = skipped
        self.lines = text.split("\n")
        self.starts = [skipped]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def offset(self, line: int, column: int) -> int:
        """The offset of a character by its line, from 1, and its column in bytes."""
        if not 1 <= line <= len(self.lines):
            return self.starts[-1] - 1
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode(errors="ignore"))

    def place(self, node: Any) -> Place | None:
        """The position of a node in the source."""
        if getattr(node, "end_lineno", None) is None:
            return None
        return self.offset(node.lineno, node.col_offset), self.offset(node.end_lineno, node.end_col_offset)


def node_at(node: ast.AST, path: str, game: Any) -> ast.AST:
    """The innermost syntax node that holds the part at a path of the value that `node` builds. game: the class Game,
    whose fields are looked up like those of a word."""
    for step in steps_of(path):
        child = _child(node, step, game)
        if child is None:
            break
        node = child
    return node


def _child(node: ast.AST, step: str | int, game: Any) -> ast.AST | None:
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return _nth(parts, step)
        case ast.Dict(keys=keys, values=values):
            matching = (value for key, value in zip(keys, values, strict=True) if getattr(key, "value", None) == step)
            return next(matching, None)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            by_name = {keyword.arg: keyword.value for keyword in keywords}
            if step in by_name:
                return by_name[str(step)]
            cls = game if name == "Game" else CLASSES.get(name)
            if cls is None or getattr(cls, "variadic", False):
                return ast.copy_location(ast.List(elts=args), node) if step == "parts" else None
            return _nth(args, next((i for i, spec in enumerate(specs(cls)) if spec.name == step), -1))
        case ast.UnaryOp(operand=operand) if step == "of":
            return operand
        case ast.BinOp(op=op) if step == "parts":
            return ast.copy_location(ast.List(elts=_operands(node, type(op))), node)
        case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right]):
            return {"left": left, "right": right}.get(str(step))
    return None


def _operands(node: ast.expr, op: type) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and type(node.op) is op:
        return [*_operands(node.left, op), node.right]
    return [node]


def _nth(parts: list[ast.expr], step: str | int) -> ast.AST | None:
    return parts[step] if isinstance(step, int) and 0 <= step < len(parts) else None


def json_place(text: str, path: str) -> Place | None:
    """The position of the part at a path in JSON. Paths of a stored game lead from its rules, or from beside them."""
    try:
        data = json.loads(text)
        steps = steps_of(path)
        if isinstance(data, dict) and "rules" in data and not (steps and steps[0] in data):
            steps = ["rules", *steps]
        start = _blank(text, 0)
        for step in steps:
            place = _member(text, start, step)
            if place is None:
                break
            start = place
        return start, json.JSONDecoder().raw_decode(text, start)[1]
    except (ValueError, RecursionError, IndexError):
        return None


def _blank(text: str, at: int) -> int:
    match = BLANK.match(text, at)
    assert match
    return match.end()


def _member(text: str, start: int, step: str | int) -> int | None:
    """The start of a member of the object or list that begins there."""
    at, index = _blank(text, start + 1), 0
    while text[start] in "{[" and text[at] not in "}]":
        key: str | int = index
        if text[start] == "{":
            key, at = scanstring(text, at + 1)
            at = _blank(text, _blank(text, at) + 1)
        if key == step:
            return at
        at = _blank(text, json.JSONDecoder().raw_decode(text, at)[1])
        at, index = _blank(text, at + (text[at] == ",")), index + 1
    return None
