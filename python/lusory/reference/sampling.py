"""Samples full states consistent with what a player knows, or enumerates them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from .knowledge import Known, Observation, announcement, knowledge_of, present, visible
from .offered_ply import OfferedPly
from .placement_constraints import Targets, plan_of
from .state import State

if TYPE_CHECKING:
    from .interpreter import Reference

TRIES = 50
Allowed = Callable[[Targets], bool]


def sample(reference: Reference, state: State, viewer: int, rng: random.Random) -> State:
    """A state in which the viewer would have made the same observations: of every ply, and of the board now. It depends
    only on what he knows, so states that he cannot distinguish give the same samples for the same seed. Without
    secrets, and once the game is over, it is the state itself.

    The distribution is not uniform. Where pieces never leave their cells (and no target has a piece of the mover's own)
    an attempt works as follows. For each line announced for another side (Tell of a Line, once), one of the lines it
    can have been is drawn, all with equal probability. Then the most constrained choice is made first: for a cell that
    another side is known to hold, the secret ply that filled it, or for a secret ply, its cell; each among all options
    that leave at least one option to every other choice, with equal probability. So the probability of an attempt is
    the product of 1 / (number of options) over its choices. An attempt that contradicts the rules on replay is
    rejected; after `TRIES` rejections, and in all other games, the first state of a depth-first search is taken, which
    tries the targets of each secret ply, from first to last, in random order. Every consistent state can occur.
    """
    if not reference.tables.hidden or state.result is not None:
        return state
    return draw(reference, knowledge_of(reference, state, viewer), rng)


def draw(reference: Reference, knowledge: Known, rng: random.Random) -> State:
    """A sample from knowledge alone; see `sample`."""
    plan = plan_of(reference, knowledge)
    for _ in range(TRIES if plan is not None else 0):
        targets = plan.draw(rng) if plan is not None else None
        state = None if targets is None else replay(reference, knowledge, targets, rng)
        if state is not None:
            return state
    return next(search(reference, knowledge, rng, None if plan is None else plan.possible))


def consistent(reference: Reference, state: State, viewer: int) -> Iterator[State]:
    """Every state that agrees with all the viewer knows, once each, by replaying all choices. For small boards."""
    if not reference.tables.hidden or state.result is not None:
        yield state
        return
    yield from search(reference, knowledge_of(reference, state, viewer))


def replay(reference: Reference, knowledge: Known, targets: Targets, rng: random.Random) -> State | None:
    """Replay the known plies with these targets of the secret ones; None where the viewer would observe otherwise."""
    state = reference.start()
    for i, observation in enumerate(knowledge.past):
        possible = [o for o in candidates(reference, state, observation) if o.to == targets.get(i, o.to)]
        option = rng.choice(possible) if len(possible) > 1 else next(iter(possible), None)
        after = None if option is None else follow(reference, state, option, observation, knowledge)
        if after is None:
            return None
        state = after
    return state if agrees(reference, state, knowledge) else None


def search(
    reference: Reference, knowledge: Known, rng: random.Random | None = None, allowed: Allowed | None = None
) -> Iterator[State]:
    """All consistent states, depth first; with `rng` in random order. allowed: tests the targets chosen so far."""
    start = reference.start()
    if not knowledge.past:
        yield start
        return
    targets: Targets = {}
    trail = [(start, iter(candidate_plies(reference, start, knowledge.past[0], rng)))]
    while trail:
        state, untried = trail[-1]
        i = len(trail) - 1
        targets.pop(i, None)
        option = next(untried, None)
        if option is None:
            trail.pop()
            continue
        if knowledge.past[i].action < 0:
            targets[i] = option.to
            if allowed is not None and not allowed(targets):
                continue
        after = follow(reference, state, option, knowledge.past[i], knowledge)
        if after is None:
            continue
        if i + 1 < len(knowledge.past):
            trail.append((after, iter(candidate_plies(reference, after, knowledge.past[i + 1], rng))))
        elif agrees(reference, after, knowledge):
            yield after


def candidate_plies(
    reference: Reference, state: State, observation: Observation, rng: random.Random | None
) -> list[OfferedPly]:
    """The plies this can have been; shuffled with `rng`."""
    plies = candidates(reference, state, observation)
    if rng is not None:
        rng.shuffle(plies)
    return plies


def candidates(reference: Reference, state: State, observation: Observation) -> list[OfferedPly]:
    """The legal plies that look like the one observed, not yet compared by their events."""
    if state.result is not None or reference.to_move(state) != observation.player:
        return []
    if observation.action >= 0:
        return [option for option in reference.options(state) if option.id == observation.action]
    return [
        option for option in reference.options(state) if announcement(reference, option.id) == observation.announcement
    ]


def follow(
    reference: Reference, state: State, option: OfferedPly, observation: Observation, knowledge: Known
) -> State | None:
    """The state after a ply if the viewer's observation of it is the given one; otherwise None."""
    after, events = reference.follow(state, option)
    return after if visible(events, knowledge.viewer) == observation.events else None


def agrees(reference: Reference, state: State, knowledge: Known) -> bool:
    """Whether the viewer's present view of the state is the known one."""
    return present(reference, state, knowledge.viewer) == msgspec.structs.replace(knowledge, past=())
