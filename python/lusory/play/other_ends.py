"""Finds end clauses that also held when a game ended by an earlier clause."""

from __future__ import annotations

from typing import Any

from ..reference.evaluation import part_of
from ..reference.evaluation_context import Scene
from ..rules.english import phrase
from ..rules.expression_text import spell
from ..rules.game import Game
from .contract import reference_of, to_reference
from .position import Position


def other_ends(position: Position) -> list[str]:
    """A sentence for each end clause after the one that ended the game whose condition holds, too."""
    result, game = position.result, position.game
    if result is None or not isinstance(game, Game):
        return []
    spelt = [spell(end) for end in game.ends]
    if result.by not in spelt:
        return []
    contract = position.contract
    scene = Scene(reference_of(contract).tables, to_reference(contract, position.state))
    return [sentence for end in game.ends[spelt.index(result.by) + 1 :] if (sentence := _sentence(scene, end))]


def _sentence(scene: Scene, end: Any) -> str:
    """The sentence for one clause; empty where it does not hold on the board."""
    word = part_of(scene, end)
    if word is None or word.at == "turn":
        return ""
    true, cells = scene.holds(word.when)
    if not true or not cells:
        return ""
    text = phrase(word.when, scene.tables.game, condition=True)
    return f"Also true of the mover: {text} ({' '.join(scene.geometry.named(cells))}); the clause above comes first."
