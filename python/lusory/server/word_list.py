"""The vocabulary as data for the rules editor: each word's fields, documentation and examples."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..rules import REGISTRY
from ..rules.game import Game
from ..rules.spec import SORTS, FieldSpec, specs

GAME_FIELDS = {
    "board": "Where it is played.",
    "turn": "What the side to move does.",
    "setup": "What stands on the board at the start.",
    "opening": "Turns played once, before all others.",
    "effects": "What follows each ply by itself, in order.",
    "ends": "Tested in order after each ply; the first that holds ends the game.",
    "players": "1 to 4.",
    "name": "The name of the game.",
    "terms": "Names for parts of the rules, used in the rules sheet.",
    "colours": "Of the stones of each side: black, white, orange, blue unless said otherwise.",
}


@cache
def word_list() -> list[dict[str, Any]]:
    """Every word. name: as Python spells it; word: in JSON; call: does it take brackets; sort: what it is; fields: each
    with its name, the sorts it takes and what it means."""
    fields = [field(spec, GAME_FIELDS[spec.name]) for spec in specs(Game) if spec.name in GAME_FIELDS]
    doc = "A game: board, turn and ends, and what else there is."
    game = {"name": "Game", "word": "", "call": True, "sort": "game", "doc": doc, "fields": fields,
            "example": "Game(board=Square(3), turn=Place(), ends=[Win(Line(3)), Draw(NoPly())])"}  # fmt: skip
    return [game, *(entry(tag, cls) for tag, cls in REGISTRY.items())]


def entry(tag: str, cls: Any) -> dict[str, Any]:
    """One word."""
    return {
        "name": cls.atom or cls.__name__,
        "word": tag,
        "call": not cls.atom,
        "sort": cls.sort,
        "doc": " ".join((cls.__doc__ or "").split()),
        "example": cls.example,
        "fields": [] if cls.atom else [field(spec, cls.fields[spec.name], cls.variadic) for spec in specs(cls)],
    }


def field(spec: FieldSpec, doc: str, variadic: bool = False) -> dict[str, Any]:
    """A field of a word. bare: it is written without its name."""
    sorts = list(SORTS.get(spec.sort, ()))
    choices = list(spec.choices) + (["True", "False"] if spec.sort == "bool" else [])
    is_bare = variadic and spec.name == "parts"
    return {"name": spec.name, "sorts": sorts, "choices": choices, "many": spec.many, "bare": is_bare,
            "text": bool(spec.choices), "expected": spec.expected.removeprefix("expected "), "doc": doc}  # fmt: skip
