"""The file of a pupil, read in a worker process: everything in it is checked before any of it is kept."""

from __future__ import annotations

import time
from base64 import b64decode, b64encode
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from ...errors import LusoryError
from ...games import catalogue
from ...learn.net import NET_FILE
from ...learn.net import read as read_net
from ...learn.pupil import (
    LARGEST,
    MOST_GAMES,
    PUPIL_FILE,
    DamagedPupil,
    PupilGame,
    PupilHeader,
    PupilVersion,
    actions,
    split_nets,
)
from ...players.levels import LEVELS
from ...rules.game import Game
from ..game_info import GameInfo, info
from .rules_check import compile_game, read, steady_games

LONGEST_TEXT = 60
"""Characters of a ply of an opening, or of an option."""
MOST_OPENING, MOST_SCORES = 8, LEVELS
MOST_OPTIONS = 20
MOST_COUNT = 10**15
DAY = 86_400


def read_pupil(request: dict[str, Any]) -> dict[str, Any]:
    """A file as rows to be kept. Raises LusoryError, which says what is wrong."""
    data = b64decode(request["data"])
    if len(data) > min(LARGEST, request["most"]):
        raise DamagedPupil(f"{len(data):,} bytes: expected at most {min(LARGEST, request['most']):,}")
    header, rest = PUPIL_FILE.split(data)
    game = game_of(header, request["budget"])
    nets = nets_of(header, rest)
    if len(header.games) > MOST_GAMES:
        raise DamagedPupil(f"{len(header.games):,} games: expected at most {MOST_GAMES:,}")
    check_lengths(header.games, request["plies"])
    versions = [version_data(version, net, game) for version, net in zip(header.versions, nets, strict=True)]
    check_counts(header.versions)
    known = info_of(game, header.options)
    return {
        "name": header.pupil,
        "game": msgspec.to_builtins(known),
        "options": {} if known.guest else header.options,
        "versions": versions,
        "games": [game_data(game, played) for played in header.games[-request["games"] :]],
    }


def game_of(header: PupilHeader, budget: dict[str, Any]) -> Game:
    """The rules, checked as those that a guest brings."""
    try:
        game = read(bytes(header.rules).decode(), budget)
    except UnicodeDecodeError as fault:
        raise DamagedPupil(f"its rules: {fault}") from None
    except LusoryError as fault:
        raise DamagedPupil(f"its rules: {fault}") from fault
    if game.hash != header.hash:
        raise DamagedPupil("its rules are not those that its hash names")
    named = msgspec.structs.replace(game, name=header.name[:LONGEST_TEXT])
    compile_game(named)
    steady_games(named, budget)
    return named


def info_of(game: Game, options: dict[str, str]) -> GameInfo:
    """What there is to know of the game: as of the catalogue's, where it is that of its name with these options."""
    definition = catalogue().get(game.name)
    fits = len(options) <= MOST_OPTIONS and all(len(text) <= LONGEST_TEXT for pair in options.items() for text in pair)
    try:
        named = definition.build(**options) if definition and fits else None
    except LusoryError:
        named = None
    return info(named) if named is not None and named.hash == game.hash else info(game, guest=True)


def nets_of(header: PupilHeader, rest: bytes) -> list[bytes]:
    """The files of its nets."""
    nets = split_nets(header, rest)
    for net in nets:  # their rules are read only where they are those that were checked
        if nameless(NET_FILE.split(net)[0].rules) != nameless(header.rules):
            raise DamagedPupil("its net: made for other rules")
    return nets


def nameless(rules: msgspec.Raw) -> Any:
    """Rules as JSON data, whatever the game is called."""
    try:
        data = msgspec.json.decode(rules)
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise DamagedPupil(f"its net: its rules: {fault}") from None
    return {name: part for name, part in data.items() if name != "name"} if isinstance(data, dict) else data


def version_data(version: PupilVersion, net: bytes, game: Game) -> dict[str, Any]:
    """A version, with its net in base64. Raises DamagedPupil."""
    counts = (version.practised, version.studied, version.made)
    opening_fits = len(version.opening) <= MOST_OPENING and all(len(ply) <= LONGEST_TEXT for ply in version.opening)
    opening_fits = opening_fits and is_opening(game, version.opening)
    scores_fit = len(version.against) <= MOST_SCORES and all(
        len(spec) <= LONGEST_TEXT and 0 <= score <= 1 for spec, score in version.against.items()
    )
    if not all(0 <= count < MOST_COUNT for count in counts) or version.made > time.time() + DAY:
        raise DamagedPupil("its versions: expected counts, and times that have come")
    if not opening_fits or not scores_fit or not (version.level is None or 0 <= version.level <= LEVELS):
        raise DamagedPupil(f"its versions: expected an opening, a level of 0 to {LEVELS}, and scores from 0 to 1")
    try:
        read_net(net)
    except LusoryError as fault:
        raise DamagedPupil(f"its net: {fault}") from fault
    fields: dict[str, Any] = msgspec.to_builtins(version)
    return fields | {"net": b64encode(net).decode()}


def check_counts(versions: Sequence[PupilVersion]) -> None:
    """Raises DamagedPupil where a later version has learnt less than an earlier one. It may be of an earlier moment: a
    clock may have been wrong, and set right between the two."""
    for before, after in pairwise(versions):
        if after.practised < before.practised or after.studied < before.studied:
            raise DamagedPupil("its versions: expected each to have learnt no less than the one before it")


def check_lengths(games: Sequence[PupilGame], most: int) -> None:
    """Raises DamagedPupil where a game is longer than those that are played on this server: all are read again for each
    piece of practice."""
    if longest := next((len(game.plies) for game in games if len(game.plies) > most), 0):
        raise DamagedPupil(f"its games: {longest:,} plies, expected at most {most:,} on this server")


def is_opening(game: Game, plies: Sequence[str]) -> bool:
    """Whether these plies may begin a game."""
    position = game.start(seed=0)
    try:
        for ply in plies:
            position = position.play(ply)
    except LusoryError:
        return False
    return True


def game_data(game: Game, played: Any) -> dict[str, Any]:
    """A finished game. Raises DamagedPupil for one that goes on or holds a ply that is not legal."""
    try:
        actions(game, played)
    except LusoryError as fault:
        raise DamagedPupil(f"its games: {fault}") from fault
    seat_fits = played.seat is None or 0 <= played.seat < game.players
    if not seat_fits or not (played.score is None or 0 <= played.score <= 1):
        raise DamagedPupil("its games: expected the seat of a player, and a score from 0 to 1")
    fields: dict[str, Any] = msgspec.to_builtins(played)
    return fields
