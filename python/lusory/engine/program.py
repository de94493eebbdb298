"""A game as the engine takes it: one JSON text. What Python has computed already (the board, the numbering of plies) is
sent with the rules, so that one place computes it.

    rules       the rule value, its fields in the order of `walk`
    board       the geometry, cells and directions as numbers
    bases       for each part of the turns (the numbering of Tables.nodes) the first id of its plies
    blocks      the ids of plies, and how their texts are made
    announced   what may be announced, each a list of cells
    told        how the facts of all Tell are written
    end         the id of `end`
    scores      what counts: a player's points, or captured pieces
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from ..reference.tables import Tables
from ..rules.actions import END, Key, key_of
from ..rules.codec import plain
from ..rules.expression_text import spell
from ..rules.geometry import bits
from ..rules.plies import ActionWord
from ..rules.turns import Commit

if TYPE_CHECKING:
    from ..rules.actions import Actions
    from ..rules.game import Game
    from ..rules.geometry import Geometry


def program(game: Game) -> str:
    """The JSON text of a game."""
    tables = Tables(game)
    document = {
        "rules": plain(game),
        "board": board(game.geometry),
        "bases": [base(tables.actions, part) for part in tables.parts],
        "blocks": [block(tables.actions, key) for key in tables.actions.blocks],
        "announced": [list(bits(region)) for region in tables.actions.regions],
        "told": [spell(word.fact) for word in tables.tells],
        "end": tables.actions.blocks.get(END, (None,))[0],
        "scores": tables.counted == "scores",
    }
    return msgspec.json.encode(document).decode()


@lru_cache(maxsize=40)
def board(geometry: Geometry) -> msgspec.Raw:
    """The board's JSON, made once for each board."""
    document = {
        "cells": len(geometry.names),
        "names": geometry.names,
        "directions": geometry.directions,
        "steps": geometry.steps,
        "opposite": geometry.opposite,
        "sides": list(bits(geometry.sides)),
        "diagonals": list(bits(geometry.diagonals)),
        "forward": _sets(geometry.forward),
        "rows": _labelled_sets(geometry.rows),
        "columns": _labelled_sets(geometry.columns),
        "ranks": [_sets(ranks) for ranks in geometry.ranks],
        "edges": _labelled_sets(geometry.edges),
        "corners": _sets(geometry.corners),
        "shades": _sets(geometry.shades),
        "centre": list(bits(geometry.centre)),
    }
    return msgspec.Raw(msgspec.json.encode(document))


def _sets(masks: tuple[int, ...]) -> list[list[int]]:
    return [list(bits(mask)) for mask in masks]


def _labelled_sets(lines: tuple[tuple[str, int], ...]) -> list[tuple[str, list[int]]]:
    return [(label, list(bits(mask))) for label, mask in lines]


def base(actions: Actions, part: Any) -> int | None:
    """The first id of a part's plies; none of what is composed, and of plies that no turn makes."""
    ids = actions.blocks.get(key_of(part)) if isinstance(part, (ActionWord, Commit)) else None
    return ids[0] if ids else None


def block(actions: Actions, key: Key) -> dict[str, Any]:
    """The ids of one form: their meaning, and what their texts need besides the names of cells."""
    first, size = actions.blocks[key]
    document: dict[str, Any] = {"base": first, "size": size, "form": key[0]}
    if key[0] == "word":
        document["text"] = key[1]
    if key[0] == "commit":
        document["labels"] = key[1]
    if key[0] not in ("word", "roll", "reveal"):
        document["suffix"] = actions.suffix(key)
    return document
