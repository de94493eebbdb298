"""Reads stored games: records, logs of matches, logs of measurements."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ...errors import LusoryError, RecordError
from ...play import record
from ...play.position import Position
from ...play.program import log_identity
from ...play.renaming import SEATS
from ..json_log import Header, decode_line, whole_lines
from ..matches import log
from .observe import Observed, observe
from .validation import Sound

SUFFIXES = (".json", ".txt", ".jsonl")


class DuplicateFilter:
    """Filters games that were read twice. A log numbers its games. Records and matches do not, and two games of one
    file may well be equal; but a game that an earlier file has as often is taken for a copy."""

    def __init__(self) -> None:
        self.often: Counter[bytes] = Counter()
        self.here: Counter[bytes] = Counter()

    def file(self) -> None:
        """Starts another file."""
        self.here.clear()

    def new(self, recorded_game: LoadedGame, observed: Observed) -> bool:
        """Whether the game differs from those read before."""
        number = None if recorded_game.logged is None else recorded_game.logged.number
        content = msgspec.json.encode((number, observed.plies, observed.values))
        key = hashlib.blake2b(recorded_game.log + b"\n" + content, digest_size=16).digest()
        self.here[key] = 1 if number is not None else self.here[key] + 1
        known_copies, self.often[key] = self.often[key], max(self.often[key], self.here[key])
        return self.often[key] > known_copies


class Broken(NamedTuple):
    """What cannot be counted. where: which file, or game of a log. reason: why not."""

    where: str
    reason: str


class Twice(NamedTuple):
    """A game that was already in another file. where: which file, or game of a log."""

    where: str


class LoadedGame(NamedTuple):
    """A game from a file. result: as the file gives it. logged: its entry in the log of a measurement, which holds
    more. log: the first line of its log. players: who played, as the file says."""

    where: str
    plies: tuple[str, ...]
    result: tuple[float, ...] | None = None
    logged: Observed | None = None
    log: bytes = b""
    players: tuple[str, ...] = ()


def files(path: Path) -> list[Path]:
    """The files of a folder that may hold games, whatever lies below it; or the file itself. Raises LusoryError."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise LusoryError(f"{path}: no such folder or file")
    paths = sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())
    if not paths:
        raise LusoryError(f"{path}: no file ends in {', '.join(SUFFIXES)}, expected records or logs")
    return paths


def observed_games(
    paths: Iterable[Path], game: Any, players: set[str] | None = None
) -> Iterator[Observed | Broken | Twice]:
    """The games in these files, replayed, each once; for a game that cannot be counted, the reason. players: takes who
    played those that can."""
    start, number = game.start(), 0
    sound, duplicates = Sound(start), DuplicateFilter()
    for path in paths:
        duplicates.file()
        try:
            for recorded_game in games(path, game):
                log_fault = "" if recorded_game.logged is None else sound.wrong(recorded_game.logged)
                outcome = (
                    Broken(recorded_game.where, log_fault) if log_fault else replay_game(number, start, recorded_game)
                )
                yield (
                    Twice(recorded_game.where)
                    if isinstance(outcome, Observed) and not duplicates.new(recorded_game, outcome)
                    else outcome
                )
                if players is not None and isinstance(outcome, Observed):
                    players.update(recorded_game.players[: game.players])
                number += 1
        except (LusoryError, OSError) as fault:
            yield Broken(str(path), " ".join(str(fault).split()))


def games(path: Path, game: Any) -> Iterator[LoadedGame]:
    """The games of a file. Raises RecordError."""
    if path.suffix == ".jsonl":
        yield from games_of_log(path, game)
        return
    loaded = record.read(path.read_bytes(), game)
    yield LoadedGame(str(path), tuple(ply.text for ply in loaded.plies), loaded.result, players=players_of(loaded))


def players_of(loaded: record.Record) -> tuple[str, ...]:
    """Who played, as the tags of a record say, from the first on."""
    return tuple(loaded.tags.get(seat, "") for seat in SEATS)


def games_of_log(path: Path, game: Any) -> Iterator[LoadedGame]:
    """The games of a log, of a match or of a measurement. Raises RecordError."""
    lines = whole_lines(path, path.stat().st_size)
    head = next(lines, (1, b""))[1]
    header: Header = decode_line(head, Header, f"{path}, line 1", "match")
    rules = header.setting.get("game") if isinstance(header.setting, dict) else None
    if rules != log_identity(game):
        raise RecordError("the log is of another game")
    if header.kind == "measurement":
        player = str(header.setting.get("player") or "")
        players = (player, str(header.setting.get("second") or player), *[player] * (len(SEATS) - 2))
        for number, line in lines:
            location = f"{path}, line {number}"
            observed: Observed = decode_line(line, Observed, location, "measurement")
            yield LoadedGame(location, observed.plies, observed.values or None, observed, head, players)
        return
    for number, one_game in enumerate(log.records(path, game), 2):
        plies = tuple(ply.text for ply in one_game.plies)
        yield LoadedGame(f"{path}, line {number}", plies, one_game.result, None, head, players_of(one_game))


def replay_game(number: int, start: Position, recorded_game: LoadedGame) -> Observed | Broken:
    """Replays a game. The players' evaluations are taken from the log of a measurement, where there is one."""
    try:
        observed = observe(number, start, recorded_game.plies)
    except LusoryError as fault:
        return Broken(recorded_game.where, " ".join(str(fault).split()))
    log = recorded_game.logged
    if not observed.finished and (log is None or not (log.cut or log.fault)):
        return Broken(recorded_game.where, "the game is not over")
    if (recorded_game.result is not None or log is not None) and (recorded_game.result or ()) != observed.values:
        return Broken(recorded_game.where, f"result {recorded_game.result}: the plies lead to {observed.values}")
    if log is None:
        return observed
    fields = {name: getattr(log, name) for name in ("cut", "fault", "worth", "weighed", "bits", "half", "spread")}
    return msgspec.structs.replace(observed, **fields)
