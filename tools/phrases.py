"""Generates the English of each word's example, in the context of a game that could use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from lusory.errors import RuleError
from lusory.rules import At, Game, Place, Put, Square
from lusory.rules.english import effects, turn
from lusory.rules.english.cells import noun
from lusory.rules.english.conditions import amount, clause
from lusory.rules.english.direction_text import direction_phrase
from lusory.rules.english.grammar import Speech, sentence
from lusory.rules.english.plies import speech_after_ply
from lusory.rules.english.setup_text import start
from lusory.rules.expression import evaluate
from lusory.rules.word import Word, sort_of

FIELD = {"ply": "turn", "effect": "effects", "end": "ends", "setup": "setup", "board": "board"}


@cache
def english(cls: type[Word]) -> str:
    """The example in a sentence or a phrase."""
    text = cls.example
    value = evaluate(text.removeprefix("opening="))
    sort = "opening" if text.startswith("opening=") else sort_of(value)
    speech = Speech(host(sort, value))
    return " ".join(SAY[sort](speech, value).split()).removesuffix(",")


def host(sort: str, value: Any) -> Game:
    """A game the example could stand in: the first of a few that make sense with it."""
    for fields in hosts(sort, value):
        try:
            return Game(**fields)
        except RuleError:
            continue
    return Game(Square(8), turn=Place())


def hosts(sort: str, value: Any) -> Iterator[dict[str, Any]]:
    """Bare first, then with a second kind of piece."""
    field = "opening" if sort == "opening" else FIELD.get(sort)
    field_value = value if sort in ("ply", "board", "opening") else (value,)
    own_fields = {field: field_value} if field else {}
    king = Put(At("a8"), kind="king")
    for extra in ({}, {"setup": (king, Put(At("b8"), side=2))}):
        yield {"board": Square(8), "turn": Place()} | extra | own_fields


def turn_text(speech: Speech, value: Any) -> str:
    """A turn, its clauses one after the other."""
    return " ".join(c.text for c in turn.tell(speech, value, ""))


def opening_text(speech: Speech, value: Any) -> str:
    """The turns of an opening."""
    return " ".join(c.text for c in turn.opening_clauses(speech))


def setup_text(speech: Speech, value: Any) -> str:
    """What stands there at the start, or lies in hand."""
    return list(start(speech))[-1].text


SAY: dict[str, Callable[[Speech, Any], str]] = {
    "board": lambda s, w: f"{w.geometry().described}; {w.geometry().naming}".strip("; "),
    "setup": setup_text,
    "cells": lambda s, w: noun(s, w).one(),
    "regions": lambda s, w: noun(s, w).many(),
    "directions": lambda s, w: direction_phrase(s, w) or "to a neighbour",
    "number": amount,
    "condition": lambda s, w: "if " + clause(s, w),
    "ply": turn_text,
    "opening": opening_text,
    "effect": lambda s, w: sentence(effects.effect(speech_after_ply(s), w)),
    "end": lambda s, w: sentence(effects.end(speech_after_ply(s), w)),
}
"""How a word of each sort is spoken."""
