"""Requests to worker processes that choose plies or analyse."""

from __future__ import annotations

import random
from base64 import b64encode
from typing import Any

from ..play.position import Position
from ..play.program import contract_of
from ..play.view import View
from ..rules import codec

Request = dict[str, Any]


def sampled_state(view: View, rng: random.Random) -> str:
    """A View as base64: a state consistent with its knowledge, sampled from that alone. The player's knowledge in that
    state is the same again. Raises LusoryError where none was found in good time."""
    contract: Any = contract_of(view.game)
    return b64encode(contract.imagined(view.knows, rng).dump()).decode()


def place(position: Position, player: int, rng: random.Random) -> Request:
    """A position as this player may see it. The name of the game is none of its rules: it finds weights
    of features where none were learnt for exactly these rules."""
    game = position.game
    request: Request = {"game": codec.canonical(game).decode(), "name": game.name, "player": player}
    if position.hidden:
        return request | {"imagined": sampled_state(position.view(player), rng)}
    return request | {"plies": list(position.texts)}


def choice(position: Position, player: int, spec: str, rng: random.Random) -> Request:
    """To choose a ply as `spec` would."""
    return place(position, player, rng) | {"do": "choose", "spec": spec, "seed": rng.getrandbits(63)}
