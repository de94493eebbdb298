"""The checkpoint of a margin that takes several questions: the bounds so far in `FILE.margin`, and what is known of the
question about a handicap of so many points in `FILE.handicapN`."""

from __future__ import annotations

import warnings
from hashlib import sha256
from pathlib import Path

import msgspec

from .._files import write_atomically
from ..play.position import Position
from ..rules.game import Game
from .checkpoint_file import subject_of
from .unsolvable import Unsolvable


class SavedBounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says. subject: of which position under which rules. checksum: of all that."""

    subject: str
    at_least: int | None
    at_most: int | None
    checksum: str

    @classmethod
    def of(cls, subject: str, at_least: int | None, at_most: int | None) -> SavedBounds:
        """The same with its checksum."""
        return cls(subject, at_least, at_most, sha256(f"{subject} {at_least} {at_most}".encode()).hexdigest())

    @property
    def is_sound(self) -> bool:
        """Whether it is as it was written."""
        return self == SavedBounds.of(self.subject, self.at_least, self.at_most)


class MarginCheckpoint:
    """Saves the bounds of a margin of a position. file: its name begins those of the files; None: nothing is saved."""

    def __init__(self, position: Position, game: Game, file: Path | None) -> None:
        self.subject, self.file = subject_of(position, game.hash).hex(), file

    def beside(self, ending: str) -> Path | None:
        """A file beside the checkpoint."""
        return None if self.file is None else self.file.with_name(f"{self.file.name}.{ending}")

    def question(self, points: int) -> Path | None:
        """The checkpoint of the question about a handicap."""
        return self.beside(f"handicap{points}")

    def load(self) -> tuple[int | None, int | None]:
        """The bounds that were saved; without any, none. Raises Unsolvable where they are damaged, or of another
        position."""
        path = self.beside("margin")
        if path is None or not path.exists():
            return None, None
        try:
            saved = msgspec.json.decode(path.read_bytes(), type=SavedBounds)
        except (msgspec.MsgspecError, OSError) as fault:
            raise Unsolvable(f"{path}: the checkpoint is damaged") from fault
        if not saved.is_sound:
            raise Unsolvable(f"{path}: the checkpoint is damaged")
        if saved.subject != self.subject:
            raise Unsolvable(f"{path}: a checkpoint of another game or position")
        return saved.at_least, saved.at_most

    def save(self, at_least: int | None, at_most: int | None) -> None:
        """Saves bounds; the questions that led there are done. Warns where that fails: these are kept, then."""
        path = self.beside("margin")
        if path is None or self.file is None:
            return
        try:
            write_atomically(path, msgspec.json.encode(SavedBounds.of(self.subject, at_least, at_most)))
        except OSError as fault:
            warnings.warn(f"{path}: the bounds are not saved: {fault.strerror or fault}", stacklevel=2)
            return
        for done in self.file.parent.iterdir():
            if done.name.startswith(f"{self.file.name}.handicap"):
                done.unlink(missing_ok=True)
