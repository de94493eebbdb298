"""The engine's solver with its clock, its progress and its checkpoint: searches run in slices between checkpoints."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict, TypeVar

from .._engine import Solver as EngineSolver
from .._engine import State
from ..play.position import Position
from ..rules.game import Game
from .checkpoint_file import read_checkpoint, subject_of, write_checkpoint
from .layers import layers
from .lead import lead
from .local_plies import local_plies, pieces_of_owners
from .outlook import LimitOutlook, Outlook, PliesOutlook, question_in_words
from .past_positions import past_matters
from .reduction import Reduction, reduction, without_repetition
from .unsolvable import Unsolvable, game_for_two
from .winning_sets import WinningSets, winning_sets

Answer = TypeVar("Answer")
MEMORY = 1 << 30
SAVED_EVERY = 60.0
"""Seconds between two checkpoints, at least."""
SHARE_OF_SEARCH = 20
"""The search takes at least so many times as long as the checkpoints."""

Progress = Callable[[int, float, str], object]
"""A callback that gets the number of positions searched so far, the seconds, and in words how far the search is."""


class SearchOptions(TypedDict, total=False):
    """The keyword arguments of searches; see Solver."""

    memory: int
    threads: int
    seconds: float | None
    progress: Progress | None
    checkpoint: Path | None
    asks_plies: bool


class EngineSearch:
    """Searches from one position by the engine. The arguments are those of Solver."""

    def __init__(
        self,
        position: Position,
        *,
        memory: int = MEMORY,
        threads: int = 1,
        seconds: float | None = None,
        progress: Progress | None = None,
        checkpoint: Path | None = None,
        asks_plies: bool = False,
    ) -> None:
        self.position, self.memory, self.threads, self.progress = position, memory, threads, progress
        self.begun = time.monotonic()
        self.due = None if seconds is None else self.begun + seconds
        self.game = solvable(position)
        self.rules, self.unrepeated = repetition_left_out(position, self.game, asks_plies)
        self.root = self.rules.start() if self.unrepeated else position
        for past_ply in position.past if self.unrepeated else ():
            self.root = self.root.follow(past_ply.action)
        if not isinstance(self.root.state, State):
            raise Unsolvable(
                f"{self.game.name or 'this game'}: the engine cannot play these rules, so it cannot solve them"
            )
        self.reduction: Reduction = reduction(self.rules)
        self.handicap: int | None = None
        """What Second gets added in place of what the rules say; only where a lead decides the game."""
        self.sets = sets_from(self.root, self.rules)
        self.local_plies = None if self.root.result else local_plies(self.rules)
        self.layers, self.lead = layers(self.rules, self.reduction.symmetries), lead(self.rules)
        self.engine, self.outlook = self.new_engine(), Outlook()
        self.outlooks: dict[tuple[object, ...], Outlook] = {}
        self.checkpoint, self.saved, self.rest = checkpoint, self.begun, SAVED_EVERY
        self.resume()

    def new_engine(self) -> EngineSolver:
        """The solver of the engine for the position, with empty tables."""
        options = self.reduction.options | (self.sets.options() if self.sets else {})
        lead_options = self.lead.options(self.root) if self.lead else {}
        self.lead = self.lead if lead_options else None
        options |= lead_options | (self.local_plies.options(self.root) if self.local_plies else {})
        try:
            return EngineSolver(self.root.state, memory=self.memory, **options)
        except MemoryError:
            room = f"{self.memory / 2**30:.3g} GB"
            raise Unsolvable(
                f"{room} of memory for its tables are more than this machine gives: ask for less"
            ) from None

    def report_progress(self, positions: int) -> bool:
        """Reports progress; False once the time is up."""
        if self.progress is not None:
            now = time.monotonic()
            self.progress(positions, now - self.begun, self.outlook.sentence(positions, self.engine.share, now))
        return not self.late

    def report_until_saved(self, positions: int) -> bool:
        """Reports progress; False once the time is up or a checkpoint is due."""
        return self.report_progress(positions) and not self.to_be_saved

    @property
    def to_be_saved(self) -> bool:
        """Whether a checkpoint is due."""
        return self.checkpoint is not None and time.monotonic() >= self.saved + self.rest

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self.due is not None and time.monotonic() >= self.due

    def search_slice(
        self,
        player: int,
        halves: int,
        after: tuple[int, ...],
        method: str,
        positions: int | None = None,
        within: int | None = None,
    ) -> bool | str:
        """One slice of a search, until so many positions or the next checkpoint."""
        self.look_ahead(player, halves, after, method, within)
        with self.saving():
            return self.engine.answer(
                player,
                halves,
                after=list(after),
                method=method,
                threads=self.threads,
                positions=positions,
                progress=self.report_until_saved,
                within=within,
                handicap=self.handicap,
            )

    def look_ahead(
        self,
        player: int,
        halves: int,
        after: tuple[int, ...],
        method: str,
        within: int | None,
        growth: float | None = None,
    ) -> None:
        """Says from now on how far the search for an answer is; slices of one search go on together."""
        key = (player, halves, after, method, within, self.handicap)
        if key not in self.outlooks:
            question = question_in_words(player, halves)
            by_ply = PliesOutlook(question) if method == "descent" else Outlook(question)
            self.outlooks[key] = by_ply if within is None else LimitOutlook(player, within, growth)
        self.outlook = self.outlooks[key]

    def until_finished(self, ask: Callable[[], Answer]) -> Answer:
        """Asks the engine again after every checkpoint, until the time is up or it ends by itself."""
        while True:
            saved = self.saved
            with self.saving():
                answer = ask()
            if self.saved == saved or self.late:
                return answer

    @contextmanager
    def saving(self) -> Iterator[None]:
        """Saves the answers of a slice of a search, where a checkpoint is due or Ctrl-C ends it."""
        try:
            yield
        except KeyboardInterrupt:
            self.save()
            raise
        if self.late or self.to_be_saved:
            self.save()

    @property
    def file_of_plies(self) -> Path | None:
        """The file beside the checkpoint in which all plies of all positions are kept; None: in memory."""
        return None if self.checkpoint is None else self.checkpoint.with_name(f"{self.checkpoint.name}.plies")

    @property
    def subject(self) -> bytes:
        """The identity of a checkpoint: the rules and the plies so far."""
        return subject_of(self.position, self.rules.hash)

    def resume(self) -> None:
        """Reads the checkpoint, where there is one. Raises Unsolvable where it is of another position, or there is no
        place for it."""
        path = self.checkpoint
        if path is not None:
            read_checkpoint(path, lambda: self.engine.load(path, self.subject))

    def save(self) -> None:
        """Writes the checkpoint, if one is wanted. Warns where that fails: the search goes on, and tries again."""
        begun = self.saved = time.monotonic()
        path = self.checkpoint
        if path is None:
            return
        write_checkpoint(path, lambda: self.engine.save(path, self.subject))
        self.saved = time.monotonic()
        self.rest = max(SAVED_EVERY, SHARE_OF_SEARCH * (self.saved - begun))

    @contextmanager
    def share_of_time(self, share: float) -> Iterator[None]:
        """Ends searches when this share of the time that is left is over."""
        due = self.due
        if due is not None:
            now = time.monotonic()
            self.due = now + share * max(due - now, 0.0)
        try:
            yield
        finally:
            self.due = due


def sets_from(position: Position, rules: Game) -> WinningSets | None:
    """The winning sets for searches from a position, where the rules have any."""
    sets = winning_sets(rules)
    return None if sets is None else sets.from_position(pieces_of_owners(position)[1:])


def solvable(position: Position) -> Game:
    """The rules of a position without secrets. Raises Unsolvable where they cannot be solved so."""
    game = game_for_two(position)
    if position.hidden:
        raise Unsolvable("the players of this game keep secrets: there is no proof of what it is worth")
    return game


def repetition_left_out(position: Position, game: Game, plies: bool) -> tuple[Game, bool]:
    """The rules to solve, and whether they lack the draw by repetition. plies: see `past_matters`."""
    rest = without_repetition(game) if position.is_from_start else None
    if rest is None or past_matters(game, position, plies):
        return game, False
    return rest, True
