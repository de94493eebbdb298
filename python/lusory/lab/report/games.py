"""Sample games of a report, replayed: boards ply by ply, printed turns, and the lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ...draw.animation import Animation, Parts, animate
from ...errors import LusoryError
from ...play.narration import name, result_line, sentences
from ...play.notation import turn_text
from ...play.position import Position
from ...rules.game import Game
from ..figures import Measurement, Sample
from .rules import game_of, rules_heading

MOST = 600
"""The most plies whose boards are shown; turns are listed to the end."""


class Turn(msgspec.Struct, frozen=True):
    """A printed turn. ply: the number of its last ply. who: the player."""

    ply: int
    who: str
    text: str


class Replay(msgspec.Struct, frozen=True):
    """A sample game in a report. said: the caption of each position from the start. film: the animation; None where
    there is no board. fault: why it could not be replayed to its end."""

    sample: Sample
    turns: tuple[Turn, ...] = ()
    said: tuple[str, ...] = ()
    film: Animation | None = None
    end: str = ""
    fault: str = ""


def replays(measurement: Measurement, parts: Parts) -> tuple[Replay, ...]:
    """Every sample of a measurement."""
    game = game_of(measurement)
    return tuple(replay(game, sample, parts, rules_heading(measurement)) for sample in measurement.samples)


def replay(game: Game | None, sample: Sample, parts: Parts, title: str = "") -> Replay:
    """Replays one game. Without its rules, or where they do not allow it, only the texts of its plies remain."""
    if game is None:
        return Replay(sample, tuple(Turn(i, "", text) for i, text in enumerate(sample.plies, 1)))
    positions, fault = replay_plies(game, sample.plies)
    pictures = [msgspec.structs.replace(position.picture(), notes=()) for position in positions[: MOST + 1]]
    captions = ("The start.", *(" ".join(sentences(position)) for position in positions[1 : MOST + 1]))
    last = positions[-1]
    return Replay(
        sample=sample,
        turns=tuple(turns(last)),
        said=captions,
        film=animate(pictures, parts, f"{title}: {sample.why}"),
        end=result_line(last) if last.result else "",
        fault=fault,
    )


def replay_plies(game: Game, plies: Sequence[str]) -> tuple[list[Position], str]:
    """The positions from the start on, and the fault, if any."""
    positions = [game.start()]
    for number, text in enumerate(plies, 1):
        try:
            following = positions[-1].play(text)
        except LusoryError as fault:
            return positions, f"Ply {number} cannot be replayed: {fault}"
        positions.append(following)
    return positions, ""


def turns(position: Position) -> Iterator[Turn]:
    """The turns that led to a position."""
    plies: list[str] = []
    for number, past_ply in enumerate(position.past, 1):
        plies.append(position.contract.printed(past_ply.action))
        if past_ply.turn_over or number == position.ply:
            yield Turn(
                number,
                name(past_ply.player),
                turn_text(plies, unfinished=not past_ply.turn_over and not position.result),
            )
            plies = []
