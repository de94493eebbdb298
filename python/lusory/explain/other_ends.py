"""Finds end clauses that also held when a game ended by an earlier clause."""

from __future__ import annotations

from typing import Any

from ..play.contract import reference_of, to_reference
from ..play.narration import player_with_stones, seats
from ..play.position import Position
from ..reference.evaluation import part_of
from ..reference.evaluation_context import Scene
from ..rules.ends import Loss, Win
from ..rules.english import reason_text
from ..rules.expression_text import spell
from ..rules.game import Game
from ..texts import gettext


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
    later_ends = game.ends[spelt.index(result.by) + 1 :]
    return [sentence for end in later_ends if (sentence := _sentence(position, scene, end))]


def _sentence(position: Position, scene: Scene, end: Any) -> str:
    """The sentence for one clause; empty where it does not hold on the board."""
    word = part_of(scene, end)
    if word is None or word.at == "turn":
        return ""
    is_true, cells = scene.holds(word.when)
    if not is_true or not cells:
        return ""
    mover = position.past[-1].player
    reason = reason_text(scene.tables.game, word, mover, seats(position))
    values = {
        "player": player_with_stones(position, mover),
        "reason": f"{reason} ({' '.join(scene.geometry.named(cells))})",
    }
    return f"{_consequence(word) % values} {gettext('That does not count: the rule that ended the game comes first.')}"


def _consequence(word: Any) -> str:
    """What the clause would have meant for the player who moved."""
    if isinstance(word, Win):
        return gettext("%(player)s would also have won: %(reason)s.")
    if isinstance(word, Loss):
        return gettext("%(player)s would also have lost: %(reason)s.")
    return gettext("The game would also have ended: %(reason)s.")
