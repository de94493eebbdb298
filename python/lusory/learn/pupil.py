"""Pupils: nets that a person trains. A pupil begins untrained, learns from every finished game it is given, and
practises by self-play for as long as its owner wants. One file holds its games and its nets, earlier versions included.

The header of the file is a `PupilHeader`; its data are the files of the nets, one after another.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path

import msgspec

from .._files import write_atomically
from ..errors import IllegalPly, LusoryError
from ..play.position import Position
from ..rules.about import unprinted
from ..rules.game import Game
from ..rules.game_file import GameFileKind, check_made_for, rules_line
from .net import DamagedNet, GameNet
from .net import read as read_net
from .training import STUDIED, Training

MOST_GAMES, MOST_VERSIONS = 1_000, 24
"""The most games (the newest) and versions in a file; older versions are thinned out."""
NEWEST = 8
"""The number of latest versions that are never thinned out."""
LARGEST = 1 << 28
"""The most bytes of a file."""
NO_OPTIONS: Mapping[str, str] = {}
STEADY = 0.3
"""The `progress` of Training.round for a training without an end: the step size does not decay, and the noise in games
of self-play does not fall."""


class DamagedPupil(LusoryError):
    """Raised for a file that is no pupil, is damaged, or was made by another version."""


class PupilGame(msgspec.Struct, frozen=True):
    """A finished game. plies: their texts. seat: the pupil's, or None where others played; of several the first. score:
    the pupil's, 0 to 1, of all its seats."""

    plies: tuple[str, ...]
    seat: int | None
    score: float | None


class PupilVersion(msgspec.Struct, frozen=True):
    """A version of a pupil. made: Unix time. practised: games against itself. studied: games with people, each counted
    once. opening: the plies it would begin with. level: the highest level of computer player against which it scores
    half or more (0: none); None where that was not measured. against: its scores there and against the next level.
    size: bytes of its net."""

    made: int
    practised: int
    studied: int
    opening: tuple[str, ...]
    size: int
    level: int | None = None
    against: dict[str, float] = {}


class PupilHeader(msgspec.Struct, frozen=True):
    """The header of a file. pupil: the name of the pupil. name, rules, hash: of its game. options: those with which
    the game of this name is that game; older files have none."""

    pupil: str
    name: str
    rules: msgspec.Raw
    hash: str
    games: tuple[PupilGame, ...]
    versions: tuple[PupilVersion, ...]
    options: dict[str, str] = {}


PUPIL_FILE = GameFileKind("pupil", b"lusory pupil 1\n", PupilHeader, 1 << 24, DamagedPupil)


class Pupil:
    """A pupil of a game. name: the pupil's. games: the newest last. versions: the first is untrained, the last is the
    current one. nets: the bytes of the net file of each version. options: of the game."""

    def __init__(
        self,
        name: str,
        game: Game,
        games: list[PupilGame],
        versions: list[PupilVersion],
        nets: list[bytes],
        options: Mapping[str, str] = NO_OPTIONS,
    ) -> None:
        self.name, self.game, self.games, self.versions, self.nets = name, game, games, versions, nets
        self.options = dict(options)
        self.net = read_net(nets[-1])

    @classmethod
    def new(cls, name: str, game: Game, seed: int = 0, options: Mapping[str, str] = NO_OPTIONS) -> Pupil:
        """An untrained pupil. options: with which the game was built. Raises LusoryError for games that no net can
        learn."""
        net = GameNet.untrained(game, seed)
        data = net.write()
        version = PupilVersion(int(time.time()), 0, 0, favourite_opening(net), len(data))
        return cls(name, game, [], [version], [data], options)

    @property
    def now(self) -> PupilVersion:
        """The current version."""
        return self.versions[-1]

    def learn(self, games: list[PupilGame], seconds: float = 0.0, rounds: int = 0) -> PupilVersion:
        """Learns from new games, then practises for so many seconds of one core, or so many rounds; returns the new
        version.
        With rounds a seed gives the same pupil on any machine. Ctrl-C ends the practice, and what was learnt is kept.

        Raises LusoryError for a game that is not finished or holds a ply that is not legal, and learns nothing then.
        """
        training, fresh = Training(self.net), [actions(self.game, game) for game in games]
        if fresh:
            training.study(fresh, STUDIED)
        if seconds or rounds:
            actions_of_games = [actions(self.game, game) for game in self.games] + fresh
            practise(training, actions_of_games[-MOST_GAMES:], seconds, rounds)
        self.games = [*self.games, *games][-MOST_GAMES:]
        return self._add(training.net, len(games), training.log.games - self.net.training.games)

    def _add(self, net: GameNet, studied: int, practised: int) -> PupilVersion:
        data, before = net.write(), self.now
        version = PupilVersion(
            made=int(time.time()),
            practised=before.practised + practised,
            studied=before.studied + studied,
            opening=favourite_opening(net),
            size=len(data),
        )
        self.net = net
        self.versions.append(version)
        self.nets.append(data)
        self._thin()
        return version

    def _thin(self) -> None:
        """Where there are too many versions, removes every second one that is not among the newest; keeps the first."""
        for place in reversed(superfluous(len(self.versions))):
            del self.versions[place], self.nets[place]

    def rate(self, level: int, against: dict[str, float]) -> None:
        """Stores the measured strength of the current version."""
        self.versions[-1] = msgspec.structs.replace(self.now, level=level, against=against)

    def go_back(self, number: int) -> None:
        """Returns to an earlier version, counted from 1; later ones are deleted, games are kept. Raises LusoryError."""
        if not 1 <= number <= len(self.versions):
            raise LusoryError(f"version {number}: expected 1 to {len(self.versions)}")
        self.versions, self.nets = self.versions[:number], self.nets[:number]
        self.net = read_net(self.nets[-1])

    def write(self) -> bytes:
        """The bytes of its file."""
        header = PupilHeader(
            pupil=self.name,
            name=self.game.name,
            rules=rules_line(self.game),
            hash=self.game.hash,
            games=tuple(self.games),
            versions=tuple(self.versions),
            options=self.options,
        )
        return PUPIL_FILE.join(header, b"".join(self.nets))

    def save(self, path: Path) -> None:
        """Writes the file; the old content stays until the new file is complete."""
        write_atomically(path, self.write())


