"""The setting of a match: it determines the games, where no player depends on time."""

from __future__ import annotations

import operator
import random
from typing import Any

import msgspec

from ..._numbers import check_seed
from ...errors import LusoryError
from ...play.position import Position
from ...play.program import Program, log_identity, unpack
from ...players import Spec, read_spec
from ...rules.game import Game

OPENING = 2
"""Random plies before the players begin."""
LIMIT = 2000
"""The ply limit, at which a game is drawn: some rules never end."""
ATTEMPTS = 100
"""How often an opening is drawn anew where it would end the game."""


class MatchSetting(msgspec.Struct, frozen=True, kw_only=True):
    """Determines the games of a match. game: the rules as they are stored, or the identifier of a Python class. first,
    second: the specs; `first` sits in the first seat of every pair's first game. seed: of all randomness. opening:
    random plies before the players begin; a turn that they leave unfinished is finished at random. limit: a game is cut
    off after so many plies."""

    game: str
    first: str
    second: str
    seed: int = 0
    opening: int = OPENING
    limit: int = LIMIT

    @classmethod
    def of(cls, game: Game | Program, first: str, second: str, **rest: int) -> MatchSetting:
        """A setting that makes sense. Raises LusoryError where it does not: who cannot play this, and why."""
        if game.players != 2:
            name = game.name or "this game"
            raise LusoryError(f"{name} is a game for {game.players}: a match is between two players")
        for spec in (first, second):
            read_spec(spec).player(game).close()
        numbers = {name: value if name == "seed" else operator.index(value) for name, value in rest.items()}
        setting = cls(game=log_identity(game), first=first, second=second, **numbers)
        for name, least in (("opening", 0), ("limit", 1)):
            if getattr(setting, name) < least:
                raise LusoryError(f"{name}: {getattr(setting, name)}, expected at least {least}")
        return msgspec.structs.replace(setting, seed=check_seed(setting.seed))

    @property
    def specs(self) -> tuple[Spec, Spec]:
        """Both specs, read."""
        return read_spec(self.first), read_spec(self.second)

    @property
    def timed(self) -> bool:
        """Whether the same seed may mean another match."""
        return any(spec.timed for spec in self.specs)

    def rules(self) -> Game | Program:
        """The rule value. Raises LusoryError for a Python class: that is not in a setting."""
        if not self.game.startswith("{"):
            raise LusoryError(f"the game is a Python class, {self.game}: expected to be given it")
        return unpack(self.game)

    def chance(self, *path: object) -> random.Random:
        """A random stream for each path (`3, "opening"`)."""
        return random.Random(":".join(map(str, (self.seed, *path))))


def play_opening(setting: MatchSetting, start: Position, pair: int) -> Position:
    """The opening of a pair of games: so many random plies, not counting chance plies, and the rest of the turn. Where
    every draw ends the game, fewer plies are made."""
    rng = setting.chance(pair, "opening")
    for plies in range(setting.opening, 0, -1):
        for _ in range(ATTEMPTS):
            position = random_start(start, plies, rng)
            if position is not None:
                return position
    return start.roll(rng) if setting.opening else start


def random_start(start: Position, plies: int, rng: random.Random) -> Position | None:
    """A position after random plies, at the beginning of a turn; None where the game ended on the way."""
    position, plies_made = start, 0
    while plies_made < plies or not position.past[-1].turn_over:
        if position.result is not None or position.ply > plies + LIMIT:
            return None
        if position.to_move == -1:
            position = position.chance(rng)
        else:
            ids: Any = position.moves().ids
            position, plies_made = position.follow(rng.choice(ids)), plies_made + 1
    return position if position.result is None else None
