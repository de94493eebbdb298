"""The player specs guests may use: none that runs a command, reads a file, or exceeds the server's limits."""

from __future__ import annotations

import re

from ..errors import UnknownPlayer
from .registered_models import SPEC, find
from .settings import Settings

PLAIN = ("random", "tries", "greedy", "greedy-reply", "net:shipped")
COUNTED = re.compile(r"(mcts|best|alphabeta|level):(\d{1,9})")
TIMED = re.compile(r"(mcts:|best:|alphabeta:|net:shipped,)(\d{1,5}(?:\.\d{1,3})?|\.\d{1,3})s")
PUPIL_SPEC = re.compile(r"pupil:([0-9a-z]{1,16})(,(?:\d{1,5}(?:\.\d{1,3})?|\.\d{1,3})s|,\d)?")
"""A pupil by its id. Who may seat it the pupil service knows."""
NET_WANTED = "net_wanted"
"""In an answer of a worker process: it does not know the net of the pupil that is to choose."""
DEEPEST = 6
QUICK = {"mcts": 1_000, "best": 1_000, "alphabeta": 2, "level": 10}
QUICK_SECONDS = 0.1
"""What takes a process less than about half a second for a ply of a catalogue game."""
LEVELS = tuple(f"level:{number}" for number in range(1, 11))


def check_spec(spec: str, settings: Settings) -> str:
    """The spec, if a guest may have it. Raises UnknownPlayer, which says what may be had."""
    spec = spec.strip()
    by_count, timed = COUNTED.fullmatch(spec), TIMED.fullmatch(spec)
    if spec in PLAIN:
        return spec
    if by_count:
        most = {"alphabeta": DEEPEST, "level": 10}.get(by_count[1], settings.simulations)
        if 1 <= int(by_count[2]) <= most:
            return spec
        raise UnknownPlayer(f"{spec[:40]}: expected {by_count[1]}:1 to {by_count[1]}:{most} on this server")
    if timed and 0.001 <= float(timed[2]) <= settings.think:
        return spec
    model = SPEC.fullmatch(spec)
    if model:
        if find(settings.data, model[1], model[2]) is None:
            raise UnknownPlayer(f"{spec}: the host of this server has registered no {model[1]} of this id")
        if model[3] and (model[1] != "net" or not in_limits(model[3][1:], settings)):
            raise UnknownPlayer(f"{spec}: expected net:ID,1s (at most {settings.think:g}s) or net:ID,1 to {DEEPEST}")
        return spec
    pupil = PUPIL_SPEC.fullmatch(spec)
    if pupil:
        if pupil[2] and not in_limits(pupil[2][1:], settings):
            raise UnknownPlayer(
                f"{spec}: expected pupil:ID,1s (at most {settings.think:g}s) or pupil:ID,1 to {DEEPEST}"
            )
        return spec
    allowed = ", ".join((*PLAIN, "level:1 to level:10", f"mcts:N, best:N (N at most {settings.simulations})"))
    raise UnknownPlayer(
        f"{spec[:40]}: expected human, open, {allowed}, alphabeta:1 to alphabeta:{DEEPEST}, "
        f"or mcts:1s, best:1s, alphabeta:1s, net:shipped,1s (at most {settings.think:g}s)"
    )


def model_of(spec: str) -> str | None:
    """The registered model that a spec names, as `net:ID`."""
    model = SPEC.fullmatch(spec)
    return f"{model[1]}:{model[2]}" if model else None


def pupil_of(spec: str) -> str | None:
    """The id of the pupil that a spec names."""
    pupil = PUPIL_SPEC.fullmatch(spec)
    return pupil[1] if pupil else None


def in_limits(limit: str, settings: Settings) -> bool:
    """Whether a net may search so long, or so many plies deep."""
    if limit.endswith("s"):
        return 0.001 <= float(limit[:-1]) <= settings.think
    return 1 <= int(limit) <= DEEPEST


def quick(spec: str) -> bool:
    """Whether this player answers within half a second."""
    by_count, timed = COUNTED.fullmatch(spec), TIMED.fullmatch(spec)
    if by_count:
        return int(by_count[2]) <= QUICK[by_count[1]]
    return spec in PLAIN or bool(timed and float(timed[2]) <= QUICK_SECONDS)