def practise(training: Training, games: list[list[int]], seconds: float, rounds: int) -> None:
    """Trains by self-play; learns from the stored games once each round. Ctrl-C ends it."""
    first_round, until = training.log.rounds, training.log.seconds + seconds
    try:
        while training.log.rounds < first_round + rounds if rounds else training.log.seconds < until:
            training.round(STEADY)
            if games:
                training.study(games)
    except KeyboardInterrupt:
        return


def actions(game: Game, game_played: PupilGame) -> list[int]:
    """The plies of a finished game by their ids, chance plies included. Raises LusoryError."""
    position = game.start()
    for number, text in enumerate(game_played.plies, 1):
        try:
            position = position.play(text)
        except IllegalPly as fault:
            raise LusoryError(f"ply {number}: {fault}") from None
    if position.result is None:
        raise LusoryError("a pupil learns from finished games: this one goes on")
    return [each.action for each in position.past]


def game_of(position: Position, seat: int | Sequence[int] | None = None) -> PupilGame:
    """A finished game, as pupils keep it. seat: the pupil's, if it played; all of them where it had several. Raises
    LusoryError."""
    if position.result is None:
        raise LusoryError("a pupil learns from finished games: this one goes on")
    seats = () if seat is None else (seat,) if isinstance(seat, int) else tuple(seat)
    score = sum(position.result.values[each] for each in seats) if seats else None
    plies = position.texts
    return PupilGame(plies, min(seats, default=None), score)


def favourite_opening(net: GameNet, plies: int = 2) -> tuple[str, ...]:
    """The first plies that a net would choose by a search of one ply; fewer where a chance ply comes next."""
    position, opening = net.game.start(seed=0), list[str]()
    while (position.to_move or 0) >= 0 and position.result is None and len(opening) < plies:
        child = max(followers(position), key=lambda child: chance_for(net, position.to_move, child))
        opening.append(position.contract.text(child.past[-1].action))
        position = child
    return tuple(opening)


def followers(position: Position) -> list[Position]:
    """The positions after each legal ply."""
    return [position.follow(ply) for ply in position.moves().ids]


def chance_for(net: GameNet, player: int | None, position: Position) -> float:
    """A player's chance to win, 0 to 1, by the net's value of the position, without a search."""
    assert player is not None
    if position.result is not None:
        return position.result.values[player]
    if position.to_move is None or position.to_move < 0:
        return 0.5  # a chance ply comes next
    return net.net.values(position.state)[player]


def read(data: bytes) -> Pupil:
    """A pupil from the bytes of its file. Raises DamagedPupil, which says what is wrong."""
    if len(data) > LARGEST:
        raise DamagedPupil(f"{len(data):,} bytes: expected at most {LARGEST:,}")
    header, rest = PUPIL_FILE.split(data)
    if unprinted(header.pupil):  # it goes to the terminal
        raise DamagedPupil(f"its name: {header.pupil[:40]!r}, expected printable characters")
    game = PUPIL_FILE.game(header)
    nets = split_nets(header, rest)
    try:
        pupil = Pupil(header.pupil, game, list(header.games), list(header.versions), nets, header.options)
        check_made_for(pupil.net.game, game, "its net")
    except DamagedNet as fault:
        raise DamagedPupil(f"its net: {fault}") from fault
    except LusoryError as fault:
        raise DamagedPupil(str(fault)) from fault
    return pupil


def split_nets(header: PupilHeader, data: bytes) -> list[bytes]:
    """The files of the nets, which follow the header of a pupil's file. Raises DamagedPupil."""
    sizes = [version.size for version in header.versions]
    if not sizes or len(sizes) > MOST_VERSIONS or min(sizes) < 1 or sum(sizes) != len(data):
        raise DamagedPupil(f"its versions: expected 1 to {MOST_VERSIONS}, whose nets fill the file")
    return [data[end - size : end] for end, size in zip(accumulate(sizes), sizes, strict=True)]


def superfluous(versions: int) -> range:
    """The places of the versions to remove of so many: of too many every second one that is not among the newest; the
    first stays."""
    return range(1, versions - NEWEST, 2) if versions > MOST_VERSIONS else range(0)


def load(path: Path) -> Pupil:
    """A pupil from a file. Raises DamagedPupil; OSError where it cannot be read."""
    with path.open("rb") as file:
        return read(file.read(LARGEST + 1))
