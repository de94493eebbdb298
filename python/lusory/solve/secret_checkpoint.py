"""The checkpoint of a game with secrets: the bounds so far, what CFR+ is at, and what sampled games taught."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .._engine import SecretSolver as EngineSolver
from . import engine_search
from .checkpoint_file import read_checkpoint, write_checkpoint
from .secret_bounds import Cut, FirstPliesBounds


class SecretCheckpoint:
    """What is known so far, saved to a file now and then; path: None, nothing is saved. Raises Unsolvable where the
    file is damaged or of another subject."""

    def __init__(self, engine: EngineSolver, path: Path | None, subject: bytes) -> None:
        self.engine, self.path, self.subject = engine, path, subject
        self.bounds, self.cut, self.games = FirstPliesBounds(), Cut(0, False), 0
        self.saved, self.rest = time.monotonic(), engine_search.SAVED_EVERY
        kept = None if path is None else read_checkpoint(path, lambda: engine.load(path, subject))
        if kept:
            self.bounds.restore(kept[:4])
            self.cut, self.games = Cut(int(kept[4]), bool(kept[5])), int(kept[6])

    @property
    def is_due(self) -> bool:
        """Whether it is time to save."""
        return self.path is not None and time.monotonic() >= self.saved + self.rest

    def save(self) -> None:
        """Saves what is known, if that is wanted. Warns where that fails."""
        path, begun = self.path, time.monotonic()
        if path is None:
            return
        kept = [*self.bounds.to_numbers(), *map(float, (*self.cut, self.games))]
        write_checkpoint(path, lambda: self.engine.save(path, self.subject, kept))
        self.saved = time.monotonic()
        self.rest = max(engine_search.SAVED_EVERY, engine_search.SHARE_OF_SEARCH * (self.saved - begun))

    @contextmanager
    def saved_if_interrupted(self) -> Iterator[None]:
        """Saves where Ctrl-C ends what runs."""
        try:
            yield
        except KeyboardInterrupt:
            self.save()
            raise
