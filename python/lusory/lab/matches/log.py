"""The log of a match as JSON lines: a header with the setting, then a line for each game. A match resumes from it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ...errors import RecordError
from ...play.record import Record, RecordedPly
from ..json_log import Header, JsonLog, convert_setting, decode_line, whole_lines
from .game import GameOutcome
from .setting import MatchSetting

KIND = "match"


class MatchLog(JsonLog):
    """An open log. played: the games that it held when it was opened."""

    def __init__(self, path: Path | str, setting: MatchSetting) -> None:
        super().__init__(path, KIND, setting, GameOutcome)
        try:
            self.played: list[GameOutcome] = list(self.entries())
        except RecordError:
            self.close()
            raise


def records(path: Path | str, game: Any = None) -> Iterable[Record]:
    """The games of a log as records. game: the game, if the log cannot tell its rules since it is a Python class."""
    path = Path(path)
    lines = whole_lines(path, path.stat().st_size)
    number, line = next(lines, (1, b""))
    if not line:
        raise RecordError(f"{path}: nothing, expected the log of a match")
    header: Header = decode_line(line, Header, f"{path}, line 1", KIND)
    setting: MatchSetting = convert_setting(header.setting, MatchSetting, path, KIND)
    rules = setting.rules() if game is None else game
    for number, line in lines:
        outcome: GameOutcome = decode_line(line, GameOutcome, f"{path}, line {number}", KIND)
        seats = (setting.second, setting.first) if outcome.swapped else (setting.first, setting.second)
        over = outcome.values if not outcome.cut and outcome.fault is None else None
        tags = {"first": seats[0], "second": seats[1], "by": outcome.by}
        yield Record(rules, tuple(RecordedPly(text) for text in outcome.plies), over, tags)
