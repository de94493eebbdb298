"""Assesses a pupil: the level of the machine that it reaches, and the patterns that it likes and fears."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Protocol

from ..learn.net import GameNet
from ..learn.pupil import Pupil, PupilGame, chance_for, followers
from ..play.narration import seats
from ..play.position import Position
from ..players.levels import LEVELS
from ..rules.events import CHANCE
from ..rules.game import Game
from .matches import MatchSetting, match
from .pool import WorkerSpec
from .seats_in_turn import share_of_points

GAMES = 20
"""The games of a match against a level. So few give a rough score: half a level is within chance."""
OPENING = 2
LOOKED = 12
"""The number of newest games that are searched for patterns."""
LEAST = 3
"""A pattern must have come so often."""
OWN_GAMES = 8
"""Games of a net against itself in which patterns are looked for."""
STRAYS = 0.2
"""The share of plies at random there, so that the games differ."""
LONGEST = 200
"""The ply limit of these games."""

Content = tuple[str, ...]
"""The content of a cell and of those around it, for the player who moved: `own`, `enemy` or `neutral` with the kind,
`empty`, `edge`."""


def measure_level(
    pupil: Pupil, games: int = GAMES, workers: WorkerSpec = 1, seed: int = 0
) -> tuple[int, dict[str, float]]:
    """The highest level against which a pupil, one ply ahead, scores its even share or more (half between two, a third
    against two others), searched up and down from the last known one; 0 where it is below the first. With the scores,
    by player. workers: of matches between two."""
    before = last_level(pupil.versions) or 0
    scores: dict[str, float] = {}
    level, unknown = next_level(before, scores, pupil.game.players)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "pupil.net"
        pupil.net.save(file)
        while unknown is not None:
            spec = f"level:{unknown}"
            scores[spec] = score_against(pupil.game, f"net:{file}", spec, games, workers, seed)
            level, unknown = next_level(before, scores, pupil.game.players)
    return level, scores


class MeasuredVersion(Protocol):
    """A version of a pupil. level: None where it was not measured."""

    @property
    def level(self) -> int | None: ...


def last_level(versions: Sequence[MeasuredVersion]) -> int | None:
    """The level that was measured last; None where none was."""
    return next((version.level for version in reversed(versions) if version.level is not None), None)


def next_level(before: int, scores: Mapping[str, float], players: int) -> tuple[int, int | None]:
    """The level reached by the scores so far, and the level that is to be played against next; None where the search is
    over. before: the level where it begins. scores: by spec, as `level:3`."""
    level = before
    while level < LEVELS:
        score = scores.get(f"level:{level + 1}")
        if score is None:
            return level, level + 1
        if score < 1 / players:
            break
        level += 1
    while level > 0:
        score = scores.get(f"level:{level}")
        if score is None:
            return level, level
        if score >= 1 / players:
            break
        level -= 1
    return level, None


def score_against(game: Game, spec: str, others: str, games: int, workers: WorkerSpec, seed: int) -> float:
    """What a player scores against another; in games of more, against as many of it as there are other seats."""
    if game.players > 2:
        return share_of_points(game, spec, others, games=games, opening=OPENING, seed=seed)
    setting = MatchSetting.of(game, spec, others, seed=seed, opening=OPENING)
    return match(setting, game, games=games, workers=workers).score[0]


class Pattern(NamedTuple):
    """A pattern that plies make. gain: the mean of how much better they are than the mean ply there, in chances of
    winning. times: how often it came. example: the position after such a ply."""

    gain: float
    times: int
    example: Position


def patterns(pupil: Pupil) -> tuple[Pattern | None, Pattern | None]:
    """The pattern that a pupil likes most to make, and the one that it fears most, in the positions of its games: what
    lies on the cell where a ply ends and on the cells around it. A pupil that has only practised is looked at in games
    against itself. None where too few came often enough."""
    if pupil.games or not pupil.now.practised:
        return patterns_in(pupil.net, decided_positions(pupil.game, pupil.games))
    return patterns_in(pupil.net, self_play_positions(pupil.net, random.Random(0)))


def patterns_in(net: GameNet, positions: Iterable[Position]) -> tuple[Pattern | None, Pattern | None]:
    """The same of a net, in these positions."""
    gains: dict[Content, list[tuple[float, Position]]] = {}
    for position in positions:
        children = [child for child in followers(position) if child.picture().last]
        chances = [chance_for(net, position.to_move, child) for child in children]
        mean = sum(chances) / max(len(chances), 1)
        for child, chance in zip(children, chances, strict=True):
            gains.setdefault(around(child), []).append((chance - mean, child))
    often = {key: plies for key, plies in gains.items() if len(plies) >= LEAST}
    if len(often) < 2:
        return None, None
    ranked = sorted(often.values(), key=lambda plies: sum(gain for gain, _ in plies) / len(plies))
    return pattern(ranked[-1]), pattern(ranked[0])


def pattern(plies: list[tuple[float, Position]]) -> Pattern:
    """The pattern of these plies, with the clearest of them as the example."""
    gain = sum(gain for gain, _ in plies) / len(plies)
    example = max(plies, key=lambda gain_and_position: gain_and_position[0] if gain > 0 else -gain_and_position[0])[1]
    return Pattern(gain, len(plies), example)


def decided_positions(game: Game, games: Sequence[PupilGame]) -> Iterator[Position]:
    """The positions of the newest of these games in which a player was to move."""
    for played in games[-LOOKED:]:
        position = game.start()
        for text in played.plies:
            if position.to_move is not None and position.to_move != CHANCE:
                yield position
            position = position.play(text)


def self_play_positions(net: GameNet, rng: random.Random) -> Iterator[Position]:
    """Positions of games of a net against itself, one ply ahead, in which a player is to move."""
    for number in range(OWN_GAMES):
        position = net.game.start(seed=number)
        while position.result is None and position.ply < LONGEST:
            mover, children = position.to_move, followers(position)
            if mover is None or mover < 0 or rng.random() < STRAYS:
                position = rng.choice(children)
                continue
            yield position
            position = max(children, key=lambda child: chance_for(net, mover, child))


def around(child: Position) -> Content:
    """The content of the cell where the last ply ended and of the cells around it, for the player who made it; the same
    for rotated surroundings."""
    picture, mover, players = child.picture(), child.past[-1].player, seats(child) or range(child.contract.players)
    geometry, centre = picture.geometry, picture.last[-1]
    owners = ["neutral", *("own" if player == mover else "enemy" for player in players)]
    pieces = {stone.cell: f"{owners[stone.side]} {stone.kind}" for stone in picture.stones}
    ring = [pieces.get(steps[centre], "empty") if steps[centre] >= 0 else "edge" for steps in geometry.steps]
    least_turned = min(tuple(ring[k:] + ring[:k]) for k in range(max(len(ring), 1)))
    return (pieces.get(centre, "empty"), *least_turned)
