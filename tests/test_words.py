"""Tests that every word has a meaning, an example, a source and an evaluation, and is drawn in random games."""

import random

import pytest

from lusory.reference.apply import APPLY
from lusory.reference.effects import EFFECT
from lusory.reference.evaluation_context import READ
from lusory.reference.move_generation import OFFER
from lusory.rules.expression import evaluate
from lusory.rules.spec import specs
from lusory.rules.traversal import words
from lusory.rules.word import REGISTRY, FlexibleWord
from lusory.testing import arguments, draw_game, words_and_arguments
from lusory.testing.coverage import REFUSED

ENDS = {"win", "loss", "draw", "most"}
DRAWS = 1500
"""The number of random games in which every argument of every word occurs, most of them often."""
RARE = (103, 112, 123, 136, 142, 163, 190, 247, 293, 355, 959)
"""Games that draw what is seldom drawn; they come early, since the search ends when nothing is missing."""

every_word = pytest.mark.parametrize("word", REGISTRY.values(), ids=REGISTRY)


@every_word
def test_a_word_says_what_it_means_and_where_it_comes_from(word):
    assert word.__doc__ and word.__doc__ not in {base.__doc__ for base in word.__mro__[1:]}
    assert word.__doc__.strip().endswith((".", "`.", "`:"))
    assert word.source and word.example


@every_word
def test_a_word_tells_exactly_its_fields(word):
    assert set(word.fields) == {spec.name for spec in specs(word)}
    assert all(word.fields.values())


@every_word
def test_the_example_of_a_word_can_be_read_and_uses_it(word):
    text = word.example
    if "=" in text.split("(")[0] and ">" not in text.split("(")[0]:
        text = f"Game(board=Square(8), turn=Place(), {text})"
    value = evaluate(text)
    assert word in {type(part) for part in words(value)}


@every_word
def test_the_reference_reads_a_word(word):
    tables = {
        "board": hasattr(word, "work_out"),
        "setup": word.tag() in ("put", "in-hand"),
        "cells": word in READ.cells,
        "regions": word in READ.cells,
        "directions": word in READ.directions,
        "number": word in READ.numbers,
        "condition": word in READ.conditions,
        "effect": word in EFFECT,
        "end": word.tag() in ENDS,
        "ply": word.tag() == "reveal" or (word in OFFER and (word in APPLY or "form" not in vars(word))),
    }
    if issubclass(word, FlexibleWord):
        assert word in READ.cells and (word.tag() in ("and", "or", "not") or word in READ.conditions)
    else:
        assert tables[word.sort]


def test_every_word_and_every_argument_of_every_word_is_drawn():
    missing = arguments()
    for number in (*range(100), *RARE, *range(100, DRAWS)):
        missing -= set(words_and_arguments(draw_game(random.Random(f"words:{number}").randrange, cells=60)))
        if not missing:
            break
    assert sorted(missing) == []


@pytest.mark.parametrize("tag", REFUSED)
def test_arguments_that_a_word_does_not_take_are_refused(tag):
    cls = REGISTRY[tag]
    needed = {spec.name: evaluate("own") for spec in specs(cls) if spec.required}
    arguments = {"mark": "a", "then": [evaluate("Earn(1)")]}
    for name in REFUSED[tag]:
        with pytest.raises(ValueError, match=f"{name}: .*expected nothing"):
            cls(**needed, **{name: arguments.get(name, evaluate("own"))})
