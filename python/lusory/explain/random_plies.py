"""Random plies for finding examples quickly: `unless` is tried only for the ply that was picked."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ..reference import Reference, State
from ..reference.evaluation_context import Scene
from ..reference.move_generation import is_chance_ply, may_end, offered_plies
from ..reference.offered_ply import OfferedPly
from ..reference.progression import look
from ..reference.tentative_ply import acting_word, violates_unless
from ..rules.actions import END
from ..rules.game import Game
from ..rules.time_limit import check_time
from ..rules.traversal import words

WORDS = 100
"""Rules of so many words cost what small rules cost; of more, in proportion."""


def weight(game: Game) -> int:
    """What a position of this game costs: its cells, times the size of its rules. Bounds on searches divide by it."""
    return len(game.geometry.names) * max(1, sum(1 for _ in words(game)) // WORDS)


def wander(reference: Reference, chance: random.Random, plies: int) -> Iterator[tuple[State, OfferedPly]]:
    """A game of random plies: each with the state before it."""
    state = reference.start()
    for _ in range(plies):
        option = pick(reference, state, chance)
        if option is None:
            return
        yield state, option
        state = reference.follow(state, option)[0]


def pick(reference: Reference, state: State, chance: random.Random) -> OfferedPly | None:
    """A legal ply at random; None where there is none."""
    if state.result is not None or state.pending is not None:
        options = reference.options(state)
        return chance.choice(options) if options else None
    view, plies = offers(reference, state)
    last = may_end(view, view.agenda) and not is_chance_ply(view, view.agenda)
    if last and chance.randrange(len(plies) + 1) == len(plies):
        legal = any(not violates_unless(view, option) for option in plies)
        return OfferedPly(reference.tables.actions.blocks[END][0], None) if legal else None
    while plies:
        index = chance.randrange(len(plies))
        plies[index], plies[-1] = plies[-1], plies[index]
        option = plies.pop()
        if not violates_unless(view, option):
            return option
    return None


def offers(reference: Reference, state: State) -> tuple[Scene, list[OfferedPly]]:
    """The plies on offer, as far as that is known without trying them, and the scene as the one to move sees it."""
    check_time()
    scene = Scene(reference.tables, state)
    view = look(scene, scene.agenda)
    return view, list(offered_plies(view, view.agenda))


def trials(options: list[OfferedPly]) -> int:
    """How many of these have to be tried out."""
    return sum(1 for option in options if (word := acting_word(option.word)) is not None and word.unless is not None)
