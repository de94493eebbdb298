"""The JSON Schema of a stored game: every word and field with its meaning, its default and an example."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from .about import About
from .codec import FORMAT, KIND, VERSION, plain
from .expression import evaluate
from .game import Game
from .picture import COLOURS
from .spec import NAMES, SORTS, FieldSpec, specs
from .terms import LONGEST_TERM, MOST_TERMS
from .traversal import words
from .word import REGISTRY, Word

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLAIN = {"int": "integer", "float": "number", "str": "string", "bool": "boolean"}
FIELDS = {
    "board": "where it is played",
    "turn": "what the side to move does",
    "setup": "what stands on the board at the start",
    "opening": "turns played once, before all others",
    "effects": "what follows each ply by itself, in order",
    "ends": "judged in order after each ply; the first that holds ends the game",
    "players": "how many play, 1 to 4",
}
"""The meanings of the fields of a game."""

EXAMPLES_OF_FIELDS = {
    "needs": "Ray(to, every, through=enemy, until=own)",
    "unless": "Enclosed(own)",
    "then": "[Capture(Enclosed(enemy))]",
    "mark": "'w'",
    "shape": "['E', 'E E']",
    "exact": "True",
    "weights": "[1, 1, 1, 1, 1, 2]",
}
"""Examples for fields that no word's example sets."""

Schema = dict[str, Any]


def schema() -> Schema:
    """The schema of the stored form, in JSON Schema 2020-12. It describes every word and where it is allowed; that the
    words make sense on their board is checked only when the game is built."""
    tags = {"format": FORMAT, "version": VERSION, "kind": KIND}
    about = msgspec.to_builtins(msgspec.json.schema_components((About,), ref_template="#/$defs/{name}")[1])
    about["About"]["description"] = "What is told about the game besides its rules."
    properties: Schema = {name: {"const": value} for name, value in tags.items()}
    properties["name"] = {"type": "string", "description": "the game's name", "default": ""}
    properties["rules"] = {"$ref": "#/$defs/Game"}
    properties["about"] = {"$ref": "#/$defs/About"}
    properties["colours"] = {
        "type": "array",
        "description": "the colours of the stones of each side, where they are not black and white, and so on",
        "items": {"enum": list(COLOURS)},
        "uniqueItems": True,
        "maxItems": len(COLOURS),
    }
    properties["terms"] = {
        "type": "object",
        "description": "names for parts of the rules, used wherever they are told",
        "maxProperties": MOST_TERMS,
        "propertyNames": {"maxLength": LONGEST_TERM},
        "additionalProperties": {"anyOf": [{"$ref": f"#/$defs/{s}"} for s in ("Cells", "Condition", "Number", "Ply")]},
    }
    return {
        "$schema": DIALECT,
        "title": "A game of lusory",
        "type": "object",
        "properties": properties,
        "required": [*tags, "rules"],
        "additionalProperties": False,
        "$defs": {"Game": _game(), **_sorts(), **{tag: _word(cls) for tag, cls in REGISTRY.items()}, **about},
    }


@cache
def example(cls: type[Word]) -> Word:
    """The word as its example builds it."""
    value = evaluate(cls.example.removeprefix("opening="))
    return next(word for word in words(value) if type(word) is cls)


def _game() -> Schema:
    fields = [spec for spec in specs(Game) if spec.name in FIELDS]
    return {
        "description": "The rules of a game.",
        "type": "object",
        "properties": {spec.name: _field(spec, FIELDS[spec.name]) for spec in fields},
        "required": [spec.name for spec in fields if spec.required],
        "additionalProperties": False,
    }


def _word(cls: type[Word]) -> Schema:
    fields = specs(cls)
    properties = {spec.name: _field(spec, cls.fields[spec.name], cls) for spec in fields}
    return {
        "description": " ".join((cls.__doc__ or "").split()),
        "type": "object",
        "properties": {"word": {"const": cls.tag()}, **properties},
        "required": ["word", *(spec.name for spec in fields if spec.required)],
        "additionalProperties": False,
        "examples": [plain(example(cls))],
    }


def _field(spec: FieldSpec, meaning: str, cls: type[Word] | None = None) -> Schema:
    item = _item_schema(spec)
    kind: Schema = {"type": "array", "items": item} if spec.many else item
    if spec.optional:
        kind = {"anyOf": [kind, {"type": "null"}]}
    default = {} if spec.required else {"default": plain(spec.default)}
    return {"description": meaning} | kind | default | _examples(spec, cls)


def _examples(spec: FieldSpec, cls: type[Word] | None) -> Schema:
    """The values of the field in the vocabulary's examples; its default where no example sets it."""
    if cls is None:
        return {}
    values = [getattr(word, spec.name) for word in _spoken() if type(word) is cls]
    telling = [value for value in values if spec.required or value != spec.default]
    if spec.name in EXAMPLES_OF_FIELDS and not telling:
        telling = [evaluate(EXAMPLES_OF_FIELDS[spec.name])]
    return {"examples": [plain(value) for value in [*telling, *values][:1]]}


@cache
def _spoken() -> tuple[Word, ...]:
    """Every word of every example."""
    return tuple(word for cls in REGISTRY.values() for word in words(evaluate(cls.example.removeprefix("opening="))))


def _item_schema(spec: FieldSpec) -> Schema:
    if spec.choices:
        return {"enum": list(spec.choices)}
    if spec.sort in SORTS:
        return {"$ref": f"#/$defs/{spec.sort}"}
    if spec.sort in PLAIN:
        return {"type": PLAIN[spec.sort]}
    row = [part.strip() for part in spec.sort.removeprefix("tuple[").removesuffix("]").split(",")]
    size = {"minItems": len(row), "maxItems": len(row)}
    return {"type": "array", "prefixItems": [{"type": PLAIN[part]} for part in row], **size}


def _sorts() -> Schema:
    """The schema of a field of a sort: one of its words, identified by the tag, or a plain value."""
    return {sort: {"description": NAMES[sort]} | _may_stand(sort) for sort in SORTS}


def _may_stand(sort: str) -> Schema:
    """A word is held against the schema of its tag alone: a validator that tries every word would take a time that
    doubles with each level."""
    tags = [cls.tag() for cls in REGISTRY.values() if _fits(cls, sort)]
    word: Schema = {
        "type": "object",
        "properties": {"word": {"enum": tags}},
        "required": ["word"],
        "allOf": [
            {"if": {"required": ["word"], "properties": {"word": {"const": tag}}}, "then": {"$ref": f"#/$defs/{tag}"}}
            for tag in tags
        ],
    }
    others: list[Schema] = []
    if sort in ("Number", "Word"):
        others.append({"type": "integer"})
    if sort in ("Regions", "Word"):
        others.append({"type": "array", "items": {"$ref": "#/$defs/Cells"}})
    return {"anyOf": [word, *others]} if others else word


def _fits(cls: type[Word], sort: str) -> bool:
    """A word without a sort of its own takes that of its parts, so it is allowed anywhere but as a board or a side."""
    if sort == "Side":
        return cls.is_side
    return cls.sort in SORTS[sort] or not SORTS[sort] or (not cls.sort and sort != "Board")
