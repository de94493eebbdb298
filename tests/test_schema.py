"""Tests of the JSON Schema of stored games: it accepts every game, refuses invalid ones, and describes every word."""

import json

import jsonschema_rs
import pytest

from lusory.games import catalogue
from lusory.rules import REGISTRY, codec
from lusory.rules.game import BESIDE_THE_RULES
from lusory.rules.schema import FIELDS, example, schema
from lusory.rules.spec import specs

SCHEMA = schema()
VALIDATOR = jsonschema_rs.Draft202012Validator(SCHEMA)
WORDS = {tag: SCHEMA["$defs"][tag] for tag in REGISTRY}


def document(name="susan"):
    return json.loads(codec.write(catalogue()[name].build()))


def test_it_is_a_schema():
    jsonschema_rs.meta.validate(SCHEMA)


@pytest.mark.parametrize("name", catalogue())
def test_every_game_is_valid(name):
    assert [error.message for error in VALIDATOR.iter_errors(document(name))] == []


def test_a_validator_without_short_cuts_is_done_with_deep_rules():
    """jsonschema collects the faults against every alternative: where each word was one, the time doubled with each
    level of the rules, and those of quoridor were not done after 100 seconds."""
    jsonschema = pytest.importorskip("jsonschema")
    assert jsonschema.Draft202012Validator(SCHEMA).is_valid(document("quoridor"))


def change(path, value):
    damaged = document()
    *parents, last = path
    part = damaged
    for key in parents:
        part = part[key]
    part[last] = value
    return damaged


BROKEN = {
    "another format": (("format",), "chess"),
    "another version": (("version",), 2),
    "an unknown field": (("rules", "colour"), "red"),
    "an unknown word": (("rules", "turn", "word"), "teleport"),
    "a word where another sort belongs": (("rules", "turn"), {"word": "own"}),
    "a ply where a board belongs": (("rules", "board"), {"word": "place"}),
    "a word without a field it needs": (("rules", "board"), {"word": "hexagon"}),
    "a field of another word": (("rules", "board", "columns"), 3),
    "a text where a number belongs": (("rules", "board", "size"), "five"),
    "a choice there is not": (("rules", "ends", 0, "at"), "night"),
    "a set of cells that is no side": (("rules", "turn", "parts", 0, "owner"), {"word": "empty"}),
    "a word where a list belongs": (("rules", "ends"), {"word": "win"}),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_no_game_is_refused(case):
    damaged = change(*BROKEN[case])
    assert not VALIDATOR.is_valid(damaged)
    with pytest.raises(ValueError):
        codec.read(json.dumps(damaged))


def test_a_document_needs_its_rules():
    assert not VALIDATOR.is_valid({"format": "lusory", "version": 1, "kind": "game"})


@pytest.mark.parametrize("tag", REGISTRY)
def test_every_word_and_field_is_told(tag):
    description = WORDS[tag]
    assert description["description"]
    properties = description["properties"]
    assert list(properties) == ["word", *(spec.name for spec in specs(REGISTRY[tag]))]
    for spec in specs(REGISTRY[tag]):
        field = properties[spec.name]
        assert field["description"] and field["examples"], spec.name
        assert ("default" in field) is not spec.required, spec.name


@pytest.mark.parametrize("tag", REGISTRY)
def test_every_default_and_example_is_valid(tag):
    rooted = {"$schema": SCHEMA["$schema"], "$defs": SCHEMA["$defs"]}
    whole = jsonschema_rs.Draft202012Validator(rooted | {"$ref": f"#/$defs/{tag}"})
    assert whole.is_valid(codec.plain(example(REGISTRY[tag])))
    for name, field in WORDS[tag]["properties"].items():
        validator = jsonschema_rs.Draft202012Validator(rooted | {"$ref": f"#/$defs/{tag}/properties/{name}"})
        for value in [*field.get("examples", []), *([field["default"]] if "default" in field else [])]:
            assert validator.is_valid(value), (name, value)


def test_the_fields_of_a_game_are_told():
    fields = {spec.name for spec in specs(type(catalogue()["susan"].build()))}
    assert set(FIELDS) == fields - {"name", *BESIDE_THE_RULES}
