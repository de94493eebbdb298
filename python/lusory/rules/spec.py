"""Reads the types of a word's fields from their annotations, and checks values against them."""

from __future__ import annotations

import re
from functools import cache
from types import UnionType
from typing import Any

import msgspec

from ..errors import RuleError

SORTS: dict[str, tuple[str, ...]] = {
    "Board": ("board",),
    "Setup": ("setup",),
    "Cells": ("cells", "regions"),
    "Regions": ("regions",),
    "Directions": ("directions",),
    "Number": ("number",),
    "Condition": ("condition", "cells", "regions"),
    "Ply": ("ply",),
    "Effect": ("effect",),
    "End": ("end",),
    "Side": ("cells",),
    "Word": (),
}
"""The sort a field expects, and the sorts of words it accepts ("Word": any)."""

NAMES = {
    "Board": "a board",
    "Setup": "a setup",
    "Cells": "a set of cells",
    "Regions": "regions (a list of sets of cells)",
    "Directions": "a set of directions",
    "Number": "a number",
    "Condition": "a condition",
    "Ply": "a ply",
    "Effect": "an effect",
    "End": "an end",
    "Side": "own, enemy or neutral",
    "Word": "a word",
    "int": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "float": "a number",
    "About": "an About(...)",
    "dict[str, Word]": "names and the parts of the rules that they stand for",
}

GREATEST = 2**31
"""Whole numbers in rules are smaller than this, and greater than its negative."""

_MANY = re.compile(r"^tuple\[(.+), \.\.\.\]$")
_ROW = re.compile(r"^tuple\[(.+)\]$")
_CHOICE = re.compile(r"^Literal\[(.*)\]$")


class FieldSpec(msgspec.Struct, frozen=True):
    """The type of one field. many: a list; optional: None is allowed; choices: the allowed texts."""

    name: str
    sort: str
    many: bool
    optional: bool
    choices: tuple[str, ...]
    required: bool
    default: Any

    @property
    def expected(self) -> str:
        """The part of an error message that says what the field takes."""
        single = "one of " + ", ".join(self.choices) if self.choices else sort_text(self.sort)
        many = f"a list of rows: {single}" if _ROW.match(self.sort) else f"a list, each {single}"
        return f"expected {many if self.many else single}{' or nothing' if self.optional else ''}"


def sort_text(sort: str) -> str:
    """What a field of this sort takes, in words; of a row what each of its places takes."""
    row = _ROW.match(sort)
    return ", ".join(NAMES.get(part, part) for part in row[1].split(", ")) if row else NAMES.get(sort, sort)


@cache
def specs(cls: Any) -> tuple[FieldSpec, ...]:
    """The fields of a word in their order."""
    notes: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        notes |= {k: v for k, v in vars(base).get("__annotations__", {}).items() if isinstance(v, str)}
    return tuple(
        _parse_annotation(field.name, notes[field.name], field.required, field.default)
        for field in msgspec.structs.fields(cls)
    )


def specs_of(value: Any) -> tuple[FieldSpec, ...]:
    """The fields of a value's class."""
    cls: Any = type(value)
    return specs(cls)


def _parse_annotation(name: str, annotation: str, required: bool, default: Any) -> FieldSpec:
    optional = annotation.endswith(" | None")
    body = annotation.removesuffix(" | None")
    many_match = _MANY.match(body)
    choice = _CHOICE.match(many_match[1] if many_match else body)
    choices = tuple(c.strip().strip("\"'") for c in choice[1].split(",")) if choice else ()
    sort = "str" if choice else (many_match[1] if many_match else body)
    return FieldSpec(name, sort, bool(many_match), optional, choices, required, None if required else default)


