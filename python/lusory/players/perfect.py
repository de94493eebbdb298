"""`perfect:FILE`: plays by a proof or a table that `lusory solve` wrote, and solves positions outside a proof."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ..play.position import Position
from ..play.program import contract_of
from ..solve.bounded_questions import BoundedQuestions
from ..solve.lookup import Lookup
from ..solve.solved_file import load_lookup
from ..solve.unsolvable import Unsolvable
from .file_argument import read_for
from .player import Player, Seen, Thought
from .spec import PlayerKind

POSITIONS = 1 << 18
"""So many positions are searched for one question about a position that the proof does not decide."""
FALLBACK = 3
"""Turns that alpha-beta looks ahead where the value stays open."""


class PerfectPlayer(Player):
    """Makes a ply that keeps the best value it can prove, by the file or a search; else the best of a short search."""

    def __init__(self, path: Lookup, game: Any) -> None:
        self.path, self.game = path, game
        self._searching: Player | None = None

    def choose(self, seen: Seen, rng: random.Random) -> int:
        """See Player."""
        assert isinstance(seen, Position)
        mover = seen.to_move or 0
        proven = self.path.ply(seen, mover)
        if proven is not None and self.path.is_complete:
            return proven.action
        for halves in (2, 1):
            if proven is not None and proven.halves >= halves:
                return proven.action
            keeping = keeps(seen, mover, halves)
            if keeping is not None:
                return keeping
        return self.search(seen, rng)

    def search(self, seen: Position, rng: random.Random) -> int:
        """A good ply in a lost position, or one whose value is unknown."""
        from . import player

        if self._searching is None:
            self._searching = player(f"alphabeta:{FALLBACK}", self.game)
        ply = self._searching.choose(seen, rng)
        assert isinstance(ply, int)
        return ply

    def begin(self) -> None:
        if self._searching is not None:
            self._searching.begin()


class ProofFirstPlayer(Player):
    """Plays by proofs where they contain the position; else another player chooses."""

    def __init__(self, paths: Sequence[Lookup], other: Player) -> None:
        self.paths, self.other = paths, other
        self.heeds_stop = other.heeds_stop

    def choose(self, seen: Seen, rng: random.Random) -> str | int:
        """See Player."""
        assert isinstance(seen, Position)
        mover = seen.to_move or 0
        plies = [ply for path in self.paths if (ply := path.ply(seen, mover)) is not None]
        if not plies:
            self.other.tell = self.tell
            choice, self.thought = self.other.choose(seen, rng), self.other.thought
            return choice
        best = max(plies, key=lambda ply: ply.halves)
        self.thought = Thought(best.halves / 2)
        return best.action

    def stop(self) -> None:
        self.other.stop()

    def begin(self) -> None:
        self.other.begin()

    def close(self) -> None:
        self.other.close()


def keeps(position: Position, player: int, halves: int) -> int | None:
    """A ply after which the player gets at least so many half points, where a short search proves one."""
    try:
        questions = BoundedQuestions(position, POSITIONS)
        if not questions.gets(player, halves):
            return None
    except Unsolvable:
        return None
    return questions.keeping_ply(position, player, halves)


def make(argument: str, game: Any) -> Player:
    """The player of a file, for the game that it was made for."""
    return PerfectPlayer(read_for(game, argument, load_lookup), game)


def unfit(game: Any) -> str:
    """Why the player cannot play a game; empty where it can."""
    contract = contract_of(game)
    if getattr(contract, "hidden", False) or contract.players != 2:
        return "only games for two without secrets are solved; use best"
    return ""


PERFECT = PlayerKind(
    "perfect",
    ("perfect:FILE",),
    "plays by a proof or a table that `lusory solve` wrote",
    make,
    unfit,
    timed=lambda argument: False,
)
