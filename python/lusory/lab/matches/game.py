"""One game of a match."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from ...errors import LusoryError, PlayerFault
from ...play.position import Position
from ...players import Player, Spec, seen_by
from ...rules.events import CHANCE
from .setting import MatchSetting, play_opening

LONGEST_TEXT = 200


class Fault(msgspec.Struct, frozen=True):
    """A failure of a player. slot: of the player, 0 for `first`. message: what went wrong, `said` in logs. ply: after
    how many plies."""

    slot: int
    message: str = msgspec.field(name="said")
    ply: int


class GameOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game of a match.

    pair: its number, from 0. swapped: `second` sat in the first seat. opening: how many plies were not the players'.
    plies: canonical texts of all. values: by seat. by: what ended it. seconds: each player's, `first` before `second`.
    fault: a player forfeited. cut: the game was too long, and is drawn.
    """

    pair: int
    swapped: bool
    opening: int
    plies: tuple[str, ...]
    values: tuple[float, ...]
    by: str
    seconds: tuple[float, float] = (0.0, 0.0)
    fault: Fault | None = None
    cut: bool = False

    @property
    def score(self) -> float:
        """The score of `first`."""
        return self.values[1 if self.swapped else 0]

    @property
    def key(self) -> tuple[int, bool]:
        """The place of the game in the match."""
        return self.pair, self.swapped


class Players:
    """The players of a process, one a spec. They serve many games; one that failed is recreated for the next."""

    def __init__(self, specs: Sequence[Spec], game: Any) -> None:
        self.specs, self.game = specs, game
        self._made: list[Player | None] = [None] * len(specs)

    def ready(self, slot: int) -> Player:
        """The player of a spec, ready for a new game."""
        player = self._made[slot]
        if player is None:
            player = self._made[slot] = self.specs[slot].player(self.game)
        player.begin()
        return player

    def drop(self, slot: int) -> None:
        """Drops a player that failed."""
        player, self._made[slot] = self._made[slot], None
        if player is not None:
            player.close()

    def close(self) -> None:
        """Releases all players."""
        for slot in range(len(self._made)):
            self.drop(slot)


class MatchGame:
    """A game in progress."""

    def __init__(self, setting: MatchSetting, start: Position, players: Players, pair: int, swapped: bool) -> None:
        self.setting, self.players, self.pair, self.swapped = setting, players, pair, swapped
        self.position = play_opening(setting, start, pair)
        self.opening = self.position.ply
        self.chance_stream = setting.chance(pair, "nature")
        self.rngs = [setting.chance(pair, int(swapped), slot) for slot in (0, 1)]
        self.seconds = [0.0, 0.0]

    def play(self) -> GameOutcome:
        """Plays the game to its end."""
        seated: list[Player] = []
        for slot in (0, 1):
            try:
                seated.append(self.players.ready(slot))
            except LusoryError as fault:
                return self.forfeit(slot, str(fault))
        while self.position.result is None:
            if self.position.ply >= self.setting.limit:
                return self.outcome((0.5, 0.5), f"cut off after {self.position.ply} plies", cut=True)
            mover = self.position.to_move
            assert mover is not None
            if mover == CHANCE:
                self.position = self.position.chance(self.chance_stream)
                continue
            slot = mover ^ int(self.swapped)
            try:
                self.position = self.play_ply(seated[slot], slot, mover)
            except Exception as fault:
                return self.forfeit(slot, fault_text(fault))
        return self.outcome(self.position.result.values, self.position.result.by)

    def play_ply(self, player: Player, slot: int, mover: int) -> Position:
        """The position after the ply that a player chooses."""
        started = time.perf_counter()
        try:
            ply = player.choose(seen_by(self.position, mover), self.rngs[slot])
        finally:
            self.seconds[slot] += time.perf_counter() - started
        return position_after(self.position, ply)

    def forfeit(self, slot: int, reason: str) -> GameOutcome:
        """Ends the game because a player failed: the other has won."""
        self.players.drop(slot)
        seat = slot ^ int(self.swapped)
        values = (0.0, 1.0) if seat == 0 else (1.0, 0.0)
        return self.outcome(values, "forfeit", Fault(slot, reason, self.position.ply))

    def outcome(self, values: tuple[float, ...], by: str, fault: Fault | None = None, cut: bool = False) -> GameOutcome:
        """The outcome of the game."""
        texts = self.position.texts
        seconds = (round(self.seconds[0], 6), round(self.seconds[1], 6))
        return GameOutcome(self.pair, self.swapped, self.opening, texts, values, by, seconds, fault, cut)


def position_after(position: Position, ply: object) -> Position:
    """The position after what a player returned. Raises PlayerFault where that is no legal ply."""
    legal = position.moves()
    if isinstance(ply, str) and len(ply) > LONGEST_TEXT:
        raise PlayerFault(f"returned {ply[:60]}...: no ply is written in {len(ply)} characters")
    if isinstance(ply, str) and ply in legal:
        return position.play(ply)
    if isinstance(ply, int) and ply in legal.ids:
        return position.follow(ply)
    if isinstance(ply, str):
        raise PlayerFault(f"returned {position.refusal(ply)}")
    raise PlayerFault(f"returned {ply!r:.60}, which is no legal ply")


def fault_text(fault: Exception) -> str:
    """The error message, in one line."""
    text = str(fault) if isinstance(fault, LusoryError) else f"failed with {type(fault).__name__} {fault}"
    return " ".join(text.split())[:500]


def play_game(setting: MatchSetting, start: Position, players: Players, pair: int, swapped: bool) -> GameOutcome:
    """Plays a game of a match; reproducible for the same setting and place, where no player is timed."""
    return MatchGame(setting, start, players, pair, swapped).play()
