"""Generates the reference page of the vocabulary: every word with its meaning, fields, example, English, users and
source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lusory.rules import REGISTRY
from lusory.rules.expression_text import spell
from lusory.rules.plies import COMMON, ActionWord
from lusory.rules.spec import NAMES, FieldSpec, specs
from lusory.rules.word import Word

from .phrases import english
from .usage import once, users

SORTS = {
    "board": ("Boards", "The shape of the board: its cells, their names, directions, edges and corners."),
    "setup": ("Setups", "What stands on the board, or lies in hand, before the first ply."),
    "cells": ("Cells", 'Sets of cells. As a condition a set means "there are some", and its cells are the witness.'),
    "regions": ("Regions", "Lists of sets of cells. Where a set is asked for, a list stands for its union."),
    "directions": ("Directions", "Sets of directions."),
    "number": ("Numbers", "Whole numbers. Wherever one is asked for, a plain number may stand."),
    "condition": ("Conditions", "What holds or does not."),
    "ply": ("Plies", "What may be done: atomic plies first, then the words that compose them."),
    "effect": ("Effects", "What follows a ply by itself, in order."),
    "end": ("Ends", "How a game ends. Ends are judged in order; the first that holds counts."),
    "": ("Words of any sort", "They take the sort of their parts, and stand wherever that sort may."),
}
"""Every sort: its heading and what it is."""

HEAD = """\
<!-- Made by `make docs` from python/lusory/rules; do not edit. -->

# The vocabulary

A game is a value made of these words. Each word is a frozen record of one sort; a field takes a word of the sort it
asks for, and refuses everything else with the path to it. A list of sets of cells stands wherever regions are asked
for. `~own & ~open` is written with operators: `& | ~` on cells and directions, `-` before directions, `+ -` and
`>= <= > <` on numbers.

`own` and `enemy` are the mover's; inside the `answer` of a Commit they are the answerer's. New here? Begin with the
[tutorial](tutorial.md). What happens when: [how a game runs](how-a-game-runs.md). The same words as JSON:
[game.schema.json](game.schema.json).
"""

COMMON_HEAD = """\
Every atomic ply also takes these fields:

"""


def page() -> str:
    """The whole page in Markdown."""
    parts = [HEAD, contents()]
    for sort, (heading, meaning) in SORTS.items():
        parts.append(f"## {heading}\n\n{meaning}\n")
        if sort == "ply":
            parts.append(COMMON_HEAD + table(specs_named(ActionWord, COMMON), COMMON))
        parts += [entry(cls) for cls in of_sort(sort)]
    return "\n".join([*parts, singles()])


def of_sort(sort: str) -> list[type[Word]]:
    """The words of a sort, in the order of definition."""
    return [cls for cls in REGISTRY.values() if cls.sort == sort]


def name(cls: type[Word]) -> str:
    """How a word is written in Python."""
    return cls.atom or cls.__name__


def link(cls: type[Word]) -> str:
    """A word that leads to its entry."""
    return f"[`{name(cls)}`](#{cls.tag()})"


def contents() -> str:
    """Every word on a line for its sort."""
    lines = [f"- {heading}: {' '.join(map(link, of_sort(sort)))}" for sort, (heading, _) in SORTS.items()]
    return "\n".join(lines) + "\n"


def entry(cls: type[Word]) -> str:
    """One word."""
    own_specs = [spec for spec in specs(cls) if not common(cls, spec)]
    lines = [f'<a id="{cls.tag()}"></a>', f"### `{name(cls)}`", "", " ".join((cls.__doc__ or "").split()), ""]
    if own_specs:
        lines += [table(own_specs, cls.fields)]
    lines += [
        f"- Example: `{cls.example}`",
        f"- In English: {english(cls)}",
        f"- Used by: {', '.join(users()[cls.tag()])}",
        f"- From: {cls.source}",
        "",
    ]
    return "\n".join(lines)


def common(cls: type[Word], spec: FieldSpec) -> bool:
    """Whether this field is described once for all atomic plies."""
    return issubclass(cls, ActionWord) and COMMON.get(spec.name) == cls.fields[spec.name]


def specs_named(cls: Any, names: dict[str, str]) -> list[FieldSpec]:
    """The fields with these names."""
    return [spec for spec in specs(cls) if spec.name in names]


def table(fields: list[FieldSpec], meanings: dict[str, str]) -> str:
    """Fields with what they take, their default and their meaning."""
    rows = [f"| `{spec.name}` | {takes(spec)} | {default(spec)} | {cell(meanings[spec.name])} |" for spec in fields]
    return "\n".join(["| field | takes | default | meaning |", "| --- | --- | --- | --- |", *rows]) + "\n"


def cell(text: str) -> str:
    """A text as it may stand in a table."""
    return text.replace("|", "\\|")


def takes(spec: FieldSpec) -> str:
    """What may stand in a field."""
    if spec.choices:
        return " or ".join(f"`{choice}`" for choice in spec.choices)
    if spec.sort.startswith("tuple["):
        row = [NAMES[part.strip()] for part in spec.sort[6:-1].split(",")]
        return f"a list of rows: {', '.join(row)}"
    sort_name = "a side" if spec.sort == "Side" else NAMES[spec.sort]  # which sides, its meaning says
    return f"a list, each {sort_name}" if spec.many else sort_name


def default(spec: FieldSpec) -> str:
    """What a field is when it is left out."""
    return "" if spec.required else "nothing" if spec.default is None else f"`{cell(spell(spec.default))}`"


def singles() -> str:
    """The words that one game alone uses, and why they are not more general."""
    alone = [f"- {link(REGISTRY[tag])} ({game}): {REGISTRY[tag].single}" for tag, game in once().items()]
    body = "\n".join(alone) or "There is none."
    return f"## Words that one game alone uses\n\nEach says why it is not more general.\n\n{body}\n"


def faults() -> Iterator[str]:
    """What a word lacks; nothing where all is well."""
    for tag, cls in REGISTRY.items():
        lacks = {
            "meaning": cls.__doc__,
            "example": cls.example,
            "source": cls.source,
            "English": english(cls),
            "users": users()[tag],
        }
        yield from (f"{name(cls)} has no {lack}" for lack, value in lacks.items() if not value)
        yield from (f"{name(cls)}.{s.name} has no meaning" for s in specs(cls) if not cls.fields.get(s.name))
        alone = len(users()[tag]) == 1
        if alone and not cls.single:
            yield f"{name(cls)}: {users()[tag][0]} alone uses it, and `single` does not say why it is not more general"
        if cls.single and not alone:
            yield f"{name(cls)}: `single` stands, and these use it: {', '.join(users()[tag])}"
