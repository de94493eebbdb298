"""Pupils in a worker process: they begin, learn from games, practise, are measured, and are read from files.

Functions of bytes: what a pupil is comes with the request, and what becomes of it goes back. Nets travel in base64.
"""

from __future__ import annotations

import hashlib
import random
import time
from base64 import b64decode, b64encode
from collections import OrderedDict
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ...draw import svg
from ...errors import LusoryError, UnknownPlayer
from ...lab.pupils import Pattern, decided_positions, patterns_in, score_against, self_play_positions
from ...learn.net import GameNet
from ...learn.net import read as read_net
from ...learn.pupil import STEADY, Pupil, PupilGame, actions, favourite_opening
from ...learn.training import STUDIED, Training
from ...players import Player
from ...players.limits import limit
from ...players.net import AHEAD, with_net
from ...rules import codec
from ...rules.game import Game
from ...rules.game_file import check_made_for

Request = dict[str, Any]
Answer = dict[str, Any]
MOST_KNOWN = 4
"""The nets that a process keeps."""


@lru_cache(maxsize=4)
def net_of(encoded: str) -> GameNet:
    """The net of a request."""
    return read_net(b64decode(encoded))


@lru_cache(maxsize=4)
def game_of(value: str) -> Game:
    """The game of a request."""
    return codec.read(value)


class KnownNets:
    """The nets of the pupils that this process has played for last, by stamp."""

    def __init__(self) -> None:
        self._nets: OrderedDict[str, GameNet] = OrderedDict()

    def __contains__(self, stamp: object) -> bool:
        return stamp in self._nets

    def net(self, stamp: str, encoded: str | None) -> GameNet:
        """The net with a stamp. encoded: it, where the request has it."""
        if stamp not in self._nets:
            assert encoded is not None
            self._nets[stamp] = read_net(b64decode(encoded))
            if len(self._nets) > MOST_KNOWN:
                self._nets.popitem(last=False)
        self._nets.move_to_end(stamp)
        return self._nets[stamp]


KNOWN = KnownNets()


def wants_net(request: Request) -> bool:
    """Whether a request for a ply must come again with the net of the pupil that is to choose."""
    stamp = request.get("stamp")
    return stamp is not None and stamp not in KNOWN and "net" not in request


def player_of(request: Request, game: Game) -> Player:
    """The pupil as a player, whose net this process knows, or is in the request. Raises UnknownPlayer."""
    if request.get("stamp") is None:
        raise UnknownPlayer(f"{request['spec']}: this pupil is not there any more")
    net = KNOWN.net(request["stamp"], request.get("net"))
    try:
        check_made_for(net.game, game, "this pupil")
    except LusoryError as fault:
        raise UnknownPlayer(str(fault)) from None
    _, comma, number = request["spec"].partition(",")
    return with_net(net, game, limit(number, "plies or simulations", 10**9) if comma else AHEAD)


def begin(request: Request) -> Answer:
    """A pupil that knows nothing."""
    pupil = Pupil.new("", game_of(request["game"]), request["seed"])
    return as_data(pupil.net) | {"note": pupil.net.without_patterns}


def as_data(net: GameNet) -> Answer:
    """A net, and the opening that it would play."""
    return {"net": b64encode(net.write()).decode(), "opening": list(favourite_opening(net))}


class Resting:
    """The training that this process did last. It goes on there, with all that files do not hold, where the next
    request is for its result. key: the digest of that."""

    def __init__(self) -> None:
        self.key = ""
        self.training: Training | None = None

    def take(self, encoded: str) -> Training:
        """The training that goes on from a net."""
        training = self.training if self.key == digest(encoded) else None
        self.key, self.training = "", None
        return training or Training(read_net(b64decode(encoded)))

    def keep(self, encoded: str, training: Training) -> None:
        """Keep it. encoded: its net, as it was sent away."""
        self.key, self.training = digest(encoded), training


RESTING = Resting()


def digest(encoded: str) -> str:
    """A short name of a net."""
    return hashlib.sha256(encoded.encode()).hexdigest()


def learn(request: Request) -> Answer:
    """Learns from new games, and practises for some seconds. strange: the numbers of new games that were not played to
    their end, or hold a ply that is not legal: nothing is learnt from them."""
    training, before = RESTING.take(request["net"]), time.monotonic()
    fresh, strange = split_games(training.game, request["fresh"])
    games_before, rounds = training.log.games, 0
    if fresh:
        training.study(fresh, STUDIED)
    games = split_games(training.game, request["games"])[0] + fresh
    while time.monotonic() - before < request["seconds"] or (request["seconds"] and not rounds):
        training.round(STEADY)
        rounds += 1
        if games:
            training.study(games)
    spent = time.monotonic() - before
    answer = as_data(training.net)
    if len(answer["net"]) > request["most"]:
        raise LusoryError(f"it has grown to {len(answer['net']):,} bytes: expected at most {request['most']:,}")
    RESTING.keep(answer["net"], training)
    numbers = {"practised": training.log.games - games_before, "studied": len(fresh)}
    return answer | numbers | {"strange": strange, "spent": spent}


def split_games(game: Game, games: list[list[str]]) -> tuple[list[list[int]], list[int]]:
    """The plies of finished games by their ids, and the places of those that teach nothing."""
    played, strange = [], []
    for place, plies in enumerate(games):
        try:
            played.append(actions(game, PupilGame(tuple(plies), None, None)))
        except LusoryError:
            strange.append(place)
    return played, strange


def score(request: Request) -> Answer:
    """What a pupil scores against a level, one ply ahead, in games with each seat in turn: as many as fit in the
    seconds, the first of them in any case."""
    net, began, points, games = net_of(request["net"]), time.monotonic(), 0.0, 0
    with TemporaryDirectory() as folder:
        file = Path(folder) / "pupil.net"
        file.write_bytes(b64decode(request["net"]))
        while games < request["games"] and (not games or time.monotonic() - began < request["seconds"]):
            seed, players = request["seed"] + games, net.game.players
            points += players * score_against(net.game, f"net:{file}", request["against"], players, 1, seed)
            games += players
    return {"points": points, "games": games}


def patterns(request: Request) -> Answer:
    """What a pupil likes and fears to make: a board each, the move, what it is worth."""
    net = net_of(request["net"])
    games = [PupilGame(tuple(plies), None, None) for plies in request["games"]]
    found = decided_positions(net.game, games) if games else self_play_positions(net, random.Random(0))
    likes, fears = patterns_in(net, found)
    return {"likes": drawn(likes), "fears": drawn(fears)}


def drawn(pattern: Pattern | None) -> Answer | None:
    """A pattern for the page."""
    if pattern is None:
        return None
    last = pattern.example.past[-1].action
    return {
        "svg": svg.board(pattern.example.picture()),
        "move": pattern.example.contract.printed(last),
        "gain": pattern.gain,
        "times": pattern.times,
    }
