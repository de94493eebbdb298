"""The file in a spec (`net:FILE`, `perfect:FILE`): opens it and checks that it was made for this game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from ..errors import LusoryError, UnknownPlayer
from ..rules.game import Game
from ..rules.game_file import check_made_for


class MadeFor(Protocol):
    """Content of a file. game: that it was made for."""

    @property
    def game(self) -> Game: ...


Content = TypeVar("Content", bound=MadeFor)


def read_for(game: object, path: str, load: Callable[[Path], Content]) -> Content:
    """Reads a file. Raises UnknownPlayer where it cannot be read, is damaged or was made for another game."""
    try:
        content = load(Path(path).expanduser())
    except OSError as fault:
        raise UnknownPlayer(f"{path or 'no file'}: {fault.strerror or fault}") from None
    except LusoryError as fault:
        raise UnknownPlayer(f"{path}: {fault}") from None
    try:
        check_made_for(content.game, game, path)
    except LusoryError as fault:
        raise UnknownPlayer(str(fault)) from None
    return content
