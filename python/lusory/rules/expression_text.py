"""Writes the expression that builds a word, as in `Win(Line(5))`; `expression.py` reads it back."""

from __future__ import annotations

from typing import Any

from .spec import specs_of

_RANK = {"|": 1, "&": 2, "+": 4, "-": 4}
"""How tightly an operator binds in Python; comparisons bind least (0)."""


def spell(value: Any) -> str:
    """Any part of a rule value as a Python expression."""
    return _spell(value, 0)


def _spell(value: Any, outer: int) -> str:
    name = type(value).__name__
    if isinstance(value, tuple):
        return "[" + ", ".join(spell(part) for part in value) + "]"
    if not hasattr(value, "sort_here"):
        return repr(value)
    if getattr(value, "infix", ""):
        return _infix(value, outer)
    if name == "Compare" and value.op != "==" and hasattr(value.left, "sort_here"):
        text = f"{_spell(value.left, 4)} {value.op} {_spell(value.right, 4)}"
        return f"({text})" if outer else text
    if name in ("Not", "Opposite"):
        return ("~" if name == "Not" else "-") + _spell(value.of, 9)
    return value.atom or _call(value)


def _infix(value: Any, outer: int) -> str:
    rank = _RANK[value.infix]
    parts = value.parts if hasattr(value, "parts") else (value.left, value.right)
    nested = hasattr(value, "parts") and type(parts[0]) is type(value)  # read back, the operator would join the two
    if nested or not any(hasattr(part, "sort_here") for part in parts[:2]):
        return _call(value)
    words = [_spell(parts[0], rank if type(parts[0]) is not type(value) else 9)]
    text = f" {value.infix} ".join(words + [_spell(part, rank + 1) for part in parts[1:]])
    return f"({text})" if outer > rank or (outer == rank and rank == 4) else text


def _call(value: Any) -> str:
    """Required fields by position, the others by name where they differ from their default."""
    arguments: list[str] = []
    for spec in specs_of(value):
        field = getattr(value, spec.name)
        if value.variadic and spec.name == "parts":
            arguments.extend(spell(part) for part in field)
        elif spec.required:
            arguments.append(spell(field))
        elif field != spec.default or type(field) is not type(spec.default):
            arguments.append(f"{spec.name}={spell(field)}")
    return f"{type(value).__name__}({', '.join(arguments)})"