def check_value(spec: FieldSpec, value: Any) -> Any:
    """The value as the field keeps it (lists become tuples); RuleError when it is not what the field takes."""
    if value is None and spec.optional:
        return None
    if not spec.many:
        return _check_item(spec, value, spec.name)
    if isinstance(value, (str, bytes)) or not isinstance(value, (list, tuple)):
        raise RuleError(spec.name, value_text(value), spec.expected)
    item_spec = msgspec.structs.replace(spec, many=False, optional=False)
    return tuple(_check_item(item_spec, part, f"{spec.name}[{i}]") for i, part in enumerate(value))


def _check_item(spec: FieldSpec, value: Any, path: str) -> Any:
    if spec.sort in SORTS:
        return _word(spec, value, path)
    kinds: dict[str, type | tuple[type, ...]] = {"int": int, "str": str, "bool": bool, "float": (int, float)}
    kind = kinds.get(spec.sort)
    if kind is None:
        return _row(spec, value, path)
    is_wrong = not isinstance(value, kind) or (isinstance(value, bool) and spec.sort in ("int", "float"))
    if is_wrong or (spec.choices and value not in spec.choices):
        raise RuleError(path, value_text(value), spec.expected)
    return _number(value, path) if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def _number(value: int | float, path: str) -> int | float:
    """A number within the limits; 1.0 and -0.0 are kept as 1 and 0, so that equal values have one text."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < GREATEST else value
    if abs(value) >= GREATEST:
        bound = f"less than {GREATEST}" if value > 0 else f"more than -{GREATEST}"
        raise RuleError(path, value_text(value), f"expected {bound}")
    return value


def _row(spec: FieldSpec, value: Any, path: str) -> Any:
    """A fixed row of plain values: `tuple[str, float, float]`."""
    sorts = [part.strip() for part in spec.sort.removeprefix("tuple[").removesuffix("]").split(",")]
    if not isinstance(value, (list, tuple)) or len(value) != len(sorts):
        raise RuleError(path, value_text(value), f"expected {len(sorts)} values: {', '.join(NAMES[s] for s in sorts)}")
    return tuple(
        _check_item(FieldSpec(str(i), sort, False, False, (), True, None), part, f"{path}[{i}]")
        for i, (sort, part) in enumerate(zip(sorts, value, strict=True))
    )


def _word(spec: FieldSpec, value: Any, path: str) -> Any:
    # Two classes joined by | are a type to Python.
    for cls in value.__args__ if isinstance(value, UnionType) else (value,):
        if is_word_class(cls):
            raise RuleError(path, value_text(cls), with_brackets(cls))
    if spec.sort in ("Number", "Word") and isinstance(value, int) and not isinstance(value, bool):
        return _number(value, path)
    if spec.sort in ("Regions", "Word") and isinstance(value, (list, tuple)):
        cells = FieldSpec(spec.name, "Cells", False, False, (), True, None)
        return tuple(_check_item(cells, part, f"{path}[{i}]") for i, part in enumerate(value))
    sort = getattr(value, "sort_here", None)
    if sort is None or (SORTS[spec.sort] and sort() not in SORTS[spec.sort]) or not _fits(spec, value):
        equals = ' (equality is written Compare(a, "==", b))' if isinstance(value, bool) else ""
        raise RuleError(path, value_text(value), spec.expected + equals)
    return value


def _fits(spec: FieldSpec, value: Any) -> bool:
    """Of all sets of cells only own, enemy and neutral are sides too. A board and a setup depend on nothing."""
    if spec.sort in ("Board", "Setup"):
        return bool(value.sort)
    return spec.sort != "Side" or bool(value.is_side)


def is_word_class(value: Any) -> bool:
    """Whether this is the class of a word, and not a word: it was written without brackets."""
    return isinstance(value, type) and hasattr(value, "sort_here")


def with_brackets(cls: Any) -> str:
    """What is expected in place of the class of a word."""
    dots = "..." if any(spec.required for spec in specs(cls)) else ""
    return f"expected {cls.__name__}({dots}), with brackets"


def value_text(value: Any) -> str:
    """A value in an error, cut to a readable length."""
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a number of {value.bit_length()} bits"
    text = value.__name__ if isinstance(value, type) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
